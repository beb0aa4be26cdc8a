"""Labelled answers of the demo model: what its profile is fitted and tested on.

    python make_calibration.py PROTOTYPES OUT      writes OUT/train.jsonl and OUT/test.jsonl

One answer a line. Questions by the prototype's twin recipe: every kind of question has a twin of the same format with one asked
attribute withheld from the contexts; temperatures 0, 0.5, 0.8 and 1 in the shares 45, 20, 20 and 15 %. No entity that a training
line names stands in a test line. Labels come from the world's truth, offsets are UTF-16 units of the response.
"""
import json
import random
import sys
from collections import Counter
from pathlib import Path

import prototype

ANSWERS = 1500
SEEDS = {"train": 301, "test": 304}


def questions(source: prototype.Prototype, side: str, forbidden: set[str]) -> list[tuple[float, dict]]:
    rng = random.Random(SEEDS[side])
    twins, found = source.twins, []
    while len(found) < ANSWERS:
        kind = rng.choices(list(twins.TW), twins.TW.values())[0]
        temperature = rng.choices(list(twins.TEMPS), twins.TEMPS.values())[0]
        example = twins.make(rng, kind, side)
        fits = len(source.prompt(example["sys"], example["docs"], example["q"])) <= 235
        if fits and not names(example) & forbidden:
            found.append((temperature, example))
    return found


def names(example: dict) -> set[str]:
    """All entities, and the people whom the contexts name as a value."""
    people = {value for _, attribute, value in example["facts"] if attribute in ("founder", "ceo", "agent")}
    return {example["ent"].name, *(name for name, _, _ in example["facts"]), *people}


def sentences(source: prototype.Prototype, example: dict, text: str) -> list[dict]:
    """Labels: supported; unsupported (the value stands in no context); misattributed (it stands there for something else);
    refusal ('not stated'); malformed (the world's grammar does not know the sentence); record, for the sentence that picks a
    'similar case': which record is similar cannot be read off the answer, so it is not judged."""
    found = []
    for sentence in source.answers.label(example, text):
        label = sentence["lab"]
        written = text[sentence["a"] : sentence["b"]]
        if "not stated" in written:  # the world's parser takes it for a value, or two sentences for one
            label = "malformed" if "." in written[:-1] else "refusal"
        elif example["kind"] == "sim" and sentence["attr"] == "name":
            label = "record"
        elif label == "misattributed" and written.startswith("Site "):  # the contexts' form of a site's name, unknown to the parser
            label = source.world.label(written.removeprefix("Site "), example)[0]
        found.append({"start": sentence["a"], "end": sentence["b"], "label": label})
    return found


def write(source: prototype.Prototype, side: str, asked: list[tuple[float, dict]], out: Path) -> None:
    answers: dict[int, str] = {}
    for temperature in source.twins.TEMPS:
        group = [index for index, (chosen, _) in enumerate(asked) if chosen == temperature]
        prompts = [source.prompt(asked[index][1]["sys"], asked[index][1]["docs"], asked[index][1]["q"]) for index in group]
        answers |= zip(group, source.generate(prompts, temperature, SEEDS[side]))
    labels: Counter[str] = Counter()
    with out.open("w", encoding="utf-8", newline="\n") as file:
        for index, (temperature, example) in enumerate(asked):
            if not answers[index]:
                continue
            judged = sentences(source, example, answers[index])
            labels.update(sentence["label"] for sentence in judged)
            file.write(json.dumps({
                "id": f"{side}-{index:03}", "kind": example["kind"] + ("-withheld" if example["held"] else ""), "temperature": temperature,
                "entity": example["ent"].name, "system": example["sys"], "query": example["q"],
                "contexts": [{"id": f"c{number + 1}", "text": text} for number, text in enumerate(example["docs"])],
                "response": answers[index], "sentences": judged,
            }, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(side, len(answers), "answers,", sum(labels.values()), "sentences:", dict(labels.most_common()))


def main(prototypes: Path, out: Path) -> None:
    source = prototype.load(prototypes)
    out.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    for side in SEEDS:
        asked = questions(source, side, seen)
        seen |= {name for _, example in asked for name in names(example)}
        write(source, side, asked, out / f"{side}.jsonl")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
