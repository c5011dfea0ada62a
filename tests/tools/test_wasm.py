"""The build of the engine for the browser: what goes in, what is fetched, and what if that is missing."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from elbowroom.agents import LEVELS
from elbowroom.server.http.engine_files import read_engine
from tests.server.engines import write_engine
from tools.wasm import bundle, compiler, contents, downloads, games, headers, modules, parity, release

WHEEL = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"

needs_foreign_headers = pytest.mark.skipif(
    sys.version_info[:2] == (3, 14), reason="this Python has the headers itself"
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and a machine without any program that could fetch something."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "no-programs"))
    return tmp_path / "elbowroom"


def file_of(folder: Path, text: str, name: str = WHEEL) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_browser_gets_all_that_its_modules_import() -> None:
    """Whatever a chosen module of ours imports, as it loads or later, is chosen, too."""
    selection = modules.select(modules.settings()["browser"])
    known = modules.all_modules()
    for name, source in selection.modules.items():
        wanted = modules.imports_of(source, known).first & known.keys()
        assert wanted <= selection.modules.keys(), name
    assert "elbowroom.server.tables.table" in selection.modules


def test_a_module_that_needs_a_package_which_is_not_there_is_left_out_and_named() -> None:
    """The drawing for terminals needs rich, which no browser needs."""
    selection = modules.select(["elbowroom.drawing"])
    assert selection.left_out == {"elbowroom.drawing.text.map_text": ["rich"]}
    assert "elbowroom.drawing.text.map_text" not in selection.modules


def test_what_starts_processes_is_left_out() -> None:
    """Agents of one's own think in processes; those that come with the program do not."""
    selection = modules.select(["elbowroom.agents"])
    processes = ("agent_host", "agent_process", "own_agent")
    assert selection.left_out == {f"elbowroom.agents.{name}": ["subprocess"] for name in processes}
    assert not {"subprocess", "importlib.metadata"} & {*selection.standard}


def test_what_needs_a_left_out_module_is_left_out_with_it() -> None:
    selection = modules.select(["elbowroom.server.http.routes.health"])
    assert selection.left_out["elbowroom.server.http.routes.health"] == ["starlette"]


def test_imports_for_the_type_checker_do_not_count(tmp_path: Path) -> None:
    source = file_of(
        tmp_path,
        "import json\nif TYPE_CHECKING:\n    import numpy\ndef draw():\n    import colorsys\n",
        "drawn.py",
    )
    found = modules.imports_of(source, {})
    assert found.first == {"json"}
    assert found.later == {"colorsys"}


def test_a_module_that_does_not_exist_is_named() -> None:
    with pytest.raises(SystemExit, match=r"elbowroom\.table"):
        modules.select(["elbowroom.table"])


def test_the_bundle_has_one_language_and_no_data_that_only_the_command_line_reads() -> None:
    names = {file.relative_to(modules.SOURCES / "elbowroom").as_posix() for file in contents.data_files()}
    assert {name for name in names if name.startswith("content/locales/")} == {"content/locales/en.json"}
    assert "content/base/races.toml" in names
    assert "content/proofs.json" not in names
    assert "de.json" in {file.name for file in contents.other_languages()}


@pytest.mark.parametrize("name", [*contents.WHEEL_PARTS, "ziglang"])
def test_every_package_is_locked_with_hashes(name: str) -> None:
    package = downloads.locked_wheel(name)
    assert package.version
    assert package.hashes


def test_the_browser_gets_the_versions_that_the_native_engine_is_tested_with() -> None:
    """Pyodide, librt and mypy belong together; librt of another version has other vectors."""
    tested = modules.ROOT / "requirements" / "dev.txt"
    for name in contents.WHEEL_PARTS:
        assert downloads.locked_wheel(name) == downloads.locked_wheel(name, tested)


def test_what_was_fetched_is_found_again_without_asking_anybody(cache: Path, tmp_path: Path) -> None:
    kept = downloads.keep(file_of(tmp_path / "fetched", "wheel"), "sha256", [sha256("wheel")])
    assert kept == cache / "sha256" / sha256("wheel") / WHEEL
    assert downloads.find_kept("sha256", [sha256("other"), sha256("wheel")]) == kept


@pytest.mark.usefixtures("cache")
def test_a_file_with_another_hash_than_the_lock_is_refused(tmp_path: Path) -> None:
    with pytest.raises(downloads.MissingError, match="does not have the hash of its lock"):
        downloads.keep(file_of(tmp_path / "fetched", "forged"), "sha256", [sha256("wheel")])
    assert downloads.find_kept("sha256", [sha256("forged"), sha256("wheel")]) is None


def test_a_kept_file_that_was_damaged_is_not_used(cache: Path) -> None:
    file_of(cache / "sha256" / sha256("wheel"), "whe")
    assert downloads.find_kept("sha256", [sha256("wheel")]) is None


def test_a_kept_file_for_another_machine_is_not_used(cache: Path) -> None:
    file_of(cache / "sha256" / sha256("wheel"), "wheel")
    assert downloads.find_kept("sha256", [sha256("wheel")], lambda name: "riscv64" in name) is None


@pytest.mark.usefixtures("cache")
def test_what_cannot_be_fetched_is_named_with_its_version() -> None:
    version = downloads.locked_npm_package("pyodide").version
    with pytest.raises(downloads.MissingError, match=rf"pyodide@{version} cannot be fetched"):
        downloads.npm_package("pyodide")


def headers_in(folder: Path) -> Path:
    """The headers of a Python, as Debian's package has them, below a folder."""
    include = folder / "usr" / "include"
    file_of(include / "python3.14", "", "Python.h")
    file_of(include / "python3.14", '#define PY_VERSION  "3.14.9"\n', "patchlevel.h")
    file_of(include / "python3.14" / "internal", "", "pycore_object.h")
    template = "#define SIZEOF_LONG 8\n/* #undef HAVE_FORK */\n#define HAVE_PIPE 1\n"
    file_of(include / "any-linux" / "python3.14", template, "pyconfig.h")
    return include


@needs_foreign_headers
def test_headers_that_were_fetched_before_are_used(cache: Path) -> None:
    include = headers_in(cache / "headers" / "3.14.9-1-abc")
    found = headers.find_headers()
    assert found.folder == include / "python3.14"
    assert found.version == "3.14.9"


@needs_foreign_headers
def test_headers_without_the_inner_ones_are_not_enough(cache: Path) -> None:
    include = headers_in(cache / "headers" / "3.14.9-1-abc")
    (include / "python3.14" / "internal" / "pycore_object.h").unlink()
    with pytest.raises(downloads.MissingError, match="no headers of Python 3"):
        headers.find_headers()


def test_the_configuration_has_the_names_of_one_python_and_the_answers_of_the_other(tmp_path: Path) -> None:
    """What is 0 there is not defined, since headers ask whether a name is defined at all."""
    include = headers_in(tmp_path)
    found = headers.Headers(include / "python3.14", include / "any-linux" / "python3.14" / "pyconfig.h")
    told = {"SIZEOF_LONG": 4, "HAVE_FORK": 1, "HAVE_PIPE": 0, "CC": "cc"}
    lines = compiler.configuration(found, told).splitlines()
    assert "#define SIZEOF_LONG 4" in lines
    assert "#define HAVE_FORK 1" in lines
    assert not [line for line in lines if "HAVE_PIPE" in line or "CC" in line]


@needs_foreign_headers
@pytest.mark.usefixtures("cache")
def test_without_headers_the_engine_is_not_compiled_and_the_reason_is_kept(tmp_path: Path) -> None:
    """Nothing fails: the sources play in the same place, more slowly."""
    engine = bundle.try_to_compile(tmp_path, [])
    assert engine.files == {}
    assert engine.why_not is not None
    assert "no headers of Python 3.14" in engine.why_not


def made_bundle(folder: Path, **changes: object) -> None:
    """A bundle of one file, with its manifest."""
    file_of(folder, "engine", bundle.BUNDLE)
    manifest = {
        "made_from": "sources",
        "why_not_compiled": None,
        "modules": ["elbowroom"],
        "compiled": [],
        "files": {bundle.BUNDLE: {"bytes": 6, "sha256": sha256("engine"), "optional": False}},
    }
    file_of(folder, json.dumps(manifest | changes), bundle.MANIFEST)


def test_a_bundle_is_made_again_only_if_something_changed(tmp_path: Path) -> None:
    assert not bundle.is_up_to_date(tmp_path, "sources")
    made_bundle(tmp_path)
    assert bundle.is_up_to_date(tmp_path, "sources")
    assert not bundle.is_up_to_date(tmp_path, "other sources")
    file_of(tmp_path, "engi", bundle.BUNDLE)
    assert not bundle.is_up_to_date(tmp_path, "sources")


def test_what_could_not_be_compiled_is_tried_again_and_what_should_not_is_not(tmp_path: Path) -> None:
    made_bundle(tmp_path, why_not_compiled="ziglang==1 cannot be fetched")
    assert not bundle.is_up_to_date(tmp_path, "sources")
    made_bundle(tmp_path, why_not_compiled=bundle.NOT_ASKED_FOR)
    assert bundle.is_up_to_date(tmp_path, "sources")


def test_one_line_says_that_and_why_the_engine_was_not_compiled(tmp_path: Path) -> None:
    made_bundle(tmp_path, why_not_compiled="ziglang==1 cannot be fetched")
    _, line = bundle.summary(bundle.read_manifest(tmp_path)).splitlines()
    assert line == "The engine was not compiled for the browser: ziglang==1 cannot be fetched."


def test_the_same_files_make_the_same_archive(tmp_path: Path) -> None:
    """Dates do not count, so a browser that has the archive need not load it again."""
    file_of(tmp_path / "files" / "package", "code", "module.pyc")
    old = file_of(tmp_path / "files", "data", "data.json")
    bundle.zip_folder(tmp_path / "files", tmp_path / "first.zip")
    os.utime(old, (1_000_000_000, 1_000_000_000))
    bundle.zip_folder(tmp_path / "files", tmp_path / "second.zip")
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()


def test_the_long_proof_has_every_level_with_every_number_of_players() -> None:
    played = parity.proof_games(0, 10_000)
    assert len(set(played)) == 10_000
    by_computers = {(kind, number % 4) for kind, number in played if kind != games.RANDOM}
    assert by_computers == {(level, rest) for level in LEVELS for rest in range(4)}


def test_a_proof_goes_on_where_it_stopped_unless_the_bundle_is_another(tmp_path: Path) -> None:
    assert parity.Progress(tmp_path, "bundle").load() == 0
    parity.Progress(tmp_path, "bundle").store(750)
    assert parity.Progress(tmp_path, "bundle").load() == 750
    assert parity.Progress(tmp_path, "other bundle").load() == 0


@pytest.mark.parametrize("kind", [games.RANDOM, "easy"])
def test_a_game_has_one_digest_and_other_games_have_others(kind: str) -> None:
    digests = games.play_all([(kind, 1), (kind, 2), (kind, 1)])
    assert digests[0] == digests[2]
    assert digests[0] != digests[1]


def test_the_archive_for_hosts_holds_one_folder_that_a_server_can_use(tmp_path: Path) -> None:
    made = write_engine(tmp_path / "made")
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        release.pack(made, tmp_path / name / "elbowroom-engine-1.zip")
    archive = tmp_path / "first" / "elbowroom-engine-1.zip"
    assert archive.read_bytes() == (tmp_path / "second" / archive.name).read_bytes()
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(tmp_path / "host")
    (folder,) = (tmp_path / "host").iterdir()
    assert folder.name == "elbowroom-engine-1"
    assert read_engine(folder).digest == read_engine(made).digest
    assert (folder / "pyodide.asm.wasm.br").is_file()
