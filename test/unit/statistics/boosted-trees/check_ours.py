"""Has XGBoost load a model of our trainer (ours.ts) and predict with it, and fails unless it predicts the same. Writes the model
(ours.json) and XGBoost's predictions (xgboost-on-ours.json), which the tests go on checking. Needs xgboost, numpy and the project's
Node; `node_modules/.bin/node`, or what NODE names.

    python check_ours.py
"""
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import xgboost

from synthetic_data import synthetic_data

here = Path(__file__).parent
node = os.environ.get("NODE", here.parents[3] / "node_modules/.bin/node")
ours = json.loads(subprocess.run([node, here / "ours.ts"], check=True, capture_output=True).stdout)
path = here / "ours.json"
path.write_text(ours["model"])

booster = xgboost.Booster(model_file=path)
features, _ = synthetic_data(seed=22, rows=40, columns=8, levels=0, missing=0.1)
rows = xgboost.DMatrix(features, feature_names=booster.feature_names)
theirs = {
    "margins": booster.predict(rows, output_margin=True),
    "probabilities": booster.predict(rows),
    "contributions": booster.predict(rows, pred_contribs=True),
}
tolerances = {"margins": 1e-6, "probabilities": 1e-6, "contributions": 1e-5}
print(f"xgboost {xgboost.__version__}: {booster.num_boosted_rounds()} rounds, best iteration {booster.best_iteration}, features {booster.feature_names}")
failed = False
for name, tolerance in tolerances.items():
    difference = np.abs(np.array(ours[name]) - theirs[name]).max()
    failed |= not difference <= tolerance
    print(f"{name}: largest difference {difference:.3g}, at most {tolerance}")

# What XGBoost makes of the model when it saves it must be the same model again.
saved = json.loads(booster.save_raw("json"))
trees = saved["learner"]["gradient_booster"]["model"]["trees"]
for mine, again in zip(json.loads(ours["model"])["learner"]["gradient_booster"]["model"]["trees"], trees, strict=True):
    for key in ("left_children", "right_children", "parents", "split_indices", "split_conditions", "default_left", "base_weights", "sum_hessian", "loss_changes"):
        failed |= not np.array_equal(np.array(mine[key], np.float32), np.array(again[key], np.float32))

(here / "xgboost-on-ours.json").write_text(json.dumps(
    {"xgboost": xgboost.__version__, **{name: np.asarray(values, np.float64).tolist() for name, values in theirs.items()}}, separators=(",", ":")) + "\n")
sys.exit("XGBoost does not read our model as we do" if failed else 0)
