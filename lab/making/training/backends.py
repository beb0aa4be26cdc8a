"""How a step's losses and gradients are computed: by kernels.c in threads on a CPU, or by PyTorch's autograd anywhere."""
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

import fused
from batches import Batch
from model import Decoder


class Backend(Protocol):
    def run(self, batches: list[Batch], weights: list[np.ndarray]) -> list[np.ndarray]:
        """Sets every parameter's `grad` to that of `sum(weights * loss)` over the batches; returns the losses (nats) of their kept rows."""


class Fused:
    """One worker a thread; a batch goes to the worker of its number, so that sums have one order whatever the timing."""

    def __init__(self, model: Decoder, pool: ThreadPoolExecutor, threads: int) -> None:
        self.weights = fused.Weights(model)
        self.workers = [fused.Worker(self.weights) for _ in range(threads)]
        self.pool = pool
        for name, parameter in model.named_parameters():
            parameter.grad = self.workers[0].gradient[name]

    def run(self, batches: list[Batch], weights: list[np.ndarray]) -> list[np.ndarray]:
        self.weights.refresh()
        losses: list[np.ndarray] = [np.empty(0)] * len(batches)

        def work(number: int) -> None:
            worker = self.workers[number]
            worker.flat.zero_()
            for index in range(number, len(batches), len(self.workers)):
                b = batches[index]
                losses[index] = worker.run(*map(torch.from_numpy, (b.ids, b.start, b.kept, b.targets, weights[index]))).numpy()

        list(self.pool.map(work, range(len(self.workers))))
        for worker in self.workers[1:]:
            self.workers[0].flat += worker.flat
        return losses


class Autograd:
    """Each batch padded to a multiple of 64; matrix products in bfloat16."""

    def __init__(self, model: Decoder, device: torch.device, compiled: bool) -> None:
        self.model, self.device = model, device
        self.network = torch.compile(model, dynamic=True) if compiled else model

    def padded(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """`[B, T]` ids, and where the rows of `batch.kept` are in B * T."""
        lengths = np.diff(batch.start)
        wide = int(-(-lengths.max() // 64) * 64)
        places = np.concatenate([row * wide + np.arange(n) for row, n in enumerate(lengths)])
        ids = np.zeros(len(lengths) * wide, np.int64)
        ids[places] = batch.ids
        return torch.from_numpy(ids.reshape(-1, wide)).to(self.device), torch.from_numpy(places[batch.kept]).to(self.device)

    def run(self, batches: list[Batch], weights: list[np.ndarray]) -> list[np.ndarray]:
        self.model.zero_grad(set_to_none=True)
        losses = []
        for batch, weight in zip(batches, weights):
            ids, kept = self.padded(batch)
            with torch.autocast(self.device.type, torch.bfloat16):
                logits = self.network(ids, kept)
            loss = F.cross_entropy(logits.float(), torch.from_numpy(batch.targets).to(self.device), reduction="none")
            (loss * torch.from_numpy(weight).to(self.device)).sum().backward()
            losses.append(loss.detach())
        return [loss.cpu().numpy() for loss in losses]
