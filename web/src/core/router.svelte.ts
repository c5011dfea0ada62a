/** Which page is shown: the path of the address, and what stands behind it. */

const words = (path: string): string[] => path.split("/").filter((word) => word !== "");

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  /** What stands behind the # is sent to no server: invite codes travel there. */
  secret = $state.raw(new URLSearchParams(location.hash.slice(1)));

  /** The first word of the path says which page it is; the rest is for that page. */
  first = $derived(words(this.path)[0] ?? "");
  rest = $derived(words(this.path).slice(1).join("/"));

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  go(address: string, options: { replace?: boolean } = {}): void {
    history[options.replace === true ? "replaceState" : "pushState"]({}, "", address);
    this.read();
    scrollTo(0, 0);
  }

  /** A click on a link of ours changes the page without loading it again; put it on the root element. */
  follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.dataset["reload"] !== undefined) return;
    event.preventDefault();
    // Inside another page nothing else of ours is shown: a page with cookies could be made to act.
    if (this.first === "embed" && !link.pathname.startsWith("/embed/")) {
      open(link.href, "_blank", "noopener");
      return;
    }
    this.go(link.pathname + link.search + link.hash);
  };

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.secret = new URLSearchParams(location.hash.slice(1));
  }
}

export const router = new Router();
