"""Writes fixtures with MLflow itself. `python mlflow_fixtures.py OUT`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import mlflow
from invented import CASES
from mlflow.entities import Document, SpanType


@mlflow.trace(span_type=SpanType.RETRIEVER)
def retrieve(question: str) -> list[Document]:
    case = next(c for c in CASES if c.question == question)
    return [Document(page_content=text, metadata={"doc_uri": f"{case.name}-{i}.md"}, id=f"{case.name}-{i}") for i, text in enumerate(case.contexts)]


@mlflow.trace(span_type=SpanType.CHAT_MODEL)
def chat(messages: list[dict]) -> dict:
    case = next(c for c in CASES if c.question in messages[-1]["content"])
    return {"choices": [{"message": {"role": "assistant", "content": case.answer}}]}


@mlflow.trace(span_type=SpanType.CHAIN)
def ask(question: str) -> str:
    documents = retrieve(question)
    prompt = "\n".join(d.page_content for d in documents)
    messages = [{"role": "system", "content": "Answer from the context."}, {"role": "user", "content": f"{prompt}\n\nQuestion: {question}"}]
    return chat(messages)["choices"][0]["message"]["content"]


def without_machine(trace: dict) -> dict:
    """Leaves out where and by which user the fixture was made."""
    trace["info"]["tags"] = {"mlflow.traceName": "ask"}
    trace["info"]["trace_metadata"] = {"mlflow.trace_schema.version": "3"}
    return trace


def main(out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        mlflow.set_tracking_uri(f"sqlite:///{folder}/mlflow.db")
        traces = []
        for case in CASES:
            ask(case.question)
            mlflow.flush_trace_async_logging()
            traces.append(without_machine(json.loads(mlflow.get_trace(mlflow.get_last_active_trace_id()).to_json())))
        (out / "mlflow-traces.jsonl").write_text("".join(json.dumps(t, ensure_ascii=False) + "\n" for t in traces), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
