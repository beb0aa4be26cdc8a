import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EmbeddedRows } from '../../../../src/runner/queries/embedded-rows.ts';
import { RowSample } from '../../../../src/runner/queries/document-index.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder({ after }, 'rag-assay-rows-');
const { signal } = new AbortController();
const random = seededRandom(3);

function unit(width: number): Float32Array {
	const row = Float32Array.from({ length: width }, () => random() - 0.5);
	const length = Math.hypot(...row);
	return row.map((value) => value / length);
}

for (const [count, width, held] of [
	[1, 3, Infinity],
	[100, 8, Infinity],
	[9000, 12, Infinity],
	// Two pieces, of which the second lies on the disk.
	[9000, 12, 4096 * 12 * 4],
] as const)
	test(`the nearest of ${count} rows of ${width} numbers are those of a scan, ${held === Infinity ? 'in memory' : 'on the disk'}`, async () => {
		const own = join(folder, `${count} ${held}`);
		await using rows = new EmbeddedRows(width, own, held);
		const all = Array.from({ length: count }, () => unit(width));
		// Copies are as near as each other: the first one comes first.
		if (count > 50) all[count - 1] = all[7]!.slice();
		for (const row of all) await rows.add(row);
		assert.equal(rows.count, count);
		// Where a file was made, and has lost its name.
		assert.equal(existsSync(own), held !== Infinity);
		assert.deepEqual(await rows.get(count - 1), all[count - 1]);
		const queries = [unit(width), unit(width), all[Math.min(7, count - 1)]!];
		const values = new Float32Array(3 * width);
		for (const [i, query] of queries.entries()) values.set(query, i * width);
		for (const k of [1, 4, 70]) {
			const found = await rows.nearest({ values, count: 3, width }, k, signal);
			for (const [i, query] of queries.entries()) {
				const expected = all
					.map((row, at) => ({ row: at, similarity: row.reduce((sum, value, d) => sum + query[d]! * value, 0) }))
					.toSorted((a, b) => b.similarity - a.similarity || a.row - b.row)
					.slice(0, k);
				assert.deepEqual(found[i], expected);
			}
		}
		await assert.rejects(rows.nearest({ values, count: 3, width }, 1, AbortSignal.abort(new Error('enough'))), /enough/);
	});

test('a sample is the same for the same rows, holds all of a few, and each of many as likely', () => {
	const few = new RowSample(1, 5, 1);
	for (const value of [1, 2, 3]) few.add(Float32Array.of(value));
	assert.deepEqual([...few.rows().values], [1, 2, 3]);
	const drawn = (seed: number): number[] => {
		const many = new RowSample(1, 100, seed);
		for (let value = 0; value < 1000; value++) many.add(Float32Array.of(value));
		return [...many.rows().values];
	};
	assert.deepEqual(drawn(1), drawn(1));
	const early = Array.from({ length: 50 }, (_, seed) => drawn(seed).filter((value) => value < 500).length).reduce((a, b) => a + b, 0) / 50;
	// Mean 50, deviation 4.7 / √50 = 0.7.
	assert.ok(Math.abs(early - 50) < 3, String(early));
});
