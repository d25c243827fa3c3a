from collections.abc import Callable, Mapping, Sequence
from typing import Any

__version__: str

def commands() -> str: ...
def systems() -> list[tuple[str, str]]: ...
def main(words: Sequence[str]) -> int: ...
def call(
    words: Sequence[str],
    texts: Mapping[str, str],
    pages: bool,
    progress: Callable[[str, int, int | None], object] | None,
) -> tuple[int, bytes, list[str], list[str], str, str]: ...
def table(columns: Sequence[tuple[str, list[Any]]]) -> object: ...

class Encounters:
    def __init__(
        self,
        path: str,
        changes: Sequence[str],
        texts: Mapping[str, str],
        allow_files: bool,
        seed: int,
        first: int,
        end: int,
        names: Sequence[str],
        threads: int,
    ) -> None: ...
    @property
    def columns(self) -> list[str]: ...
    def stream(self) -> object: ...
