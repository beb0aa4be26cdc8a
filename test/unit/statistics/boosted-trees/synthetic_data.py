"""Samples by a formula: the same numbers, bit for bit, as synthetic-data.ts makes."""
import math

import numpy as np


def synthetic_data(seed, rows, columns, levels, missing):
    state = seed

    def following():
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return state / 2**32

    features = np.empty((rows, columns), dtype=np.float32)
    labels = np.empty(rows, dtype=np.int64)
    for row in range(rows):
        for column in range(columns):
            is_missing = following() < missing
            value = following()
            features[row, column] = np.nan if is_missing else np.float32((value if levels == 0 else math.floor(value * levels) / levels) - 0.5)
        a, b, c, d, e = (0.0 if np.isnan(value) else float(value) for value in features[row, :5])
        step = -0.5 if np.isnan(features[row, 4]) else 0.5 if e > 0.1 else 0.0
        noise = following() + following() + following() - 1.5
        labels[row] = 1 if 2 * a - b + 6 * c * d + step + noise > 0 else 0
    return features, labels
