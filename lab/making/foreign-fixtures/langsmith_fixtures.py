"""Writes fixtures with LangSmith's client itself: the runs that it would post. `python langsmith_fixtures.py OUT`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

os.environ["LANGSMITH_TRACING"] = "true"

from invented import CASES  # noqa: E402
from langsmith import Client, traceable, tracing_context  # noqa: E402
from langsmith.run_trees import RunTree  # noqa: E402

ROOTS: list[RunTree] = []


@traceable(run_type="retriever")
def retrieve(question: str) -> list[dict]:
    case = next(c for c in CASES if c.question == question)
    return [{"page_content": text, "type": "Document", "metadata": {"source": f"{case.name}.md"}} for text in case.contexts]


@traceable(run_type="llm", metadata={"ls_model_name": "invented-model"})
def chat(messages: list[dict]) -> dict:
    case = next(c for c in CASES if c.question in messages[-1]["content"])
    return {"choices": [{"message": {"role": "assistant", "content": case.answer}}]}


@traceable(run_type="chain")
def ask(question: str) -> dict:
    documents = retrieve(question)
    context = "\n\n".join(d["page_content"] for d in documents)
    messages = [{"role": "system", "content": f"Answer from the context:\n{context}"}, {"role": "user", "content": question}]
    return {"answer": chat(messages)["choices"][0]["message"]["content"]}


class Recorder(Client):
    """Keeps what the client would post."""

    def __init__(self) -> None:
        super().__init__(api_url="http://127.0.0.1:9", api_key="none", auto_batch_tracing=False)
        self.kept: dict[str, dict] = {}

    def create_run(self, name, inputs, run_type, **kwargs):  # noqa: ANN001, ANN003
        self.kept[str(kwargs["id"])] = {"name": name, "inputs": inputs, "run_type": run_type, **kwargs}

    def update_run(self, run_id, **kwargs):  # noqa: ANN001, ANN003
        known = self.kept[str(run_id)]
        known.update({k: v for k, v in kwargs.items() if v is not None})


def main(out: Path) -> None:
    client = Recorder()
    with tracing_context(client=client, enabled=True):
        for case in CASES:
            ask(case.question)
    runs = [json.loads(json.dumps(run, default=str)) for run in client.kept.values()]
    keep = ("id", "name", "inputs", "run_type", "outputs", "trace_id", "dotted_order", "parent_run_id", "start_time", "end_time", "error", "extra")
    runs = [{k: run.get(k) for k in keep} for run in runs]
    for run in runs:
        run["extra"] = {"metadata": {k: v for k, v in run["extra"].get("metadata", {}).items() if k.startswith("ls_model")}}
    (out / "langsmith-runs.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs), encoding="utf-8")
    (out / "langsmith-runs.json").write_text(json.dumps({"runs": runs}, indent=2, ensure_ascii=False), encoding="utf-8")
    # As they are posted: without the parents' IDs.
    posted = [{k: v for k, v in run.items() if k != "parent_run_id"} for run in runs]
    (out / "langsmith-posted.json").write_text(json.dumps(posted), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
