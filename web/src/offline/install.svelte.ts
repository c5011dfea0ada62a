/** Installing the site as an app, where the browser lets a page ask for it. */
import { site } from "../core/site";

/** What Chromium gives a page, so that it may ask at a better moment. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

class Install {
  private prompt: InstallPrompt | null = $state.raw(null);

  constructor() {
    // It comes once and early, so this listens before any page is shown.
    addEventListener("beforeinstallprompt", (event) => {
      if (site.engine === null) return;
      event.preventDefault();
      this.prompt = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => {
      this.prompt = null;
      keepAll().catch(() => undefined);
    });
  }

  /** Whether the browser would ask now. */
  get isOffered(): boolean {
    return this.prompt !== null;
  }

  /** Whether this is Safari on a phone or tablet, where only people themselves can put it on the home screen. */
  get isByHand(): boolean {
    return "standalone" in navigator && navigator.standalone === false && navigator.maxTouchPoints > 0;
  }

  /** Let the browser ask. A prompt can be used once. */
  async ask(): Promise<void> {
    const { prompt } = this;
    this.prompt = null;
    await prompt?.prompt();
  }
}

/** An app is expected to work without a network, also if it was installed by the browser's own menu. */
async function keepAll(): Promise<void> {
  const { keptOffline } = await import("./keptOffline.svelte");
  await keptOffline.look();
  if (keptOffline.status === "none") await keptOffline.keep();
}

export const install = new Install();
