"""Writes fixtures of data sets by the schemas that they publish: they are no programs that could be run. `python published_schemas.py OUT`."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

from invented import CASES


def span(text: str, words: str, label: list[str]) -> dict[str, object]:
    """An annotation of FaithBench: offsets count code points, as Python does."""
    start = text.index(words)
    return {
        "annot_id": 1,
        "annotator_id": "a",
        "annotator_name": "A",
        "label": label,
        "note": "invented",
        "summary_span": words,
        "summary_start": start,
        "summary_end": start + len(words),
        "source_span": None,
        "source_start": None,
        "source_end": None,
    }


def main(out: Path) -> None:
    # HaluEval's files are JSON Lines that are named .json.
    qa = [
        {"knowledge": " ".join(c.contexts), "question": c.question, "right_answer": c.reference, "hallucinated_answer": c.answer}
        for c in CASES
    ]
    (out / "halueval-qa_data.json").write_text("".join(json.dumps(row) + "\n" for row in qa), encoding="utf-8")
    dialogue = [
        {
            "knowledge": " ".join(c.contexts),
            "dialogue_history": f"[Human]: Hello [Assistant]: Hello! How can I help? [Human]: {c.question} ",
            "right_response": c.reference,
            "hallucinated_response": c.answer,
        }
        for c in CASES
    ]
    (out / "halueval-dialogue_data.json").write_text("".join(json.dumps(row) + "\n" for row in dialogue), encoding="utf-8")

    samples = [
        {
            "sample_id": i,
            "source": "\n".join(c.contexts),
            "summary": c.answer,
            "annotations": [span(c.answer, c.answer.split(",")[0].split("\n")[0].split()[-2], ["Unwanted", "Unwanted.Intrinsic"])],
            "metadata": {"summarizer": "invented/summarizer", "hhemv1": 0.5},
        }
        for i, c in enumerate(CASES)
    ]
    (out / "faithbench.json").write_text(json.dumps({"samples": samples}, indent=2), encoding="utf-8")

    ragbench = [
        {
            "id": f"{i}",
            "question": c.question,
            "documents": list(c.contexts),
            "response": c.answer,
            "generation_model_name": "invented-model",
            "documents_sentences": [[[f"{d}a", text]] for d, text in enumerate(c.contexts)],
            "response_sentences": [[f"{chr(97 + s)}.", text] for s, text in enumerate(c.answer.split("\n"))],
            "unsupported_response_sentence_keys": ["a."],
            "adherence_score": False,
            "ragas_faithfulness": 0.5,
        }
        for i, c in enumerate(CASES)
    ]
    (out / "ragbench.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ragbench), encoding="utf-8")

    with (out / "rows.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["query", "context", "output", "note"])
        writer.writerows([c.question, "\n".join(c.contexts), c.answer, ""] for c in CASES)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
