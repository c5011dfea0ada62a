"""Builds the wheel as a user would get it and plays from an empty environment.

The wheel is built from the source archive, so a file missing from either is noticed. The new
environment holds the locked runtime requirements and the wheel, nothing of this checkout.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).parent / "uv"
NEEDED = (
    "elbowroom/server/client/index.html",
    "elbowroom/arena/explorer.json.gz",
    "elbowroom/arena/judge.json.gz",
    "elbowroom/arena/judge-expert.json.gz",
)
"""Files of which each was made in another way than the code, and must not be forgotten."""


def run(*command: str | Path, cwd: Path) -> None:
    """Run a command, showing it; a failure ends the script."""
    print("$", *(part.name if isinstance(part, Path) else part for part in command), flush=True)
    subprocess.run(command, cwd=cwd, check=True)


def main(simulate: list[str]) -> None:
    """Build, install, check that the engine is compiled, and simulate games."""
    with tempfile.TemporaryDirectory(prefix="elbowroom-") as name:
        folder = Path(name)
        python = folder / "venv" / "bin" / "python"
        build = ("-m", "build", "--quiet", "--no-isolation", "--outdir", folder)
        run(Path(sys.executable), *build, ROOT, cwd=folder)
        (wheel,) = folder.glob("*.whl")
        missing = sorted({*NEEDED} - {*ZipFile(wheel).namelist()})
        if missing:
            raise SystemExit(f"the wheel lacks {', '.join(missing)}")
        run(UV, "venv", "--quiet", "--python", Path(sys.executable), folder / "venv", cwd=folder)
        install = ("pip", "install", "--quiet", "--python", python)
        locked = ROOT / "requirements" / "runtime.txt"
        run(UV, *install, "--require-hashes", "-r", locked, cwd=folder)
        run(UV, *install, "--no-deps", wheel, cwd=folder)
        run(python, "-I", ROOT / "tools" / "compiled.py", cwd=folder)
        run(python.parent / "elbowroom", "simulate", *simulate, cwd=folder)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)
