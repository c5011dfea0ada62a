"""Runs make targets one after another, stops at the first failure, and says where the time went."""

import os
import subprocess
import sys
import time


def main(targets: list[str]) -> int:
    """Run each target as a step of its own; the exit code is that of the step that failed."""
    make = os.environ.get("MAKE", "make")
    times: dict[str, float] = {}
    code = 0
    for target in targets:
        print(f"\n==> {target}", flush=True)
        start = time.monotonic()
        # Make's job server speaks over inherited file descriptors.
        code = subprocess.run([make, "--no-print-directory", target], check=False, close_fds=False).returncode
        times[target] = time.monotonic() - start
        if code != 0:
            break
    report(times)
    if code != 0:
        left = len(targets) - len(times)
        print(f"FAILED: {target} (steps not run: {left})", flush=True)
    else:
        print(f"passed: {len(times)} steps", flush=True)
    return code


def report(times: dict[str, float]) -> None:
    """Print the steps, the slowest first."""
    print(f"\n{'step':<20} {'seconds':>8}")
    for target, seconds in sorted(times.items(), key=lambda item: -item[1]):
        print(f"{target:<20} {seconds:>8.1f}")
    print(f"{'all':<20} {sum(times.values()):>8.1f}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
