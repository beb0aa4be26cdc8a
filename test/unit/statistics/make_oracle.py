"""Prints the expected values of auc.test.ts, confusion.test.ts, normal.test.ts and bootstrap.test.ts. Needs scikit-learn and scipy.

    python make_oracle.py
"""
import numpy as np
import scipy
import sklearn
from scipy.stats import bootstrap, norm
from sklearn.metrics import f1_score, precision_score, recall_score, roc_auc_score

print("scikit-learn", sklearn.__version__, "scipy", scipy.__version__)

# Sixty scores on a grid, so that many are equal; the same formula stands in the tests.
index = np.arange(60)
scores = (index * 37 % 23) / 8 - 1
labels = ((index * 29 % 31) + (index * 37 % 23) / 2 > 21).astype(int)
print("positives", labels.sum(), "auc", repr(roc_auc_score(labels, scores)))
for threshold in (-0.5, 0.5, 1.625, 9):
    flagged = scores >= threshold
    print("threshold", threshold, [repr(float(measure(labels, flagged, zero_division=0))) for measure in (precision_score, recall_score, f1_score)])

for x in (-38, -12.5, -4.0001, -3.9999, -1.3, 0, 0.25, 2, 5.5):
    print("cdf", x, repr(float(norm.cdf(x))))
for p in (1e-300, 1e-9, 0.025, 0.3, 0.5, 0.9, 0.999999):
    print("quantile", p, repr(float(norm.ppf(p))))


class Resampled:
    """As much of scipy's BootstrapResult as it needs to make an interval of values that were resampled before."""

    def __init__(self, values):
        self.bootstrap_distribution = values


# A skewed sample and 'resampled' values by formula: with n_resamples=0 scipy makes its interval of exactly these.
sample = (index[:25] * 7 % 25 / 5) ** 2
resampled = sample.mean() + (np.arange(400) * 149 % 400 / 400 - 0.42) * 6 + (np.arange(400) * 149 % 400 / 400) ** 3
for method in ("BCa", "percentile"):
    for confidence in (0.95, 0.8):
        interval = bootstrap((sample,), np.mean, method=method, confidence_level=confidence, n_resamples=0, bootstrap_result=Resampled(resampled)).confidence_interval
        print(method, confidence, repr(float(interval.low)), repr(float(interval.high)))

# By scipy's own resampling, for the width: agrees within the noise of resampling only.
for method in ("BCa", "percentile"):
    interval = bootstrap((sample,), np.mean, method=method, n_resamples=200_000, batch=1000, random_state=np.random.default_rng(1)).confidence_interval
    print("resampled by scipy", method, float(interval.low), float(interval.high))
paired = bootstrap((labels, scores, -scores**2), lambda l, a, b, axis=-1: np.array(roc_auc_score(l, a) - roc_auc_score(l, b)), paired=True, vectorized=False,
                   method="percentile", n_resamples=20_000, random_state=np.random.default_rng(1)).confidence_interval
print("paired difference of areas", float(paired.low), float(paired.high), "value", roc_auc_score(labels, scores) - roc_auc_score(labels, -scores**2))
