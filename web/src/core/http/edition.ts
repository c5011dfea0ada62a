/** Answers that do not change as long as the server is the same are kept by the browser, under an address with its edition. */
import { dataFile, site } from "../site";

export function withEdition(address: string): string {
  if (site.isStatic) return dataFile(address);
  const edition = document.querySelector<HTMLMetaElement>('meta[name="edition"]')?.content ?? "";
  if (edition === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}v=${encodeURIComponent(edition)}`;
}
