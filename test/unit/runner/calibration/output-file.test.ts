import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { requireReplaceable } from '../../../../src/runner/calibration/output-file.ts';

test('only its own kind is replaced: no input, no data, no folder, no device', async (t) => {
	const folder = mkdtempSync(join(tmpdir(), 'rag-assay-output-'));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	const made = (name: string, text: string): string => {
		writeFileSync(join(folder, name), text);
		return join(folder, name);
	};
	const refused = (file: string, kind: 'profile' | 'shard', message: RegExp, inputs: readonly string[] = []): Promise<void> =>
		assert.rejects(requireReplaceable(file, kind, inputs), (error) => error instanceof UserError && error.code === 'RA704' && error.place?.file === file && message.test(error.message));
	const profile = made('p.assay-profile.json', '{\n\t"schema": "rag-assay/profile@1",\n\t"name": "bank"');
	const shard = made('shard.jsonl', `{"schema":"rag-assay/calibration-shard@1","index":1,"run":"${'x'.repeat(5000)}"}\n`);
	const data = made('response.jsonl', '{"id": "1", "source_id": "2", "schema": "rag-assay/profile@1"}\n');
	await requireReplaceable(profile, 'profile', [folder]);
	await requireReplaceable(shard, 'shard', [folder]);
	await requireReplaceable(join(folder, 'new.json'), 'profile', [folder]);
	await requireReplaceable(made('empty', ''), 'profile', [folder]);
	await refused(data, 'profile', /not a profile/);
	await refused(data, 'shard', /not a shard/);
	await refused(shard, 'profile', /not a profile/);
	await refused(profile, 'shard', /not a shard/);
	await refused(folder, 'profile', /not a profile/);
	await refused('/dev/null', 'profile', /not a profile/);
	await refused(profile, 'profile', /one of the inputs/, [data, join(folder, '.', 'p.assay-profile.json')]);
	assert.match(readFileSync(data, 'utf8'), /source_id/);
});
