import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import type { OpenReaders } from '../../../../src/analysis/readers.ts';
import { calibrationOptions } from '../../../../src/protocol/calibration.ts';
import { calibrateFiles, type CommandJob } from '../../../../src/runner/calibration/calibrate-files.ts';
import { readShard } from '../../../../src/runner/calibration/shard-file.ts';
import type { PackagePaths } from '../../../../src/runner/context/package-paths.ts';
import { readerKinds, type ReaderKind } from '../../../../src/formats/reader.ts';
import type { ReaderOpener } from '../../../../src/runner/models/open-readers.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { FakeModel } from '../../../support/fake-model.ts';

const quiet = { error: assert.fail, warn: assert.fail, info: assert.fail, debug: assert.fail };

/** Traces, as many as a threshold takes. */
const count = 20;

/** Measures a shard, while another program does something. */
async function shardWritten(t: TestContext, out: string, folder: string, meanwhile: () => void) {
	const open = async <R extends ReaderKind>(wanted: readonly R[]): Promise<OpenReaders<R>> =>
		Object.fromEntries(wanted.map((kind) => [kind, new FakeModel()])) as unknown as OpenReaders<R>;
	const openReaders: ReaderOpener = Object.assign(open, { available: readerKinds });
	let isDone = false;
	const job: CommandJob = {
		family: calibration,
		openReaders,
		context: {
			calibrationFolder: join(folder, 'cache'),
			log: quiet,
			paths: { version: '1', runtime: '1' } as PackagePaths,
			settings: { device: 'auto', trusted: true } as CommandJob['context']['settings'],
		},
		signal: t.signal,
		now: () => new Date(0),
		onProgress: (message) => {
			if (isDone || !message.startsWith('Reading the data')) return;
			isDone = true;
			meanwhile();
		},
	};
	const options = calibrationOptions.parse({ data: [join(folder, 'data')], methods: ['repcs'] });
	return calibrateFiles({ token: 't', out, shard: { index: 1, of: 1 }, ...options }, job);
}

test('hours of measuring overwrite nothing that another program has written meanwhile, and are kept', async (t) => {
	const folder = temporaryFolder(t);
	const before = process.env['TMPDIR'];
	t.after(() => {
		if (before === undefined) delete process.env['TMPDIR'];
		else process.env['TMPDIR'] = before;
	});
	process.env['TMPDIR'] = folder;
	mkdirSync(join(folder, 'data'));
	for (let i = 0; i < count; i++)
		writeFileSync(
			join(folder, 'data', `${i}.rag.md`),
			`---\ntags: [clean]\n---\n\n## Query\n\nWhat ${i}?\n\n## Context c\n\nThat.\n\n## Response\n\nThat one, ${i} times.\n`,
		);
	const out = join(folder, 'shard.jsonl');
	const theirs = '{"schema":"rag-assay/calibration-shard@2","index":2}\n';
	await assert.rejects(
		shardWritten(t, out, folder, () => writeFileSync(out, theirs)),
		{
			code: 'RA704',
			message: /Another program has written this file meanwhile/,
			hint: /^The measurements are saved in .*shard\.jsonl\. Move/,
		},
	);
	assert.equal(readFileSync(out, 'utf8'), theirs);
	const [kept] = readdirSync(folder).filter((name) => name.startsWith('rag-assay-kept-'));
	const { index, of, items } = await readShard(join(folder, kept!, 'shard.jsonl'), calibration);
	assert.deepEqual([index, of, items], [1, 1, count]);
	// One that was there is replaced, unless it was written again.
	await shardWritten(t, out, folder, () => undefined);
	assert.notEqual(readFileSync(out, 'utf8'), theirs);
	await assert.rejects(
		shardWritten(t, out, folder, () => writeFileSync(out, `${theirs}${theirs}`)),
		{ code: 'RA704' },
	);
	assert.equal(readFileSync(out, 'utf8'), `${theirs}${theirs}`);
});
