"""The prototype's own code, imported from where it lies: tokenizer, PyTorch model and world. Nothing of it is kept here.

PROTOTYPES is the folder that holds `demo-lm/` and `spad-detection/`.
"""
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import torch


@dataclass(frozen=True)
class Prototype:
    tokenizer: object
    model: torch.nn.Module  # float32, as it was trained; generates
    exact: torch.nn.Module  # the same weights in float64; scores
    world: ModuleType  # entities, templates, the truth
    answers: ModuleType  # labels of a sentence by the world's truth (spad-detection/gen.py)
    twins: ModuleType  # the twin recipe (spad-detection/gen2.py)

    def prompt(self, system: str, contexts: list[str], query: str) -> list[int]:
        """Token ids up to and with the marker that opens the answer, as in training."""
        ids = [1, 3, *self.tokenizer.encode(" " + system)]
        for text in contexts:
            ids += [4, *self.tokenizer.encode(" " + text)]
        return ids + [5, *self.tokenizer.encode(" " + query), 6]

    def answer(self, text: str) -> list[int]:
        return self.tokenizer.encode(" " + text)

    @torch.no_grad()
    def logits(self, ids: list[int]) -> torch.Tensor:
        """`[T, V]` in float64; row i predicts token i + 1."""
        model = self.exact
        hidden = model.hidden(torch.tensor([ids]))[0]
        # The model's own `logits` rounds to float32; these are its final norm and tied head.
        normed = hidden * torch.rsqrt(hidden.pow(2).mean(-1, keepdim=True) + 1e-5) * model.nf
        return normed @ model.emb.T

    def generate(self, prompts: list[list[int]], temperature: float, seed: int, longest: int = 70) -> list[str]:
        """Answers as text, without the space that follows the marker."""
        generator = torch.Generator().manual_seed(seed)
        answers = self.model.generate(prompts, maxnew=longest, temp=temperature, gen=generator)
        return [self.tokenizer.decode(ids).strip() for ids in answers]


def in_double(model: torch.nn.Module) -> torch.nn.Module:
    """A float64 copy whose rotary tables are float64 too."""
    copy = type(model)(**model.cfg).double().eval()
    copy.load_state_dict(model.state_dict())
    frequencies = model.cfg["theta"] ** (-torch.arange(0, model.hd, 2, dtype=torch.float64) / model.hd)
    angles = torch.outer(torch.arange(model.cfg["maxT"], dtype=torch.float64), frequencies).repeat(1, 2)
    copy.cos, copy.sin, copy.dt = angles.cos(), angles.sin(), torch.float64
    return copy


def load(prototypes: Path, checkpoint: str = "refusing.pt") -> Prototype:
    torch.set_num_threads(1)
    folder = prototypes / "demo-lm"
    # spad-detection/gen.py reads these when it is imported.
    os.environ.update(LM=str(folder), CK=checkpoint)
    sys.path[:0] = [str(prototypes / "spad-detection"), str(folder)]
    sys.dont_write_bytecode = True
    import gen
    import gen2
    import world
    return Prototype(gen.tk, gen.m, in_double(gen.m), world, gen, gen2)
