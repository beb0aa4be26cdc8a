"""Writes golden.json: what the Python of docs/query-screening.md says of 10,000 cases that twin-cases.ts makes, too. Needs numpy.

    python make_golden.py
"""
import base64
import hashlib
import json
import re
from pathlib import Path

import numpy as np

here = Path(__file__).parent
source = re.search(r"```python\n(.*?)```", (here / "../../../docs/query-screening.md").read_text("utf8"), re.S)[1]
scope = {}
exec(source, scope)

rules = ["empirical", "skew", "gumbel", "exact"]


def seeded(seed):
    """seededRandom of src/statistics/random.ts, in whole numbers of 32 bits."""
    state = seed
    while True:
        state = mixed = (state + 0x9E3779B9) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 15)) * 0x735A2D97) & 0xFFFFFFFF
        yield mixed ^ (mixed >> 15)


def unit(row):
    """Of small whole numbers, whose squares add up exactly: the same float32 in every language."""
    return (np.array(row, float) / np.sqrt(float(sum(x * x for x in row)))).astype(np.float32)


def packed(values, kind):
    return base64.b64encode(np.ascontiguousarray(values, kind).tobytes()).decode()


def corpus(seed):
    draw = seeded(seed)
    below = lambda n: next(draw) % n
    d = 2 + below(23)
    n = 1 + below(8) if seed % 5 == 0 else 1 + below(400)
    tilt = below(3) * 60
    rows = []
    for i in range(n):
        # A copy now and then; and corpora of which all but one are alike.
        if i > 1 and (seed % 7 == 0 or below(20) == 0):
            rows.append(rows[1])
            continue
        rows.append([below(201) - 100 + tilt + (1 if k == 0 else 0) * 300 for k in range(d)])
    queries = []
    for _ in range(50):
        kind, of = below(4), rows[below(n)]
        noise = [below(201) - 100 + tilt + (1 if k == 0 else 0) for k in range(d)]
        # At random; a document; near to one.
        queries.append(noise if kind < 2 else of if kind == 2 else [3 * a + b for a, b in zip(of, noise)])
    sampled = max(1, n - below(4)) if seed % 3 else n // 2
    return d, np.array([unit(r) for r in rows]), [unit(q) for q in queries], sampled


hides, thresholds = [], []
for seed in range(200):
    d, documents, queries, sampled = corpus(seed)
    wide = documents.astype(float)
    mean = wide.mean(axis=0)
    scatter = (wide - mean).T @ (wide - mean)
    for at, query in enumerate(queries):
        moments = {
            "n": len(wide),
            "dimensions": d,
            "mean": packed(mean, "<f8"),
            "scatter": packed(scatter[np.triu_indices(d)], "<f8"),
            "sample": {"embeddings": packed(documents[:sampled], "<f4")},
            "threshold": {"rule": rules[at % 4], "rho": [0.05, 0.2][at % 3 == 0], "z": [2.5, 1.5, None][(at // 4) % 3]},
        }
        scores = (wide * query.astype(float)).sum(axis=1)
        order = np.argsort(-scores, kind="stable")[:4]
        said = scope["Screening"](moments).screen(query, [(int(i), float(scores[i])) for i in order], 3)
        hides.append(-1 if said["hide"] is None else said["hide"])
        thresholds.append(np.nan if said["threshold"] is None else said["threshold"])

out = {
    "numpy": np.__version__,
    "source": hashlib.sha256(source.encode()).hexdigest(),
    "cases": len(hides),
    "flagged": sum(hide >= 0 for hide in hides),
    "without": int(np.isnan(thresholds).sum()),
    "hides": packed(hides, "<i2"),
    "thresholds": packed(thresholds, "<f8"),
}
(here / "golden.json").write_text(json.dumps(out, indent="\t") + "\n")
print({key: out[key] for key in ("cases", "flagged", "without")})
