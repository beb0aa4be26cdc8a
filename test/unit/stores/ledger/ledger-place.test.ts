import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { corpusName, ledgerFile, realPlace } from '../../../../src/stores/ledger/ledger-place.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('where a ledger lies', () => {
	it('in the data directory, by the readable name of the corpus and its real folder', async (t) => {
		const folder = temporaryFolder(t);
		const dataDirectory = join(folder, 'data');
		const fileOf = async (...names: readonly string[]): Promise<string> => {
			const corpus = join(folder, ...names);
			mkdirSync(corpus, { recursive: true });
			return ledgerFile({ corpus, dataDirectory });
		};
		const file = await fileOf('a', 'documents');
		assert.equal(dirname(file), join(dataDirectory, 'ledgers'));
		assert.match(basename(file), /^documents-[0-9a-f]{16}\.jsonl$/);
		assert.equal(corpusName(file), 'documents');
		assert.notEqual(await fileOf('b', 'documents'), file, 'another corpus of this name');
		if (process.platform === 'win32') return;
		for (const [name, expected] of [
			['Änderungen: Q3/2026 …', '2026'],
			['Verträge (alt)', 'Verträge-alt'],
			['.hidden', 'hidden'],
			['\u001b[31m*', '31m'],
			['…', 'corpus'],
			['x'.repeat(200), 'x'.repeat(40)],
		] as const)
			assert.equal(corpusName(await fileOf(name)), expected, name);
		symlinkSync(join(folder, 'a'), join(folder, 'link'));
		assert.equal(await ledgerFile({ corpus: join(folder, 'link', 'documents'), dataDirectory }), file);
	});

	it('or is the file that is named, whatever the corpus is', async (t) => {
		const folder = temporaryFolder(t);
		const ledger = join(folder, 'team.jsonl');
		assert.equal(await ledgerFile({ corpus: join(folder, 'nothing'), ledger, dataDirectory: folder }), ledger);
		assert.equal(corpusName(ledger), 'team');
		for (const name of ['team.ledger', '.jsonl', 'team-1.jsonl']) assert.ok(corpusName(join(folder, name)).length > 0, name);
	});

	it('needs a folder of documents where no ledger is named', async (t) => {
		const folder = temporaryFolder(t);
		writeFileSync(join(folder, 'a.txt'), '');
		for (const none of ['nothing', 'a.txt', join('a.txt', 'b')])
			await assert.rejects(ledgerFile({ corpus: join(folder, none), dataDirectory: folder }), { code: 'RA905' });
	});

	it('is known without its links, also before it is there', {
		skip: process.platform === 'win32' && 'links need a right there',
	}, async (t) => {
		const folder = temporaryFolder(t);
		mkdirSync(join(folder, 'real'));
		symlinkSync(join(folder, 'real'), join(folder, 'link'));
		assert.equal(await realPlace(join(folder, 'link', 'x', 'y.jsonl')), join(folder, 'real', 'x', 'y.jsonl'));
	});
});
