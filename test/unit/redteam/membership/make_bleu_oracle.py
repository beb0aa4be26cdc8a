"""Writes bleu-oracle.json: sentence BLEU by sacrebleu 2.4.3 (`pip install sacrebleu==2.4.3`), on texts that are tokens already."""

import json
from pathlib import Path

from sacrebleu.metrics import BLEU

CASES = [
    ("the cat sat on the mat", "the cat sat on the mat"),
    ("the cat sat on the mat", "the cat is on the mat"),
    ("the the the the", "the cat is on the mat"),
    ("a b", "a b c d e f"),
    ("on the mat the cat sat", "the cat sat on the mat by the door"),
    ("x y z", "a b c"),
    ("one", "one"),
    ("list", "list the files of a directory"),
    ("she had five of the seven parts and no more of them than that", "he had three of the seven parts and no more than that of them"),
]

bleu = BLEU(tokenize="none", smooth_method="exp", effective_order=True)
rows = [{"candidate": c, "reference": r, "bleu": bleu.sentence_score(c, [r]).score / 100} for c, r in CASES]
Path(__file__).with_name("bleu-oracle.json").write_text(json.dumps(rows, indent="\t") + "\n")
