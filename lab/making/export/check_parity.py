"""Is the exported folder the checkpoint? Token ids, logits and greedy answers against our own PyTorch model.

    python check_parity.py MODEL.pt FOLDER ORACLE.json

Prints a table. Fails where they are not the same; of quantised weights it tells how far they are off and fails for other token ids alone.
"""
import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from transformers import AutoTokenizer

import checkpoint

TOLERANCE = 1e-4
"""Nats, up to 10 of them; beyond, as much in proportion: at 30 PyTorch's float32 is further off than this itself."""
LOGITS_TOLERANCE = 5e-4
"""Logits reach some 30, where float32 itself is as coarse: PyTorch's differ from float64 by half as much."""


class Exported:
    """The graph by itself, without the libraries that the product uses."""

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        (self.file,) = (folder / "onnx").glob("*.onnx")
        self.session = onnxruntime.InferenceSession(self.file, providers=["CPUExecutionProvider"])
        empty = np.zeros((1, config["num_key_value_heads"], 0, config["head_dim"]), np.float32)
        self.past = {value.name: empty for value in self.session.get_inputs() if value.name.startswith("past_key_values.")}
        self.inputs = {value.name for value in self.session.get_inputs()}
        self.end = config["eos_token_id"]

    def run(self, ids: list[int], past: dict[str, np.ndarray]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        before = next(iter(past.values())).shape[2]
        feeds = {
            "input_ids": np.array([ids], np.int64),
            "attention_mask": np.ones((1, before + len(ids)), np.int64),
            "position_ids": np.arange(before, before + len(ids), dtype=np.int64)[None],
        }
        names = [value.name for value in self.session.get_outputs()]
        values = dict(zip(names, self.session.run(names, {name: feed for name, feed in feeds.items() if name in self.inputs} | past)))
        return values["logits"][0], {name: values[name.replace("past_key_values", "present")] for name in past}

    def greedy(self, prompt: list[int]) -> list[int]:
        logits, past = self.run(prompt, self.past)
        answer: list[int] = []
        while (token := int(logits[-1].argmax())) != self.end and len(answer) < checkpoint.LONGEST_ANSWER:
            answer.append(token)
            logits, past = self.run([token], past)
        return answer


def alone(piece: bytes | None) -> str | None:
    """A vocabulary entry as text, where it is text by itself and not a marker or a part of a character."""
    try:
        return piece.decode() if piece else None
    except UnicodeDecodeError:
        return None


def main(model: Path, folder: Path, oracle: Path) -> bool:
    source, exported, tokenizer = checkpoint.load(model, folder / "tokenizer.json"), Exported(folder), AutoTokenizer.from_pretrained(folder)
    known = json.loads(oracle.read_text(encoding="utf-8"))
    cases, dialogues = known["cases"], known["dialogues"]
    same_ids = same_dialogues = same_answers = rows = 0
    worst = dict.fromkeys(["float32", "float64", "rounding", "log-probability", "in proportion", "entropy"], 0.0)

    def differ(name: str, one: np.ndarray, other: np.ndarray) -> None:
        worst[name] = max(worst[name], float(np.abs(one - other).max()))

    def compared(ids: list[int]) -> None:
        nonlocal rows
        rows += len(ids)
        logits, _ = exported.run(ids, exported.past)
        with torch.no_grad():
            single = source.model(torch.tensor([ids])).numpy()
        double = source.logits(ids).numpy()
        differ("float32", logits, single)
        differ("float64", logits, double)
        differ("rounding", single, double)

    for case in cases:
        prompt = source.prompt(case["system"], [context["text"] for context in case["contexts"]], case["query"])
        ids = [*prompt, *source.encode(case["response"]), checkpoint.END]
        messages = [{"role": "system", "content": case["system"]}, {"role": "user", "content": case["query"]}]
        documents = case["contexts"] or None
        whole = tokenizer.apply_chat_template([*messages, {"role": "assistant", "content": case["response"]}], documents=documents, return_dict=False)
        opening = tokenizer.apply_chat_template(messages, documents=documents, add_generation_prompt=True, return_dict=False)
        same_ids += whole == ids and opening == prompt
        compared(ids)
        for path in ("withContext", "withoutContext"):
            asked = case[path]["promptIds"]
            logits, _ = exported.run([*asked, *case["responseIds"]], exported.past)
            log_p = torch.log_softmax(torch.from_numpy(logits[len(asked) - 1 : -1]).double(), -1).numpy()
            own, expected = log_p[range(len(log_p)), case["responseIds"]], np.array(case[path]["logProbability"])
            differ("log-probability", own, expected)
            differ("in proportion", (own - expected) / np.maximum(1, -expected / 10), np.zeros(len(own)))
            differ("entropy", -(np.exp(log_p) * log_p).sum(-1), np.array(case[path]["entropy"]))
        same_answers += tokenizer.decode(exported.greedy(prompt), skip_special_tokens=True).strip() == case["greedy"]
    for item in dialogues:
        messages = [{"role": "system", "content": item["system"]}]
        for turn in item["turns"]:
            messages += [{"role": "user", "content": turn["query"]}, {"role": "assistant", "content": turn["answer"]}]
        same_dialogues += tokenizer.apply_chat_template(messages, documents=item["contexts"] or None, return_dict=False) == item["ids"]
        compared(item["ids"])
    words = {id: text for id, piece in enumerate(source.pieces()) if (text := alone(piece))}
    same_words = sum(tokenizer.encode(text, add_special_tokens=False) == [id] for id, text in words.items())

    table = [
        ("token ids, prompt and whole conversation", f"equal in {same_ids} of {len(cases)}, and in {same_dialogues} of {len(dialogues)} dialogues of several turns"),
        ("vocabulary entries that are text", f"{same_words} of {len(words)} are one token"),
        (f"logits, {rows:,} rows × {source.model.shape.vocabulary:,}, against the checkpoint in PyTorch (float32)", f"largest difference {worst['float32']:.1e} (tolerance {LOGITS_TOLERANCE:.0e})"),
        ("for scale: float64 against the graph / against PyTorch's float32", f"{worst['float64']:.1e} / {worst['rounding']:.1e}"),
        ("log-probability / entropy of the response's tokens, with and without contexts, against float64", f"{worst['log-probability']:.1e} / {worst['entropy']:.1e} nats (tolerance {TOLERANCE:.0e}, beyond 10 nats in proportion)"),
        ("greedy answers", f"equal in {same_answers} of {len(cases)}"),
    ]
    print("\n".join(["| | |", "| --- | --- |", *(f"| {what} | {found} |" for what, found in table)]))
    same_tokens = (same_ids, same_dialogues, same_words) == (len(cases), len(dialogues), len(words))
    if exported.file.name != "model.onnx":
        return same_tokens
    within = worst["float32"] <= LOGITS_TOLERANCE and max(worst["in proportion"], worst["entropy"]) <= TOLERANCE
    return same_tokens and same_answers == len(cases) and within


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(0 if main(*map(Path, sys.argv[1:])) else 1)
