/** Probabilities of each outcome with a document and without it. */
export type Pair = readonly { readonly p: number; readonly q: number }[];

/** The worst pair of a pure ε-DP step: randomized response. */
export function purePair(epsilon: number): Pair {
	const heads = 1 / (1 + Math.exp(-epsilon));
	return [
		{ p: heads, q: 1 - heads },
		{ p: 1 - heads, q: heads },
	];
}

/** A worst pair of a step of bounded range ε (Dong, Durfee, Rogers 2020): log ratios `−t` and `ε − t`, `0 < t < ε`. */
export function boundedRangePair(epsilon: number, t: number): Pair {
	const p = (Math.exp(-t) - Math.exp(-epsilon)) / -Math.expm1(-epsilon);
	const q = Math.exp(t) * p;
	return [
		{ p, q },
		{ p: 1 - p, q: 1 - q },
	];
}

/** Released or not, with these probabilities. */
export function coinPair(p: number, q: number): Pair {
	return [
		{ p, q },
		{ p: 1 - p, q: 1 - q },
	];
}

/** `count` independent runs of a pair of two outcomes: by how often the first comes. */
export function repeated([first, second]: Pair, count: number): Pair {
	const choose: number[] = [1];
	for (let i = 1; i <= count; i++) choose.push((choose[i - 1]! * (count - i + 1)) / i);
	return choose.map((ways, i) => ({
		p: ways * first!.p ** i * second!.p ** (count - i),
		q: ways * first!.q ** i * second!.q ** (count - i),
	}));
}

/** Independent runs of all pairs: every combination of their outcomes. */
export function together(pairs: readonly Pair[]): Pair {
	return pairs.reduce<Pair>((all, pair) => all.flatMap((a) => pair.map((b) => ({ p: a.p * b.p, q: a.q * b.q }))), [{ p: 1, q: 1 }]);
}

export function mirrored(pair: Pair): Pair {
	return pair.map(({ p, q }) => ({ p: q, q: p }));
}

/** Least δ for which a pair is (ε, δ)-close in this direction: the whole distribution of the privacy loss, summed up. */
function exactDelta(pair: Pair, epsilon: number): number {
	return pair.reduce((sum, { p, q }) => sum + Math.max(0, p - Math.exp(epsilon) * q), 0);
}

/** Least ε for which a pair is (ε, δ)-close in both directions, by bisection. */
export function exactEpsilon(pair: Pair, delta: number): number {
	const close = (epsilon: number): boolean => exactDelta(pair, epsilon) <= delta && exactDelta(mirrored(pair), epsilon) <= delta;
	if (close(0)) return 0;
	let [low, high] = [0, 200];
	if (!close(high)) return Infinity;
	for (let i = 0; i < 60; i++) {
		const middle = (low + high) / 2;
		if (close(middle)) high = middle;
		else low = middle;
	}
	return low;
}
