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
from tools.wasm import (
    bundle,
    comparison,
    compiler,
    contents,
    downloads,
    games,
    headers,
    inside_python,
    modules,
    parity,
    release,
)

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


def test_the_scripts_that_run_in_the_browsers_python_import_only_what_is_there() -> None:
    """Also through the tests and benchmarks that they use."""
    selection = modules.select(modules.settings()["browser"])
    known = modules.all_modules()
    around = {
        ".".join(file.relative_to(modules.ROOT).with_suffix("").parts): file
        for folder in ("benchmarks", "tests", "tools")
        for file in (modules.ROOT / folder).rglob("*.py")
    }
    scripts = sorted(inside_python.INSIDE.glob("*.py"))
    seen = set(scripts)
    while scripts:
        source = scripts.pop()
        found = modules.imports_of(source, {**known, **around})
        wanted = {name for name in found.first | found.later if name.split(".")[0] == "elbowroom"}
        assert wanted <= selection.modules.keys(), source.name
        used = {around[name] for name in found.first & around.keys()} - seen
        scripts += sorted(used)
        seen |= used
    assert "turn_costs.py" in {source.name for source in seen}


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
    assert not {name for name in names if name.startswith("arena/") or "judge" in name}


def test_the_browser_gets_nothing_of_the_judge() -> None:
    """Its files have a megabyte, and who measures agents does so on the command line."""
    selection = modules.select(modules.settings()["browser"])
    assert not {name for name in selection.modules if name.startswith("elbowroom.arena")}


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
def test_of_several_headers_the_newest_are_used(cache: Path) -> None:
    """By the numbers of their versions: 3.14.10 is newer than 3.14.9."""
    headers_in(cache / "headers" / "3.14.9-2-fff")
    newest = headers_in(cache / "headers" / "3.14.10-1-abc")
    headers_in(cache / "headers" / "3.14.2-1-def")
    assert headers.find_headers().folder == newest / "python3.14"


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


def program(file: Path, *lines: str) -> Path:
    """A program in a folder of programs."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
    file.chmod(0o755)
    return file


FAILS = ("echo some details >&2", "echo it is broken >&2", "exit 2")


def test_a_program_that_fails_is_told_in_one_line_with_its_last_words(tmp_path: Path) -> None:
    broken = program(tmp_path / "broken", *FAILS)
    silent = program(tmp_path / "silent", "exit 3")
    with pytest.raises(downloads.MissingError, match=r"^no such luck \(it is broken\)$"):
        downloads.run_program(broken, failure="no such luck")
    with pytest.raises(downloads.MissingError, match=r"^no such luck \(code 3\)$"):
        downloads.run_program(silent, failure="no such luck")
    with pytest.raises(downloads.MissingError, match=r"^no such luck \(.*No such file"):
        downloads.run_program(tmp_path / "missing", failure="no such luck")


@needs_foreign_headers
def test_a_package_that_cannot_be_unpacked_leads_to_the_uncompiled_engine(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path / 'no-programs'}:/usr/bin:/bin")
    monkeypatch.setattr(headers, "DEBIAN_KEYS", file_of(tmp_path, "", "keys"))
    monkeypatch.setattr(headers, "_installed", lambda: None)
    program(
        cache.parent / "no-programs" / "apt-get",
        'case "$1" in',
        "indextargets) echo https://mirror.example/debian/ Debian;;",
        "download) touch libpython3.14-dev_3.14.9-1_any.deb;;",
        "esac",
    )
    program(cache.parent / "no-programs" / "dpkg-deb", *FAILS)
    engine = bundle.try_to_compile(tmp_path, [])
    assert engine.files == {}
    assert engine.why_not == "libpython3.14-dev_3.14.9-1_any.deb cannot be unpacked (it is broken)"


@needs_foreign_headers
def test_a_runtime_that_does_not_run_leads_to_the_uncompiled_engine(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers_in(cache / "headers" / "3.14.9-1-abc")
    monkeypatch.setattr(inside_python, "NODE", program(tmp_path / "node", *FAILS))
    assert bundle.try_to_compile(tmp_path, []) == bundle.CompiledEngine("it is broken")


@needs_foreign_headers
def test_sources_that_mypyc_refuses_lead_to_the_uncompiled_engine(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers_in(cache / "headers" / "3.14.9-1-abc")
    told = file_of(tmp_path / "work", "{}", "variables.json")
    monkeypatch.setattr(inside_python, "NODE", program(tmp_path / "node"))
    monkeypatch.setattr(bundle, "WORK", told.parent)
    monkeypatch.setattr(compiler, "_zig", lambda: program(tmp_path / "zig" / "zig" / "zig"))
    monkeypatch.setattr(sys, "executable", str(program(tmp_path / "python", *FAILS)))
    engine = bundle.try_to_compile(tmp_path, ["src/elbowroom/engine/state.py"])
    assert engine == bundle.CompiledEngine("mypyc cannot write the engine as C (it is broken)")


def digests_said(folder: Path, *answer: str) -> Path:
    """A Node that says these digests of the short games, whatever it is asked."""
    return program(folder / "node", f"echo '{json.dumps(answer)}'")


def written_files(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Path]]:
    """The compiled files with which all is written, each time that it is."""
    written: list[dict[str, Path]] = []
    monkeypatch.setattr(
        bundle, "write_all", lambda _runtime, _selection, files, _sources: written.append(files)
    )
    return written


def test_a_compiled_engine_is_kept_if_it_plays_as_the_native_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = games.play_all(comparison.SHORT_GAMES)
    monkeypatch.setattr(inside_python, "NODE", digests_said(tmp_path, *right))
    written = written_files(monkeypatch)
    engine = bundle.CompiledEngine(None, "3.14.9", {"engine.so": tmp_path})
    assert bundle.write_checked(tmp_path, modules.Selection({}, {}, []), engine, []) == engine
    assert written == [engine.files]


def test_a_compiled_engine_that_plays_another_game_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = games.play_all(comparison.SHORT_GAMES)
    monkeypatch.setattr(inside_python, "NODE", digests_said(tmp_path, *right[:2], "wrong", *right[3:]))
    written = written_files(monkeypatch)
    engine = bundle.CompiledEngine(None, "3.14.9", {"engine.so": tmp_path})
    kept = bundle.write_checked(tmp_path, modules.Selection({}, {}, []), engine, [])
    assert kept.files == {}
    assert kept.why_not == (
        "compiled, it does not play as the native one "
        f"(game 2 (random): {right[2]} natively, wrong in the browser)"
    )
    assert written == [engine.files, {}], "the uncompiled engine is in its place"


def test_a_compiled_engine_that_cannot_be_loaded_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inside_python, "NODE", program(tmp_path / "node", *FAILS))
    written = written_files(monkeypatch)
    engine = bundle.CompiledEngine(None, "3.14.9", {"engine.so": tmp_path})
    kept = bundle.write_checked(tmp_path, modules.Selection({}, {}, []), engine, [])
    assert kept.why_not == "compiled, it does not play as the native one (it is broken)"
    assert written == [engine.files, {}]


def test_two_builds_at_once_keep_one_folder(tmp_path: Path) -> None:
    for name in ("first", "second"):
        file_of(tmp_path / name, "the same", "zig")
        downloads.keep_folder(tmp_path / name, tmp_path / "unpacked" / "kept")
    assert [file.name for file in (tmp_path / "unpacked").iterdir()] == ["kept"]
    assert not (tmp_path / "second").exists()


def test_a_download_that_is_too_large_fails_the_check(tmp_path: Path) -> None:
    """The engine may take 5 MB with brotli, beside the client."""
    made = write_engine(tmp_path)
    sizes = [
        (Path(f"{made / name}.br") if Path(f"{made / name}.br").is_file() else made / name).stat().st_size
        for name in read_engine(made).files
    ]
    assert parity.download_bytes(made) == sum(sizes)
    assert "MB" in parity.check_download(made)
    (made / "pyodide.asm.wasm.br").write_bytes(bytes(parity.MAX_DOWNLOAD_BYTES))
    with pytest.raises(parity.TooLargeError, match="at most 5"):
        parity.check_download(made)


def made_bundle(folder: Path, **changes: object) -> None:
    """A bundle of one file, with its manifest."""
    file_of(folder, "engine", bundle.BUNDLE)
    manifest = {
        "made_from": "sources",
        "why_not_compiled": None,
        "modules": ["elbowroom"],
        "compiled": [],
        "files": {bundle.BUNDLE: {"bytes": 6, "sha256": sha256("engine")}},
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
