/**
 * The bound of `KL((1 − η) P_para + η Q ‖ P_para)` that holds: `ln(1 + η² χ²(Q ‖ P_para))`, nats (docs/methods/repcs.md; KL never exceeds
 * `ln(1 + χ²)`, and `χ²` of the mixture is `η² χ²` of `Q`). The paper's `η² / (2(1 − η))` (Theorem III.2) needs `χ² <= 1`, which language
 * models do not keep. It says nothing about a `P_rag` that is no such mixture.
 * @param eta `η`, in `[0, 1]`
 * @param renyi `D₂(Q ‖ P_para) = ln(1 + χ²(Q ‖ P_para))`, nats, `>= 0`
 * @throws RangeError outside these ranges.
 */
export function mixtureBound(eta: number, renyi: number): number {
	if (!(eta >= 0 && eta <= 1) || !(renyi >= 0)) throw new RangeError(`a mixture weight of ${eta} with a divergence of ${renyi}`);
	if (eta === 0) return 0;
	// χ² may overflow where η² χ² does not, and from about e⁴⁰ on the 1 is lost beside it.
	const log = 2 * Math.log(eta) + renyi;
	if (log > 40) return log;
	return Math.log1p(renyi > 1 ? Math.exp(log) - eta * eta : eta * eta * Math.expm1(renyi));
}
