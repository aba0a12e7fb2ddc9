"""The entry point: commands, exit codes, and one line for what is unusable."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from dialectfp.cli.files import Unusable

__all__ = ["main", "run"]

#: The extra that brings a package.
_EXTRAS: Final = {"cyclopts": "cli", "rich": "cli", "mistral_common": "cost"}


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command: 0 done, 1 faults under ``--strict``, 2 unusable input, said in one line on standard error."""
    try:
        return _run(arguments)
    except ModuleNotFoundError as error:
        extra = _EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        return _refused(f"this command needs {error.name}: pip install 'dialectfp[{extra}]'")
    except Unusable as error:
        return _refused(str(error))
    except BrokenPipeError:
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        return _refused(f"reading or writing failed: {error.strerror or 'no reason given'}")
    except KeyboardInterrupt:
        return 130


def _run(arguments: Sequence[str]) -> int:
    from cyclopts import App, CycloptsError

    from dialectfp.cli.cost import cost
    from dialectfp.cli.read import read
    from dialectfp.cli.write import prompt, write

    app = App(name="dialectfp", help="Tool calls in text: what a model wrote, and what became of it.")
    app.command(read)
    app.command(write)
    app.command(prompt)
    app.command(cost)
    try:
        result: object = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        raise Unusable(str(error)) from error
    return result if isinstance(result, int) else 0


def _forget_output() -> None:
    """Send what is still buffered nowhere: closing standard output would fail once more, and say so."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refused(message: str) -> int:
    line = " ".join(message.split())
    # Standard error may be closed, and then nobody is told.
    if sys.stderr is not None:
        sys.stderr.buffer.write(f"dialectfp: {line}\n".encode(errors="backslashreplace"))
    return 2
