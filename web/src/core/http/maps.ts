/** Maps of the box: where everything lies on them, and their pictures. */
import type { Layout } from "../../api/kinds";
import { withEdition } from "./edition";
import { get } from "./rest";

export const mapLayout = (map: string): Promise<Layout> =>
  get<Layout>(withEdition(`/api/maps/${map}/layout`));

/** The address of a picture of the empty map. */
export const mapDrawing = (map: string, theme: string): string =>
  withEdition(`/api/maps/${map}/board.svg?theme=${theme}`);
