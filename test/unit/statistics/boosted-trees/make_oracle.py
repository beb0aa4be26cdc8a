"""Writes oracle.json: what XGBoost itself predicts, explains and trains. Needs xgboost, scikit-learn and numpy.

    python make_oracle.py

The data are those of synthetic_data.py, which the tests make again with synthetic-data.ts.
"""
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import xgboost
from sklearn.metrics import roc_auc_score

from synthetic_data import synthetic_data

here = Path(__file__).parent
common = {"objective": "binary:logistic", "nthread": 1, "seed": 7}


def written(booster):
    """The model as XGBoost writes it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        booster.save_model(path)
        return json.loads(path.read_text())


def numbers(array):
    return [[float(value) for value in row] if np.ndim(row) else float(row) for row in array]


def trained(kind, parameters, rounds, names=None):
    features, labels = synthetic_data(**kind)
    data = xgboost.DMatrix(features, labels, feature_names=names)
    return xgboost.train({**common, **parameters}, data, rounds)


def explained(name, kind, booster):
    """A model with its margins and contributions for the first rows of the data that it was trained on."""
    features, _ = synthetic_data(**{**kind, "rows": 25})
    rows = xgboost.DMatrix(features, feature_names=booster.feature_names)
    return {
        "name": name, "kind": kind, "model": written(booster),
        "margins": numbers(booster.predict(rows, output_margin=True)),
        "probabilities": numbers(booster.predict(rows)),
        "contributions": numbers(booster.predict(rows, pred_contribs=True)),
    }


def early_stopped(kind):
    features, labels = synthetic_data(**kind)
    half = len(labels) // 2
    classifier = xgboost.XGBClassifier(n_estimators=60, max_depth=2, learning_rate=0.8, early_stopping_rounds=2, n_jobs=1, eval_metric="auc")
    classifier.fit(features[:half], labels[:half], eval_set=[(features[half:], labels[half:])], verbose=False)
    return classifier.get_booster()


def grown(name, kind, parameters, rounds):
    """A model to be grown again, tree for tree: features have few values, and nothing is drawn by chance."""
    booster = trained(kind, {"tree_method": "hist", **parameters}, rounds)
    return {"name": name, "kind": kind, "parameters": parameters, "rounds": rounds, "model": written(booster)}


def judged(name, kind, parameters, rounds):
    """The area under the curve of a model on data that it was not trained on."""
    booster = trained(kind, {"tree_method": "hist", **parameters}, rounds)
    test = {**kind, "seed": kind["seed"] + 1, "rows": 4000}
    features, labels = synthetic_data(**test)
    auc = roc_auc_score(labels, booster.predict(xgboost.DMatrix(features)))
    return {"name": name, "kind": kind, "test": test, "parameters": parameters, "rounds": rounds, "auc": float(auc)}


some_missing = {"seed": 11, "rows": 500, "columns": 6, "levels": 0, "missing": 0.1}
complete = {"seed": 12, "rows": 500, "columns": 5, "levels": 0, "missing": 0}
coarse = {"seed": 13, "rows": 700, "columns": 7, "levels": 40, "missing": 0.1}
coarse_complete = {"seed": 14, "rows": 700, "columns": 7, "levels": 40, "missing": 0}
wide = {"seed": 15, "rows": 3000, "columns": 12, "levels": 0, "missing": 0.05}

oracle = {
    "xgboost": xgboost.__version__,
    "models": [
        explained("missing values", some_missing, trained(some_missing, {"max_depth": 5, "eta": 0.5}, 4)),
        explained("pruned nodes left in the arrays", complete, trained(complete, {"tree_method": "exact", "gamma": 3, "max_depth": 5}, 2)),
        explained("named features, weights, base score", complete, trained(
            complete, {"scale_pos_weight": 3, "base_score": 0.3, "alpha": 0.5, "lambda": 2, "max_depth": 3}, 3, [f"RAG_{i}" for i in range(5)])),
        explained("trees of one leaf", complete, trained(complete, {"gamma": 1e6, "base_score": 0.8}, 2)),
        explained("two features asked for again and again", {**some_missing, "columns": 5}, trained(
            {**some_missing, "columns": 5}, {"max_depth": 7, "min_child_weight": 0, "colsample_bytree": 0.4, "eta": 0.4}, 2)),
        explained("few leaves, grown where it pays", some_missing, trained(
            some_missing, {"grow_policy": "lossguide", "max_leaves": 7, "max_depth": 0, "subsample": 0.7}, 3)),
        explained("stopped early by scikit-learn's wrapper", some_missing, early_stopped(some_missing)),
    ],
    "grown": [
        grown("missing values", coarse, {"max_depth": 4, "eta": 0.3}, 4),
        grown("no missing values", coarse_complete, {"max_depth": 3, "eta": 0.7}, 6),
        grown("regularised and weighted", coarse, {
            "max_depth": 6, "eta": 0.2, "min_child_weight": 4, "lambda": 3, "alpha": 0.7, "gamma": 0.8, "scale_pos_weight": 2.5}, 3),
    ],
    "judged": [
        judged("plain", wide, {"max_depth": 5, "eta": 0.1}, 150),
        judged("all parameters", wide, {
            "max_depth": 4, "eta": 0.05, "min_child_weight": 5, "lambda": 4, "alpha": 1, "gamma": 0.5,
            "subsample": 0.7, "colsample_bytree": 0.5, "max_bin": 64, "scale_pos_weight": 2}, 200),
        judged("few samples", {**wide, "rows": 250}, {"max_depth": 3, "eta": 0.1}, 60),
    ],
}
(here / "oracle.json").write_text(json.dumps(oracle, separators=(",", ":")) + "\n")
