"""A bounded run of the fuzzer: whatever it finds fails the test, with the input that did it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SECONDS = 20


def test_nothing_raises_and_both_ways_agree(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.fuzz.reading",
        f"-max_total_time={SECONDS}",
        "-timeout=5",
        "-max_len=600",
        "-seed=7",
    ]
    done = subprocess.run(
        [*command, f"-artifact_prefix={tmp_path}/"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr[-3000:]
