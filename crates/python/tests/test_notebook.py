"""The notebook of the documents is what its cells say. With UPDATE_DOCS=1 it is written anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs/python.ipynb"


def outputs(notebook: Any) -> list[list[Any]]:
    """What the cells have printed and shown, as text."""

    def shown(output: Any) -> Any:
        return output.get("text") or output.get("data", {}).get("text/plain") or output.get("evalue")

    return [[shown(output) for output in cell.get("outputs", [])] for cell in notebook.cells]


def test_the_notebook_has_the_output_of_its_cells() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    kept = nbformat.read(NOTEBOOK, as_version=4)
    made = nbformat.from_dict(kept)
    nbclient.NotebookClient(made, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parents[1])}}).execute()
    for cell in made.cells:
        cell.metadata.pop("execution", None)
    if os.environ.get("UPDATE_DOCS"):
        made.metadata = kept.metadata
        nbformat.write(made, NOTEBOOK)
    else:
        assert outputs(made) == outputs(kept)
