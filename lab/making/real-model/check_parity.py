"""Is the exported folder the model? Logits and token ids against transformers.

    python check_parity.py MODEL.gguf FOLDER

Prints a table. Fails where the graph in 32 bits differs; of the one in 4 bits it says how far it is off.
"""
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from transformers import AutoTokenizer

import gguf_file

PROMPTS = [
    "The capital of France is", "What is the boiling point of water?", "def fibonacci(n):",
    "The invoice INV-20391 of 12 March 2024 over 1,299.50 euros",
    "Context: The warranty lasts 24 months.\nQuestion: How long is the warranty?\nAnswer:",
]
TOLERANCE = 5e-4
"""Of logits, which reach some 30: float32 is as coarse there."""


def log_softmax(logits: np.ndarray) -> np.ndarray:
    return logits - np.logaddexp.reduce(logits, -1, keepdims=True)


class Exported:
    """A graph by itself, without the libraries that the product uses."""

    def __init__(self, file: Path, config) -> None:
        self.session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
        self.empty = np.zeros((1, config.num_key_value_heads, 0, config.head_dim), np.float32)

    def logits(self, ids: list[int]) -> np.ndarray:
        """`[T, V]`, float64."""
        feeds = {"input_ids": np.array([ids]), "attention_mask": np.ones((1, len(ids)), np.int64), "position_ids": np.arange(len(ids))[None]}
        wanted = {one.name: feeds.get(one.name, self.empty) for one in self.session.get_inputs()}
        return self.session.run(["logits"], wanted)[0][0].astype(np.float64)


def main(source: Path, folder: Path) -> bool:
    model, tokenizer = gguf_file.model(source), AutoTokenizer.from_pretrained(folder)
    prompts = [tokenizer.encode(prompt) for prompt in PROMPTS]
    own = gguf_file.tokenizer(source)
    same_ids = sum(ids == own.encode(prompt) and tokenizer.decode(ids) == prompt for ids, prompt in zip(prompts, PROMPTS))
    with torch.no_grad():
        expected = [model(torch.tensor([ids])).logits[0].double().numpy() for ids in prompts]
    rows = sum(map(len, prompts))
    print(f"| graph | MB | largest difference of a logit, {rows} rows | same most probable token | mean KL divergence, nats |\n| --- | ---: | ---: | ---: | ---: |")
    is_same = same_ids == len(PROMPTS)
    for file in sorted((folder / "onnx").glob("*.onnx")):
        exported = Exported(file, model.config)
        found = [exported.logits(ids) for ids in prompts]
        worst = max(np.abs(one - other).max() for one, other in zip(found, expected))
        same = sum((one.argmax(-1) == other.argmax(-1)).sum() for one, other in zip(found, expected))
        divergence = sum((np.exp(p) * (p - log_softmax(one))).sum() for one, p in zip(found, map(log_softmax, expected))) / rows
        print(f"| `{file.name}` | {file.stat().st_size / 1e6:.0f} | {worst:.1e} | {same} of {rows} | {divergence:.1e} |", flush=True)
        if file.name == "model.onnx":
            is_same &= worst <= TOLERANCE and same == rows
    print(f"\nPrompts that the folder's tokenizer reads as the file's, and writes back: {same_ids} of {len(PROMPTS)}.")
    return is_same


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(0 if main(*map(Path, sys.argv[1:])) else 1)
