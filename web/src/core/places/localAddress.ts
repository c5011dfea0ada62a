/** The page of a table on this device. */
export function localAddress(table: string): string {
  return `/local/${table}`;
}
