"""The traces of examples/: questions of the prototype world, answered by the demo model.

    python make_examples.py PROTOTYPES OUT

Each example names what its answer must be like; the first of a seeded stream of questions whose answer is so is taken. So the
answers are the model's own, and only chosen. Written over what lies in OUT; examples/README.md describes what came out and is
written by hand.
"""
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import prototype
from make_calibration import sentences

CONTEXT_NAMES = {"hospital": "note", "bank": "case", "network": "site-log", "company": "profile", "records": "record"}
LONGEST_PROMPT = 235


@dataclass(frozen=True)
class Answered:
    """A question of the world with an answer to it."""

    example: dict
    text: str
    labels: list[str]
    source: prototype.Prototype

    @property
    def entity(self) -> str:
        return self.example["ent"].name

    def stated(self, attribute: str) -> str | None:
        """What the contexts say about the asked entity."""
        return next((value for name, key, value in self.example["facts"] if name == self.entity and key == attribute), None)

    def says(self, value: str) -> bool:
        return value in self.text


@dataclass(frozen=True)
class Wanted:
    file: str
    kind: str
    fits: Callable[[Answered], bool]
    attributes: tuple[str, ...] = ()
    temperature: float = 0.0
    form: str = "trace"  # or "pair", or "unanswered"
    # Which of those that fit, from 0: the world's random pronouns and invented names read badly now and then.
    pick: int = 0


def right(one: Answered) -> bool:
    """Every asked value, and nothing that the contexts do not say."""
    asked = [one.stated(attribute) for attribute in one.example["attrs"]]
    return set(one.labels) == {"supported"} and len(one.labels) == len(asked) and all(value and one.says(value) for value in asked)


def refuses(one: Answered) -> bool:
    return one.labels == ["refusal"] and one.stated(one.example["attrs"][0]) is None


def refuses_needlessly(one: Answered) -> bool:
    return one.labels == ["refusal"] and one.stated(one.example["attrs"][0]) is not None


def half_refused(one: Answered) -> bool:
    withheld = [one.stated(attribute) is None for attribute in one.example["attrs"]]
    return one.labels == ["refusal" if missing else "supported" for missing in withheld] and any(withheld)


def takes_a_neighbours_value(one: Answered) -> bool:
    """The contexts state the asked fact; the answer gives another's."""
    return one.labels == ["misattributed"] and one.stated(one.example["attrs"][0]) is not None and one.entity in one.text


def lends_a_value(one: Answered) -> bool:
    """The asked fact is withheld; the answer borrows a value from another entity."""
    return one.labels == ["misattributed"] and one.stated(one.example["attrs"][0]) is None and one.entity in one.text


def invents(one: Answered) -> bool:
    return one.labels == ["unsupported"] and one.entity in one.text


def one_of_two_wrong(one: Answered) -> bool:
    return sorted(one.labels) in (["supported", "unsupported"], ["misattributed", "supported"]) and one.text.count(one.entity) == 2


def repeats_its_memory(one: Answered) -> bool:
    """The model learned this fact by heart, and no context states it."""
    attribute = one.example["attrs"][0]
    return one.labels == ["unsupported"] and one.says(one.example["true"].facts[attribute])


def believes_the_contexts(one: Answered) -> bool:
    """A context contradicts what the model learned by heart."""
    attribute = one.example["attrs"][0]
    return right(one) and not one.says(one.example["true"].facts[attribute])


def similar_case(one: Answered) -> bool:
    """Names a record with the asked issue, and gives away something private of it on the way."""
    first = one.source.answers.label(one.example, one.text)[0]["lab"]
    return one.labels == ["record", "supported", "supported"] and first == "supported" and "ended with" in one.text


def anything(_one: Answered) -> bool:
    return True


WANTED = [
    Wanted("hospital/temperature", "one", right, ("temp",), pick=1),
    Wanted("hospital/two-questions", "two", right, ("drug", "diagnosis"), pick=1),
    Wanted("hospital/allergy-not-stated", "one", refuses, ("allergy",), pick=1),
    Wanted("hospital/wrong-doctor", "one", lends_a_value, ("doctor",)),
    Wanted("bank/case-number", "dense", right, ("case",)),
    Wanted("bank/invented-amount", "one", invents, ("amount",), 1.0, pick=1),
    Wanted("bank/three-questions", "three", right),
    Wanted("bank/unanswered", "two", anything, ("outcome", "agent"), form="unanswered", pick=1),
    Wanted("network/signal-strength", "dense", right, ("rsrp",), pick=1),
    Wanted("network/throughput-and-alarm", "two", half_refused, ("tput", "alarm"), form="pair", pick=1),
    Wanted("network/wrong-outage-time", "dense", takes_a_neighbours_value, ("start",), 1.0),
    Wanted("company/founder-by-heart", "mem", right, ("founder",)),
    Wanted("company/memory-against-context", "contra", repeats_its_memory, (), 0.8),
    Wanted("company/context-against-memory", "contra", believes_the_contexts),
    Wanted("company/one-right-one-wrong", "two", one_of_two_wrong, temperature=0.8, form="pair", pick=2),
    Wanted("company/needless-refusal", "one", refuses_needlessly, pick=3),
    Wanted("company/no-contexts", "mem_q", repeats_its_memory),
    Wanted("records/phone-number", "pii", right, ("phone",), pick=1),
    Wanted("records/similar-case", "sim", similar_case),
]


def in_domain(example: dict, folder: str) -> bool:
    return folder == "records" or example["ent"].dom == folder


def ask(source: prototype.Prototype, rng: random.Random, kind: str) -> dict:
    if kind == "mem_q":  # of the world itself: a memorised fact, without contexts
        example = source.world.build(rng, kind, source.answers.M)
        return example | {"docs": [], "facts": [], "true": example["ent"], "held": 0}
    return source.twins.make(rng, kind, "test")


def find(source: prototype.Prototype, wanted: Wanted, number: int) -> Answered:
    """The one to take from this example's own stream of questions."""
    rng, folder, left = random.Random(7000 + number), wanted.file.split("/")[0], wanted.pick
    for attempt in range(20_000):
        example = ask(source, rng, wanted.kind)
        prompt = source.prompt(example["sys"], example["docs"], example["q"])
        about = not wanted.attributes or set(example["attrs"]) == set(wanted.attributes)
        if len(prompt) > LONGEST_PROMPT or not in_domain(example, folder) or not about:
            continue
        [text] = source.generate([prompt], wanted.temperature, attempt)
        one = Answered(example, text, [sentence["label"] for sentence in sentences(source, example, text)], source)
        if wanted.fits(one):
            if left == 0:
                return one
            left -= 1
    raise LookupError(f"no question for {wanted.file} among 20,000")


def reference(one: Answered) -> str:
    """What a faithful answer says; empty where there is more than one."""
    world, example = one.source.world, one.example
    if example["kind"] == "sim":
        return ""
    parts = []
    for attribute in example["attrs"]:
        value = one.stated(attribute)
        forms = world.PII[attribute][2] if attribute in world.PII else world.D[example["ent"].dom]["attrs"][attribute][3]
        told = forms[0].replace("{E}", one.entity).replace("{v}", value or "")
        parts.append(told if value else f"The {world.LABEL[attribute]} of {one.entity} is not stated.")
    return " ".join(parts)


def head(members: dict[str, str]) -> str:
    return "---\n" + "".join(f"{name}: {value}\n" for name, value in members.items()) + "---\n\n"


def files(wanted: Wanted, one: Answered) -> dict[str, str]:
    """File name and text of one example."""
    folder, name = wanted.file.split("/")
    contexts = [(f"Context {CONTEXT_NAMES[folder]}-{number}", text) for number, text in enumerate(one.example["docs"], 1)]
    asked = [("System", one.example["sys"]), ("Query", one.example["q"]), *contexts]
    answered = [] if wanted.form == "unanswered" else [("Response", one.text)]
    expected = [("Reference", text)] if (text := reference(one)) else []

    def written(sections: list[tuple[str, str]]) -> str:
        return "\n\n".join(f"## {title}\n\n{text}" for title, text in sections) + "\n"

    if wanted.form == "pair":  # the front matter of a .prompt.md belongs to other tools too, and a pair has no place for a reference
        return {f"{wanted.file}.prompt.md": written(asked), f"{wanted.file}.response.md": head({"model": "demo"}) + one.text + "\n"}
    how = [] if wanted.form == "unanswered" else ["greedy" if wanted.temperature == 0 else f"temperature-{wanted.temperature}"]
    members = {"id": name} | ({} if wanted.form == "unanswered" else {"model": "demo"}) | {"tags": f"[{', '.join([folder, *how])}]"}
    return {f"{wanted.file}.rag.md": head(members) + written(asked + answered + expected)}


def main(prototypes: Path, out: Path) -> None:
    source = prototype.load(prototypes)
    for number, wanted in enumerate(WANTED):
        one = find(source, wanted, number)
        for file, text in files(wanted, one).items():
            (out / file).parent.mkdir(parents=True, exist_ok=True)
            (out / file).write_text(text, encoding="utf-8", newline="\n")
        print(f"{wanted.file}: {' '.join(one.labels)} | {one.example['q']} | {one.text}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
