"""Writes oracle.json, the expected values of oracle.test.ts. Needs numpy and scipy.

    python make_oracle.py
"""
import json
import warnings

import numpy as np
import scipy
from scipy.stats import kurtosis, norm, normaltest, skew

# Two of the samples have fewer than 20 numbers, of which scipy warns.
warnings.filterwarnings("ignore")


def rows(count, width, seed):
    """Unit rows in float32; the same formula stands in ../memsad/embeddings.ts."""
    i, k = np.arange(count)[:, None], np.arange(width)[None, :]
    raw = np.sin((i + 1) * 12.9898 * (seed + 1) + (k + 1) * (i + 3) * 0.7531 + k * 4.1) + 0.4
    return (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32).astype(np.float64)


documents, queries = rows(40, 24, 0), rows(6, 24, 1)
rho = 0.05


def screen(query):
    scores = documents @ query
    target = int(scores.argmax())
    others = np.delete(scores, target)
    mean, std, n = others.mean(), others.std(ddof=1), len(scores)
    w = norm.ppf((1 - rho) ** (1 / n))
    c, root = -np.log(-np.log(1 - rho)), np.sqrt(2 * np.log(n))
    return {
        "target": target,
        "max": scores[target],
        "mean": mean,
        "std": std,
        "skewness": skew(others),
        "gumbel": mean + std * root + c * std / root,
        "exact": mean + std * w,
        "skew": mean + std * (w + (w * w - 1) * skew(others) / 6),
        "p": normaltest(others).pvalue,
    }


# Lopsided, flat and heavy-tailed numbers; the same formulas stand in the test.
samples = [
    [np.exp(np.sin(i * 1.7)) for i in range(8)],
    [(i * 37 % 101) / 101 for i in range(101)],
    [((i * 37 % 101) / 101 - 0.3) ** 3 for i in range(101)],
    [np.exp((i * 611 % 2003) / 700) for i in range(2003)],
]


def error(values, resamples=20_000):
    """Standard error of the skewness by the bootstrap: the noise of resampling is below 1 %."""
    drawn = np.random.default_rng(1).choice(values, (resamples, len(values)))
    return skew(drawn, axis=1).std()


out = {
    "versions": {"numpy": np.__version__, "scipy": scipy.__version__},
    "queries": [screen(query) for query in queries],
    "samples": [{"skewness": skew(s), "kurtosis": kurtosis(s), "p": normaltest(s).pvalue} for s in samples],
    "error": error(samples[3], 4000),
    "maximum": [[n, r, norm.isf(-np.expm1(np.log1p(-r) / n))] for n in (3, 100, 10**6, 10**9) for r in (0.05, 0.001)],
}
with open("oracle.json", "w") as file:
    json.dump(out, file, indent="\t")
    file.write("\n")
