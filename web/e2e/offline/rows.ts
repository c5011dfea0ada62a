/** What a device has stored of its tables. */
import type { Page } from "@playwright/test";

export interface Row {
  table: string;
  seq: number;
  text: string;
}

/** All rows, by table and number. */
export function storedRows(page: Page): Promise<Row[]> {
  return page.evaluate(
    () =>
      new Promise<Row[]>((resolve, reject) => {
        const opened = indexedDB.open("elbowroom");
        opened.onerror = () => reject(opened.error ?? new Error("not opened"));
        opened.onsuccess = () => {
          const found = opened.result.transaction("rows").objectStore("rows").getAll();
          found.onsuccess = () => {
            opened.result.close();
            resolve(found.result as Row[]);
          };
        };
      }),
  );
}
