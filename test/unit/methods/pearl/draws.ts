import assert from 'node:assert/strict';
import type { TokenChoice } from '../../../../src/methods/pearl/gated-votes.ts';

/** Critical values of chi-square at 1e-6, by degrees of freedom (scipy.stats.chi2.isf). */
const critical = [NaN, 23.93, 27.63, 30.66, 33.38];

/** Draws agree with probabilities, of tokens or of breaking off (`redact`), by a chi-square test at 1e-6. */
export function mustBeDrawnAs(draw: () => TokenChoice, expected: Readonly<Record<string, number>>, draws = 20_000): void {
	const counts = new Map(Object.keys(expected).map((name) => [name, 0]));
	for (let i = 0; i < draws; i++) {
		const choice = draw();
		const name = choice.kind === 'token' ? String(choice.id) : choice.kind;
		assert.ok(counts.has(name), `${name} cannot be drawn`);
		counts.set(name, counts.get(name)! + 1);
	}
	let statistic = 0;
	for (const [name, p] of Object.entries(expected)) statistic += (counts.get(name)! - draws * p) ** 2 / (draws * p);
	assert.ok(statistic < critical[counts.size - 1]!, `${statistic}: ${JSON.stringify([...counts])}`);
}
