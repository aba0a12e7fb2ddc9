"""The entry point: commands, exit codes, and one line for what is unusable."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from dialectfp.cli.files import Unusable

__all__ = ["main", "run"]


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command: 0 done, 1 faults under ``--strict``, 2 unusable input, said in one line on standard error."""
    try:
        from cyclopts import App, CycloptsError

        from dialectfp.cli.read import read
    except ModuleNotFoundError as error:
        return _refused(f"the command line needs {error.name}: pip install 'dialectfp[cli]'")
    app = App(name="dialectfp", help="Tool calls in text: what a model wrote, and what became of it.")
    app.command(read)
    try:
        result: object = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except Unusable as error:
        return _refused(str(error))
    except CycloptsError as error:
        return _refused(str(error))
    except BrokenPipeError:
        # The reader has gone, and closing standard output would say so once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def _refused(message: str) -> int:
    line = " ".join(message.split())
    sys.stderr.buffer.write(f"dialectfp: {line}\n".encode(errors="backslashreplace"))
    return 2
