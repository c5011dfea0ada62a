/** Which page is shown: the path of the address, and what stands behind it. On a static site all of that is behind the #. */
import { site, to } from "./site";

const words = (path: string): string[] => path.split("/").filter((word) => word !== "");

/** The address of the page that is shown, as a server would have it. */
function shownAddress(): URL {
  return site.isStatic ? new URL(location.hash.slice(1) || "/", location.origin) : new URL(location.href);
}

class Router {
  private address = $state.raw(shownAddress());
  path = $derived(this.address.pathname);
  query = $derived(this.address.searchParams);
  /** What stands behind the # is sent to no server: invite codes travel there. */
  secret = $derived(new URLSearchParams(this.address.hash.slice(1)));

  /** The first word of the path says which page it is; the rest is for that page. */
  first = $derived(words(this.path)[0] ?? "");
  rest = $derived(words(this.path).slice(1).join("/"));

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  go(address: string, options: { replace?: boolean } = {}): void {
    history[options.replace === true ? "replaceState" : "pushState"]({}, "", to(address));
    this.read();
    scrollTo(0, 0);
  }

  /** A click on a link of ours changes the page without loading it again; put it on the root element. */
  follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (site.isStatic) this.followInside(event, link);
    else this.followPath(event, link);
  };

  /** A static site is one file: a link leads to a page behind the #, or to a place on this one. */
  private followInside(event: MouseEvent, link: HTMLAnchorElement): void {
    if (!link.href.startsWith(`${location.href.split("#", 1)[0]}#`)) return;
    event.preventDefault();
    if (link.hash.startsWith("#/")) this.go(link.hash.slice(1));
    else goTo(document.getElementById(link.hash.slice(1)));
  }

  private followPath(event: MouseEvent, link: HTMLAnchorElement): void {
    if (link.pathname.startsWith("/api/") || link.dataset["reload"] !== undefined) return;
    event.preventDefault();
    // Inside another page nothing else of ours is shown: a page with cookies could be made to act.
    if (this.first === "embed" && !link.pathname.startsWith("/embed/")) {
      open(link.href, "_blank", "noopener");
      return;
    }
    this.go(link.pathname + link.search + link.hash);
  }

  private read(): void {
    this.address = shownAddress();
  }
}

function goTo(place: HTMLElement | null): void {
  if (place === null) return;
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus();
}

export const router = new Router();
