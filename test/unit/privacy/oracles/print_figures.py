"""Prints what autodp, dp-accounting and OpenDP say of the steps in accountant.test.ts and renyi-curves.test.ts, and scipy of chi-square tails.

    python3 -m venv ENVIRONMENT && ENVIRONMENT/bin/pip install -r test/unit/privacy/oracles/requirements.txt
    ENVIRONMENT/bin/python test/unit/privacy/oracles/print_figures.py

None of them is the measure by itself: opendp/opendp#2911 reports a noisy maximum there that spends four times what it claims.
"""
import math
import warnings

warnings.filterwarnings("ignore")

import numpy as np
import opendp.prelude as dp
from autodp import rdp_bank
from autodp.autodp_core import Mechanism
from autodp.transformer_zoo import Composition
from dp_accounting import dp_event
from dp_accounting.pld import privacy_loss_distribution as pld
from scipy.stats import chi2

dp.enable_features("contrib", "idealized-numerics")
DELTA = 1e-5


def autodp_epsilon(curves):
    """Of (curve, count) pairs, by their Renyi curves alone."""
    mechanisms = []
    for curve, _ in curves:
        mechanism = Mechanism()
        mechanism.name, mechanism.params = "step", {}
        mechanism.propagate_updates(curve, "RDP")
        mechanisms.append(mechanism)
    return Composition()(mechanisms, [count for _, count in curves]).get_approxDP(DELTA)


def pure(epsilon):
    return lambda alpha: rdp_bank.RDP_pureDP({"eps": epsilon}, alpha)


def exponential(epsilon):
    """autodp's exponential mechanism: epsilon²/8 zCDP."""
    return lambda alpha: rdp_bank.RDP_zCDP({"rho": epsilon**2 / 8, "xi": 0}, alpha)


def svt(scale, reports):
    # So long that the bound that depends on the number of queries never is the least.
    return lambda alpha: rdp_bank.RDP_svt_laplace({"b": scale, "k": 1e300, "c": reports}, alpha)


def pld_epsilon(pairs):
    """Of (epsilon, delta, count): the worst pair of (epsilon, delta)-DP, on a pessimistic grid."""
    whole = None
    for epsilon, delta, count in pairs:
        one = pld.from_privacy_parameters(
            pld.common.DifferentialPrivacyParameters(epsilon, delta), value_discretization_interval=1e-4
        ).self_compose(count)
        whole = one if whole is None else whole.compose(one)
    return whole.get_epsilon_for_delta(DELTA)


def opendp_epsilon(rho):
    """zCDP as OpenDP turns it into (epsilon, delta)."""
    measurement = dp.m.make_gaussian(dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float), 1.0)
    distance = math.sqrt(2 * rho)
    return dp.c.make_zCDP_to_approxDP(measurement).map(distance).epsilon(DELTA)


print("epsilon at delta = 1e-5")
for epsilon, count in [(0.05, 200), (0.2, 48), (0.5, 8), (1.0, 2), (0.01, 5000)]:
    print(f"{count} x {epsilon}")
    print("\tpure: autodp", autodp_epsilon([(pure(epsilon), count)]), "dp-accounting PLD", pld_epsilon([(epsilon, 0, count)]),
          "OpenDP zCDP", opendp_epsilon(count * epsilon**2 / 2))
    print("\texponential mechanism: autodp", autodp_epsilon([(exponential(epsilon), count)]), "OpenDP zCDP", opendp_epsilon(count * epsilon**2 / 8))
print("mixed, 30 x 0.1 pure and 40 x 0.15 exponential: autodp", autodp_epsilon([(pure(0.1), 30), (exponential(0.15), 40)]))
print("mixed, 60 x (0.1, 1e-8) and 20 x 0.1 pure: dp-accounting PLD", pld_epsilon([(0.1, 1e-8, 60), (0.1, 0, 20)]))

print("Renyi divergences")
for alpha in (1.5, 2, 8, 64):
    print(f"\torder {alpha}: pure 0.5", rdp_bank.RDP_pureDP({"eps": 0.5}, alpha),
          "sparse vector, threshold 0.2, 4 reports of 0.2 each", rdp_bank.RDP_svt_laplace({"b": 5.0, "k": 1e300, "c": 4}, alpha))
    # Bounded range: the worst pair of Dong, Durfee and Rogers (2020) on a fine grid of t, in float64.
    epsilon = 0.5
    t = np.linspace(0, epsilon, 2_000_001)[1:-1]
    p = (np.exp(-t) - np.exp(-epsilon)) / (1 - np.exp(-epsilon))
    q = np.exp(t) * p
    moments = np.logaddexp(alpha * np.log(p) + (1 - alpha) * np.log(q), alpha * np.log1p(-p) + (1 - alpha) * np.log1p(-q))
    print("\t\tbounded range 0.5", float(np.max(moments)) / (alpha - 1))

print("chi-square tails")
for statistic, degrees in [(3.84, 1), (50, 9), (80, 20), (12, 30), (250, 120)]:
    print(f"\t{statistic} of {degrees}:", chi2.sf(statistic, degrees))
