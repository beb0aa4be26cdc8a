"""Trains the decoder by a recipe (see recipe.py).

    python train.py RECIPE.json OUT [--data work] [--threads 2] [--device cpu|cuda] [--backend fused|autograd] [--compile] [--weights MODEL.pt]

OUT/checkpoint.pt is written every few minutes and continued from where it exists, with the same result as without the interruption;
OUT/model.pt holds the weights and the shape alone, and is written with it. OUT/log.jsonl has the figures of the progress lines.
With --weights a run without a checkpoint begins at the recipe's first fresh phase, with these weights.
"""
import argparse
import dataclasses
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # a thread is a worker of its own (backends.Fused)

import numpy as np
import torch

import fused
import recipe as recipes
from backends import Autograd, Backend, Fused
from batches import Cursor, Examples, Order, gather, shared_out
from model import Decoder
from muon import Muon
from progress import Progress


class Run:
    """The state of a run: all of it is in a checkpoint, but for what the recipe says."""

    def __init__(self, recipe: recipes.Recipe, out: Path, device: torch.device, backend: str, threads: int, compiled: bool) -> None:
        self.recipe, self.out, self.device = recipe, out, device
        torch.manual_seed(recipe.seed)
        self.model = Decoder(recipe.model).to(device)
        self.pool = ThreadPoolExecutor(threads)
        on_cpu = backend == "fused"
        self.backend: Backend = Fused(self.model, self.pool, threads) if on_cpu else Autograd(self.model, device, compiled)
        self.parts = 2 * threads if on_cpu else 3  # batches a step: so small that a layer's activations stay in the cache, or of like lengths
        self.threads = threads if on_cpu else 1
        self.fresh_optimizers()
        self.step = self.tokens = self.phase = self.phase_tokens = self.phase_steps = 0
        self.cursor = Cursor()

    def fresh_optimizers(self) -> None:
        self.muon = Muon(self.model, self.recipe.decay, self.pool if isinstance(self.backend, Fused) else None, self.threads)
        rest = [p for name, p in self.model.named_parameters() if p.ndim == 1 or name == "embedding"]
        self.adam = torch.optim.AdamW(rest, lr=self.recipe.adam_rate, betas=(0.9, 0.98), weight_decay=0.0)

    def begin_with(self, file: Path) -> None:
        """The weights of a model.pt, at the first fresh phase."""
        saved = torch.load(file, weights_only=True, map_location=self.device)
        if saved["shape"] != self.recipe.model.as_dict():
            raise ValueError(f"{file} has another shape than the recipe's model")
        self.load_weights(saved["state"])
        fresh = [number for number, phase in enumerate(self.recipe.phases) if phase.fresh]
        if not fresh:
            raise ValueError("--weights needs a recipe with a fresh phase")
        self.phase, self.tokens = fresh[0], self.recipe.tokens
        print(f"begins at phase {self.phase + 1} with the weights of {file}", flush=True)

    def load_weights(self, state: dict[str, torch.Tensor]) -> None:
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                parameter.copy_(state[name])

    def save(self) -> None:
        weights = {name: p.detach().cpu() for name, p in self.model.named_parameters()}
        shape = self.recipe.model.as_dict()
        write(self.out / "model.pt", {"shape": shape, "state": weights, "tokens": self.tokens, "steps": self.step})
        write(self.out / "checkpoint.pt", {
            "recipe": str(self.recipe), "state": weights, "momentum": self.muon.state(), "adam": self.adam.state_dict(),
            "step": self.step, "tokens": self.tokens, "phase": self.phase, "phase_tokens": self.phase_tokens,
            "phase_steps": self.phase_steps, "cursor": dataclasses.asdict(self.cursor),
        })

    def resume(self) -> None:
        file = self.out / "checkpoint.pt"
        if not file.exists():
            return
        saved = torch.load(file, weights_only=True, map_location=self.device)
        if saved["recipe"] != str(self.recipe):
            raise ValueError(f"{file} is of another recipe; give another folder or remove it")
        self.load_weights(saved["state"])
        self.muon.load_state(saved["momentum"])
        self.adam.load_state_dict(saved["adam"])
        self.step, self.tokens, self.phase, self.phase_tokens, self.phase_steps = (saved[name] for name in ("step", "tokens", "phase", "phase_tokens", "phase_steps"))
        self.cursor = Cursor(**saved["cursor"])
        print(f"continues at step {self.step}, {self.tokens} tokens", flush=True)

    def one_step(self, examples: Examples, order: Order, weight_of: np.ndarray) -> tuple[int, list]:
        """The step's tokens, and (tags, kinds, losses) of its batches."""
        numbers = order.take(self.recipe.tokens_per_step)
        if isinstance(self.backend, Autograd):
            by_length = sorted(numbers, key=lambda number: int(examples.length[number]))
            cuts = [len(by_length) * part // self.parts for part in range(self.parts + 1)]
            lists = [by_length[a:b] for a, b in zip(cuts, cuts[1:]) if a < b]
        else:
            lists = shared_out(examples, numbers, self.parts)
        phase = self.recipe.phases[self.phase]
        rng = np.random.default_rng([self.recipe.seed, 1 << 20, *([self.phase, self.phase_steps] if phase.fresh else [self.step])])
        batches = [gather(examples, part, self.recipe.passage_share, rng) for part in lists]
        weights = [weight_of[batch.tags] for batch in batches]
        total = sum(float(weight.sum()) for weight in weights)
        losses = self.backend.run(batches, [weight / np.float32(total) for weight in weights])
        factor = self.recipe.fresh_rate(phase, self.phase_steps, self.phase_tokens) if phase.fresh else self.recipe.rate(self.step, self.tokens)
        rate = factor * phase.rate
        self.muon.step(self.recipe.muon_rate * rate)
        self.adam.param_groups[0]["lr"] = self.recipe.adam_rate * rate
        self.adam.step()
        size = sum(len(batch.ids) for batch in batches)
        self.step, self.tokens = self.step + 1, self.tokens + size
        self.phase_steps, self.phase_tokens = self.phase_steps + 1, self.phase_tokens + size
        return size, [(batch.tags, batch.kinds, loss) for batch, loss in zip(batches, losses)]

    def train(self, save_every: float, show_every: int, until_step: int | None) -> None:
        weight_of = np.array(self.recipe.tag_weights(), np.float32)
        saved, progress = time.time(), Progress(self.out / "log.jsonl", self.recipe.all_tokens(), self.tokens)
        while self.phase < len(self.recipe.phases):
            phase = self.recipe.phases[self.phase]
            if phase.fresh and self.phase_steps == 0:
                self.fresh_optimizers()
            examples = Examples(phase)
            order = Order(examples, self.recipe.seed, self.phase, self.cursor)
            print(f"phase {self.phase + 1}: {len(examples.begin)} examples, {int(examples.length.sum())} tokens", flush=True)
            while self.phase_tokens < phase.tokens_of(self.recipe.tokens):
                size, outcome = self.one_step(examples, order, weight_of)
                progress.add(size, outcome)
                if self.step % show_every == 0 or self.step in (10, 50, 100):
                    progress.show(self.step, self.phase, self.tokens, examples.names)
                if time.time() - saved > save_every * 60:
                    self.save()
                    saved = time.time()
                if self.step == until_step:
                    self.save()
                    return
            progress.show(self.step, self.phase, self.tokens, examples.names)
            self.phase, self.phase_tokens, self.phase_steps, self.cursor = self.phase + 1, 0, 0, Cursor()
            self.save()
            saved = time.time()
        print(f"done: {self.step} steps, {self.tokens} tokens, {self.out / 'model.pt'}", flush=True)


def write(file: Path, value: dict) -> None:
    """Whole or not at all."""
    part = file.with_suffix(".part")
    with part.open("wb") as target:
        torch.save(value, target)
        target.flush()
        os.fsync(target.fileno())
    os.replace(part, file)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("recipe", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--data", type=Path, default=Path("work"), help="folder of the recipe's data files")
    arguments.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--device", default="cpu")
    arguments.add_argument("--backend", choices=["fused", "autograd"], help="by default fused on a CPU where gcc is at hand, autograd elsewhere")
    arguments.add_argument("--compile", action="store_true", help="torch.compile for the autograd backend")
    arguments.add_argument("--save-every", type=float, default=3, help="minutes")
    arguments.add_argument("--show-every", type=int, default=200, help="steps")
    arguments.add_argument("--weights", type=Path, help="a model.pt to begin the first fresh phase with")
    arguments.add_argument("--until-step", type=int, help="stop there with a checkpoint")
    given = arguments.parse_args()
    wanted = recipes.read(given.recipe, given.data)
    chosen = given.backend or ("fused" if given.device == "cpu" and fused.usable(wanted.model) else "autograd")
    torch.set_num_threads(1 if chosen == "fused" else given.threads)
    given.out.mkdir(parents=True, exist_ok=True)
    run = Run(wanted, given.out, torch.device(given.device), chosen, given.threads, given.compile)
    print(f"{sum(p.numel() for p in run.model.parameters())} parameters, {chosen}, {given.threads} threads, {wanted}", flush=True)
    run.resume()
    if given.weights and run.step == 0:
        run.begin_with(given.weights)
    run.train(given.save_every, given.show_every, given.until_step)
