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


def refuses(threshold):
    """Whether a threshold that nobody here knows is refused."""
    none = packed(np.zeros(2), "<f8")
    try:
        scope["Screening"]({"n": 3, "dimensions": 2, "mean": none, "scatter": packed(np.zeros(3), "<f8"), "sample": {"embeddings": ""}, "threshold": threshold})
    except ValueError:
        return True
    return False


def threshold_of(seed, at):
    """As `queries moments` writes one; only the empirical rule asks for its score."""
    turn = at // 4
    rule, rho = rules[at % 4], [0.05, 0.2][at % 3 == 0]
    if rule == "empirical" and turn % 2 == 1:
        # As of `lexical`. The second is that of copies.
        return {"rule": rule, "rho": rho, "z": [2.0 + seed % 9, 1e12, None][turn % 3], "score": "room"}
    z = [2.5, 1.5, None][turn % 3]
    # Files that were written before there were scores have none.
    return {"rule": rule, "rho": rho, "z": z} if turn % 4 == 0 else {"rule": rule, "rho": rho, "z": z, "score": "z" if rule == "empirical" else "room"}


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


hides, thresholds, rooms = [], [], 0
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
            "threshold": threshold_of(seed, at),
        }
        scores = (wide * query.astype(float)).sum(axis=1)
        order = np.argsort(-scores, kind="stable")[:4]
        said = scope["Screening"](moments).screen(query, [(int(i), float(scores[i])) for i in order], 3)
        rooms += said["hide"] is not None and moments["threshold"]["rule"] == "empirical" and moments["threshold"].get("score") == "room"
        hides.append(-1 if said["hide"] is None else said["hide"])
        thresholds.append(np.nan if said["threshold"] is None else said["threshold"])

known = {"rule": "empirical", "rho": 0.05, "z": 2.5, "score": "room"}
out = {
    "refuses": [refuses(one) for one in (known, {**known, "rule": "median"}, {**known, "score": "rank"}, {**known, "rule": "skew", "score": "rank"})],
    "room": rooms,
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
