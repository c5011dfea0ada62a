/** What a device has stored of its tables. */
import type { Page } from "@playwright/test";

export interface Row {
  table: string;
  seq: number;
  text: string;
}

export interface StoredTable {
  table: string;
  summary: { status: string };
}

/** All rows, by table and number. */
export const storedRows = (page: Page): Promise<Row[]> => stored<Row>(page, "rows");

/** What lists show of all tables. */
export const storedTables = (page: Page): Promise<StoredTable[]> => stored<StoredTable>(page, "tables");

/** Everything in a store of the device's database, which the game must have made before. */
function stored<Kind>(page: Page, store: string): Promise<Kind[]> {
  return page.evaluate(
    (name) =>
      new Promise<Kind[]>((resolve, reject) => {
        const opened = indexedDB.open("elbowroom");
        opened.onerror = () => reject(opened.error ?? new Error("not opened"));
        opened.onsuccess = () => {
          const found = opened.result.transaction(name).objectStore(name).getAll();
          found.onsuccess = () => {
            opened.result.close();
            resolve(found.result as Kind[]);
          };
        };
      }),
    store,
  );
}
