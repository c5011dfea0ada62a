/**
 * Where this client comes from: a server hands it out, or it lies in a folder of plain files (a static site), with no
 * server behind it. The head of the page says which.
 */

class Site {
  /** Whether there is no server, only files. */
  get isStatic(): boolean {
    return named("site") === "static";
  }

  /** The address of the folder in which the client lies; it ends with a slash. */
  get folder(): string {
    return new URL(this.isStatic ? "." : "/", location.href).href;
  }

  /** The address of the folder with the engine for this browser; null if it is not offered. */
  get engine(): string | null {
    const folder = named("engine");
    return folder === null ? null : new URL(folder, this.folder).href;
  }

  /** Where the server that a static site points to has a page; null if it knows none. */
  atServer(page: string): URL | null {
    const server = named("server");
    return server === null ? null : new URL(page, server);
  }

  /** Whether a page can be had here: some need a server. */
  offers(page: string): boolean {
    return !this.isStatic || !SERVER_PAGES.includes(page.split("/")[1] ?? "");
  }
}

/** The pages that are about other people, and the explorer, whose figures a server has. By the first word of the address. */
const SERVER_PAGES: readonly string[] = [
  "account",
  "admin",
  "docs",
  "embed",
  "explore",
  "gallery",
  "join",
  "people",
  "t",
  "watch",
];

export const site = new Site();

/** What a link to a page of ours says: a static site has one file, so its pages are behind the #. */
export function to(page: string): string;
export function to(page: string | null): string | null;
export function to(page: string | null): string | null {
  return site.isStatic && page !== null ? `#${page}` : page;
}

/** Where a static site keeps the answer of a server that never changes: `/api/palette?theme=day` is data/palette-day.json. */
export function dataFile(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  const [name = "", suffix = "json"] = pathname.replace(/^\/api\//, "").split(".");
  return `${site.folder}data/${[name, ...searchParams.values()].join("-")}.${suffix}`;
}

function named(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
