"""Which errors a sentence's mean entropy sees, on the training questions only, for the checkpoint before or after it learned to refuse.

    python entropy_by_error.py PROTOTYPES best.pt|refusing.pt

Entropies are the PyTorch model's in float64 and sentences are cut where the labels cut them: nothing of the product has a part in it.
"""
import sys
from pathlib import Path

import numpy
import torch

import prototype
from make_calibration import SEEDS, questions, sentences

UNGROUNDED = ("unsupported", "misattributed")
USED = ("supported", "refusal", *UNGROUNDED)


def token_entropies(source: prototype.Prototype, example: dict, text: str) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Entropy (nats) of each token of an answer, and where it ends in the text; the space before the text belongs to the first."""
    prompt, ids = source.prompt(example["sys"], example["docs"], example["q"]), source.answer(text)
    logs = torch.log_softmax(source.logits(prompt + ids)[len(prompt) - 1 : -1], -1)
    written, ends = b"", []
    for token in ids:
        written += source.tokenizer.strs.get(token, b"")
        ends.append(len(written.decode("utf8", "replace")) - 1)
    return -(logs.exp() * logs).sum(-1).numpy(), numpy.array(ends)


def auc(scored: list[tuple[str, float]], labels: tuple[str, ...]) -> str:
    """Of sentences with one of the labels: the ungrounded against the rest."""
    kept = [one for one in scored if one[0] in labels]
    bad = numpy.array([score for label, score in kept if label in UNGROUNDED])
    good = numpy.array([score for label, score in kept if label not in UNGROUNDED])
    wins = (bad[:, None] > good).mean() + (bad[:, None] == good).mean() / 2
    return f"AUC {wins:.3f}, {len(bad)} ungrounded of {len(kept)}"


def main(prototypes: Path, checkpoint: str) -> None:
    source = prototype.load(prototypes, checkpoint)
    asked = questions(source, "train", set())
    scored, first = [], []
    for temperature in source.twins.TEMPS:
        group = [example for chosen, example in asked if chosen == temperature]
        prompts = [source.prompt(example["sys"], example["docs"], example["q"]) for example in group]
        for example, text in zip(group, source.generate(prompts, temperature, SEEDS["train"])):
            if not text:
                continue
            entropy, ends = token_entropies(source, example, text)
            starts = numpy.array([0, *ends[:-1]])
            for sentence in sentences(source, example, text):
                inside = entropy[(ends > sentence["start"]) & (starts < sentence["end"])]
                if len(inside) and sentence["label"] in USED:
                    scored.append((sentence["label"], inside.mean()))
                    first.append(inside[0] / inside.sum())
    print("all:", auc(scored, USED))
    print("without refusals:", auc(scored, ("supported", *UNGROUNDED)))
    for label in UNGROUNDED:
        print(f"{label} against supported:", auc(scored, ("supported", label)))
    for label in USED:
        print(f"{label}: median {numpy.median([score for one, score in scored if one == label] or [numpy.nan]):.3f} nats")
    print(f"share of a sentence's entropy that is its first token's: median {numpy.median(first):.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2])
