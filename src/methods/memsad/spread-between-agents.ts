/** Agents that share a memory: not reached, passing it on, cleared. Shares of all, or counts. */
export interface SirState {
	readonly susceptible: number;
	readonly infected: number;
	readonly recovered: number;
}

/** A step each. */
export interface SirRates {
	/** How many an infected agent reaches, β. */
	readonly transmission: number;
	/** Share of the infected that is cleared, γ, in `[0, 1]`. */
	readonly recovery: number;
}

/**
 * The discrete SIR model (MEMSAD, definition 23): `S' = S − βSI/N`, `I' = I + βSI/N − γI`, `R' = R + γI`. No more are reached than there are.
 * @returns the beginning and each step, `[steps + 1]`
 */
export function sirSteps(begin: SirState, { transmission, recovery }: SirRates, steps: number): SirState[] {
	const all = begin.susceptible + begin.infected + begin.recovered;
	const states = [begin];
	for (let step = 0; step < steps; step++) {
		const { susceptible, infected, recovered } = states.at(-1)!;
		const reached = Math.min(susceptible, (transmission * susceptible * infected) / all);
		const cleared = recovery * infected;
		states.push({ susceptible: susceptible - reached, infected: infected + reached - cleared, recovered: recovered + cleared });
	}
	return states;
}

/**
 * Share of agents that are reached in the end: `1 − s_∞` with the least root of `s_∞ = s_0 exp(−(β/γ)(1 − s_∞ − r_0))`, which the paper has for `s_0 = 1`. It is
 * of the model in continuous time: steps overshoot it, the more the larger they are.
 * @param begin shares, that add up to 1
 */
export function finalSize({ susceptible: s0, recovered: r0 }: SirState, { transmission, recovery }: SirRates): number {
	// Nobody is ever cleared: all are reached, where there is anybody to reach them.
	if (recovery === 0) return transmission > 0 && 1 - s0 - r0 > 0 ? 1 : 1 - s0;
	const ratio = transmission / recovery;
	const left = (s: number): number => s0 * Math.exp(-ratio * (1 - s - r0)) - s;
	// Convex: above 0 at 0, and falling up to where its slope is 0; the least root lies before that.
	const turn = ratio > 0 && s0 > 0 ? 1 - r0 - Math.log(ratio * s0) / ratio : s0;
	let [low, high] = [0, Math.max(0, Math.min(s0, turn))];
	for (let i = 0; i < 100; i++) {
		const middle = (low + high) / 2;
		if (left(middle) > 0) low = middle;
		else high = middle;
	}
	return 1 - (low + high) / 2;
}

/** Rates where what arrives is looked at and taken out by a detector: `γ + TPR · β`, at most 1. */
export function withQuarantine({ transmission, recovery }: SirRates, truePositiveRate: number): SirRates {
	return { transmission, recovery: Math.min(1, recovery + truePositiveRate * transmission) };
}
