"""The prototype's checkpoint as a transformers Llama."""
import torch
from transformers import LlamaConfig, LlamaForCausalLM

MATRICES = {
    "wq": "self_attn.q_proj", "wk": "self_attn.k_proj", "wv": "self_attn.v_proj", "wo": "self_attn.o_proj",
    "wg": "mlp.gate_proj", "wu": "mlp.up_proj", "wd": "mlp.down_proj",
    "n1": "input_layernorm", "n2": "post_attention_layernorm",
}


def configuration(shape: dict) -> LlamaConfig:
    """`shape` is the checkpoint's `cfg`. The window is that of the rotary table; training examples had at most 256 tokens."""
    return LlamaConfig(
        vocab_size=shape["V"], hidden_size=shape["d"], intermediate_size=shape["ff"], num_hidden_layers=shape["L"],
        num_attention_heads=shape["H"], num_key_value_heads=shape["H"], head_dim=shape["d"] // shape["H"],
        max_position_embeddings=shape["maxT"], rope_parameters={"rope_type": "default", "rope_theta": shape["theta"]},
        rms_norm_eps=1e-5, hidden_act="silu", attention_bias=False, mlp_bias=False, tie_word_embeddings=True,
        pad_token_id=0, bos_token_id=1, eos_token_id=2,
    )


def convert(checkpoint: dict) -> LlamaForCausalLM:
    state = checkpoint["sd"]
    named = {"model.embed_tokens.weight": state["emb"], "lm_head.weight": state["emb"], "model.norm.weight": state["nf"]}
    for layer in range(checkpoint["cfg"]["L"]):
        for theirs, ours in MATRICES.items():
            named[f"model.layers.{layer}.{ours}.weight"] = state[f"blk.{layer}.{theirs}"]
    model = LlamaForCausalLM(configuration(checkpoint["cfg"])).to(torch.float32).eval()
    model.load_state_dict(named, strict=True)
    return model
