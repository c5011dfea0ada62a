/**
 * Which part of a catalogue a message belongs to. Each part of each language is a file of its own, and a page loads the
 * parts that it says something from (`src/pages.ts`).
 *
 * A message belongs to the part that names the longest beginning of its key; `*` stands for any letters. The build
 * refuses a key that no part claims.
 */
export type Part =
  | "core"
  | "pieces"
  | "game"
  | "refusals"
  | "rules"
  | "search"
  | "lessons"
  | "workshop"
  | "gallery"
  | "explore"
  | "people"
  | "settings"
  | "offline"
  | "admin";

/** Said by other programs than the browser. */
export const ELSEWHERE = "elsewhere";

export const CLAIMS: Readonly<Record<Part | typeof ELSEWHERE, readonly string[]>> = {
  // What every page has around it, the way to a table, and what races and powers are called.
  core: [
    "web_shell_",
    "web_nowhere_",
    "web_name_",
    "web_level_",
    "web_notice_",
    "web_online_unreachable",
    "web_home_",
    "web_device_",
    "web_place_",
    "web_new_",
    "web_agreed_",
    "web_table_",
    "web_lobby_",
    "web_join_",
    "web_quick_",
    "web_games_",
    "web_watch_",
    "web_import_",
    "web_menu_copied",
    // What is said wherever something can be reported.
    "web_chat_report_reason",
    "web_chat_report_send",
    "web_chat_reported",
    "web_chat_cancel",
    "web_play_seat",
    "web_online_time_days",
    "web_online_time_hours",
    "web_online_time_minutes",
    "web_online_time_seconds",
    "alphabet",
    "list_",
    "percent",
    "time_",
    "piece_",
    "marker_",
    "race_",
    "power_",
  ],
  // What pieces and places are called, and what they do: `names.ts`.
  pieces: [
    "race_*_text",
    "race_*_flavour",
    "race_*_effect",
    "power_*_text",
    "power_*_flavour",
    "power_*_effect",
    "power_*_with",
    "combo_",
    "terrain_",
    "symbol_",
    "place_",
    "trait_",
    "web_piece_",
    "web_board_zoom_",
  ],
  game: [
    "command_",
    "event_",
    "prompt_",
    "cost_",
    "source_",
    "hint_",
    "region_",
    "web_after_",
    "web_board_",
    "web_chat_",
    "web_claim_",
    "web_column_",
    "web_embed_",
    "web_game_",
    "web_hint_",
    "web_keys_",
    "web_log_",
    "web_menu_",
    "web_online_",
    "web_pass_",
    "web_play_",
    "web_players_",
    "web_rematch_",
    "web_replay_",
    "web_since_",
    "web_story_",
    "web_text_",
    "web_tip_",
    "web_tray_",
  ],
  // Loaded by pages that explain them, and elsewhere with the first refusal.
  refusals: ["refusal_", "did_you_mean"],
  rules: ["rules_", "web_rules_"],
  // What searches know of the language.
  search: ["rules_search_"],
  lessons: ["lesson_", "web_learn_"],
  workshop: ["web_workshop_", "web_map_"],
  // What people published, and what test games showed of it.
  gallery: ["web_gallery_", "balance_"],
  // The explorer, and tips of players for combos.
  explore: ["web_explore_", "web_tips_"],
  people: ["web_account_", "web_person_"],
  settings: ["web_settings_", "web_credits_"],
  // Keeping the game on a device, and installing it.
  offline: ["web_offline_"],
  admin: ["web_admin_"],
  elsewhere: [
    "admin_",
    "analyse_",
    "arena_",
    "backup_",
    "content_",
    "dataset_",
    "decimal",
    "explore_",
    "judge_",
    "language_name",
    "mail_",
    "page_",
    "playing",
    "serving",
    "terminal_",
    "verify_",
  ],
};

interface Claim {
  part: Part | typeof ELSEWHERE;
  length: number;
  matches: RegExp;
}

const SORTED: readonly Claim[] = Object.entries(CLAIMS)
  .flatMap(([part, beginnings]) =>
    beginnings.map((beginning) => ({
      part: part as Claim["part"],
      length: beginning.length,
      matches: new RegExp(`^${beginning.replaceAll("*", "\\w+")}`),
    })),
  )
  .sort((one, other) => other.length - one.length);

/** The part that claims a message; null if none does. */
export function partOf(key: string): Part | typeof ELSEWHERE | null {
  return SORTED.find(({ matches }) => matches.test(key))?.part ?? null;
}
