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
	/** How much of the infected is cleared, γ, at least 0. */
	readonly recovery: number;
}

/** How many others an infected agent reaches before it is cleared, where nobody has been reached yet: R₀ = β/γ. Below 1 an attack dies out. Infinite without recovery. */
export function reproductionNumber({ transmission, recovery }: SirRates): number {
	return transmission === 0 ? 0 : transmission / recovery;
}

/**
 * The discrete SIR model (MEMSAD, definition 23): `S' = S − βSI/N`, `I' = I + βSI/N − γI`, `R' = R + γI`. No more are reached than there are. More than all
 * infected cannot be cleared at once: with `γ > 1` a step is taken in equal parts, in each of which at most all are.
 * @returns the beginning and each step, `[steps + 1]`
 */
export function sirSteps(begin: SirState, { transmission, recovery }: SirRates, steps: number): SirState[] {
	const all = begin.susceptible + begin.infected + begin.recovered;
	const parts = Math.max(1, Math.ceil(recovery));
	const states = [begin];
	for (let step = 0; step < steps; step++) {
		let { susceptible, infected, recovered } = states.at(-1)!;
		for (let part = 0; part < parts; part++) {
			const reached = Math.min(susceptible, ((transmission / parts) * susceptible * infected) / all);
			const cleared = (recovery / parts) * infected;
			susceptible -= reached;
			infected += reached - cleared;
			recovered += cleared;
		}
		states.push({ susceptible, infected, recovered });
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

/** Rates where what is passed on is stored, and a detector takes it out: `γ_eff = γ + TPR · β` (MEMSAD, definition 23), which may be above 1. */
export function withQuarantine({ transmission, recovery }: SirRates, truePositiveRate: number): SirRates {
	return { transmission, recovery: recovery + truePositiveRate * transmission };
}
