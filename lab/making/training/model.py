"""The decoder in plain PyTorch: Llama's architecture, with the matrices that read one input kept as one.

RMSNorm (epsilon 1e-5) before each block, half-split rotary positions, SwiGLU, tied embeddings, no biases, optionally fewer key heads than heads.
`transformers.LlamaForCausalLM` computes the same from `as_llama_state`.
"""
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

EPSILON = 1e-5


@dataclass(frozen=True)
class Shape:
    """What `config.json` says of the network; `window` is the longest sequence in tokens."""

    vocabulary: int = 2048
    width: int = 128
    layers: int = 4
    heads: int = 4
    key_heads: int = 4
    inner: int = 352
    window: int = 512
    theta: float = 10000.0

    @property
    def head(self) -> int:
        return self.width // self.heads

    def as_dict(self) -> dict:
        return asdict(self)


def rotary(shape: Shape, dtype: torch.dtype = torch.float32) -> tuple[Tensor, Tensor]:
    """Cosines and sines, `[window, head / 2]`."""
    frequencies = shape.theta ** (-torch.arange(0, shape.head, 2, dtype=torch.float64) / shape.head)
    angles = torch.outer(torch.arange(shape.window, dtype=torch.float64), frequencies)
    return angles.cos().to(dtype), angles.sin().to(dtype)


class Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        d, inner, kv = shape.width, shape.inner, shape.key_heads * shape.head
        self.norm1, self.norm2 = nn.Parameter(torch.ones(d)), nn.Parameter(torch.ones(d))
        deep = (2 * shape.layers) ** -0.5  # keeps the residual stream's size whatever the depth
        self.qkv = nn.Parameter(torch.randn(d + 2 * kv, d) * 0.6 * d**-0.5)
        self.out = nn.Parameter(torch.randn(d, d) * 0.6 * d**-0.5 * deep)
        self.gate_up = nn.Parameter(torch.randn(2 * inner, d) * 0.6 * d**-0.5)
        self.down = nn.Parameter(torch.randn(d, inner) * 0.6 * inner**-0.5 * deep)


class Decoder(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.embedding = nn.Parameter(torch.randn(shape.vocabulary, shape.width) * 0.05)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.norm = nn.Parameter(torch.ones(shape.width))
        for name, table in zip(("cos", "sin"), rotary(shape)):
            self.register_buffer(name, table, persistent=False)

    def forward(self, ids: Tensor, kept: Tensor | None = None) -> Tensor:
        """`ids` `[B, T]`, padded at the right -> logits `[B * T, V]`, or of the rows `kept` (indices into B * T)."""
        shape, (b, t) = self.shape, ids.shape
        kv = shape.key_heads * shape.head
        cos, sin = self.cos[:t, None], self.sin[:t, None]

        def turned(x: Tensor) -> Tensor:
            one, two = x.chunk(2, -1)  # in the tables' precision, which a product with bfloat16 takes on
            return torch.cat([one * cos - two * sin, two * cos + one * sin], -1).to(x.dtype).transpose(1, 2)

        x = F.embedding(ids, self.embedding)
        for layer in self.layers:
            q, k, v = F.linear(F.rms_norm(x, (shape.width,), layer.norm1, EPSILON), layer.qkv).split([shape.width, kv, kv], -1)
            q, k = turned(q.view(b, t, shape.heads, shape.head)), turned(k.view(b, t, shape.key_heads, shape.head))
            v = v.view(b, t, shape.key_heads, shape.head).transpose(1, 2)
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=shape.heads != shape.key_heads)
            x = x + F.linear(mixed.transpose(1, 2).reshape(b, t, shape.width), layer.out)
            gate, up = F.linear(F.rms_norm(x, (shape.width,), layer.norm2, EPSILON), layer.gate_up).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, layer.down)
        x = x.view(b * t, shape.width)
        return F.linear(F.rms_norm(x if kept is None else x[kept], (shape.width,), self.norm, EPSILON), self.embedding)


def as_llama_state(shape: Shape, state: dict[str, Tensor]) -> dict[str, Tensor]:
    """The state of `Decoder` under the names of `transformers.LlamaForCausalLM`."""
    kv = shape.key_heads * shape.head
    named = {"model.embed_tokens.weight": state["embedding"], "lm_head.weight": state["embedding"], "model.norm.weight": state["norm"]}
    for number in range(shape.layers):
        ours, theirs = f"layers.{number}.", f"model.layers.{number}."
        q, k, v = state[ours + "qkv"].split([shape.width, kv, kv])
        gate, up = state[ours + "gate_up"].chunk(2)
        parts = {
            "self_attn.q_proj": q, "self_attn.k_proj": k, "self_attn.v_proj": v, "self_attn.o_proj": state[ours + "out"],
            "mlp.gate_proj": gate, "mlp.up_proj": up, "mlp.down_proj": state[ours + "down"],
            "input_layernorm": state[ours + "norm1"], "post_attention_layernorm": state[ours + "norm2"],
        }
        named |= {f"{theirs}{name}.weight": tensor.clone() for name, tensor in parts.items()}
    return named
