/** Where a creation can be changed: a map that can be drawn in the map editor, everything else in the workshop. */
import type { CreationCard } from "../../api/kinds";

export const workshopAddress = ({
  kind,
  has_board,
  version,
}: Pick<CreationCard, "kind" | "has_board" | "version">): string =>
  `/${kind === "map" && has_board ? "maps" : "workshop"}?version=${version}`;
