import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RowMaximaSession } from '../../../../lab/memsad/bench-row-maxima.ts';
import { matrix } from '../../../../src/methods/memsad/row-maxima.ts';
import { directionsOf, memsadScores } from '../../../../src/methods/memsad/scores.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

const random = seededRandom(1);
const rows = (count: number, width: number) =>
	matrix(
		Float32Array.from({ length: count * width }, () => random() - 0.5),
		width,
	);

describe('largest inner products by ONNX Runtime', () => {
	let session: RowMaximaSession;
	before(async () => {
		session = await RowMaximaSession.open(1);
	});
	after(() => session.dispose());

	// 5,000 entries and 700 queries come in several parts each.
	for (const [n, m, d] of [
		[1, 1, 3],
		[5000, 20, 8],
		[700, 700, 16],
	] as const)
		test(`${n} entries and ${m} queries: the same as over typed arrays`, async () => {
			const [entries, queries] = [rows(n, d), rows(m, d)];
			const found = await session.run(entries, RowMaximaSession.layOut(queries));
			const expected = memsadScores(entries, directionsOf(queries));
			for (let i = 0; i < n; i++) {
				assert.ok(Math.abs(found.maximum[i]! - expected.max[i]!) < 1e-5);
				assert.ok(Math.abs(found.mean[i]! - expected.mean[i]!) < 1e-5);
				// Of two that are as good as equal, either may be the largest.
				if (found.at[i] !== expected.nearest[i]) {
					let other = 0;
					for (let k = 0; k < d; k++) other += entries.values[i * d + k]! * queries.values[found.at[i]! * d + k]!;
					assert.ok(Math.abs(other - expected.max[i]!) < 1e-5);
				}
			}
		});

	test('no entry gives nothing; entries of another width and no direction are refused', async () => {
		const laidOut = RowMaximaSession.layOut(rows(2, 4));
		assert.equal((await session.run(rows(0, 4), laidOut)).maximum.length, 0);
		await assert.rejects(session.run(rows(2, 5), laidOut), RangeError);
		assert.throws(() => RowMaximaSession.layOut(rows(0, 4)), RangeError);
	});
});
