/** The picture of a race or special power in the sheet of emblems; invented ones share one. */
export function emblemOf(kind: "race" | "power", id: string): string {
  const own = `emblem-${id}`;
  return document.getElementById(own) === null ? `#emblem-own_${kind}` : `#${own}`;
}
