"""The command line as a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "from gridwright.runtime.cli.app import main; main()"]
