import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { keptMapping, mappingFor, mappingsFileBeside, withMapping } from '../../../../src/formats/foreign/kept-mappings.ts';
import { mayBeForeign } from '../../../../src/formats/foreign/foreign-names.ts';
import { readNamedTraces } from '../../../../src/formats/read-traces.ts';

const mapping = { question: 'q', contexts: 'docs[].body', answer: 'gen' };
const other = { question: 'ask', contexts: 'hits[]', answer: 'reply' };
const list = (mappings: Readonly<Record<string, unknown>>): string => JSON.stringify({ schema: 'rag-assay/folder@1', mappings });

describe('mappings that are kept beside files', () => {
	it('are in a file of the folder, which is no file of another tool', () => {
		assert.equal(mappingsFileBeside('/data/a.jsonl'), '/data/.rag-assay.json');
		assert.equal(mappingsFileBeside('file:///data/a.jsonl'), 'file:///data/.rag-assay.json');
		assert.equal(mappingsFileBeside('C:\\data\\a.jsonl'), 'C:\\data\\.rag-assay.json');
		assert.equal(mappingsFileBeside('a.jsonl'), '.rag-assay.json');
		assert.equal(mayBeForeign('/data/.rag-assay.json'), false);
	});

	it('are found by name, and an exact name counts before a pattern', () => {
		const text = list({ 'run-*.jsonl': other, 'run-1.jsonl': mapping });
		assert.deepEqual(mappingFor('/data/run-1.jsonl', text), mapping);
		assert.deepEqual(mappingFor('/data/run-22.jsonl', text), other);
		assert.deepEqual(mappingFor('/data/RUN-22.JSONL', text), other);
		assert.equal(mappingFor('/data/rerun-22.jsonl', text), undefined);
		assert.equal(mappingFor('/data/run-22xjsonl', text), undefined);
		assert.equal(mappingFor('/data/constructor', text), undefined);
		assert.equal(mappingFor('/data/run-1.jsonl', undefined), undefined);
	});

	it('take no long time for a pattern of many stars', () => {
		const stars = `${'*a'.repeat(8)}*`;
		assert.equal(mappingFor(`${'a'.repeat(7)}.json`, list({ [stars]: mapping })), undefined);
		assert.deepEqual(mappingFor(`${'a'.repeat(8)}.json`, list({ ['**'.repeat(40)]: mapping })), mapping);
	});

	it('have patterns with a question mark for one character', () => {
		const text = list({ 'run-?.jsonl': other, 'why?.json': mapping });
		assert.deepEqual(mappingFor('/data/run-1.jsonl', text), other);
		assert.equal(mappingFor('/data/run-12.jsonl', text), undefined);
		assert.deepEqual(mappingFor('/data/why?.json', text), mapping);
	});

	it('are for files of their own folder: a name with a folder is refused', async () => {
		for (const name of ['runs/*.jsonl', '**/a.json', String.raw`runs\\a.json`]) {
			const { broken } = await keptMapping('/d/a.json', () => Promise.resolve(list({ [name]: other })));
			assert.match(broken?.message ?? '', /the name of a file in this folder was expected, without a folder/, name);
			assert.match(broken?.message ?? '', /For files of another folder, write a \.rag-assay\.json there/);
		}
	});

	it('are needed by files in no known format only: a broken list does not stop the others', async () => {
		const read = (file: string): Promise<string | undefined> => Promise.resolve(file === '/d/.rag-assay.json' ? '{' : undefined);
		const known = await readNamedTraces('/d/a.json', '{"question": "Who?", "contexts": ["Ann did."], "answer": "Ann."}', read);
		assert.deepEqual([known.traces.length, known.brokenMappings?.code], [1, 'RA166']);
		await assert.rejects(readNamedTraces('/d/b.json', '{"q": "Who?", "docs": [], "gen": "x"}', read), { code: 'RA166' });
	});

	it('say where a list is not as expected', () => {
		const errorOf = (text: string): UserError => {
			try {
				mappingFor('/data/a.json', text);
			} catch (error) {
				if (error instanceof UserError) return error;
				throw error;
			}
			return assert.fail('no error');
		};
		const wrong = errorOf(list({ 'a.json': { question: 'q', contexts: '', answer: 'a' } }));
		assert.equal(wrong.code, 'RA166');
		assert.match(wrong.message, /^This list of mappings is not as expected at `mappings\.a\.json\.contexts`/);
		assert.equal(wrong.place?.file, '/data/.rag-assay.json');
		assert.equal(errorOf('{').code, 'RA166');
	});

	it('are written beside others, which stay', () => {
		const first = withMapping('/data/a.json', mapping, undefined);
		const second = withMapping('/data/b.json', other, first);
		assert.deepEqual(mappingFor('/data/a.json', second), mapping);
		assert.deepEqual(mappingFor('/data/b.json', second), other);
		assert.deepEqual(mappingFor('/data/a.json', withMapping('/data/a.json', other, second)), other);
	});

	it('decide how a named file is read, unless the command names another mapping', async () => {
		const record = '{"q": "Who?", "ask": "When?", "docs": [{"body": "Ann did."}], "hits": ["In May."], "gen": "Ann.", "reply": "May."}';
		const read = (file: string): Promise<string | undefined> =>
			Promise.resolve(file === '/d/.rag-assay.json' ? list({ 'a.json': other }) : undefined);
		const kept = await readNamedTraces('/d/a.json', record, read);
		assert.deepEqual(
			kept.traces.map(({ query, response }) => [query.text, response?.text]),
			[['When?', 'May.']],
		);
		const named = await readNamedTraces('/d/a.json', record, read, mapping);
		assert.equal(named.traces[0]?.query.text, 'Who?');
		assert.deepEqual(await keptMapping('/d/a.json', read), { mapping: other });
		await assert.rejects(
			readNamedTraces('/d/a.json', '{"q": "Who?", "docs": [], "gen": "x"}', read),
			/`reply`, which \.rag-assay\.json names as the answer/,
		);
	});
});
