"""Progress lines: losses by what a token is, speed, time left."""
import json
import time
from pathlib import Path

import numpy as np

from data import FIRST_VALUE
from recipe import TAGS


class Progress:
    """Means since the last line. The loss of a value's first token, by the kind of example, tells whether the model looks up the right thing."""

    def __init__(self, log: Path, tokens: int, done: int) -> None:
        self.log, self.tokens, self.done = log, tokens, done
        self.clear()

    def clear(self) -> None:
        self.sums, self.counts = np.zeros((len(TAGS), 256)), np.zeros((len(TAGS), 256))
        self.since, self.size = time.time(), 0

    def add(self, size: int, outcome: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> None:
        """A step's tokens, and (tags, kinds, losses) of its batches."""
        self.size += size
        for tags, kinds, losses in outcome:
            cell = tags.astype(np.int64) * 256 + kinds
            self.sums += np.bincount(cell, losses, self.sums.size).reshape(self.sums.shape)
            self.counts += np.bincount(cell, minlength=self.counts.size).reshape(self.counts.shape)

    def show(self, step: int, phase: int, done: int, names: list[str]) -> None:
        if not self.size:
            return
        speed = self.size / (time.time() - self.since)
        by_tag = self.sums.sum(1) / np.maximum(self.counts.sum(1), 1)
        by_kind = {name: self.sums[FIRST_VALUE, i] / self.counts[FIRST_VALUE, i] for i, name in enumerate(names) if self.counts[FIRST_VALUE, i]}
        losses = " ".join(f"{name} {loss:.3f}" for name, loss in zip(TAGS, by_tag))
        kinds = " ".join(f"{name} {loss:.3f}" for name, loss in by_kind.items())
        left = (self.tokens - done) / speed / 60
        print(f"step {step} phase {phase + 1} {done / 1e6:.2f}M tokens {speed:.0f}/s, {left:.0f} min left | {losses} | first value by kind: {kinds}", flush=True)
        with self.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps({"step": step, "phase": phase + 1, "tokens": done, "speed": round(speed), "loss": dict(zip(TAGS, by_tag.round(4).tolist())), "firstValue": {name: round(float(loss), 4) for name, loss in by_kind.items()}}) + "\n")
        self.clear()
