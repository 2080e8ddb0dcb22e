"""The sections of mistakes.md: a name, a spec that is wrong, and the whole message."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = (Path(__file__).parents[1] / "syntax" / "mistakes.md").read_text("utf-8")
SECTIONS = re.findall(r"(?m)^## (.*)\n\n```yaml\n((?:.*\n)*?)```\n\n```text\n((?:.*\n)*?)```", TEXT)
