/** Answers that do not change as long as the server is the same are kept by the browser, under an address with its edition. */

export function withEdition(address: string): string {
  const edition = document.querySelector<HTMLMetaElement>('meta[name="edition"]')?.content ?? "";
  if (edition === "") return address;
  return `${address}${address.includes("?") ? "&" : "?"}v=${encodeURIComponent(edition)}`;
}
