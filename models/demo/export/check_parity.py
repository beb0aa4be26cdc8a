"""Is the exported folder the checkpoint? Token ids, logits and greedy answers against the prototype's PyTorch model.

    python check_parity.py PROTOTYPES MODEL ORACLE.json
"""
import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from transformers import AutoTokenizer

import prototype

TOLERANCE = 1e-4


class Exported:
    """The graph by itself, without the libraries that the product uses."""

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text())
        self.session = onnxruntime.InferenceSession(folder / "onnx" / "model.onnx", providers=["CPUExecutionProvider"])
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

    def greedy(self, prompt: list[int], longest: int = 70) -> list[int]:
        logits, past = self.run(prompt, self.past)
        answer: list[int] = []
        while (token := int(logits[-1].argmax())) != self.end and len(answer) < longest:
            answer.append(token)
            logits, past = self.run([token], past)
        return answer


def main(prototypes: Path, folder: Path, oracle: Path) -> bool:
    source, exported, tokenizer = prototype.load(prototypes), Exported(folder), AutoTokenizer.from_pretrained(folder)
    cases = json.loads(oracle.read_text(encoding="utf-8"))["cases"]
    same_ids = same_answers = rows = 0
    worst = dict.fromkeys(["float32", "float64", "rounding", "log-probability", "entropy"], 0.0)

    def differ(name: str, one: np.ndarray, other: np.ndarray) -> None:
        worst[name] = max(worst[name], float(np.abs(one - other).max()))

    for case in cases:
        contexts = [context["text"] for context in case["contexts"]]
        prompt = source.prompt(case["system"], contexts, case["query"])
        ids = [*prompt, *source.answer(case["response"]), 2]
        messages = [{"role": "system", "content": case["system"]}, {"role": "user", "content": case["query"]}]
        documents = case["contexts"] or None
        whole = tokenizer.apply_chat_template([*messages, {"role": "assistant", "content": case["response"]}], documents=documents, return_dict=False)
        opening = tokenizer.apply_chat_template(messages, documents=documents, add_generation_prompt=True, return_dict=False)
        same_ids += whole == ids and opening == prompt
        logits, _ = exported.run(ids, exported.past)
        with torch.no_grad():
            single = source.model(torch.tensor([ids]))[0].numpy()
        double = source.logits(ids).numpy()
        differ("float32", logits, single)
        differ("float64", logits, double)
        differ("rounding", single, double)
        log_p = torch.log_softmax(torch.from_numpy(logits[len(prompt) - 1 : -2]).double(), -1).numpy()
        differ("log-probability", log_p[range(len(log_p)), case["responseIds"]], np.array(case["withContext"]["logProbability"]))
        differ("entropy", -(np.exp(log_p) * log_p).sum(-1), np.array(case["withContext"]["entropy"]))
        rows += len(ids)
        same_answers += tokenizer.decode(exported.greedy(prompt)).strip() == case["greedy"]
    words = [id for id in range(len(source.tokenizer.vocab)) if alone(source, id)]
    same_words = sum(tokenizer.encode(source.tokenizer.strs[id].decode(), add_special_tokens=False) == source.tokenizer.encode(source.tokenizer.strs[id].decode()) for id in words)
    print(f"token ids, prompt and whole conversation: equal in {same_ids} of {len(cases)}; of the vocabulary's own texts: {same_words} of {len(words)}")
    print(f"logits, {rows} rows x {logits.shape[1]}: largest difference {worst['float32']:.2e} from the checkpoint in PyTorch (tolerance {TOLERANCE:.0e})")
    print(f"  for scale: the graph differs from float64 by {worst['float64']:.2e}, PyTorch's float32 by {worst['rounding']:.2e}")
    print(f"response tokens against the float64 oracle: log-probability {worst['log-probability']:.2e}, entropy {worst['entropy']:.2e} nats (tolerance {TOLERANCE:.0e})")
    print(f"greedy answers: equal in {same_answers} of {len(cases)}")
    within = max(worst["float32"], worst["log-probability"], worst["entropy"]) <= TOLERANCE
    return within and same_ids == same_answers == len(cases) and same_words == len(words)


def alone(source: prototype.Prototype, id: int) -> bool:
    """Whether a vocabulary entry is text by itself, and not a special token or a part of a character."""
    try:
        return bool(source.tokenizer.strs[id].decode())
    except (KeyError, UnicodeDecodeError):
        return False


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(0 if main(*map(Path, sys.argv[1:])) else 1)
