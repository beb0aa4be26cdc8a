/** A distribution of which some outcomes are known. */
export interface PartlyKnown {
	/** `ln P` of the outcomes that are known. */
	readonly known: ReadonlyMap<string, number>;
	/** No other outcome is more probable than this: the last of a list of the most probable. Left out: nothing is known of them. */
	readonly cap?: number;
}

/** How much the known probabilities may add up to: they come rounded. */
const maxMass = 1.001;
/** Least mass that `Q` is taken to have outside of its list: what is missing to 1 may be rounding, and 0 would make divergences infinite. */
const minMissing = 1e-6;

/** Mass of the known outcomes, in `[0, 1]`. @throws RangeError when they add up to more than 1.001, or one is no log-probability. */
export function knownMass({ known }: PartlyKnown): number {
	let sum = 0;
	for (const logProbability of known.values()) {
		if (!(logProbability <= Math.log(maxMass))) throw new RangeError(`${logProbability} is no log-probability`);
		sum += Math.exp(logProbability);
	}
	if (sum > maxMass) throw new RangeError(`the known probabilities add up to ${sum}`);
	return Math.min(1, sum);
}

/**
 * The least `KL(P ‖ Q)`, nats, of any two distributions that agree with what is known: a lower bound of the divergence of those that the
 * lists come from. Each distribution's missing mass is one bucket, of which outcomes that only the other list names may take their part,
 * up to its cap. Never below what one gets by putting all outcomes that are not in both lists into one bucket (data processing
 * inequality).
 *
 * With `a_v`, `b_v` known of one list only and `ρ` the ratio of what is left in the buckets, the least divergence (convex; its KKT
 * conditions) has `Q(v) = min(cap_Q, a_v / ρ)` and `P(v) = min(cap_P, b_v ρ)`; a bucket that these exhaust leaves no `ρ`.
 * @throws RangeError as `knownMass`.
 */
export function leastDivergence(p: PartlyKnown, q: PartlyKnown): number {
	const missingP = 1 - knownMass(p);
	const missingQ = Math.max(minMissing, 1 - knownMass(q));
	const onlyP = exclusive(p, q);
	const onlyQ = exclusive(q, p);
	const [capP, capQ] = [Math.min(p.cap ?? 1, missingP), Math.min(q.cap ?? 1, missingQ)];
	const ofQ = (ratio: number): number[] => onlyP.map((a) => Math.min(capQ, a / ratio));
	const ofP = (ratio: number): number[] => onlyQ.map((b) => Math.min(capP, b * ratio));

	// Above `lowest` the buckets of Q, below `highest` those of P hold what is taken from them.
	const lowest =
		onlyP.length * capQ <= missingQ
			? 0
			: crossing((ratio) => missingQ - total(ofQ(ratio)), Math.min(...onlyP) / capQ, total(onlyP) / missingQ);
	const highest =
		onlyQ.length * capP <= missingP
			? Infinity
			: crossing((ratio) => total(ofP(ratio)) - missingP, missingP / total(onlyQ), capP / Math.min(...onlyQ));
	let [forQ, forP, rest] = [lowest, highest, 0];
	if (lowest <= highest) {
		const ratio = crossing(
			(r) => r * (missingQ - total(ofQ(r))) - (missingP - total(ofP(r))),
			Math.max(lowest, missingP / (total(onlyQ) + missingQ)),
			Math.min(highest, (missingP + total(onlyP)) / missingQ),
		);
		[forQ, forP] = [ratio, ratio];
		const left = missingP - total(ofP(ratio));
		if (left > 0) rest = left * Math.log(ratio);
	}
	return Math.max(0, shared(p, q) + divergence(onlyP, ofQ(forQ)) + divergence(ofP(forP), onlyQ) + rest);
}

/** `Σ P ln(P / Q)` over what both lists hold. */
function shared(p: PartlyKnown, q: PartlyKnown): number {
	return [...p.known].reduce((sum, [v, a]) => {
		const b = q.known.get(v);
		return b === undefined || a === -Infinity ? sum : sum + Math.exp(a) * (a - b);
	}, 0);
}

/** Probabilities above 0 of what only the first list holds. */
function exclusive(of: PartlyKnown, other: PartlyKnown): number[] {
	return [...of.known]
		.filter(([v]) => !other.known.has(v))
		.map(([, logProbability]) => Math.exp(logProbability))
		.filter((probability) => probability > 0);
}

function divergence(as: readonly number[], bs: readonly number[]): number {
	return as.reduce((sum, a, i) => (a > 0 ? sum + a * Math.log(a / bs[i]!) : sum), 0);
}

/** Where a function that is at most 0 at `low` and at least 0 at `high` crosses 0, to the last bits on a logarithmic scale. */
function crossing(f: (x: number) => number, low: number, high: number): number {
	for (let i = 0; i < 200 && low < high; i++) {
		// By the root of either: their product may underflow.
		const middle = low > 0 ? Math.sqrt(low) * Math.sqrt(high) : high / 2;
		if (middle <= low || middle >= high) break;
		if (f(middle) < 0) low = middle;
		else high = middle;
	}
	return high;
}

function total(values: readonly number[]): number {
	return values.reduce((sum, x) => sum + x, 0);
}
