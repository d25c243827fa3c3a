"""Carries the shards of an equipoise run to the workers of a Dask cluster.

`run` plans the ranges of encounters, lets the workers fight them, joins what arrives and writes what `equipoise run`
(or `equipoise sweep`) writes, to the same bytes. The binary decides about every number: this package only carries.
"""

from equipoise_dask.binary import BadInput, NotFound
from equipoise_dask.driver import Exhausted, run
from equipoise_dask.job import Job, Result

__all__ = ["BadInput", "Exhausted", "Job", "NotFound", "Result", "run"]
