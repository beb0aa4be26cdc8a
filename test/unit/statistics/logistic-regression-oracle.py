"""Prints the expected weights of logistic-regression.test.ts, by scikit-learn.

    python3 test/unit/statistics/logistic-regression-oracle.py
"""
import numpy as np
from sklearn.linear_model import LogisticRegression


def data():
    """The same rows as in the test: sines and cosines, so that no random generator need agree."""
    i = np.arange(200)
    X = np.stack([np.sin(i * 1.7) * 3 + 10, np.cos(i * 0.9) * .02 - .5, np.sin(i * i * .37)], 1)
    X = X.astype(np.float32).astype(np.float64)
    noise = np.sin(i * 12.9898) * 2
    y = ((X[:, 0] - 10) * .5 - (X[:, 1] + .5) * 60 + noise > .3).astype(int)
    return X, y


X, y = data()
Z = (X - X.mean(0)) / X.std(0)
for name, C in (('ridge 0', np.inf), ('ridge 1', 1.), ('ridge 20', .05)):
    m = LogisticRegression(C=C, tol=1e-14, max_iter=100000, solver='newton-cholesky').fit(Z, y)
    w = m.coef_[0] / X.std(0)
    print(name, (m.intercept_[0] - (w * X.mean(0)).sum()).item(), w.tolist(), 'P(row 7):', m.predict_proba(Z[7:8])[0, 1].item())
print('positives', y.sum())
