"""
Writes fixtures by published schemas. `python published_schemas.py OUT`.

Data sets are no programs that could be run. Langfuse's exports come from its server, and promptfoo's results from its evaluation, which ask for a
database or a model.
"""

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


def langfuse(out: Path) -> None:
    """What the user interface saves for one trace, what its table exports, and what the API answers."""

    def observations(i: int) -> list[dict[str, object]]:
        c = CASES[i]
        shared = {"traceId": f"t{i}", "level": "DEFAULT", "metadata": {}, "parentObservationId": f"o{i}-span"}
        return [
            shared | {"id": f"o{i}-span", "type": "SPAN", "name": "rag", "startTime": "2026-01-01T00:00:00.000Z", "parentObservationId": None,
                      "input": {"question": c.question}, "output": {"answer": c.answer}},
            shared | {"id": f"o{i}-ret", "type": "RETRIEVER", "name": "vector-search", "startTime": "2026-01-01T00:00:00.100Z",
                      "input": c.question, "output": [{"page_content": t, "metadata": {"source": f"{c.name}.md"}} for t in c.contexts]},
            shared | {"id": f"o{i}-gen", "type": "GENERATION", "name": "llm", "startTime": "2026-01-01T00:00:00.200Z", "model": "invented-model",
                      "input": [{"role": "system", "content": "Answer briefly."}, {"role": "user", "content": c.question}],
                      "output": {"role": "assistant", "content": c.answer}},
        ]

    def trace(i: int) -> dict[str, object]:
        c = CASES[i]
        return {"id": f"t{i}", "timestamp": "2026-01-01T00:00:00.000Z", "name": "rag", "userId": None, "sessionId": "s1", "metadata": {},
                "tags": [], "public": False, "bookmarked": False, "input": {"question": c.question}, "output": {"answer": c.answer}}

    api = [trace(i) | {"observations": observations(i), "scores": [], "htmlPath": f"/project/p/traces/t{i}"} for i in range(len(CASES))]
    (out / "langfuse-api.json").write_text(json.dumps({"data": api}, indent=2), encoding="utf-8")
    single = {"trace": trace(0), "observations": observations(0)}
    (out / "langfuse-single.json").write_text(json.dumps(single), encoding="utf-8")
    # A table's export holds JSON in strings.
    rows = [{k: json.dumps(v) if isinstance(v, (dict, list)) else v for k, v in o.items()} for i in range(len(CASES)) for o in observations(i)]
    (out / "langfuse-observations.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")


def promptfoo(out: Path) -> None:
    """Version 3 of the results, the older table, and a result a line; with a failed row."""
    results = [
        {
            "id": f"r{i}",
            "success": True,
            "provider": {"id": "invented:model", "label": ""},
            "prompt": {"raw": f"Answer from: {' '.join(c.contexts)}\n\n{c.question}", "label": "p"},
            "vars": {"question": c.question, "context": list(c.contexts)},
            "response": {"output": c.answer, "tokenUsage": {"total": 7}},
        }
        for i, c in enumerate(CASES)
    ]
    failed = {"id": "r9", "success": False, "error": "API error: 500", "provider": {"id": "invented:model"}, "prompt": {"raw": "x"}, "vars": {"question": "x"}}
    newer = {"evalId": "eval-1", "results": {"version": 3, "timestamp": "2026-01-01", "prompts": [], "results": [*results, failed], "stats": {}}, "config": {}}
    (out / "promptfoo.json").write_text(json.dumps(newer, indent=2), encoding="utf-8")
    (out / "promptfoo.jsonl").write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in results), encoding="utf-8")


def documents(out: Path) -> None:
    """What LangChain's retrieval chains and LlamaIndex's query engines return, as programs save it."""
    chain = [
        {"input": c.question, "context": [{"id": None, "metadata": {"source": f"{c.name}.md"}, "page_content": t, "type": "Document"} for t in c.contexts],
         "answer": c.answer}
        for c in CASES
    ]
    (out / "langchain-chain.json").write_text(json.dumps(chain, indent=1), encoding="utf-8")
    engine = [
        {"query": c.question, "response": c.answer, "metadata": {},
         "source_nodes": [{"node": {"id_": f"{c.name}-{i}", "text": t, "metadata": {"file_name": f"{c.name}.md"}, "class_name": "TextNode"}, "score": 0.5,
                           "class_name": "NodeWithScore"} for i, t in enumerate(c.contexts)]}
        for c in CASES
    ]
    (out / "llamaindex-responses.json").write_text(json.dumps(engine), encoding="utf-8")


def main(out: Path) -> None:
    langfuse(out)
    promptfoo(out)
    documents(out)
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
