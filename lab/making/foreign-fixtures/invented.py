"""The texts of all fixtures: invented, with what is hard to place in them (quotation marks, line ends, characters beyond ASCII and the BMP)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """A question with its contexts, an answer, and what is right."""

    name: str
    question: str
    contexts: tuple[str, ...]
    answer: str
    reference: str


CASES = (
    Case(
        name="branch",
        question="When does the branch in Odelle close?",
        contexts=(
            "The branch in Odelle closes on 14 March 2024.",
            'The café "Plus"\nnext to it stays open. \U0001f914 | So does the library.',
        ),
        answer='It closes on 15 March 2024.\nThe café "Plus" stays open.',
        reference="On 14 March 2024.",
    ),
    Case(
        name="fee",
        question="What's the monthly fee of the Plus account?",
        contexts=("The monthly fee of the Plus account is 4.90 euros; it's due in May.", "A card costs 12 euros a year."),
        answer="The fee is 5.90 euros, and it's due in May.",
        reference="4.90 euros",
    ),
    Case(
        name="ward",
        question="Which ward treats tonsillitis?",
        contexts=("The usual ward for tonsillitis is ward 3.",),
        answer="Ward 3 treats tonsillitis.",
        reference="Ward 3",
    ),
)
