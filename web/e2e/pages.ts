/** Every page but the table's, which needs a table. */
export const PAGES = [
  "/",
  "/new",
  "/join",
  "/games",
  "/watch",
  "/learn",
  "/rules",
  "/rules/races/dwarves",
  "/workshop",
  "/maps",
  "/settings",
  "/account",
  "/admin",
  "/people",
  "/credits",
  "/nowhere",
];
