"""Writes fixtures with RAGAS itself. `python ragas_fixtures.py OUT`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from invented import CASES
from ragas import EvaluationDataset, SingleTurnSample
from ragas.dataset_schema import MultiTurnSample, SampleAnnotation
from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage


def main(out: Path) -> None:
    singles = EvaluationDataset(
        samples=[
            SingleTurnSample(user_input=c.question, retrieved_contexts=list(c.contexts), response=c.answer, reference=c.reference)
            for c in CASES
        ]
    )
    singles.to_jsonl(str(out / "ragas-samples.jsonl"))

    first = CASES[0]
    turns = EvaluationDataset(
        samples=[
            MultiTurnSample(
                user_input=[
                    HumanMessage(content="Hello"),
                    AIMessage(content="Hello! How can I help?"),
                    HumanMessage(content=first.question),
                    AIMessage(content="", tool_calls=[ToolCall(name="search", args={"query": "Odelle"})]),
                    ToolMessage(content=first.contexts[0]),
                    AIMessage(content=first.answer),
                ],
                reference=first.reference,
            )
        ]
    )
    turns.to_jsonl(str(out / "ragas-turns.jsonl"))

    # A result is the samples with a column for each metric (`EvaluationResult.to_pandas`): a model would have to judge them.
    frame = singles.to_pandas().assign(faithfulness=0.5, answer_relevancy=float("nan"))
    frame.to_csv(out / "ragas-result.csv", index=False)
    frame.to_json(out / "ragas-result.json", orient="records", lines=False)
    older = frame.rename(
        columns={"user_input": "question", "retrieved_contexts": "contexts", "response": "answer", "reference": "ground_truth"}
    )
    older.to_json(out / "ragas-older-columns.json")
    # The result as a program prints it that knows no `to_json`: with NaN.
    (out / "ragas-result-nan.json").write_text(json.dumps(frame.to_dict(orient="records"), indent=2), encoding="utf-8")

    annotations = {
        "faithfulness": [
            SampleAnnotation(
                metric_input=sample.model_dump(exclude_none=True),
                metric_output=0.5,
                prompts={},
                is_accepted=True,
                target=None,
            ).model_dump()
            for sample in singles.samples
        ]
    }
    (out / "ragas-annotations.json").write_text(json.dumps(annotations, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
