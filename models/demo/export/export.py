"""Prototype checkpoint and tokenizer -> the folder layout of Hugging Face repositories.

    python export.py CHECKPOINT TOKENIZER OUT
"""
import json
import sys
import tempfile
from pathlib import Path

import torch

import hugging_face_model
import hugging_face_tokenizer
import onnx_graph

HERE = Path(__file__).parent


def write_json(path: Path, value: dict) -> None:
    path.write_text(json.dumps(value, indent="\t", ensure_ascii=False) + "\n", encoding="utf-8")


def export(checkpoint_file: Path, tokenizer_file: Path, out: Path) -> None:
    # weights_only=False would run code from the file; the checkpoint is a plain dictionary, so it need not be trusted.
    checkpoint = torch.load(checkpoint_file, weights_only=True)
    tokenizer = hugging_face_tokenizer.convert(json.loads(tokenizer_file.read_text(encoding="utf-8")))
    model = hugging_face_model.convert(checkpoint)
    config = model.config
    out.mkdir(parents=True, exist_ok=True)

    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        saved = work / "saved"
        model.save_pretrained(saved)
        tokenizer.save(str(saved / "tokenizer.json"))
        write_json(saved / "tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast"})
        onnx_graph.build(saved, work, out / "onnx" / "model.onnx", config.head_dim)

    tokenizer.save(str(out / "tokenizer.json"))
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
        "do_sample": False, "max_new_tokens": 70,
    })


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    export(*map(Path, sys.argv[1:]))
