import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test, type TestContext } from 'node:test';
import { errorNumbers } from '../../../src/error-numbers.ts';
import { UserError } from '../../../src/errors.ts';
import { ledgerArgument } from '../../../src/cli/ledger-argument.ts';
import { traceFiles } from '../../../src/cli/trace-files.ts';
import { corpusOf, firstOf, passedOver, readDocuments, readLines } from '../../../src/cli/read-documents.ts';
import { shortTrace } from '../../support/runner-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
	const folder = temporaryFolder(t, 'rag-assay-documents-');
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	return folder;
}

const isCode = (code: string) => (error: unknown) => error instanceof UserError && error.code === code;

test('a file, a line or a context is a document; blank ones count', async (t) => {
	const folder = folderWith(t, {
		'b.md': '\uFEFFTwo.',
		'a.txt': 'One.',
		'c.jsonl': '{"text": "Three."}\n\n{"page_content": "Four.", "metadata": {}, "id": "x"}\n{"text": ""}\n',
		'd.rag.md': shortTrace('t'),
		'e.png': 'no',
	});
	mkdirSync(join(folder, '.rag-assay'));
	assert.deepEqual(await readDocuments([folder]), [
		{ id: 'a.txt', text: 'One.' },
		{ id: 'b.md', text: 'Two.' },
		{ id: 'c.jsonl:1', text: 'Three.' },
		{ id: 'x', text: 'Four.' },
		{ id: 'c.jsonl:3', text: '' },
		{ id: 'a', text: "Freya Kowalski's papers are kept at the branch in Ghent." },
		{ id: 'b', text: 'Ines Kapoor came to the bank and opened a case on 11 September 2020.' },
	]);
	assert.equal((await readDocuments([join(folder, 'a.txt'), join(folder, 'a.txt')])).length, 1, 'named twice, read once');
});

test('what a folder has beside documents is said, and a path that leads nowhere is no defect', async (t) => {
	const folder = folderWith(t, { 'a.txt': 'One.', 'e.pdf': 'no', '.hidden': 'no' });
	mkdirSync(join(folder, 'more'));
	mkdirSync(join(folder, '.git'));
	assert.deepEqual(passedOver([folder, join(folder, 'a.txt')]), [
		`Not read of ${folder}: 1 subfolder and 1 file of another kind. To read files in subfolders, name the subfolders, too.`,
	]);
	assert.deepEqual(passedOver([join(folder, 'more'), join(folder, 'a.txt')]), []);
	symlinkSync('loop', join(folder, 'loop'));
	for (const path of [join(folder, 'loop'), join(folder, 'x'.repeat(300))]) {
		await assert.rejects(readDocuments([path]), isCode(errorNumbers.unreadableFile));
		await assert.rejects(ledgerArgument(path), isCode(errorNumbers.unreadableLedger));
		assert.throws(() => traceFiles([path], { dataSets: false }), isCode(errorNumbers.unreadableFile));
	}
});

const own = {
	'w.release.private-original.txt': 'Stitha was in Ward B.',
	'W.PRIVATE-ORIGINAL.TXT': 'Stitha was in Ward B.',
	'w.release.reviewed.md': 'Ward B.',
	'w.reviewed.txt': 'Ward B.',
	'w.release.txt': 'Ward B.',
	'w.release.json': '{"schema": "rag-assay/release@1"}',
	'w.release.rag-assay-review.json': '{}',
	'wards-0123456789abcdef.jsonl': '{"text": "no"}',
};

test('what the product has written beside documents is none: passed over in a folder, which is said, and refused where it is named', async (t) => {
	const folder = folderWith(t, { 'a.txt': 'One.', 'e.pdf': 'no', ...own });
	assert.deepEqual(await readDocuments([folder]), [{ id: 'a.txt', text: 'One.' }]);
	assert.deepEqual(passedOver([folder]), [`Not read of ${folder}: 8 files that RAG Assay has written and 1 file of another kind.`]);
	for (const name of Object.keys(own))
		await assert.rejects(readDocuments([join(folder, name)]), isCode(errorNumbers.ownFileAsDocument), name);
	await assert.rejects(readDocuments([folderWith(t, own)]), isCode(errorNumbers.noDocumentInFile));
});

test('what the product has written is known under another name, too, and through a link', async (t) => {
	const folder = folderWith(t, {
		'ledger.jsonl': '{"kind":"begin","schema":"rag-assay/ledger@1","id":"x"}\n',
		'answer.txt': '{\n\t"schema": "rag-assay/release@1",\n}',
		'answer.md': '{"schema":"rag-assay/reviewed@1"}',
		...own,
	});
	symlinkSync(join(folder, 'w.release.private-original.txt'), join(folder, 'notes.txt'));
	for (const name of ['ledger.jsonl', 'answer.txt', 'answer.md', 'notes.txt'])
		await assert.rejects(readDocuments([join(folder, name)]), isCode(errorNumbers.ownFileAsDocument), name);
	const about = folderWith(t, {
		'about.md': 'A release begins with {"schema": "rag-assay/release@1"}.',
		'release.md': '',
		'reviewed.txt': '',
	});
	assert.equal((await readDocuments([about])).length, 3);
});

test('a file is read once, however it is named: by its folder, by another way there, through a link', async (t) => {
	const folder = folderWith(t, { 'a.md': 'A', 'b.md': 'B' });
	mkdirSync(join(folder, 'sub'));
	symlinkSync(join(folder, 'a.md'), join(folder, 'sub', 'c.md'));
	const ways = [folder, relative('.', join(folder, 'a.md')), join(folder, 'sub', '..', 'b.md'), join(folder, 'sub', 'c.md')];
	assert.deepEqual(
		// As typed: `join` would leave out the way there.
		(await readDocuments([...ways, `${folder}/sub/../a.md`])).map(({ text }) => text),
		['A', 'B'],
	);
});

test('what is not there, holds no document or is none is told with its number', async (t) => {
	const folder = folderWith(t, { 'a.jsonl': '{"texts": "x"}\n', 'b.jsonl': '{', 'c.jsonl': '', 'd.rag.md': '## Query\n\nWhy?\n' });
	await assert.rejects(readDocuments([join(folder, 'none')]), isCode(errorNumbers.pathNotFound));
	await assert.rejects(readDocuments([join(folder, 'a.jsonl')]), isCode(errorNumbers.unexpectedJsonLine));
	await assert.rejects(readDocuments([join(folder, 'b.jsonl')]), isCode(errorNumbers.malformedJsonLine));
	await assert.rejects(readDocuments([join(folder, 'c.jsonl')]), isCode(errorNumbers.noDocumentInFile));
	await assert.rejects(readDocuments([join(folder, 'd.rag.md')]), isCode(errorNumbers.noDocumentInFile));
	await assert.rejects(readDocuments([folderWith(t, { 'x.png': '' })]), isCode(errorNumbers.noDocumentInFile));
});

test('the corpus is the folder that holds all that was named', (t) => {
	const folder = folderWith(t, { 'a.txt': 'One.' });
	mkdirSync(join(folder, 'sub'));
	mkdirSync(join(folder, 'subway'));
	writeFileSync(join(folder, 'sub', 'x.txt'), 'Two.');
	assert.equal(corpusOf([folder]), folder);
	assert.equal(corpusOf([join(folder, 'a.txt')]), folder);
	assert.equal(corpusOf([join(folder, 'sub'), join(folder, 'subway')]), folder);
	assert.equal(corpusOf([join(folder, 'sub'), join(folder, 'sub', 'x.txt')]), join(folder, 'sub'));
});

test('links to documents, named one by one, are of the corpus that they lead to: they bring no new budget', (t) => {
	const folder = folderWith(t, { 'a.txt': 'One.', 'b.txt': 'Two.' });
	const links = folderWith(t, {});
	for (const name of ['a.txt', 'b.txt']) symlinkSync(join(folder, name), join(links, name));
	symlinkSync(folder, join(links, 'all'));
	assert.equal(corpusOf([join(links, 'a.txt'), join(links, 'b.txt')]), folder);
	assert.equal(corpusOf([join(links, 'all')]), folder);
	assert.equal(corpusOf([join(links, 'all', 'a.txt')]), folder);
});

test('links in a folder are not read, which is said', async (t) => {
	const folder = folderWith(t, { 'a.txt': 'One.' });
	const links = folderWith(t, { 'own.txt': 'Mine.' });
	symlinkSync(join(folder, 'a.txt'), join(links, 'a.txt'));
	assert.deepEqual(
		(await readDocuments([links])).map(({ text }) => text),
		['Mine.'],
	);
	const advice = 'RAG Assay does not read a link in a folder. Name the file or folder that it leads to.';
	assert.deepEqual(passedOver([links]), [`Not read of ${links}: 1 link. ${advice}`]);
	rmSync(join(links, 'own.txt'));
	await assert.rejects(readDocuments([links]), {
		code: errorNumbers.noDocumentInFile,
		message: 'There is no document in it, only 1 link.',
		hint: advice,
	});
});

test('a list has a value a line, each once', async (t) => {
	const folder = folderWith(t, { list: '\uFEFFWard F\r\n\n Ward B \nWard F\n' });
	assert.deepEqual(await readLines(join(folder, 'list')), ['Ward F', 'Ward B']);
});

test('so many documents as were asked for, the first of those named; where fewer are, how many there are is told', () => {
	const documents = ['One.', 'Two.', 'Three.'].map((text, i) => ({ id: `${i}`, text }));
	assert.deepEqual(firstOf(documents, 2), documents.slice(0, 2));
	assert.deepEqual([firstOf(documents, 3), firstOf(documents, undefined)], [documents, documents]);
	assert.throws(
		() => firstOf(documents, 99),
		(error) =>
			isCode('RA709')(error) && error instanceof UserError && error.message === '--documents asks for 99 documents, and --docs names 3.',
	);
});
