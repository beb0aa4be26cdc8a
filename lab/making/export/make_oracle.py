"""Expected numbers for tests: the scored conversations of write-conversations.ts, computed by our own PyTorch model in float64.

    python make_oracle.py MODEL.pt TOKENIZER.json CONVERSATIONS.json OUT.json
"""
import json
import sys
from pathlib import Path

import torch
from torch import Tensor

import checkpoint

SEED = 20
MADE = (
    "Made by lab/making/export/make_oracle.py: questions of the test world (asked entities never seen in training, memorised ones aside), "
    "answers greedy, sampled at temperature 0.8, or written by hand; scored by the training's own PyTorch model in float64 with float64 rotary "
    "tables, every segment tokenised by itself as in training, independently of the exported graph, of the chat template and of ONNX Runtime. "
    "Natural logarithms, nats. Arrays have one entry a response token (the closing </s> is not scored); rank counts from 1 and ties count "
    "against the token; kl is KL(with context || without context) over the full vocabulary; alternatives are the three likeliest tokens with "
    "context, [id, logProbability]; start and end are UTF-16 offsets into response, null where a token boundary falls inside a character. "
    "greedy is the float32 PyTorch model's greedy answer. dialogues are conversations of several turns with their token ids."
)


def ranges(pieces: list[bytes | None], ids: list[int], text: str) -> tuple[list[int], list[int]] | tuple[None, None]:
    """UTF-16 offsets of the tokens of " " + text, cut to text."""
    at, offsets = 0, {0: 0}
    for index, char in enumerate(" " + text, 1):
        at += len(char.encode())
        offsets[at] = len((" " + text)[:index].encode("utf-16-le")) // 2
    ends, position = [], 0
    for id in ids:
        position += len(pieces[id])
        if position not in offsets:
            return None, None
        ends.append(offsets[position] - 1)
    return [0, *ends[:-1]], ends


def statistics(logits: Tensor, ids: list[int]) -> tuple[dict, Tensor]:
    """Of the rows that predict `ids`."""
    log_p = torch.log_softmax(logits, -1)
    own = log_p[range(len(ids)), ids]
    return {
        "logProbability": own.tolist(),
        "entropy": (-(log_p.exp() * log_p).sum(-1)).tolist(),
        "rank": (log_p >= own[:, None]).sum(-1).tolist(),
    }, log_p


def rounded(value: object) -> object:
    if isinstance(value, float):
        return round(value, 9) + 0.0
    if isinstance(value, list):
        return [rounded(part) for part in value]
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    return value


def named(contexts: list[str]) -> list[dict]:
    return [{"id": f"c{number}", "text": text} for number, text in enumerate(contexts, 1)]


def scored(source: checkpoint.Checkpoint, number: int, item: dict, greedy: str) -> dict:
    text = item["response"]
    ids = source.encode(text)
    paths, log_p = {}, {}
    prompts = {"withContext": item["contexts"], "withoutContext": []}
    for name, contexts in prompts.items():
        prompt = source.prompt(item["system"], contexts, item["query"])
        rows = source.logits(prompt + ids)[len(prompt) - 1 : -1]
        numbers, log_p[name] = statistics(rows, ids)
        paths[name] = {"promptIds": prompt, **numbers}
    with_context, without = log_p["withContext"], log_p["withoutContext"]
    top = with_context.topk(3)
    paths["withContext"]["alternatives"] = [[list(pair) for pair in zip(i, v)] for i, v in zip(top.indices.tolist(), top.values.tolist())]
    start, end = ranges(source.pieces(), ids, text)
    return rounded({
        "id": f"demo-{number:02}", "how": item["how"],
        "system": item["system"], "query": item["query"], "contexts": named(item["contexts"]),
        "response": text, "greedy": greedy,
        "responseIds": ids, "start": start, "end": end, **paths,
        "kl": (with_context.exp() * (with_context - without)).sum(-1).tolist(),
    })


def dialogue(source: checkpoint.Checkpoint, item: dict) -> dict:
    turns = [(turn["query"], turn["answer"]) for turn in item["turns"]]
    ids = [*source.prompt(item["system"], item["contexts"], turns[-1][0], turns[:-1]), *source.encode(turns[-1][1]), checkpoint.END]
    return {"system": item["system"], "contexts": named(item["contexts"]), "turns": item["turns"], "ids": ids}


def main(model: Path, tokenizer: Path, conversations: Path, out: Path) -> None:
    source, wanted = checkpoint.load(model, tokenizer), json.loads(conversations.read_text(encoding="utf-8"))
    items = wanted["scored"]
    prompts = [source.prompt(item["system"], item["contexts"], item["query"]) for item in items]
    greedy = source.write(prompts, 0.0, SEED)
    drawn = [number for number, item in enumerate(items) if item["how"] == "sampled"]
    sampled = dict(zip(drawn, source.write([prompts[number] for number in drawn], 0.8, SEED)))
    for number, item in enumerate(items):
        item.setdefault("response", sampled.get(number, greedy[number]))
    parts = {
        "cases": [scored(source, number, item, text) for number, (item, text) in enumerate(zip(items, greedy))],
        "dialogues": [dialogue(source, item) for item in wanted["dialogues"]],
    }
    listed = [
        f'\t"{name}": [\n' + ",\n".join("\t\t" + json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values) + "\n\t]"
        for name, values in parts.items()
    ]
    out.write_text("{\n" + ",\n".join(['\t"made": ' + json.dumps(MADE), *listed]) + "\n}\n", encoding="utf-8")
    cases = parts["cases"]
    longest = max(len(case["withContext"]["promptIds"]) + len(case["responseIds"]) for case in cases)
    print(f"{len(cases)} conversations, {sum(len(case['responseIds']) for case in cases)} response tokens, the longest of {longest}; {len(parts['dialogues'])} dialogues; {out.stat().st_size} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
