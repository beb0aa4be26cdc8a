"""SmolLM2 as a GGUF file -> the folder layout of Hugging Face repositories, with the weights in 32 bits and in 4.

    python export.py MODEL.gguf OUT
"""
import json
import sys
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
from transformers.exporters import OnnxConfig, OnnxExporter

import gguf_file

BLOCK = 32
"""Weights that share a scale: as many as in the GGUF file's own 4 bits (Q4_1)."""


def write_json(file: Path, value: dict) -> None:
    file.write_text(json.dumps(value, indent="\t", ensure_ascii=False) + "\n", encoding="utf-8")


def write_settings(model: torch.nn.Module, source: Path, out: Path) -> None:
    tokenizer = gguf_file.tokenizer(source)
    tokenizer.save_pretrained(out)
    # transformers.js 4.3 reads no chat_template.jinja from a local folder.
    (out / "chat_template.jinja").unlink(missing_ok=True)
    file = out / "tokenizer_config.json"
    write_json(file, {**json.loads(file.read_text(encoding="utf-8")), "chat_template": tokenizer.chat_template})
    model.config.save_pretrained(out)
    model.generation_config.save_pretrained(out)
    # The weights that are exported are no longer those of a GGUF file.
    file = out / "config.json"
    settings = json.loads(file.read_text(encoding="utf-8"))
    for name in ("quantization_config", "_model_name_or_path"):
        settings.pop(name, None)
    write_json(file, settings)


def write_graph(model: torch.nn.Module, folder: Path) -> Path:
    """model.onnx by transformers' own exporter, with a cache of keys and values; without the exporter's traces of Python files, which have this machine's paths."""
    model.set_attn_implementation("sdpa")
    words = model.config.vocab_size
    with torch.no_grad():
        cache = model(input_ids=torch.randint(3, words, (1, 3)), use_cache=True).past_key_values
    # Sizes that differ from each other, so that the exporter cannot take one for another.
    example = {
        "input_ids": torch.randint(3, words, (1, 5)), "attention_mask": torch.ones(1, 8, dtype=torch.long),
        "position_ids": torch.arange(3, 8)[None], "past_key_values": cache, "use_cache": True,
    }
    OnnxExporter().export(model, example, OnnxConfig(dynamic=True)).save_pretrained(folder)
    file = folder / "model.onnx"
    graph = onnx.load(file)
    for node in [node for part in (graph.graph, *graph.functions) for node in part.node]:
        del node.metadata_props[:]
    for value in graph.graph.value_info:
        del value.metadata_props[:]
    for written in folder.iterdir():
        written.unlink()
    onnx.save(graph, file)
    return file


def write_four_bits(file: Path) -> None:
    """Products with weights become MatMulNBits; the embedding stays in 32 bits. Unlike ONNX Runtime's dynamic quantization, this form keeps what the product attributes with."""
    quantizer = MatMulNBitsQuantizer(onnx.load(file), block_size=BLOCK, is_symmetric=False, accuracy_level=4)
    quantizer.process()
    quantizer.model.save_model_to_file(str(file.with_name("model_q4.onnx")), False)


def main(source: Path, out: Path) -> None:
    folder = out / "onnx"
    folder.mkdir(parents=True)
    torch.manual_seed(0)
    model = gguf_file.model(source)
    write_settings(model, source, out)
    file = write_graph(model, folder)
    print("model.onnx is written", file=sys.stderr, flush=True)
    write_four_bits(file)
    print("model_q4.onnx is written", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
