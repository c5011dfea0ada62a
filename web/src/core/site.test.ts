import { afterEach, describe, expect, test } from "vitest";
import { dataFile, site, to } from "./site";

function say(name: string, content: string): void {
  const meta = document.createElement("meta");
  meta.name = name;
  meta.content = content;
  document.head.append(meta);
}

afterEach(() => {
  document.head.replaceChildren();
  history.replaceState({}, "", "/");
});

describe("a client that a server hands out", () => {
  test("lies at the root, wherever its page is", () => {
    history.replaceState({}, "", "/t/abc?at=3");
    expect(site.isStatic).toBe(false);
    expect(site.folder).toBe(`${location.origin}/`);
    expect(to("/rules/decline")).toBe("/rules/decline");
  });

  test("knows its engine only if the server has one", () => {
    expect(site.engine).toBeNull();
    say("engine", "/engine/12ab/");
    expect(site.engine).toBe(`${location.origin}/engine/12ab/`);
  });
});

describe("a static site", () => {
  test("may lie below any path", () => {
    say("site", "static");
    say("engine", "engine/12ab/");
    history.replaceState({}, "", "/games/elbowroom/index.html#/rules");
    expect(site.folder).toBe(`${location.origin}/games/elbowroom/`);
    expect(site.engine).toBe(`${location.origin}/games/elbowroom/engine/12ab/`);
    expect(to("/rules/decline")).toBe("#/rules/decline");
  });

  test("points to pages of a server only if it knows one", () => {
    say("site", "static");
    expect(site.atServer("/watch")).toBeNull();
    say("server", "https://games.example");
    expect(site.atServer("/watch")?.href).toBe("https://games.example/watch");
  });

  test("has a file for each answer that never changes", () => {
    say("site", "static");
    history.replaceState({}, "", "/below/");
    const folder = `${location.origin}/below/data/`;
    expect(dataFile("/api/box")).toBe(`${folder}box.json`);
    expect(dataFile("/api/palette?theme=day")).toBe(`${folder}palette-day.json`);
    expect(dataFile("/api/maps/2-players/board.svg?theme=night")).toBe(
      `${folder}maps/2-players/board-night.svg`,
    );
  });
});
