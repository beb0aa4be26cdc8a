import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { TraceNumbers } from '../../../../src/analysis/calibration/measure.ts';
import { MeasurementStore } from '../../../../src/runner/calibration/measurement-store.ts';
import { fakeIdentity } from '../../analysis/fake-model.ts';

const numbers = (z: number): TraceNumbers => ({ scores: { repcs: { z, perToken: z, logRatio: 1 }, sentences: [null] } });
const quiet = { error: assert.fail, warn: () => undefined, info: assert.fail, debug: assert.fail };

function setUp(own: TestContext): { folder: string; open: () => Promise<MeasurementStore>; file: () => string } {
	const folder = mkdtempSync(join(tmpdir(), 'rag-assay-measured-'));
	own.after(() => rmSync(folder, { recursive: true, force: true }));
	return {
		folder,
		open: () => MeasurementStore.open(folder, fakeIdentity, '1', quiet),
		file: () => join(folder, 'measured', readdirSync(join(folder, 'measured'))[0]!),
	};
}

test('what was added is there for the next one, measures side by side, readable by the owner only', async (t) => {
	const { open, file } = setUp(t);
	const store = await open();
	await store.add('a', numbers(1));
	await store.add('a', { sources: { response: null, sentences: [null] } });
	await store.add('b', numbers(0.1 + 0.2));
	const again = await open();
	assert.deepEqual(again.get('a'), { ...numbers(1), sources: { response: null, sentences: [null] } });
	assert.deepEqual(again.get('b'), numbers(0.1 + 0.2), 'to the last bit');
	assert.deepEqual(again.get('c'), {});
	assert.equal(statSync(file()).mode & 0o077, 0);
});

test('a writer that was killed in the middle of a line costs that line only, and the next one begins its own', async (t) => {
	const { open, file } = setUp(t);
	const store = await open();
	await store.add('a', numbers(1));
	await store.add('b', numbers(2));
	truncateSync(file(), readFileSync(file()).length - 20);
	const next = await open();
	assert.deepEqual([next.get('a'), next.get('b')], [numbers(1), {}]);
	await next.add('c', numbers(3));
	appendFileSync(file(), '{"key": "d", "numbers": {"scores": 7}}\n');
	const last = await open();
	assert.deepEqual(
		['a', 'b', 'c', 'd'].map((key) => last.get(key)),
		[numbers(1), {}, numbers(3), {}],
	);
});

test('a damaged line is told of until its trace was measured again', async (t) => {
	const { folder, open, file } = setUp(t);
	await (await open()).add('a', numbers(1));
	truncateSync(file(), readFileSync(file()).length - 20);
	const warned: string[] = [];
	const reopened = (): Promise<MeasurementStore> =>
		MeasurementStore.open(folder, fakeIdentity, '1', {
			...quiet,
			warn: (message) => {
				warned.push(message);
			},
		});
	const store = await reopened();
	assert.equal(warned.length, 1);
	await store.add('a', numbers(2));
	assert.deepEqual((await reopened()).get('a'), numbers(2));
	assert.equal(warned.length, 1);
});

test('another model, device or version has numbers of its own', async (t) => {
	const { folder, open } = setUp(t);
	await (await open()).add('a', numbers(1));
	for (const [identity, version] of [
		[{ ...fakeIdentity, sha256: 'b'.repeat(64) }, '1'],
		[{ ...fakeIdentity, device: 'cuda' }, '1'],
		[{ ...fakeIdentity, layout: 'other' }, '1'],
		[fakeIdentity, '2'],
	] as const) {
		assert.deepEqual((await MeasurementStore.open(folder, identity, version, quiet)).get('a'), {});
	}
});
