import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ItemNumbers } from '../../../../src/analysis/calibration/measure.ts';
import { MeasurementStore } from '../../../../src/runner/calibration/measurement-store.ts';
import { fakeIdentity } from '../../../support/fake-model.ts';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const { itemNumbers } = calibration;
const reader = { kind: 'language-model', ...fakeIdentity } as const;

const numbers = (z: number): ItemNumbers => ({ scores: { repcs: { z, perToken: z, logRatio: 1 }, closedBook: null, sentences: [null] } });
const quiet = { error: assert.fail, warn: () => undefined, info: assert.fail, debug: assert.fail };

function setUp(own: TestContext): { folder: string; open: () => Promise<MeasurementStore>; file: () => string } {
	const folder = temporaryFolder(own, 'rag-assay-measured-');
	return {
		folder,
		open: () => MeasurementStore.open(folder, [reader], '1', quiet, itemNumbers),
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
		MeasurementStore.open(
			folder,
			[reader],
			'1',
			{
				...quiet,
				warn: (message) => {
					warned.push(message);
				},
			},
			itemNumbers,
		);
	const store = await reopened();
	assert.equal(warned.length, 1);
	await store.add('a', numbers(2));
	assert.deepEqual((await reopened()).get('a'), numbers(2));
	assert.equal(warned.length, 1);
});

test('another model, device or version has numbers of its own, and so has what needs none', async (t) => {
	const { folder, open } = setUp(t);
	await (await open()).add('a', numbers(1));
	for (const [readers, version] of [
		[[{ ...reader, sha256: 'b'.repeat(64) }], '1'],
		[[{ ...reader, device: 'cuda' }], '1'],
		[[{ ...reader, layout: 'other' }], '1'],
		[[{ kind: 'encoder', name: reader.name, sha256: reader.sha256 }], '1'],
		[[], '1'],
		[[reader], '2'],
	] as const) {
		assert.deepEqual((await MeasurementStore.open(folder, readers, version, quiet, itemNumbers)).get('a'), {});
	}
});
