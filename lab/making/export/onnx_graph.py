"""From a folder that transformers has saved to one ONNX file in the conventions of public exports."""
import os
import subprocess
import sys
from pathlib import Path

import onnx

PRECISIONS = {"fp32": "fp32", "q8": "int8", "q4": "int4"}
"""The builder's name of each dtype. q8 and q4 are its MatMulNBits: weights in 8 or 4 bits, activations rounded to 8
(unrounded, ORT 1.31 takes 1.1 ms a token with 8-bit weights, and 0.2 ms so or in fp32).
There is no fp16: for CPUs the builder then writes MultiHeadAttention with a mask of its own, and not today's conventions."""
NAMES = {"fp32": "model.onnx", "q8": "model_quantized.onnx", "q4": "model_q4.onnx"}
"""What transformers.js calls the file of each dtype."""


def build(saved: Path, work: Path, target: Path, dtype: str, head_size: int) -> None:
    """Runs the onnxruntime-genai builder (CPU) on `saved` and writes `target`. Needs no network."""
    built = work / "built"
    subprocess.run(
        [sys.executable, "-m", "onnxruntime_genai.models.builder", "-i", str(saved), "-o", str(built), "-p", PRECISIONS[dtype], "-e", "cpu", "-c", str(work / "cache")],
        env={**os.environ, "HF_HUB_OFFLINE": "1"}, check=True, stdout=sys.stderr,
    )
    model = onnx.load(built / "model.onnx")
    for value in [*model.graph.input, *model.graph.output]:
        for dimension in value.type.tensor_type.shape.dim:
            # Left symbolic, transformers.js makes an empty cache of width 0, which the graph refuses.
            if dimension.dim_param == "kv_cache_dim":
                dimension.dim_value = head_size
    target.parent.mkdir(parents=True, exist_ok=True)
    # One file: beside model.onnx, transformers.js would look for model.onnx_data and not for the builder's model.onnx.data.
    onnx.save_model(model, target)
