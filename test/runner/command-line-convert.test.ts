import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRagMarkdown } from '../../src/formats/rag-md.ts';
import { thisSuite } from '../support/test-or-suite.ts';
import { CommandLine } from './command-line.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../unit/formats/foreign/fixtures/${name}`, import.meta.url));

describe('rag-assay convert', () => {
	const cli = new CommandLine(thisSuite());

	test('writes a readable file for each trace, and never over one that is there without --force', async () => {
		const out = join(cli.folder, 'readable', 'deep');
		const done = await cli.run(['convert', fixture('ragas-samples.jsonl'), '--out', out]);
		assert.equal(done.status, 0, done.stderr);
		assert.match(done.stdout, /^3 traces written to /);
		assert.deepEqual(
			readdirSync(out).toSorted(),
			[1, 2, 3].map((line) => `ragas-samples-line-${line}.rag.md`),
		);
		const file = join(out, 'ragas-samples-line-1.rag.md');
		const { traces, problems } = readRagMarkdown(file, readFileSync(file, 'utf8'), 'x');
		assert.deepEqual(problems, []);
		assert.equal(traces[0]?.id, 'line 1');
		assert.equal(traces[0].response?.text, 'It closes on 15 March 2024.\nThe café "Plus" stays open.');

		writeFileSync(file, 'mine');
		const refused = await cli.run(['convert', fixture('ragas-samples.jsonl'), '--out', out]);
		assert.equal(refused.status, 2);
		assert.match(refused.stderr, /RA704: This file exists already\. So do 2 other files\. Nothing was written\./);
		assert.equal(readFileSync(file, 'utf8'), 'mine');
		assert.equal((await cli.run(['convert', fixture('ragas-samples.jsonl'), '--out', out, '--force'])).status, 0);
		assert.notEqual(readFileSync(file, 'utf8'), 'mine');
	});

	test('says what such files have no place for, takes --map, and names what it cannot read', async () => {
		const folder = join(cli.folder, 'mixed');
		mkdirSync(folder);
		writeFileSync(join(folder, 'own.jsonl'), '{"q": "Who?", "docs": [{"body": "Ida."}], "gen": "Ida."}\n');
		const mapped = await cli.run([
			'convert',
			join(folder, 'own.jsonl'),
			'--out',
			join(folder, 'out'),
			'--map',
			'question=q,contexts=docs[].body,answer=gen',
		]);
		assert.equal(mapped.status, 0, mapped.stderr);
		assert.deepEqual(readdirSync(join(folder, 'out')), ['own-line-1.rag.md']);
		assert.equal(existsSync(join(folder, '.rag-assay.json')), false, 'nothing is kept without being asked for');

		const labeled = await cli.run(['convert', fixture('ragbench.jsonl'), fixture('ragas-turns.jsonl'), '--out', join(folder, 'labels')]);
		assert.match(labeled.stderr, /3 traces had labels of spans\. They were not written/);
		assert.match(labeled.stderr, /1 trace had earlier turns\. They were written above the question\./);

		const unknown = await cli.run(['convert', join(folder, 'own.jsonl'), '--out', join(folder, 'none')]);
		assert.equal(unknown.status, 2);
		assert.match(unknown.stderr, /RA112: .*--map 'question=q,contexts=docs\[\]\.body,answer=gen'/s);
	});

	test('keeps a mapping beside its file with --keep-map, and reads that file by it from then on', async () => {
		const folder = join(cli.folder, 'kept');
		mkdirSync(folder);
		const file = join(folder, 'own.jsonl');
		writeFileSync(file, '{"q": "Who?", "docs": [{"body": "Ida."}], "gen": "Ida."}\n');
		writeFileSync(join(folder, 'prices.csv'), 'a,b\n1,2\n');
		const map = ['--map', 'question=q,contexts=docs[].body,answer=gen'];
		const kept = await cli.run(['analyze', file, '--methods', 'support', ...map, '--keep-map']);
		assert.equal(kept.status, 0, kept.stderr);
		assert.match(kept.stderr, /RAG Assay saved this mapping in .*\.rag-assay\.json\./);
		const mappings = join(folder, '.rag-assay.json');
		assert.deepEqual(JSON.parse(readFileSync(mappings, 'utf8')), {
			schema: 'rag-assay/folder@1',
			mappings: { 'own.jsonl': { question: 'q', contexts: 'docs[].body', answer: 'gen' } },
		});

		const again = await cli.run(['analyze', folder, '--methods', 'support']);
		assert.equal(again.status, 0, again.stderr);
		assert.match(again.stdout, /1 trace analyzed/);
		assert.match(again.stderr, /Not read: 1 file of JSON or CSV in no known format of traces \(prices\.csv\)/);

		const wrong = await cli.run(['analyze', join(folder, 'prices.csv'), '--methods', 'support', ...map, '--keep-map']);
		assert.equal(wrong.status, 2);
		assert.equal(Object.keys(JSON.parse(readFileSync(mappings, 'utf8')).mappings).length, 1, 'a mapping that does not fit is not kept');

		writeFileSync(mappings, '{"schema": "rag-assay/folder@1", "mappings": {"own.jsonl": {"question": "q"}}}');
		const broken = await cli.run(['analyze', file, '--methods', 'support']);
		assert.equal(broken.status, 2);
		assert.match(
			broken.stderr,
			/\.rag-assay\.json:1:\d+.*RA166: This list of mappings is not as expected at `mappings\.own\.jsonl\.contexts`/s,
		);

		// Files of known formats need no mapping.
		const unread = await cli.run(['analyze', folder, '--methods', 'support']);
		assert.equal(unread.status, 2);
		assert.match(unread.stderr, /RA166/);
		for (const name of ['one.jsonl', 'two.jsonl'])
			writeFileSync(join(folder, name), '{"user_input": "Who?", "retrieved_contexts": ["Ida."], "response": "Ida."}\n');
		const others = await cli.run(['analyze', folder, '--methods', 'support']);
		assert.match(others.stdout, /2 traces analyzed/);
		assert.equal(others.stderr.match(/RA166/g)?.length, 1, others.stderr);
		assert.equal(others.status, 0, 'what was read without the list did not fail');
		const converted = await cli.run(['convert', folder, '--out', join(folder, 'out')]);
		assert.match(converted.stdout, /2 traces written/);
		assert.equal(converted.stderr.match(/RA166/g)?.length, 1, converted.stderr);
		assert.equal(converted.status, 0);
	});
});
