import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaveExport } from '../../../../src/protocol/post-message.ts';
import { asCsv, asJson, exportName } from '../../../../webview/token-inspector/exports.ts';
import { detail } from '../../../support/example-token-detail.ts';

test('JSON holds what the runner answered, and the file', () => {
	assert.deepEqual(JSON.parse(asJson({ detail, file: 'case.rag.md' })), {
		file: 'case.rag.md',
		...(JSON.parse(JSON.stringify(detail)) as object),
	});
});

test('CSV: a number a row', () => {
	const lines = asCsv({ detail, file: 'case.rag.md' }).split('\r\n');
	assert.equal(lines[0], 'file,token,text,kind,step,name,value');
	assert.equal(lines.at(-1), '');
	const values = new Map(
		lines.slice(1, -1).map((line) => {
			const [file, token, text, kind, ...rest] = line.split(',');
			assert.deepEqual([file, token, text], ['case.rag.md', '7', ' 39.7']);
			return [[kind, ...rest.slice(0, -1)].join('|').replaceAll('"', ''), Number(rest.at(-1))];
		}),
	);
	assert.equal(values.get('source||rag'), 1 / 2 + 1 / 32);
	assert.equal(values.get('without context||note-3'), 1 / 64);
	assert.equal(values.get('word||without any context'), 1 / 128);
	assert.equal(values.get('path|Layer 2| attention|rag'), 1 / 2);
	assert.equal(values.get('path|Layer 2| attention|running'), 36 / 64);
	assert.equal(values.get('path|Final norm|running'), 38 / 64);
	assert.equal(values.get('reason|spad+| sentence|FFN_NUM'), 0.5);
	// Probability, 7 sources, 2 of the word, 2 contexts, 2 + 2 × (5 + 2) + 2 of the path, 2 reasons and 1 against.
	assert.equal(values.get('reason|spad+| sentence|ENTROPY_MEAN'), -1.25);
	assert.equal(values.size, 1 + 7 + 2 + 2 + 18 + 3);
});

test('what others wrote breaks no table and is no formula', () => {
	const hostile = {
		...detail,
		token: { ...detail.token, text: '=1+1' },
		contexts: [
			{ ...detail.contexts[0]!, id: 'a "quoted", id' },
			{ ...detail.contexts[0]!, id: '@SUM(A1)' },
		],
	};
	const csv = asCsv({ detail: hostile, file: 'case.rag.md' });
	assert.match(csv, /,'=1\+1,without context,,"a ""quoted"", id",0\.015625\r\n/);
	assert.match(csv, /,'@SUM\(A1\),0\.015625\r\n/);
	assert.doesNotMatch(csv, /,=/);
});

test('a file name that every file system and the protocol take', () => {
	const names = ['case.rag.md', 'pair.response.md', '../../etc.rag.md', 'ä ö.rag.md', 'Untitled-1', `${'x'.repeat(200)}.rag.md`].map(
		(file) => exportName({ detail, file }),
	);
	assert.deepEqual(names.slice(0, 5), ['case-token-7', 'pair-token-7', 'etc-token-7', 'trace-token-7', 'Untitled-1-token-7']);
	for (const name of names) assert.ok(SaveExport.params.safeParse({ format: 'csv', name, content: '' }).success, name);
});
