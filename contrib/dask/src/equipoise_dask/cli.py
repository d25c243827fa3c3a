"""`equipoise-dask`: a run or a sweep on the workers of a scheduler that is there already."""

from __future__ import annotations

import argparse
import signal
import sys
from asyncio import CancelledError
from types import FrameType

from distributed import Client

from equipoise_dask.binary import BadInput, NotFound
from equipoise_dask.driver import Exhausted, run
from equipoise_dask.job import Job

EPILOG = """\
Exit status, as of `equipoise run`: 0 all went well; 1 the precision was not reached, or the cluster failed;
2 bad input, which is never tried again; 130 interrupted. With --dir the same command line goes on where it was left.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="equipoise-dask", description=__doc__, epilog=EPILOG, allow_abbrev=False)
    parser.add_argument("scenario", metavar="SCENARIO", help="scenario file; sent to the workers with what it reads")
    cluster = parser.add_mutually_exclusive_group(required=True)
    cluster.add_argument("--scheduler", metavar="ADDR", help="address of the scheduler, such as tcp://10.0.0.1:8786")
    cluster.add_argument("--scheduler-file", metavar="FILE", help="file that the scheduler wrote")
    parser.add_argument("-n", "--encounters", metavar="N", help="encounters to fight [default: 1000000]")
    parser.add_argument("--precision", metavar="W", help="fight until every win share is known within W")
    parser.add_argument("--max-encounters", metavar="N", help="where --precision gives up [default: 1000000000]")
    parser.add_argument("--vary", metavar="PATH=RANGE", action="append", default=[], help="sweep; repeatable")
    parser.add_argument("--set", metavar="PATH=VALUE", action="append", default=[], help="sets a value; repeatable")
    parser.add_argument("--seed", metavar="S", help="master seed [default: 1]")
    parser.add_argument("--confidence", metavar="C", help="confidence of each interval [default: 0.95]")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--shards", metavar="K", type=int, help="ranges [default: 4 for each thread of the workers]")
    size.add_argument("--per-shard", metavar="N", help="encounters in a range [default with --precision: 1M]")
    parser.add_argument("--threads", metavar="T", type=int, default=1, help="threads of each call [default: 1]")
    parser.add_argument("--attempts", metavar="A", type=int, default=10, help="tries of a range [default: 10]")
    parser.add_argument("--shared-files", action="store_true", help="workers see the files of the scenario themselves")
    parser.add_argument("--dir", metavar="DIR", help="keeps the shards here, and goes on from those that are there")
    parser.add_argument("--out", metavar="DIR", help="writes the files of `equipoise run --out`")
    parser.add_argument("--format", choices=["table", "csv", "json", "markdown"], default="table", help="of stdout")
    parser.add_argument("--equipoise", metavar="FILE", help="the binary here [default: $EQUIPOISE, else on the path]")
    parser.add_argument("--quiet", action="store_true", help="shows no progress")
    return parser


def _job(parser: argparse.ArgumentParser, args: argparse.Namespace) -> Job:
    if args.precision is None and args.max_encounters is not None:
        parser.error("--max-encounters goes with --precision")
    if args.precision is not None and args.encounters is not None:
        parser.error("--precision decides how many encounters are fought; its limit is --max-encounters")
    if args.precision is not None and args.vary:
        parser.error("--precision is of one scenario: it cannot go with --vary")
    options = [word for change in args.set for word in ("--set", change)]
    if args.seed is not None:
        options += ["--seed", args.seed]
    default = "1000000" if args.precision is None else "1000000000"
    return Job(
        scenario=args.scenario,
        encounters=args.encounters or args.max_encounters or default,
        precision=args.precision,
        confidence=args.confidence,
        vary=args.vary,
        options=options,
        shards=args.shards,
        per_shard=args.per_shard,
        threads=args.threads,
        attempts=args.attempts,
        shared_files=args.shared_files,
    )


def _say(text: str) -> None:
    print(f"equipoise-dask: {text}", file=sys.stderr, flush=True)


def _show(arrived: int, planned: int) -> None:
    print(f"\r{arrived} of {planned} ranges", end="", file=sys.stderr, flush=True)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Runs the command line and returns its exit status."""
    parser = _parser()
    args = parser.parse_args()
    job = _job(parser, args)
    signal.signal(signal.SIGTERM, _interrupt)
    is_shown = sys.stderr.isatty() and not args.quiet
    try:
        with Client(args.scheduler, scheduler_file=args.scheduler_file, set_as_default=False) as client:
            result = run(
                client,
                job,
                directory=args.dir,
                out=args.out,
                format=args.format,
                binary=args.equipoise,
                note=_say,
                progress=_show if is_shown else lambda arrived, planned: None,
            )
    except BadInput as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except NotFound as error:
        _say(str(error))
        return 2
    except (Exhausted, OSError, CancelledError) as failure:
        # The cluster: it may be there another time.
        _say(f"{type(failure).__name__}: {failure}")
        return 1
    except KeyboardInterrupt:
        _say("interrupted" if args.dir is None else f"interrupted; {args.dir} has the shards that arrived")
        return 130
    sys.stdout.write(result.stdout)
    sys.stderr.write(result.stderr)
    return result.status


if __name__ == "__main__":
    sys.exit(main())
