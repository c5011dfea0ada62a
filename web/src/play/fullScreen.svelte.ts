/** The page as large as the screen, where the browser can do that. */

class FullScreen {
  isOn = $state(document.fullscreenElement != null);
  readonly isPossible = document.fullscreenEnabled === true;

  constructor() {
    document.addEventListener("fullscreenchange", () => {
      this.isOn = document.fullscreenElement !== null;
    });
  }

  /** What a browser refuses stays as it is. */
  toggle(): void {
    const change = this.isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  }
}

export const fullScreen = new FullScreen();
