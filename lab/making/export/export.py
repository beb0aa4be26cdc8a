"""A checkpoint and its tokenizer -> the folder layout of Hugging Face repositories.

    python export.py MODEL.pt TOKENIZER.json OUT [--dtype fp32|q8|q4]
"""
import argparse
import json
import shutil
import tempfile
from pathlib import Path

import torch

import hugging_face_model
import onnx_graph
from checkpoint import LONGEST_ANSWER, Shape

HERE = Path(__file__).parent


def write_json(path: Path, value: dict) -> None:
    path.write_text(json.dumps(value, indent="\t", ensure_ascii=False) + "\n", encoding="utf-8")


def export(checkpoint_file: Path, tokenizer_file: Path, out: Path, dtype: str) -> None:
    # weights_only=False would run code from the file; the checkpoint is a plain dictionary, so it need not be trusted.
    checkpoint = torch.load(checkpoint_file, weights_only=True)
    model = hugging_face_model.convert(Shape(**checkpoint["shape"]), checkpoint["state"])
    config = model.config
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(tokenizer_file, out / "tokenizer.json")

    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        saved = work / "saved"
        model.save_pretrained(saved)
        shutil.copyfile(tokenizer_file, saved / "tokenizer.json")
        write_json(saved / "tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast"})
        onnx_graph.build(saved, work, out / "onnx" / onnx_graph.NAMES[dtype], dtype, config.head_dim)

    write_json(out / "tokenizer_config.json", {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>",
        "clean_up_tokenization_spaces": False,
        "model_max_length": config.max_position_embeddings,
        # In here and not in chat_template.jinja, which transformers.js 4.3 does not read from a local folder.
        "chat_template": (HERE / "chat_template.jinja").read_text(encoding="utf-8"),
    })
    shape = config.to_dict()
    kept = [
        "model_type", "vocab_size", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads",
        "head_dim", "max_position_embeddings", "rope_parameters", "rms_norm_eps", "hidden_act", "attention_bias", "mlp_bias",
        "tie_word_embeddings", "pad_token_id", "bos_token_id", "eos_token_id",
    ]
    # rope_theta and torch_dtype are the names that readers older than transformers 5 look for.
    write_json(out / "config.json", {
        "architectures": ["LlamaForCausalLM"], **{key: shape[key] for key in kept},
        "rope_theta": config.rope_parameters["rope_theta"], "torch_dtype": "float32", "use_cache": True,
    })
    write_json(out / "generation_config.json", {
        "pad_token_id": config.pad_token_id, "bos_token_id": config.bos_token_id, "eos_token_id": config.eos_token_id,
        "do_sample": False, "max_new_tokens": LONGEST_ANSWER,
    })


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("checkpoint", type=Path)
    arguments.add_argument("tokenizer", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--dtype", choices=onnx_graph.PRECISIONS, default="fp32")
    given = arguments.parse_args()
    export(given.checkpoint, given.tokenizer, given.out, given.dtype)
