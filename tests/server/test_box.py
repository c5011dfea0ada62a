"""The box: what is in it, what one's own races and powers would do in it, and how long that may be kept."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.description import describe
from elbowroom.rules.lessons import lessons
from elbowroom.server.tables.box_contents import box_of
from tests.server.houses import house

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.process
GNOMES = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\ntext.en = "They dig."\n'
BROKEN = '[race.gnomes]\ntokens = 60\ntokens_of = "ratman"\nfoo = 1\n'
ISLES = (
    '{"id": "isles", "players": 2, "game_turns": 3, "regions": ['
    '{"id": 1, "terrain": "hill", "edge": true, "neighbors": [2]},'
    '{"id": 2, "terrain": "sea", "neighbors": [1, 3]},'
    '{"id": 3, "terrain": "swamp", "symbols": ["mine"], "neighbors": [2, 4]},'
    '{"id": 4, "terrain": "forest", "neighbors": [3, 1]}]}'
).replace('"neighbors": [2]}', '"neighbors": [2, 4]}')


def test_the_box_tells_everything_in_words_of_the_catalogue() -> None:
    content = base_content()
    box = box_of(content)
    for entries, pieces in ((content.races, box.races), (content.powers, box.powers)):
        for entry, piece in zip(entries, pieces, strict=True):
            assert (piece.id, piece.tokens, piece.is_own) == (entry.id, entry.traits.tokens, False)
            assert [str(line) for line in piece.traits] == describe(entry)
    assert {race.tokens_in_box for race in box.races} == {race.tokens_in_box for race in content.races}
    assert {power.tokens_in_box for power in box.powers} == {None}
    trolls = next(race for race in box.races if race.id == "trolls")
    assert trolls.marker == "lair"
    assert trolls.colour is not None


def test_a_map_tells_its_regions_as_the_rules_see_them() -> None:
    for info in box_of(base_content()).maps:
        found = base_content().map(info.id)
        assert info.has_outlines
        numbers = [region.number for region in info.regions]
        assert numbers == list(range(1, len(found.regions) + 1))
        for region in info.regions:
            assert all(region.number in info.regions[other - 1].neighbors for other in region.neighbors)
            waters = [
                other for other in region.neighbors if info.regions[other - 1].terrain in ("sea", "lake")
            ]
            is_land = region.terrain not in ("sea", "lake")
            assert region.is_coastal == (is_land and bool(waters))
        assert any(region.is_border for region in info.regions)


async def test_the_box_is_sent_once(tmp_path: Path) -> None:
    """Who has it is told so; who names the edition of the server need not even ask again."""
    async with house(tmp_path) as here:
        first = await here.stranger.get("/api/box")
        assert first.headers["cache-control"] == "no-cache"
        again = await here.stranger.get("/api/box", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        edition = (await here.stranger.get("/api/server")).json()["edition"]
        kept = await here.stranger.get("/api/box", params={"v": edition})
        assert "immutable" in kept.headers["cache-control"]
        assert kept.json() == first.json()
        old = await here.stranger.get("/api/box", params={"v": "another"})
        assert old.headers["cache-control"] == "no-cache", "an older client does not keep what is newer"
        plain = await here.stranger.get("/api/box", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json() == first.json()


async def test_the_box_of_a_table_marks_what_is_its_own(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        table = await here.table("ann", players=2, content=[GNOMES, ISLES], map="isles")
        box = (await here.stranger.get(f"/api/tables/{table['table']}/box")).json()
        own = [piece["id"] for piece in (*box["races"], *box["powers"], *box["maps"]) if piece["is_own"]]
        assert own == ["gnomes", "isles"]
        assert "ratmen" not in [race["id"] for race in box["races"]], "its banner stays out"
        common = (await here.stranger.get("/api/box")).json()
        assert not any(piece["is_own"] for piece in (*common["races"], *common["maps"]))


async def test_what_one_made_up_is_told_in_words_or_refused_with_all_that_is_wrong(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = here.person("ann")

        async def check(*texts: str) -> dict[str, Any]:
            answer = await ann.post("/api/content/check", json={"content": texts})
            assert answer.status_code in (200, 413, 422), answer.text
            found: dict[str, Any] = answer.json()
            return found

        good = await check(GNOMES, ISLES)
        assert [race["id"] for race in good["races"]] == ["gnomes"]
        assert good["races"][0]["text"] == {"en": "They dig."}
        assert [line["code"] for line in good["races"][0]["traits"]] == [
            "trait_tokens_race",
            "trait_tokens_of",
            "trait_coins_place",
            "trait_rulebook_kept",
        ]
        assert (good["maps"][0]["id"], good["maps"][0]["has_outlines"]) == ("isles", False)
        assert good["powers"] == []
        bad = await check(BROKEN)
        assert bad["code"] == "content"
        assert len(bad["params"]["problems"]) >= 3
        assert "ratmen" in bad["reason"], "the nearest word is named"
        both = await check(BROKEN, "{", GNOMES)
        assert both["params"]["file"] == "own 1, own 2"
        assert len(both["params"]["problems"]) == len(bad["params"]["problems"]) + 1
        assert (await check("x" * 200_001))["code"] == "too_long"
        assert (await check("[" * 30))["code"] == "too_deep"
        assert await check() == {"races": [], "powers": [], "maps": []}
        assert (await here.stranger.post("/api/content/check", json={"content": []})).status_code == 401


async def test_the_form_of_the_workshop_is_told_with_limits_and_examples(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        form = (await here.stranger.get("/api/workshop")).json()
        assert (form["banner"], form["badge"]) == ({"rulebook": 10, "free": 12}, {"rulebook": 5, "free": 7})
        lenders = form["new_race"]["lenders"]
        assert lenders[0] == "ratmen", "they can do nothing that one would miss"
        assert "dwarves" not in lenders, "they have too few tokens"
        for lender in lenders:
            add_content(base_content(), f"[race.new]\ntokens = 5\ntokens_of = '{lender}'", "own.toml")
        offers = {offer["key"]: offer for offer in form["traits"]}
        assert len(offers) > 40
        leaps = offers["leaps"]
        assert (leaps["example"], leaps["sentences"][0]["code"]) == ({"leaps": 1}, "trait_leaps")
        keys = "\n".join(f"{key} = {value}" for key, value in leaps["example"].items())
        text = f"[power.hopping]\ntokens = 4\n{keys}\n"
        told = await here.person("ann").post("/api/content/check", json={"content": [text]})
        assert leaps["sentences"][0] in told.json()["powers"][0]["traits"]


async def test_an_own_race_is_tried_at_a_private_table_that_is_not_rated(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        ann = here.person("ann")
        told = (await ann.post("/api/content/check", json={"content": [GNOMES]})).json()
        position = told["races"][0]["trial"]
        settings = {"players": 2, "content": [GNOMES], "position": position, "computers": ["easy"]}
        table = (await here.table("ann", **settings))["table"]
        await ann.post(f"/api/tables/{table}/join", json={"name": "Ann"})
        state = (await ann.get(f"/api/tables/{table}")).json()
        assert (state["status"], state["view"]["phase"]) == ("running", "ready")
        assert not state["agreement"]["is_rated"]
        box = (await here.stranger.get("/api/box")).json()
        assert {race["trial"] for race in box["races"]} == {None}


async def test_lessons_are_told_and_a_lesson_is_played_against_the_second_seat(tmp_path: Path) -> None:
    """The names in the position are not in the way of anybody's own."""
    async with house(tmp_path) as here:
        told = (await here.stranger.get("/api/lessons")).json()
        assert [lesson["id"] for lesson in told] == [lesson.id for lesson in lessons()]
        for lesson, name in zip(told, ["Rival", "You", *["Ann"] * len(told)], strict=False):
            settings = {"players": 2, "position": lesson["position"], "computers": ["easy"]}
            table = (await here.table("ann", **settings))["table"]
            joined = await here.person("ann").post(f"/api/tables/{table}/join", json={"name": name})
            assert joined.json() == {"seat": 0, "seq": 2, "token": None, "name": name}
            state = (await here.person("ann").get(f"/api/tables/{table}")).json()
            assert state["status"] == "running"
            assert [seat["level"] for seat in state["seats"]] == [None, "easy"]
            texts = [action["text"] for action in state["decision"]["legal"]]
            accepted = lesson["steps"][0]["accept"]
            assert any(text.startswith(tuple(accepted)) for text in texts)


def test_what_is_kept_compressed_is_the_same_each_time() -> None:
    """Two processes give it the same name."""
    from elbowroom.server.http.http_cache import compressed

    assert compressed("text") == compressed("text")
    assert gzip.decompress(compressed({"a": 1})) == b'{"a":1}'
