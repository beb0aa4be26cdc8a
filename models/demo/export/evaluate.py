"""What the demo model can do: greedy answers to fresh questions of the prototype world.

    python evaluate.py PROTOTYPES [QUESTIONS]
"""
import random
import sys
from collections import Counter, defaultdict
from math import sqrt
from pathlib import Path

import prototype
from make_calibration import sentences

SEED = 909


def outcome(source: prototype.Prototype, example: dict, text: str) -> str:
    """right: every asked value that the contexts state, and nothing ungrounded; wrong: something ungrounded; refused: neither."""
    labels = {sentence["label"] for sentence in sentences(source, example, text)}
    if labels & {"unsupported", "misattributed"}:
        return "wrong"
    entity = example["ent"].name
    stated = {key: value for name, key, value in example["facts"] if name == entity}
    asked = [stated[attribute] for attribute in example["attrs"] if attribute in stated]
    refuses = "refusal" in labels
    if all(value in text for value in asked) and refuses == bool(example["held"]):
        return "right"
    return "refused" if refuses else "malformed" if "malformed" in labels else "incomplete"


def shown(counts: Counter) -> str:
    total = sum(counts.values())

    def share(count: int) -> str:  # with half the width of its normal 95 % interval
        p = count / total
        return f"{100 * p:.1f} ± {196 * sqrt(p * (1 - p) / total):.1f} %"

    return ", ".join(f"{name} {share(count)}" for name, count in counts.most_common()) + f" (n = {total})"


def main(prototypes: Path, questions: int) -> None:
    source, rng = prototype.load(prototypes), random.Random(SEED)
    asked: list[dict] = []
    while len(asked) < questions:
        kind = rng.choices([kind for kind in source.twins.TW if kind != "sim"], [share for kind, share in source.twins.TW.items() if kind != "sim"])[0]
        example = source.twins.make(rng, kind, "test")
        if len(source.prompt(example["sys"], example["docs"], example["q"])) <= 235:
            asked.append(example)
    answers = source.generate([source.prompt(example["sys"], example["docs"], example["q"]) for example in asked], 0.0, SEED)
    outcomes: dict[str, Counter] = defaultdict(Counter)
    for example, text in zip(asked, answers):
        count = len(example["attrs"])
        group = f"{count} asked, {'one withheld' if example['held'] else 'all stated'}"
        outcomes[group][outcome(source, example, text)] += 1
    for group in sorted(outcomes):
        print(f"{group}: {shown(outcomes[group])}")

    memorised = [(entity, attribute) for entity in source.answers.M for attribute in entity.facts]
    facts = [source.world.build(rng, "mem_q", source.answers.M, mem_e=entity, mem_a=attribute) for entity, attribute in memorised]
    recited = source.generate([source.prompt(fact["sys"], [], fact["q"]) for fact in facts], 0.0, SEED)
    print("memorised facts without contexts:", shown(Counter("right" if entity.facts[attribute] in text else "not right" for (entity, attribute), text in zip(memorised, recited))))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 2000)
