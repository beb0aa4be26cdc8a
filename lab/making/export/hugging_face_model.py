"""Our checkpoint as a transformers Llama."""
import torch
from torch import Tensor
from transformers import LlamaConfig, LlamaForCausalLM

from checkpoint import BEGIN, END, MARKERS, Shape
from model import EPSILON, as_llama_state


def configuration(shape: Shape) -> LlamaConfig:
    return LlamaConfig(
        vocab_size=shape.vocabulary, hidden_size=shape.width, intermediate_size=shape.inner, num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads, num_key_value_heads=shape.key_heads, head_dim=shape.head,
        max_position_embeddings=shape.window, rope_parameters={"rope_type": "default", "rope_theta": shape.theta},
        rms_norm_eps=EPSILON, hidden_act="silu", attention_bias=False, mlp_bias=False, tie_word_embeddings=True,
        pad_token_id=MARKERS.index("<pad>"), bos_token_id=BEGIN, eos_token_id=END,
    )


def convert(shape: Shape, state: dict[str, Tensor]) -> LlamaForCausalLM:
    model = LlamaForCausalLM(configuration(shape)).to(torch.float32).eval()
    model.load_state_dict(as_llama_state(shape, state), strict=True)
    return model
