import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memsadMethod } from '../../../../src/analysis/calibration/memsad-method.ts';
import type { Measured } from '../../../../src/analysis/calibration/measure.ts';
import type { EntryItem, QueryItem } from '../../../../src/analysis/calibration/text-item.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { dot, randomRows, rowOf } from '../../methods/memsad/embeddings.ts';

const random = seededRandom(12);
const [entries, queries] = [randomRows(random, 40, 6), randomRows(random, 30, 6)];
const base64 = (row: Float32Array) => ({ float32: Buffer.from(row.buffer).toString('base64') });
const shared = (i: number) => ({ id: String(i), text: `text ${i}`, group: String(i), content: String(i), place: null });
/** All but one calibrate. */
const items = Array.from(
	{ length: entries.count },
	(_, i): Measured<EntryItem> => ({
		...shared(i),
		subject: 'entry',
		label: 'benign',
		split: i === 39 ? 'test' : 'train',
		numbers: { 'entry-embedding': base64(rowOf(entries, i)) },
	}),
);
const asked = Array.from(
	{ length: queries.count },
	(_, i): Measured<QueryItem> => ({
		...shared(i),
		subject: 'query',
		label: null,
		split: null,
		numbers: { 'query-embedding': base64(rowOf(queries, i)) },
	}),
);

async function fitted(set: Record<string, unknown>) {
	const options = { rule: 'mean-plus-deviations', ...set } as never;
	const { detector } = await memsadMethod.detectors[0]!.fit([...items, ...asked], { seed: 1, options, onProgress: () => undefined });
	return detector as {
		threshold: number;
		center: number;
		deviation: number;
		alpha?: number;
		criterion: object;
		history: { queries: number };
	};
}

/** Mean of the entries' scores against the last queries, by hand. */
function center(alpha: number, length: number): number {
	const scores = items.slice(0, 39).map((_, i) => {
		const cosines = asked.slice(-length).map((__, q) => dot(rowOf(entries, i), rowOf(queries, queries.count - Math.min(length, 30) + q)));
		return alpha * Math.max(...cosines) + (1 - alpha) * (cosines.reduce((sum, one) => sum + one, 0) / cosines.length);
	});
	return scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

test('α and the length of the history are those of the scores, and the profile keeps α', async () => {
	for (const [set, alpha, length] of [
		[{}, 0.5, 30],
		[{ 'nearest-share': 1 }, 1, 30],
		[{ 'nearest-share': 0.2, 'history-length': 7 }, 0.2, 7],
	] as const) {
		// oxlint-disable-next-line no-await-in-loop -- three small fits
		const detector = await fitted(set);
		assert.ok(Math.abs(detector.center - center(alpha, length)) < 1e-5, JSON.stringify(set));
		assert.deepEqual([detector.alpha ?? 0.5, detector.history.queries], [alpha, length]);
	}
});

test('κ is how many deviations the threshold lies above the mean', async () => {
	for (const kappa of [0, 2, 3.5]) {
		// oxlint-disable-next-line no-await-in-loop -- three small fits
		const { threshold, center: mean, deviation, criterion } = await fitted({ kappa });
		assert.ok(Math.abs(threshold - (mean + kappa * deviation)) < 1e-5);
		assert.deepEqual(criterion, { kind: 'mean-plus-deviations', kappa, n: 39 });
	}
});
