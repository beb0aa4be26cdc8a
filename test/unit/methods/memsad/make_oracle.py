"""Writes oracle.json, the expected values of oracle.test.ts. Needs numpy, scipy and scikit-learn.

    python make_oracle.py
"""
import json

import numpy as np
import scipy
import sklearn
from scipy.optimize import brentq
from scipy.spatial.distance import jensenshannon
from scipy.special import logsumexp
from scipy.stats import binomtest, median_abs_deviation
from sklearn.covariance import LedoitWolf
from sklearn.neighbors import NearestNeighbors


def rows(count, width, seed):
    """Unit rows; the same formula stands in embeddings.ts."""
    i, k = np.arange(count)[:, None], np.arange(width)[None, :]
    raw = np.sin((i + 1) * 12.9898 * (seed + 1) + (k + 1) * (i + 3) * 0.7531 + k * 4.1) + 0.4
    return raw / np.linalg.norm(raw, axis=1, keepdims=True)


entries, queries, benign = rows(13, 24, 0), rows(11, 24, 1), rows(40, 24, 2)
product = entries @ queries.T
scores = benign @ queries.T
combined = 0.5 * scores.max(axis=1) + 0.5 * scores.mean(axis=1)

covariance = LedoitWolf().fit(benign)
few = LedoitWolf().fit(benign[:9])
distances, _ = NearestNeighbors(n_neighbors=10).fit(benign).kneighbors(entries)


def grams(text):
    counts = {}
    for at in range(max(1, len(text) - 2)):
        counts[text[at : at + 3]] = counts.get(text[at : at + 3], 0) + 1
    return counts


def divergence(a, b):
    a, b = grams(a), grams(b)
    members = sorted(a.keys() | b.keys())
    # scipy gives the square root, and makes distributions of counts.
    return jensenshannon([a.get(m, 0) for m in members], [b.get(m, 0) for m in members]) ** 2


def final_size(ratio, s0, r0):
    # The least root: below the place where the slope of s0 exp(-ratio (1 - s - r0)) - s is 0.
    f = lambda s: s0 * np.exp(-ratio * (1 - s - r0)) - s
    return 1 - brentq(f, 0, min(s0, 1 - r0 - np.log(ratio * s0) / ratio), xtol=1e-15)


out = {
    "versions": {"numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__},
    "max": product.max(axis=1).tolist(),
    "nearest": product.argmax(axis=1).tolist(),
    "mean": product.mean(axis=1).tolist(),
    "threshold": {
        "mean": combined.mean(),
        "deviation": combined.std(ddof=1),
        "median": np.median(combined),
        "mad": median_abs_deviation(combined, scale="normal"),
    },
    "energy": logsumexp(product / 0.5, axis=1).__mul__(0.5).tolist(),
    "mahalanobis": np.sqrt(covariance.mahalanobis(entries)).tolist(),
    "shrinkage": [covariance.shrinkage_, few.shrinkage_],
    "covariance": covariance.covariance_[3].tolist(),
    "neighbors": distances[:, 9].tolist(),
    "density": np.sort(benign @ benign.T - 9 * np.eye(40), axis=1)[:, -3:].mean(axis=1).tolist(),
    "divergence": [divergence("the agent reads mail", "an agent may send mail"), divergence("aaaa", "bbbb"), divergence("same", "same")],
    "binomial": [binomtest(k, n, p, alternative="greater").pvalue for k, n, p in [(9, 10, 0.05), (3, 40, 0.05), (60, 60, 0.05), (1, 5, 0.2)]],
    "finalSize": [final_size(r, s, q) for r, s, q in [(2, 0.99, 0), (1.2, 0.95, 0.01), (0.5, 0.9, 0), (4, 0.5, 0.4)]],
}
with open("oracle.json", "w") as file:
    json.dump(out, file, indent="\t")
    file.write("\n")
