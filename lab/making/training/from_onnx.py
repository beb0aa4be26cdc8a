"""The weights of an exported model (export/export.py, fp32) as a checkpoint to go on from.

    python from_onnx.py FOLDER MODEL.pt

The graph keeps each matrix as it was trained, transposed, and query, key and value as one; so nothing is lost. The checkpoint's logits are compared
with the graph's, and nothing is written where they differ by more than 1e-4 in proportion to their size.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from torch import Tensor

from model import Decoder, Shape

TOLERANCE = 1e-4


def shape_of(folder: Path) -> Shape:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return Shape(
        vocabulary=config["vocab_size"], width=config["hidden_size"], layers=config["num_hidden_layers"], heads=config["num_attention_heads"],
        key_heads=config["num_key_value_heads"], inner=config["intermediate_size"], window=config["max_position_embeddings"], theta=config["rope_theta"],
    )


def state_of(folder: Path, shape: Shape) -> dict[str, Tensor]:
    """The state of `model.Decoder`."""
    graph = onnx.load(folder / "onnx" / "model.onnx").graph
    held = {initializer.name: numpy_helper.to_array(initializer) for initializer in graph.initializer}

    def matrix(name: str) -> np.ndarray:
        return held[f"{name}.MatMul.weight"].T

    state = {"embedding": matrix("lm_head"), "norm": held[f"model.layers.{shape.layers}.final_norm_layernorm.weight"]}
    for number in range(shape.layers):
        ours, theirs = f"layers.{number}.", f"model.layers.{number}."
        state[ours + "norm1"], state[ours + "norm2"] = held[theirs + "input_layernorm.weight"], held[theirs + "post_attention_layernorm.weight"]
        state[ours + "qkv"], state[ours + "out"] = matrix(theirs + "attn.qkv_proj"), matrix(theirs + "attn.o_proj")
        state[ours + "gate_up"] = np.concatenate([matrix(theirs + "mlp.gate_proj"), matrix(theirs + "mlp.up_proj")])
        state[ours + "down"] = matrix(theirs + "mlp.down_proj")
    return {name: torch.from_numpy(np.array(value, np.float32)) for name, value in state.items()}


def difference(folder: Path, model: Decoder) -> float:
    """Largest difference of the logits of 400 random tokens, in proportion to the largest logit."""
    session = onnxruntime.InferenceSession(folder / "onnx" / "model.onnx", providers=["CPUExecutionProvider"])
    ids = np.random.default_rng(1).integers(8, model.shape.vocabulary, (1, min(400, model.shape.window)))
    empty = np.zeros((1, model.shape.key_heads, 0, model.shape.head), np.float32)
    feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "position_ids": np.arange(ids.shape[1])[None]}
    past = {value.name: empty for value in session.get_inputs() if value.name.startswith("past_key_values.")}
    names = {value.name for value in session.get_inputs()}
    (theirs,) = session.run(["logits"], {name: value for name, value in feeds.items() if name in names} | past)
    with torch.no_grad():
        ours = model(torch.from_numpy(ids)).numpy()
    return float(np.abs(theirs[0] - ours).max() / np.abs(theirs).max())


def main(folder: Path, out: Path) -> None:
    shape = shape_of(folder)
    model = Decoder(shape).eval()
    state = state_of(folder, shape)
    model.load_state_dict(state)
    found = difference(folder, model)
    if not found <= TOLERANCE:
        raise SystemExit(f"the weights of {folder} give other logits than its graph: {found:.1e} of the largest. Is it an fp32 export of this project?")
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"shape": shape.as_dict(), "state": state}, out)
    print(f"{out}: {sum(value.numel() for value in state.values())} parameters, logits within {found:.1e} of the largest")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("out", type=Path)
    given = arguments.parse_args()
    main(given.folder, given.out)
