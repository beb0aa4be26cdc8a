import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { requireWritable } from '../../../../src/runner/calibration/save-profile.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('only its own kind is replaced: no input, no data, no folder, no device', async (t) => {
	const folder = temporaryFolder(t, 'rag-assay-output-');
	const made = (name: string, text: string): string => {
		writeFileSync(join(folder, name), text);
		return join(folder, name);
	};
	const refused = (file: string, kind: 'profile' | 'shard', message: RegExp, inputs: readonly string[] = []): Promise<void> =>
		assert.rejects(
			requireWritable(file, kind, inputs),
			(error) => error instanceof UserError && error.code === 'RA704' && error.place?.file === file && message.test(error.message),
		);
	const profile = made('p.assay-profile.json', '{\n\t"schema": "rag-assay/profile@1",\n\t"name": "bank"');
	const shard = made('shard.jsonl', `{"schema":"rag-assay/calibration-shard@1","index":1,"run":"${'x'.repeat(5000)}"}\n`);
	const data = made('response.jsonl', '{"id": "1", "source_id": "2", "schema": "rag-assay/profile@1"}\n');
	await requireWritable(profile, 'profile', [folder]);
	await requireWritable(shard, 'shard', [folder]);
	await requireWritable(join(folder, 'new.json'), 'profile', [folder]);
	await requireWritable(made('empty', ''), 'profile', [folder]);
	await refused(data, 'profile', /not a profile/);
	await refused(data, 'shard', /not a shard/);
	await refused(shard, 'profile', /not a profile/);
	await refused(profile, 'shard', /not a shard/);
	await refused(folder, 'profile', /not a profile/);
	await refused('/dev/null', 'profile', /not a profile/);
	await refused(profile, 'profile', /one of the inputs/, [data, join(folder, '.', 'p.assay-profile.json')]);
	await refused(join(folder, 'new.rag.md'), 'profile', /read as traces/);
	await refused(join(folder, 'sub', 'response.jsonl'), 'shard', /read as traces/);
	assert.match(readFileSync(data, 'utf8'), /source_id/);
	assert.deepEqual(readdirSync(folder).toSorted(), ['empty', 'p.assay-profile.json', 'response.jsonl', 'shard.jsonl']);
});

test('where nothing can be written, it is told before the work, of the file that was named', async () => {
	const unwritable = (file: string, message: RegExp): Promise<void> =>
		assert.rejects(
			requireWritable(file, 'profile', []),
			(error) =>
				error instanceof UserError &&
				error.code === 'RA507' &&
				error.place?.file === file &&
				message.test(error.message) &&
				!error.message.includes('draft'),
		);
	await unwritable(
		'/proc/p.assay-profile.json',
		/^This file cannot be written: (?:there is no such file or folder|you do not have permission)\.$/,
	);
	await unwritable(
		join(tmpdir(), 'no-such-folder', 'p.assay-profile.json'),
		/^This file cannot be written: there is no such file or folder\.$/,
	);
});
