"""Check specs without solving them. Fast enough to run on every save.

Warnings tell you what has no effect, such as clues that no rule reads. The exit status is 1 if a spec is already known to have no
solution, unless it expects none; with `--strict` it is 1 after a warning too. If a rule takes too long to compile, the check ends
after some ten seconds with status 3; `--timeout` gives it more.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from gridwright.compiler.records import replace

from ..execution.check_spec import check_spec
from ..execution.ci_formats.report_files import Wanted, ensure_writable, report_options, write_reports
from ..execution.execution_plan import jobs_option
from ..execution.options import Options, cache_option, common_options, specs_argument
from ..execution.results import SpecResult, highest_status, run_specs
from ..execution.spec_files import files

if TYPE_CHECKING:
    from ..execution.cache import Cache


@click.command("check", help=__doc__)
@specs_argument
@click.option("--clauses", is_flag=True, help="Also make the clauses and count them.")
@click.option("--strict", is_flag=True, help="Let warnings count: end with status 1 after one.")
@jobs_option
@report_options
@cache_option
@common_options
def command(
    options: Options, specs: Sequence[str], clauses: bool, strict: bool, jobs: int | None, cache: Cache | None, wanted: Wanted
) -> int:
    """Check each spec."""
    ensure_writable(wanted)
    work = functools.partial(check_spec, clauses=clauses, strict=strict)

    def finish(results: Sequence[SpecResult]) -> int:
        write_reports(wanted, options, results)
        return highest_status(results)

    return run_specs(work, files(specs, options.deadline()), replace(options, cache=cache), jobs=jobs or 1, finish=finish)
