"""Muon for the matrices of the blocks: momentum made orthogonal by Newton-Schulz iterations (Jordan et al. 2024, https://kellerjordan.github.io/posts/muon/)."""
from concurrent.futures import ThreadPoolExecutor

import torch
from torch import Tensor

from model import Decoder, Shape

MOMENTUM = 0.95
A, B, C = 3.4445, -4.7750, 2.0315


def orthogonal(stack: Tensor) -> Tensor:
    """`[M, r, c]`, r <= c -> nearly the closest matrices with orthonormal rows, in bfloat16."""
    x = stack.bfloat16()
    x = x / (x.float().norm(dim=(1, 2), keepdim=True).bfloat16() + 1e-7)
    for _ in range(5):
        gram = torch.bmm(x, x.transpose(1, 2))
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=B, alpha=C), x, beta=A)
    return x


def separate(shape: Shape, name: str, matrix: Tensor) -> list[Tensor]:
    """The matrices that a parameter of `Decoder` keeps as one, as views."""
    kv = shape.key_heads * shape.head
    if name.endswith("qkv"):
        return list(matrix.split([shape.width, kv, kv]))
    return list(matrix.chunk(2)) if name.endswith("gate_up") else [matrix]


class Muon:
    """`threads` > 1 shares the stacks of equal shapes out to so many threads."""

    def __init__(self, model: Decoder, decay: float, pool: ThreadPoolExecutor | None, threads: int) -> None:
        self.decay, self.pool = decay, pool
        named = [(name, p) for name, p in model.named_parameters() if p.ndim == 2 and name != "embedding"]
        self.parameters = [p for _, p in named]
        self.momentum = [torch.zeros_like(p) for p in self.parameters]
        groups: dict[tuple[int, int], list] = {}
        for (name, parameter), momentum in zip(named, self.momentum):
            for part, (value, moment) in enumerate(zip(separate(model.shape, name, parameter.data), separate(model.shape, name, momentum))):
                key = (min(value.shape), max(value.shape))
                groups.setdefault(key, []).append((value, moment, lambda p=parameter, n=name, i=part: separate(model.shape, n, p.grad)[i]))
        self.groups = [group[start::threads] for group in groups.values() for start in range(threads) if group[start::threads]]

    @torch.no_grad()
    def step(self, rate: float) -> None:
        if self.pool is None:
            for group in self.groups:
                self.update(group, rate)
        else:
            list(self.pool.map(lambda group: self.update(group, rate), self.groups))

    @torch.no_grad()
    def update(self, group: list, rate: float) -> None:
        wide = []
        for value, moment, gradient in group:
            g = gradient()
            moment.lerp_(g, 1 - MOMENTUM)
            direction = g.lerp(moment, MOMENTUM)
            wide.append(direction if value.shape[0] <= value.shape[1] else direction.t())
        for (value, _, _), direction in zip(group, orthogonal(torch.stack(wide)).float()):
            tall = value.shape[0] > value.shape[1]
            scale = (value.shape[0] / value.shape[1]) ** 0.5 if tall else 1.0
            value.mul_(1 - rate * self.decay).add_(direction.t() if tall else direction, alpha=-rate * scale)

    def state(self) -> list[Tensor]:
        return self.momentum

    def load_state(self, momentum: list[Tensor]) -> None:
        for own, saved in zip(self.momentum, momentum, strict=True):
            own.copy_(saved)
