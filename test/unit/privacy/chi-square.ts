import assert from 'node:assert/strict';

/** Chance of a false alarm of one test, as OpenDP tests its samplers: on 60,000 draws. */
export const alpha = 1e-6;
export const draws = 60_000;

/** `P(X >= x)` of a chi-square variable, by the series of the incomplete gamma function or its continued fraction. */
export function chiSquareTail(x: number, degrees: number): number {
	const [a, z] = [degrees / 2, x / 2];
	if (z <= 0) return 1;
	const front = Math.exp(a * Math.log(z) - z - logGamma(a));
	if (z < a + 1) {
		let term = 1 / a;
		let sum = term;
		for (let n = 1; term > sum * 1e-17; n++) {
			term *= z / (a + n);
			sum += term;
		}
		return 1 - front * sum;
	}
	// Lentz.
	let b = z + 1 - a;
	let c = 1e300;
	let d = 1 / b;
	let fraction = d;
	for (let i = 1; i < 1000; i++) {
		const numerator = -i * (i - a);
		b += 2;
		d = 1 / (numerator * d + b);
		c = b + numerator / c;
		fraction *= c * d;
		if (Math.abs(c * d - 1) < 1e-16) break;
	}
	return front * fraction;
}

/** Of a multiple of 1/2: products down from it. */
function logGamma(a: number): number {
	let [at, sum] = [a, 0];
	while (at > 1) {
		at -= 1;
		sum += Math.log(at);
	}
	return at === 0.5 ? sum + Math.log(Math.PI) / 2 : sum;
}

/** Fails unless counts could come from these probabilities (which add up to 1): outcomes of fewer than 10 expected draws are counted together. */
export function assertDrawnFrom(counts: readonly number[], probabilities: readonly number[], what: string): void {
	assert.equal(counts.length, probabilities.length);
	const total = counts.reduce((sum, n) => sum + n, 0);
	assert.ok(Math.abs(probabilities.reduce((sum, p) => sum + p, 0) - 1) < 1e-9, `${what}: probabilities add up to 1`);
	const [rare, cells]: [[number, number], [number, number][]] = [[0, 0], []];
	for (const [i, p] of probabilities.entries()) {
		if (p * total >= 10) cells.push([counts[i]!, p * total]);
		else {
			rare[0] += counts[i]!;
			rare[1] += p * total;
		}
	}
	if (rare[1] >= 10) cells.push(rare);
	// Too few to be compared: still not more than a few.
	else assert.ok(rare[0] <= 60, `${what}: ${rare[0]} draws of outcomes of which ${rare[1]} are expected`);
	const statistic = cells.reduce((sum, [seen, expected]) => sum + (seen - expected) ** 2 / expected, 0);
	const tail = chiSquareTail(statistic, Math.max(1, cells.length - 1));
	assert.ok(tail > alpha, `${what}: chi-square ${statistic} of ${cells.length} outcomes, p = ${tail}`);
}

/** How often each outcome comes of `draws` draws, as an array of `size`. */
export function tally(size: number, draw: () => number): number[] {
	const counts = Array.from({ length: size }, () => 0);
	for (let i = 0; i < draws; i++) counts[draw()]!++;
	return counts;
}
