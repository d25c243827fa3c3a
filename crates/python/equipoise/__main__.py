"""The command line: `equipoise`, or `python -m equipoise`."""

import signal
import sys

from . import _core


def main() -> None:
    """Runs the program with the words of this process."""
    # The program hears signals by itself, as it does without Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    sys.exit(_core.main(["equipoise", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
