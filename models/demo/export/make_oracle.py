"""Expected numbers for tests: 50 scored conversations, computed by the prototype's PyTorch model in float64.

    python make_oracle.py PROTOTYPES OUT.json
"""
import json
import random
import sys
from pathlib import Path

import torch

import prototype

SEED = 20
KINDS = ["one", "two", "three", "dense", "pii", "mem", "mem_two", "contra", "sim"]
# Text that the model would not write: other scripts, surrogate pairs, combining marks, line breaks, digits, no answer of the world.
FOREIGN = [
    "Ärzte gaben 250\u202fmg Naproxen – täglich.", "The answer is 42.\n\nIt was given at 07:05.", "患者は喘息と診断された。", "👩‍⚕️ said: gout! 😀",
    "cafe\u0301 = café", "Dr Vane\tsaw\r\nthe patient.", "x", "0123456789 007 3.14159 -120 dBm  double  spaces",
]
MADE = (
    "Made by models/demo/export/make_oracle.py: prompts of the prototype world (asked entities never seen in training, memorised ones aside), "
    "answers greedy, sampled at temperature 0.8, or written by hand; scored by the prototype's own PyTorch model and tokenizer in float64 with "
    "float64 rotary tables, independently of the exported graph and of ONNX Runtime. Natural logarithms, nats. Arrays have one entry a response "
    "token (the closing </s> is not scored); rank counts from 1 and ties count against the token; kl is KL(with context || without context) over "
    "the full vocabulary; alternatives are the three likeliest tokens with context, [id, logProbability]; start and end are UTF-16 offsets "
    "into response, null where a token boundary falls inside a character. greedy is the float32 PyTorch model's greedy answer."
)


def how_made(number: int) -> str:
    """Where the response of a conversation comes from."""
    if number < 26 or number >= 47:
        return "greedy"
    return "sampled" if number < 35 else "memorised" if number < 39 else "written"


def conversations(source: prototype.Prototype) -> list[dict]:
    """System, query, contexts and how the response comes about; 50 of them."""
    rng = random.Random(SEED)
    made = []
    while len(made) < 50:
        number, how = len(made), how_made(len(made))
        # Memorised facts are asked without contexts: both paths are the same.
        example = source.world.build(rng, "mem_q", source.answers.M) if how == "memorised" else source.twins.make(rng, KINDS[number % len(KINDS)], "test")
        contexts = [] if how == "memorised" else list(example["docs"])
        while number >= 47 and len(source.prompt(example["sys"], contexts, example["q"])) < 255:  # nearly to the end of the window
            contexts += source.twins.make(rng, "one", "test")["docs"][:1]
        if len(source.prompt(example["sys"], contexts, example["q"])) <= (245 if number < 47 else 288):
            made.append({"system": example["sys"], "query": example["q"], "contexts": contexts, "how": how})
    for item, text in zip((item for item in made if item["how"] == "written"), FOREIGN, strict=True):
        item["response"] = text
    return made


def ranges(source: prototype.Prototype, ids: list[int], text: str) -> tuple[list[int], list[int]] | tuple[None, None]:
    """UTF-16 offsets of the tokens of " " + text, cut to text."""
    at, offsets = 0, {}
    for index, char in enumerate(" " + text):
        offsets[at] = len((" " + text)[:index].encode("utf-16-le")) // 2
        at += len(char.encode())
    offsets[at] = len((" " + text).encode("utf-16-le")) // 2
    ends, position = [], 0
    for id in ids:
        position += len(source.tokenizer.strs[id])
        if position not in offsets:
            return None, None
        ends.append(offsets[position] - 1)
    return [0, *ends[:-1]], ends


def statistics(logits: torch.Tensor, ids: list[int]) -> tuple[dict, torch.Tensor]:
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


def scored(source: prototype.Prototype, number: int, item: dict, greedy: str) -> dict:
    text = item["response"]
    ids = source.answer(text)
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
    start, end = ranges(source, ids, text)
    return rounded({
        "id": f"demo-{number:02}", "how": item["how"],
        "system": item["system"], "query": item["query"],
        "contexts": [{"id": f"c{index + 1}", "text": context} for index, context in enumerate(item["contexts"])],
        "response": text, "greedy": greedy,
        "responseIds": ids, "start": start, "end": end, **paths,
        "kl": (with_context.exp() * (with_context - without)).sum(-1).tolist(),
    })


def main(prototypes: Path, out: Path) -> None:
    source = prototype.load(prototypes)
    items = conversations(source)
    prompts = [source.prompt(item["system"], item["contexts"], item["query"]) for item in items]
    greedy = source.generate(prompts, 0.0, SEED)
    sampled = source.generate(prompts, 0.8, SEED)
    for item, at_zero, at_eight in zip(items, greedy, sampled):
        item.setdefault("response", at_eight if item["how"] == "sampled" else at_zero)
    cases = [scored(source, number, item, text) for number, (item, text) in enumerate(zip(items, greedy))]
    lines = ",\n".join("\t\t" + json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    out.write_text('{\n\t"made": ' + json.dumps(MADE) + ',\n\t"cases": [\n' + lines + "\n\t]\n}\n", encoding="utf-8")
    print(f"{len(cases)} conversations, {sum(len(case['responseIds']) for case in cases)} response tokens, {out.stat().st_size} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
