"""The order in which a phase's examples are trained on; every step's batch follows from the seed and the step alone."""
from dataclasses import dataclass

import numpy as np

from data import PASSAGE
from recipe import Phase


class Examples:
    """The examples of a phase's files that fit its window."""

    def __init__(self, phase: Phase) -> None:
        files = [np.load(file) for file in phase.data]
        self.ids = np.concatenate([file["ids"] for file in files])
        self.tags = np.concatenate([file["tags"] for file in files])
        self.names = list(dict.fromkeys(str(name) for file in files for name in file["kind_names"]))
        kinds, begins, ends, before = [], [], [], 0
        for file in files:
            renamed = np.array([self.names.index(str(name)) for name in file["kind_names"]], np.uint8)
            kinds.append(renamed[file["kinds"]])
            begins.append(file["starts"][:-1] + before)
            ends.append(file["starts"][1:] + before)
            before += len(file["ids"])
        fits = (lengths := np.concatenate(ends) - np.concatenate(begins)) <= phase.window
        self.begin, self.length, self.kind = np.concatenate(begins)[fits], lengths[fits], np.concatenate(kinds)[fits]
        if not len(self.begin):
            raise ValueError(f"no example of {phase.data} fits into {phase.window} tokens")


@dataclass
class Batch:
    """Sequences one behind the other: `ids` `[N]`, `start` `[S + 1]`; rows `kept` predict `targets` of `tags` in examples of `kinds`."""

    ids: np.ndarray
    start: np.ndarray
    kept: np.ndarray
    targets: np.ndarray
    tags: np.ndarray
    kinds: np.ndarray


@dataclass
class Cursor:
    """Where a phase stands; all that a checkpoint has to keep of the data."""

    epoch: int = 0
    position: int = 0


class Order:
    """Endless passes over the examples, shuffled anew each time."""

    def __init__(self, examples: Examples, seed: int, phase: int, cursor: Cursor) -> None:
        self.examples, self.seed, self.phase, self.cursor = examples, seed, phase, cursor
        self.shuffled = self.shuffle()

    def shuffle(self) -> np.ndarray:
        return np.random.default_rng([self.seed, self.phase, self.cursor.epoch]).permutation(len(self.examples.begin))

    def take(self, tokens: int) -> list[int]:
        """Numbers of the next examples: as many as reach `tokens`."""
        taken: list[int] = []
        while tokens > 0:
            if self.cursor.position == len(self.shuffled):
                self.cursor.epoch, self.cursor.position = self.cursor.epoch + 1, 0
                self.shuffled = self.shuffle()
            taken.append(int(self.shuffled[self.cursor.position]))
            self.cursor.position += 1
            tokens -= int(self.examples.length[taken[-1]])
        return taken


def gather(examples: Examples, numbers: list[int], passage_share: float, rng: np.random.Generator) -> Batch:
    """Of the passages' tokens a random `passage_share` is predicted, of the others each one."""
    begins, lengths = examples.begin[numbers], examples.length[numbers]
    start = np.concatenate([[0], np.cumsum(lengths)])
    rows = np.concatenate([np.arange(b, b + n) for b, n in zip(begins, lengths)])
    ids, tags = examples.ids[rows].astype(np.int64), examples.tags[rows]
    predicts = (tags[1:] != PASSAGE) | (rng.random(len(tags) - 1) < passage_share)
    predicts[start[1:-1] - 1] = False  # the last token of a sequence predicts nothing
    kept = np.flatnonzero(predicts)
    kinds = np.repeat(examples.kind[numbers], lengths)[kept]
    return Batch(ids, start, kept, ids[kept + 1], tags[kept + 1], kinds)


def shared_out(examples: Examples, numbers: list[int], parts: int) -> list[list[int]]:
    """The examples in `parts` lists of about as many tokens; fewer where there are fewer examples."""
    lists: list[list[int]] = [[] for _ in range(parts)]
    sizes = [0] * parts
    for number in sorted(numbers, key=lambda number: -examples.length[number]):
        least = sizes.index(min(sizes))
        lists[least].append(number)
        sizes[least] += int(examples.length[number])
    return [numbers for numbers in lists if numbers]
