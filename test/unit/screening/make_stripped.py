"""Writes stripped.json: what strip_mask_markers of docs/query-screening.md leaves of texts. Needs nothing but Python.

    python make_stripped.py
"""
import hashlib
import json
import random
import re
from pathlib import Path

here = Path(__file__).parent
docs = (here / "../../../docs/query-screening.md").read_text("utf8")
source = next(block for block in re.findall(r"```python\n(.*?)```", docs, re.S) if "def strip_mask_markers" in block)
scope = {}
exec(source, scope)

texts = """
[MASK]|[Mask_1] pays|<mask>|<mask_3> of|[MASK 12]|{{mask}}|(masked)|a <|mask|> b|<extra_id_0>|[[blank]]|x _ y|____|[ MASK-7 ]
(blank:3)|[mask##1]|<MAſK>|<masK>|[mask0000001]|__init__ and snake_case|_private|wear a mask  (an FFP2 mask)|[masking] <masks>
a [1] b|  indented |ä_ö|é__|٣_٣|½_ and ² _|日本_|e\u0301_|\u00a0[MASK]\u00a0|a\t\t[MASK]\t b|[MASK]\n\n____\n|[mask_\u0661]
""".strip("\n").replace("\n", "|").split("|")
# The one that has bars of its own.
texts += ["a <|mask|> b", "", " ", "_", "fill in:\n[MASK_1] pays [MASK_2] ____.\n"]
draw = random.Random(1)
parts = ["[MASK", "]", "<mask", "_3", ">", "__", "_", " ", "a", "[MASK]", "\n", "{", "|", "blank", "-", "12", "ä", "\t", ".", "<extra_id_", "é", "²"]
texts += ["".join(draw.choice(parts) for _ in range(draw.randrange(1, 14))) for _ in range(400)]

out = {"source": hashlib.sha256(source.encode()).hexdigest(), "cases": [[text, scope["strip_mask_markers"](text)] for text in texts]}
(here / "stripped.json").write_text(json.dumps(out, indent="\t") + "\n")
print(sum(before != after for before, after in out["cases"]), "of", len(texts), "change")
