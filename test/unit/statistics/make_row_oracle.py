"""Prints the expected values of renyi-divergence.test.ts, mixture-sums.test.ts, least-divergence.test.ts and methods/repcs/influence.test.ts: what
RePCS needs of rows of logits, and of lists of log-probabilities. Needs scipy.

    python make_row_oracle.py
"""
import json

import numpy as np
import scipy
from scipy.optimize import lsq_linear, minimize
from scipy.special import rel_entr, softmax

print("scipy", scipy.__version__)


def rows(shift):
    """Three rows of logits that float32 holds exactly; the same formulas stand in oracle-rows.ts."""
    v = np.arange(50)
    return ((v * 37 + shift) % 23) / 4 - 1, ((v * 29 + shift) % 31) / 4, ((v * 17 + 3 * shift) % 19) / 2


def row_values(shift):
    p, p0, q = (softmax(row) for row in rows(shift))
    fit = lsq_linear((q - p0)[:, None], p - p0, bounds=(0, 1), tol=1e-14)
    return {
        "kl": rel_entr(p, p0).sum(),
        "cross": ((p - p0) * (q - p0)).sum(), "spread": ((q - p0) ** 2).sum(), "moved": ((p - p0) ** 2).sum(),
        "renyiContextOnly": np.log1p(((q - p0) ** 2 / p0).sum()), "renyiWithContext": np.log1p(((p - p0) ** 2 / p0).sum()),
        "eta": fit.x[0],
    }


for shift in (0, 5, 11):
    print("rows", shift, json.dumps(row_values(shift)))

# One weight for three positions: all their outcomes in one least-squares problem.
stacked = [np.concatenate(parts) for parts in zip(*[[softmax(row) for row in rows(shift)] for shift in (0, 5, 11)])]
fit = lsq_linear((stacked[2] - stacked[1])[:, None], stacked[0] - stacked[1], bounds=(0, 1), tol=1e-14)
moved = ((stacked[0] - stacked[1]) ** 2).sum()
print("eta of all", repr(fit.x[0]), "unexplained", repr(2 * fit.cost / moved))


def least_divergence(known_p, known_q, cap_p, cap_q):
    """Minimises KL(P || Q) over all that the lists leave open, by SLSQP from several starts."""
    both = [v for v in known_p if v in known_q]
    a = np.array([known_p[v] for v in known_p if v not in known_q])
    b = np.array([known_q[v] for v in known_q if v not in known_p])
    missing_p, missing_q = 1 - sum(known_p.values()), 1 - sum(known_q.values())
    fixed = sum(known_p[v] * np.log(known_p[v] / known_q[v]) for v in both)

    def split(z):
        return z[:len(a)], z[len(a):]

    def objective(z):
        x, y = split(z)
        return rel_entr(a, x).sum() + rel_entr(y, b).sum() + rel_entr(max(missing_p - y.sum(), 0), max(missing_q - x.sum(), 1e-300))

    best = np.inf
    for start in (0.1, 0.4, 0.9):
        z = np.concatenate([np.full(len(a), min(cap_q, missing_q / max(1, len(a))) * start), np.full(len(b), min(cap_p, missing_p / max(1, len(b))) * start)])
        found = minimize(objective, z, method="SLSQP", bounds=[(1e-12, cap_q)] * len(a) + [(1e-12, cap_p)] * len(b),
                         constraints=[{"type": "ineq", "fun": lambda z: missing_q - split(z)[0].sum()}, {"type": "ineq", "fun": lambda z: missing_p - split(z)[1].sum()}],
                         options={"ftol": 1e-15, "maxiter": 1000})
        if found.success:
            best = min(best, found.fun)
    return fixed + best


for name, known_p, known_q, cap_p, cap_q in [
    ("disjoint, no caps", {"a": 0.7, "b": 0.2}, {"c": 0.5, "d": 0.1}, 1, 1),
    ("disjoint, capped", {"a": 0.7, "b": 0.2}, {"c": 0.5, "d": 0.1}, 0.2, 0.1),
    ("one capped, one free", {"a": 0.6, "b": 0.05, "s": 0.1}, {"s": 0.3, "c": 0.3, "d": 0.02}, 0.05, 0.02),
    ("buckets exhausted", {"a": 0.5, "b": 0.4}, {"c": 0.5, "d": 0.4}, 1, 1),
    ("like lists", {"a": 0.4, "b": 0.3, "c": 0.1}, {"a": 0.3, "b": 0.35, "d": 0.15}, 0.1, 0.15),
]:
    print("least", name, repr(least_divergence(known_p, known_q, cap_p, cap_q)))
