"""From a folder that transformers has saved to one onnx/model.onnx in the conventions of public exports."""
import os
import subprocess
import sys
from pathlib import Path

import onnx


def build(saved: Path, work: Path, target: Path, head_size: int) -> None:
    """Runs the onnxruntime-genai builder (fp32, CPU) on `saved` and writes `target`. Needs no network."""
    built = work / "built"
    subprocess.run(
        [sys.executable, "-m", "onnxruntime_genai.models.builder", "-i", str(saved), "-o", str(built), "-p", "fp32", "-e", "cpu", "-c", str(work / "cache")],
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
