"""Training examples as token ids.

    python data.py TOKENIZER.json OUT.npz [EXAMPLES.jsonl | -] [--window 512]

A line of the examples is {"k": kind, "s": system, "d": [passage, ...], "t": [{"q": question, "a": [[text, isValue], ...]}, ...]}. It becomes
<s><sys> SYSTEM(<doc> PASSAGE)*(<q> QUESTION<a> ANSWER</s>)+, every text encoded by itself behind one space, as the chat template writes it.
An example that is longer than the window loses its last turns; one whose first turn does not fit is left out.

OUT.npz holds `ids` uint16 and `tags` uint8 of all tokens, `starts` int64 (where each example begins, and the end), `kinds` uint8 and `kind_names`.
"""
import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TextIO

import numpy as np
from tokenizers import Tokenizer

from tokenizer import MARKERS

# What a token is, for its weight in the loss.
PASSAGE, QUESTION, WORDS, VALUE, FIRST_VALUE = range(5)
BEGIN, END, SYSTEM, DOCUMENT, ASK, ANSWER = (MARKERS.index(text) for text in ("<s>", "</s>", "<sys>", "<doc>", "<q>", "<a>"))
AT_ONCE = 2000


def value_tags(pieces: list, offsets: list[tuple[int, int]]) -> list[int]:
    """One tag a token of ' ' + the joined pieces; `offsets` are the tokens' characters in that text."""
    spans, at = [], 1
    for text, is_value in pieces:
        if is_value and text:
            spans.append((at, at + len(text)))
        at += len(text)
    tags, span, first = [], 0, True
    for begin, end in offsets:
        while span < len(spans) and spans[span][1] <= begin:
            span, first = span + 1, True
        if span < len(spans) and end > spans[span][0]:
            tags.append(FIRST_VALUE if first else VALUE)
            first = False
        else:
            tags.append(WORDS)
    return tags


class Encoder:
    """Examples to (ids, tags); counts what it cut and left out."""

    def __init__(self, tokenizer: Tokenizer, window: int) -> None:
        self.tokenizer, self.window = tokenizer, window
        self.counts: Counter[str] = Counter()

    def encode(self, examples: list[dict]) -> Iterator[tuple[str, list[int], list[int]]]:
        """(kind, ids, tags) of those that fit."""
        texts, answers = [], []
        for example in examples:
            texts += [" " + example["s"], *(" " + text for text in example["d"])]
            for turn in example["t"]:
                texts.append(" " + turn["q"])
                answers.append(" " + "".join(text for text, _ in turn["a"]))
        encoded = iter(self.tokenizer.encode_batch_fast(texts, add_special_tokens=False))
        answered = iter(self.tokenizer.encode_batch(answers, add_special_tokens=False))
        for example in examples:
            ids = [BEGIN, SYSTEM, *next(encoded).ids]
            for _ in example["d"]:
                ids += [DOCUMENT, *next(encoded).ids]
            tags = [PASSAGE] * len(ids)
            fits = True
            for number, turn in enumerate(example["t"]):
                question, answer = next(encoded).ids, next(answered)
                if not fits or len(ids) + len(question) + len(answer.ids) + 3 > self.window:
                    self.counts["left out" if number == 0 else "turns cut"] += fits or number > 0
                    fits = False
                    continue
                ids += [ASK, *question, ANSWER, *answer.ids, END]
                tags += [QUESTION] * (len(question) + 2) + value_tags(turn["a"], answer.offsets) + [WORDS]
            if tags[-1] != PASSAGE:
                self.counts["kept"] += 1
                yield example["k"], ids, tags


def batches(lines: TextIO) -> Iterator[list[dict]]:
    while batch := [json.loads(line) for line in islice(lines, AT_ONCE) if line.strip()]:
        yield batch


def main(tokenizer_file: Path, out: Path, lines: TextIO, window: int) -> None:
    begun = time.time()
    encoder = Encoder(Tokenizer.from_file(str(tokenizer_file)), window)
    ids, tags, lengths, kinds, names = [], [], [], [], {}
    for batch in batches(lines):
        batch_ids: list[int] = []
        batch_tags: list[int] = []
        for kind, example_ids, example_tags in encoder.encode(batch):
            batch_ids += example_ids
            batch_tags += example_tags
            lengths.append(len(example_ids))
            kinds.append(names.setdefault(kind, len(names)))
        ids.append(np.array(batch_ids, np.uint16))
        tags.append(np.array(batch_tags, np.uint8))
    if not lengths:
        raise ValueError("no example was read, or none fits into the window")
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(
        out, ids=np.concatenate(ids), tags=np.concatenate(tags), starts=np.cumsum([0, *lengths], dtype=np.int64),
        kinds=np.array(kinds, np.uint8), kind_names=np.array(list(names)),
    )
    p = np.percentile(lengths, [5, 50, 95]).astype(int)
    print(f"{out}: {sum(lengths)} tokens, {dict(encoder.counts)}, lengths 5/50/95 %: {p[0]}/{p[1]}/{p[2]}, longest {max(lengths)}, {time.time() - begun:.0f} s")
    print("examples by kind:", {name: kinds.count(number) for name, number in names.items()}, flush=True)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("tokenizer", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("examples", nargs="?", default="-")
    arguments.add_argument("--window", type=int, default=512)
    given = arguments.parse_args()
    with sys.stdin if given.examples == "-" else open(given.examples, encoding="utf-8") as source:
        main(given.tokenizer, given.out, source, given.window)
