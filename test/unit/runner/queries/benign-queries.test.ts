import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { benignFile } from '../../../../src/runner/queries/benign-queries.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder({ after }, 'rag-assay-benign-');
const [logs, stores] = [join(folder, 'logs'), join(folder, 'stores')];
for (const each of [logs, stores]) mkdirSync(each);
const [log, store] = [join(logs, 'june.jsonl'), join(stores, 'docs.entries.jsonl')];
const write = (path: string): string => {
	writeFileSync(path, '');
	return path;
};
const found = (over: Partial<Parameters<typeof benignFile>[0]> = {}) => benignFile({ log, store, named: undefined, find: true, ...over });

test('benign queries are found beside the log and the store, their own before those of a folder, and a named file before all', async () => {
	assert.equal(await found(), null);
	// Each one goes before those that were written earlier.
	for (const [path, foundBeside] of [
		[join(stores, 'benign.queries.jsonl'), 'store'],
		[join(logs, 'benign.queries.jsonl'), 'log'],
		[join(stores, 'docs.benign.queries.jsonl'), 'store'],
		[join(logs, 'june.benign.queries.jsonl'), 'log'],
	] as const) {
		write(path);
		// oxlint-disable-next-line no-await-in-loop -- one after the other
		assert.deepEqual(await found(), { path, foundBeside });
	}
	assert.deepEqual(await found({ log: join(logs, 'june.rag.md') }), { path: join(logs, 'june.benign.queries.jsonl'), foundBeside: 'log' });
	assert.deepEqual(await found({ named: join(folder, 'mine.jsonl') }), { path: join(folder, 'mine.jsonl'), foundBeside: null });
	assert.equal(await found({ find: false }), null);
});

test('a log of benign queries is not its own measure, an address has nothing beside it, and a folder is no file', async () => {
	const own = write(join(folder, 'benign.queries.jsonl'));
	assert.equal(await found({ log: own, store: 'qdrant+http://127.0.0.1:6333/docs' }), null);
	const other = join(folder, 'other');
	mkdirSync(join(other, 'benign.queries.jsonl'), { recursive: true });
	assert.equal(await found({ log: join(other, 'log.jsonl'), store: join(other, 'docs.jsonl') }), null);
});
