"""Writes fixtures with DeepEval itself. `python deepeval_fixtures.py OUT`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "YES"

from deepeval.dataset import EvaluationDataset, Golden  # noqa: E402
from invented import CASES  # noqa: E402


def main(out: Path) -> None:
    dataset = EvaluationDataset(
        goldens=[
            Golden(
                input=c.question,
                actual_output=c.answer,
                expected_output=c.reference,
                retrieval_context=list(c.contexts),
                context=[c.contexts[0]],
            )
            for c in CASES
        ]
    )
    for kind in ("json", "jsonl", "csv"):
        dataset.save_as(file_type=kind, directory=str(out), file_name="deepeval", include_test_cases=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
