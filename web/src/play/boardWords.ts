/** The words of the board, in the language of the page. */
import type { BoardWords } from "../board/words";
import { percent } from "../words/phrases";
import { m } from "../words/words";
import { regionName } from "../words/regions";
import { spokenRegion } from "./spokenRegion";

export const boardWords: BoardWords = {
  get map() {
    return m.web_board_map();
  },
  region: spokenRegion,
  regionName,
  chance: percent,
  die: (die) => m.web_board_die({ die }),
  less: (region) => m.web_play_less({ region }),
  more: (region) => m.web_play_more({ region }),
  get zoomIn() {
    return m.web_board_zoom_in();
  },
  get zoomOut() {
    return m.web_board_zoom_out();
  },
  get zoomReset() {
    return m.web_board_zoom_reset();
  },
};
