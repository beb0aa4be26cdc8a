"""Prints the expected values of roc-curve.test.ts, precision-recall-curve.test.ts, precision-at.test.ts, kolmogorov-smirnov.test.ts,
conformal-threshold.test.ts and dkw-band.test.ts. Needs scikit-learn and scipy.

    python make_detection_oracle.py
"""
import numpy as np
import scipy
import sklearn
from scipy.stats import beta, ks_2samp
from sklearn.metrics import precision_recall_curve, roc_curve

print("scikit-learn", sklearn.__version__, "scipy", scipy.__version__)

# Sixty scores on a grid, so that many are equal; the same formula stands in grid-scores.ts.
index = np.arange(60)
scores = (index * 37 % 23) / 8 - 1
labels = ((index * 29 % 31) + (index * 37 % 23) / 2 > 21).astype(int)

fpr, tpr, thresholds = roc_curve(labels, scores, drop_intermediate=False)
print("roc")
for point in zip(thresholds, fpr, tpr):
    print("\t", [float(x) for x in point])
for target in (0.5, 0.9, 0.95, 1):
    print("least fpr at", target, repr(float(fpr[tpr >= target].min())))
precision, recall, thresholds = precision_recall_curve(labels, scores)
print("precision-recall")
for point in zip(thresholds, precision, recall):
    print("\t", [float(x) for x in point])

# Precision at k: the mean over random orders of equal scores, for its size only.
random = np.random.default_rng(1)
for k in (1, 3, 10, 25, 60):
    means = [labels[np.lexsort((random.random(60), -scores))][:k].mean() for _ in range(20_000)]
    print("precision at", k, "about", float(np.mean(means)))

for name, a, b in [
    ("grid by class", scores[labels == 1], scores[labels == 0]),
    ("no ties", index[:12] * 1.1 + 0.3, index[:17] * 0.7),
    ("far apart", index[:20] + 0.5, index[:30] + 14.25),
    ("apart", index[:9], index[:7] + 100),
    ("same", index[:5], index[:5]),
]:
    for method in ("exact", "asymp"):
        found = ks_2samp(a, b, method=method)
        print("ks", name, method, repr(float(found.statistic)), repr(float(found.pvalue)))
# Beyond what is counted exactly.
large = ks_2samp(np.arange(2500) * 1.03 + 0.1, np.arange(2100) * 1.2 + 0.2, method="exact")
asymptotic = scipy.special.kolmogorov(large.statistic * np.sqrt(2500 * 2100 / 4600))
print("ks large", repr(float(large.statistic)), "exact", repr(float(large.pvalue)), "Kolmogorov", repr(float(asymptotic)))

print("realised rate of rank 5 in 99", [float(beta.ppf(p, 5, 95)) for p in (0.025, 0.975)])
for n, confidence in ((50, 0.95), (500, 0.9)):
    # Massart's bound 2 exp(-2 n e^2) = 1 - confidence, solved by bisection.
    print("dkw", n, confidence, repr(float(scipy.optimize.brentq(lambda e: 2 * np.exp(-2 * n * e * e) - (1 - confidence), 0, 1, xtol=1e-15))))
