"""Forward and backward of the decoder by hand, for CPUs: bfloat16 matrix products, kernels.c for the rest, ragged batches.

The gradient is that of `model.Decoder` up to bfloat16's rounding (see test_training.py).
"""
import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

import torch
from torch import Tensor

from model import Decoder, Shape, rotary

SOURCE = Path(__file__).parent / "kernels.c"


def built(head: int) -> ctypes.CDLL:
    """kernels.c compiled for this machine; kept under work/ and made again where the source or the machine differs."""
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", f"-DHEAD={head}", str(SOURCE)]
    cpu = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")[0] if Path("/proc/cpuinfo").exists() else platform.processor()
    model = [line for line in cpu.splitlines() if line.startswith(("model", "flags"))]
    key = hashlib.sha256("\n".join([SOURCE.read_text(encoding="utf-8"), *command[1:-1], *model]).encode()).hexdigest()[:16]
    file = SOURCE.parent / "work" / f"kernels-{key}.so"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=file.parent) as folder:
            subprocess.run([*command, "-o", f"{folder}/kernels.so", "-lm"], check=True)
            os.replace(f"{folder}/kernels.so", file)
    library = ctypes.CDLL(str(file))
    library.scratch_size.restype = ctypes.c_int64
    return library


def usable(shape: Shape) -> bool:
    return shutil.which("gcc") is not None and shape.head % 32 == 0 and all(size % 16 == 0 for size in (shape.width, shape.inner, shape.vocabulary))


class Weights:
    """bfloat16 copies of the matrices, shared by the workers and refreshed once a step."""

    def __init__(self, model: Decoder) -> None:
        self.model = model
        self.matrices = {name: torch.empty_like(p, dtype=torch.bfloat16) for name, p in model.named_parameters() if p.ndim == 2}
        self.vectors = {name: p.data for name, p in model.named_parameters() if p.ndim == 1}
        self.table = model.embedding.data

    @torch.no_grad()
    def refresh(self) -> None:
        for name, parameter in self.model.named_parameters():
            if name in self.matrices:
                self.matrices[name].copy_(parameter)


class Worker:
    """One thread's buffers and gradient. `gradient[name]` is a float32 view for each parameter, all in one flat tensor."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.shape = weights, weights.model.shape
        self.library = built(self.shape.head)
        self.cos, self.sin = (table.contiguous() for table in rotary(self.shape))
        parameters = dict(weights.model.named_parameters())
        self.flat = torch.zeros(sum(p.numel() for p in parameters.values()))
        self.gradient = dict(zip(parameters, (part.view(p.shape) for part, p in zip(self.flat.split([p.numel() for p in parameters.values()]), parameters.values()))))
        self.scratch = torch.empty(self.library.scratch_size(ctypes.c_int64(self.shape.window)))
        self.row = torch.empty(self.shape.vocabulary)
        self.pool: dict[str, Tensor] = {}

    def buffer(self, name: str, rows: int, columns: int, dtype: torch.dtype = torch.bfloat16) -> Tensor:
        """`[rows, columns]`, uninitialised; the memory of the last call by this name."""
        have = self.pool.get(name)
        if have is None or have.numel() < rows * columns:
            have = self.pool[name] = torch.empty(int(rows * columns * 1.1) + 64, dtype=dtype)
        return have[: rows * columns].view(rows, columns)

    def call(self, name: str, *arguments: Tensor | int | None) -> None:
        """A kernel; tensors go by address."""
        getattr(self.library, name)(*[
            ctypes.c_void_p(a.data_ptr() if isinstance(a, Tensor) else None) if a is None or isinstance(a, Tensor) else ctypes.c_int64(a) for a in arguments
        ])

    def product(self, name: str, a: Tensor, b: Tensor) -> Tensor:
        return torch.mm(a, b, out=self.buffer(name, a.shape[0], b.shape[1]))

    def add_gradient(self, name: str, dy: Tensor, x: Tensor) -> None:
        part = self.product("part", dy.t(), x)
        self.call("accumulate_halves", part, self.gradient[name], part.numel())

    @torch.no_grad()
    def run(self, ids: Tensor, start: Tensor, kept: Tensor, targets: Tensor, weights: Tensor) -> Tensor:
        """Adds the gradient of `sum(weights * loss)` to `gradient` and returns the losses (nats) of the rows `kept`.

        `ids` `[N]` int64 holds the sequences one behind the other, `start` `[S + 1]` where each begins.
        """
        shape, matrix, vector, f32 = self.shape, self.weights.matrices, self.weights.vectors, torch.float32
        n, d, inner, heads, keys, v = len(ids), shape.width, shape.inner, shape.heads, shape.key_heads, shape.vocabulary
        sequences, wide = len(start) - 1, (heads + 2 * keys) * shape.head
        saved = []
        x, y = torch.index_select(self.weights.table, 0, ids, out=self.buffer("x", n, d, f32)), None
        for i in range(shape.layers):
            w = f"layers.{i}."
            x1, n1, r1 = self.buffer(f"x1{i}", n, d, f32), self.buffer(f"n1{i}", n, d), self.buffer(f"r1{i}", 1, n, f32)
            self.call("add_norm", x, y, x1, vector[w + "norm1"], n1, r1, n, d)
            qkv = self.product(f"qkv{i}", n1, matrix[w + "qkv"].t())
            mixed, log_sum = self.buffer(f"mixed{i}", n, d), self.buffer(f"log{i}", heads, n, f32)
            self.call("attention", qkv, self.cos, self.sin, start, sequences, heads, keys, mixed, log_sum, n, self.scratch, shape.window)
            y = self.product("y", mixed, matrix[w + "out"].t())
            x2, n2, r2 = self.buffer(f"x2{i}", n, d, f32), self.buffer(f"n2{i}", n, d), self.buffer(f"r2{i}", 1, n, f32)
            self.call("add_norm", x1, y, x2, vector[w + "norm2"], n2, r2, n, d)
            gate_up = self.product(f"gate_up{i}", n2, matrix[w + "gate_up"].t())
            gated = self.buffer(f"gated{i}", n, inner)
            self.call("gated", gate_up, gated, n, inner)
            y = self.product("y", gated, matrix[w + "down"].t())
            x = x2
            saved.append((x1, n1, r1, qkv, mixed, log_sum, x2, n2, r2, gate_up, gated))

        k = len(kept)
        x3, n3, r3 = self.buffer("x3", k, d, f32), self.buffer("n3", k, d), self.buffer("r3", 1, k, f32)
        self.call("add_norm", x[kept], y[kept], x3, vector["norm"], n3, r3, k, d)
        logits = self.product("logits", n3, matrix["embedding"].t())
        loss = torch.empty(k)
        self.call("cross_entropy", logits, targets, weights, loss, self.row, k, v)

        self.add_gradient("embedding", logits, n3)
        dn = self.product("dn", logits, matrix["embedding"])
        part, small = torch.zeros(k, d), torch.empty(k, d, dtype=torch.bfloat16)
        self.call("norm_backward", dn, x3, r3, vector["norm"], part, small, self.gradient["norm"], k, d)
        dx, dy = self.buffer("dx", n, d, f32).zero_(), self.buffer("dy", n, d).zero_()
        dx[kept], dy[kept] = part, small
        for i in reversed(range(shape.layers)):
            w = f"layers.{i}."
            x1, n1, r1, qkv, mixed, log_sum, x2, n2, r2, gate_up, gated = saved[i]
            self.add_gradient(w + "down", dy, gated)
            dgated, dgate_up = self.product("dgated", dy, matrix[w + "down"]), self.buffer("dgate_up", n, 2 * inner)
            self.call("gated_backward", gate_up, dgated, dgate_up, n, inner)
            self.add_gradient(w + "gate_up", dgate_up, n2)
            dn = self.product("dn", dgate_up, matrix[w + "gate_up"])
            self.call("norm_backward", dn, x2, r2, vector[w + "norm2"], dx, dy, self.gradient[w + "norm2"], n, d)
            self.add_gradient(w + "out", dy, mixed)
            dmixed, dqkv = self.product("dmixed", dy, matrix[w + "out"]), self.buffer("dqkv", n, wide)
            self.call("attention_backward", qkv, self.cos, self.sin, start, sequences, heads, keys, mixed, log_sum, n, dmixed, dqkv, self.scratch, shape.window)
            self.add_gradient(w + "qkv", dqkv, n1)
            dn = self.product("dn", dqkv, matrix[w + "qkv"])
            self.call("norm_backward", dn, x1, r1, vector[w + "norm1"], dx, dy, self.gradient[w + "norm1"], n, d)
        self.call("scatter_add", ids, dx, self.gradient["embedding"], n, d)
        return loss
