"""What a run trains: a JSON file.

{
	"seed": 1, "tokens": 200000000, "tokens_per_step": 8192,
	"model": {"width": 128, "layers": 4, "heads": 4, "key_heads": 4, "inner": 352, "window": 512},
	"muon_rate": 0.02, "adam_rate": 0.004, "decay": 0.01,
	"weights": {"passage": 0.1, "question": 0.1, "words": 0.25, "value": 0.7, "first_value": 2}, "passage_share": 0.15,
	"warm_up": 60, "flat_until": 0.4, "last_rate": 0.02, "descents": [],
	"phases": [{"data": "plain.npz", "share": 0.2, "rate": 1, "window": 512}]
}

Only `tokens` and `phases` must be there; the rest as above. `data` is one file or a list, in the folder that train.py is given.
`share` is of the run's tokens, and `rate` a factor on the learning rate of a phase.

A phase that says {"data": "more.npz", "fresh": true, "tokens": 10000000, "rate": 0.25} in place of a share is a training of its own on what came
before: it begins with the weights alone, the optimizers' state, warm-up, fall and random numbers are its own, and `tokens` of the run does not
count its. So a run from scratch and one that begins there with the same weights (train.py --weights) come out the same.
"""
import json
from dataclasses import dataclass, field
from pathlib import Path

from model import Shape

TAGS = ["passage", "question", "words", "value", "first_value"]


@dataclass(frozen=True)
class Phase:
    data: list[Path]
    share: float = 0.0
    rate: float = 1.0
    window: int = 512
    fresh: bool = False
    tokens: int = 0

    def tokens_of(self, run: int) -> float:
        """How many it trains on, of a run of so many."""
        return self.tokens if self.fresh else self.share * run


@dataclass(frozen=True)
class Recipe:
    tokens: int
    phases: list[Phase]
    model: Shape = field(default_factory=Shape)
    seed: int = 1
    tokens_per_step: int = 8192
    muon_rate: float = 0.02
    adam_rate: float = 0.004
    decay: float = 0.01
    weights: dict[str, float] = field(default_factory=dict)
    passage_share: float = 0.15
    warm_up: int = 60
    flat_until: float = 0.4
    last_rate: float = 0.02
    descents: list[list[float]] = field(default_factory=list)

    def all_tokens(self) -> int:
        return self.tokens + sum(phase.tokens for phase in self.phases)

    def tag_weights(self) -> list[float]:
        """By tag; the loss weight of passages counts for the `passage_share` of their tokens that is kept."""
        default = {"passage": 0.1, "question": 0.1, "words": 0.25, "value": 0.7, "first_value": 2.0}
        return [(default | self.weights)[name] for name in TAGS]

    def rate(self, step: int, done: int) -> float:
        """Factor on the learning rates after `done` tokens: warm-up, flat, down in a line; then down again for each (share of the tokens, rate) of `descents`."""
        start = self.tokens * (1 - sum(share for share, _ in self.descents))
        if self.descents and done >= start:
            for share, rate in self.descents:
                end = start + share * self.tokens
                if done < end:
                    return rate * max(self.last_rate, (end - done) / (end - start))
                start = end
            return self.last_rate * self.descents[-1][1]
        return self.fall(step, done / start)

    def fresh_rate(self, phase: Phase, step: int, done: int) -> float:
        """Likewise of a fresh phase, after its first `step` steps with `done` tokens: warm-up, flat, down in a line."""
        return self.fall(step, done / phase.tokens)

    def fall(self, step: int, part: float) -> float:
        fall = 1.0 if part < self.flat_until else max(self.last_rate, (1 - part) / (1 - self.flat_until))
        return min(1.0, (step + 1) / self.warm_up) * fall


def read(file: Path, data_folder: Path) -> Recipe:
    value = json.loads(file.read_text(encoding="utf-8"))
    phases = []
    for phase in value.pop("phases"):
        data = phase.pop("data")
        phases.append(Phase(data=[data_folder / name for name in ([data] if isinstance(data, str) else data)], **phase))
    shape = Shape(**value.pop("model", {}))
    recipe = Recipe(phases=phases, model=shape, **value)
    if unknown := set(recipe.weights) - set(TAGS):
        raise ValueError(f"unknown loss weights: {sorted(unknown)}")
    if abs(sum(phase.share for phase in phases) - 1) > 1e-6:
        raise ValueError("the phases' shares must add up to 1")
    if any(phase.fresh != (phase.tokens > 0) or (phase.fresh and phase.share > 0) for phase in phases):
        raise ValueError("a fresh phase has tokens in place of a share, and no other phase has")
    if any(before.fresh and not phase.fresh for before, phase in zip(phases, phases[1:])):
        raise ValueError("fresh phases come last")
    if any(phase.window > shape.window for phase in phases):
        raise ValueError("a phase's window is longer than the model's")
    return recipe
