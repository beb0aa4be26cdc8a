"""A trained checkpoint (training/train.py's model.pt) in PyTorch: float32 as it was trained, which writes, and float64, which scores."""
import sys
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "training"))

from data import ANSWER, ASK, BEGIN, DOCUMENT, END, SYSTEM
from model import Decoder, Shape, rotary
from tokenizer import MARKERS, byte_alphabet

LONGEST_ANSWER = 128
"""Tokens; an answer to three questions has some 70."""


@dataclass(frozen=True)
class Checkpoint:
    tokenizer: Tokenizer
    model: Decoder  # float32
    exact: Decoder  # float64, rotary tables too

    def encode(self, text: str) -> list[int]:
        """As in training: every segment by itself, behind one space."""
        return self.tokenizer.encode(" " + text, add_special_tokens=False).ids

    def prompt(self, system: str, contexts: list[str], query: str, before: list[tuple[str, str]] | None = None) -> list[int]:
        """Token ids up to and with the marker that opens the answer; `before` holds the earlier questions with their answers."""
        ids = [BEGIN, SYSTEM, *self.encode(system)]
        for text in contexts:
            ids += [DOCUMENT, *self.encode(text)]
        for asked, answered in before or []:
            ids += [ASK, *self.encode(asked), ANSWER, *self.encode(answered), END]
        return [*ids, ASK, *self.encode(query), ANSWER]

    @torch.no_grad()
    def logits(self, ids: list[int]) -> Tensor:
        """`[T, V]` in float64; row i predicts token i + 1."""
        return self.exact(torch.tensor([ids]))

    @torch.no_grad()
    def write(self, prompts: list[list[int]], temperature: float, seed: int) -> list[str]:
        """Answers without the space that follows the marker; 0 is greedy."""
        generator = torch.Generator().manual_seed(seed)
        answers = []
        for prompt in prompts:
            answer: list[int] = []
            while len(answer) < LONGEST_ANSWER and len(prompt) + len(answer) < self.model.shape.window:
                ids = [*prompt, *answer]
                row = self.model(torch.tensor([ids]), torch.tensor([len(ids) - 1]))[0]
                token = int(row.argmax() if temperature == 0 else torch.multinomial(torch.softmax(row / temperature, -1), 1, generator=generator))
                if token == END:
                    break
                answer.append(token)
            answers.append(self.tokenizer.decode(answer).strip())
        return answers

    def pieces(self) -> list[bytes | None]:
        """The bytes of every id; none for the markers, which are not text."""
        byte_of = {character: byte for byte, character in enumerate(byte_alphabet())}
        texts = (self.tokenizer.id_to_token(id) for id in range(self.model.shape.vocabulary))
        return [None if text in MARKERS else bytes(byte_of[character] for character in text) for text in texts]


def load(checkpoint: Path, tokenizer: Path) -> Checkpoint:
    torch.set_num_threads(1)  # sums in one order, whatever the machine
    # weights_only=False would run code from the file; the checkpoint is a plain dictionary, so it need not be trusted.
    saved = torch.load(checkpoint, weights_only=True)
    shape = Shape(**saved["shape"])
    model, exact = Decoder(shape).eval(), Decoder(shape).double().eval()
    for network in (model, exact):
        network.load_state_dict(saved["state"])
    exact.cos, exact.sin = rotary(shape, dtype=torch.float64)
    return Checkpoint(Tokenizer.from_file(str(tokenizer)), model, exact)
