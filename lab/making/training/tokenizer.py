"""Trains the byte-level BPE that ships with the model.

    python tokenizer.py OUT.json EXAMPLES.jsonl... [--sample 20000]

Ids: 8 markers, 256 bytes, the atomic digit tokens, then what the merges make in their order. Every '00'..'99', ' 0'..' 9' and ' 00'..' 99' is one
token, so that numbers are cut in the same places wherever they stand and a value is copied piece by piece.
"""
import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

MARKERS = ["<pad>", "<s>", "</s>", "<sys>", "<doc>", "<q>", "<a>", "<unused>"]
VOCABULARY = 2048
# Words with an optional leading space, digits in pairs, everything else by the character.
PRE_TOKENS = r" ?[A-Za-z]+| ?[0-9]{1,2}| ?[^A-Za-z0-9\s]|\s"
# While merges are learned a digit stands alone, so that none is spent on what is a token anyway.
LEARNING_PRE_TOKENS = r" ?[A-Za-z]+|[0-9]| ?[^A-Za-z0-9\s]|\s"


def byte_alphabet() -> list[str]:
    """One printable character a byte, in which byte-level BPE vocabularies are written (GPT-2's table)."""
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = iter(range(256, 512))
    return [chr(byte) if byte in printable else chr(next(others)) for byte in range(256)]


def digit_tokens() -> list[str]:
    """The atomic digit tokens in the order of their ids; a lone digit without a space is a byte already."""
    texts = [prefix + str(number).zfill(width) for prefix in ("", " ") for width in (1, 2) for number in range(10**width)]
    return [text for text in texts if len(text) > 1]


def segments(example: dict) -> list[str]:
    """Every text of an example as the model sees it: behind one space."""
    texts = [example["s"], *example["d"]]
    for turn in example["t"]:
        texts += [turn["q"], "".join(text for text, _ in turn["a"])]
    return [" " + text for text in texts]


def sampled(files: list[Path], count: int) -> Iterator[str]:
    """The segments of `count` examples spread evenly over the files."""
    lines = sum(sum(1 for _ in file.open("rb")) for file in files)
    number = 0
    for file in files:
        with file.open(encoding="utf-8") as examples:
            for line in examples:
                if number * count // lines != (number + 1) * count // lines or lines <= count:
                    yield from segments(json.loads(line))
                number += 1


def pre_tokenizer(pattern: str) -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def learned_merges(texts: Iterator[str], count: int) -> list[tuple[str, str]]:
    """The first `count` merges, most frequent pair first."""
    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizer(LEARNING_PRE_TOKENS)
    learner.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=256 + count, min_frequency=2, initial_alphabet=byte_alphabet(), show_progress=False))
    merges = [tuple(pair) for pair in json.loads(learner.to_str())["model"]["merges"]]
    if len(merges) < count:
        raise ValueError(f"the texts give {len(merges)} merges, {count} are needed: train on more examples")
    return merges


def train(texts: Iterator[str]) -> Tokenizer:
    alphabet = byte_alphabet()
    digits = ["".join(alphabet[byte] for byte in text.encode()) for text in digit_tokens()]
    known = [*MARKERS, *alphabet, *digits]
    merges = learned_merges(texts, VOCABULARY - len(known))
    vocabulary = {text: id for id, text in enumerate([*known, *("".join(pair) for pair in merges)])}
    if len(vocabulary) != VOCABULARY:
        raise ValueError("two tokens are written the same")
    # ignore_merges: a pre-token that stands in the vocabulary is one token. That is what keeps pairs of digits whole: no merge makes them.
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges, ignore_merges=True))
    tokenizer.pre_tokenizer = pre_tokenizer(PRE_TOKENS)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in MARKERS])
    return tokenizer


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("examples", type=Path, nargs="+")
    arguments.add_argument("--sample", type=int, default=20000, help="examples to learn the merges from")
    given = arguments.parse_args()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    train(sampled(given.examples, given.sample)).save(str(given.out))
