import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { thisSuite } from '../support/test-or-suite.ts';
import { until } from '../support/until.ts';
import { CommandLine } from './command-line.ts';

const answer = (text: string, more: object = {}): string =>
	`${JSON.stringify({ question: 'When does it close?', contexts: ['It closes at 18:00 on Mondays.'], answer: text, ...more })}\n`;

const fixtures = join(import.meta.dirname, '../unit/formats/foreign/fixtures');

describe('rag-assay watch', () => {
	const cli = new CommandLine(thisSuite());

	/** Watches a file. `said` is what was printed so far, `told` what was complained. */
	function watching(file: string, ...options: string[]) {
		const child = cli.launch(['watch', file, ...options]);
		const watched = { child, said: '', told: '' };
		child.stdout.setEncoding('utf8').on('data', (piece: string) => (watched.said += piece));
		child.stderr.setEncoding('utf8').on('data', (piece: string) => (watched.told += piece));
		return watched;
	}

	test('shows what is wrong in answers as they are appended, with their lines, over a broken line and a rotation, until Ctrl-C', async () => {
		const file = cli.write('answers.jsonl', answer('It closes at 17:00.'));
		const watched = watching(file, '--methods', 'support');
		await until(() => watched.told.includes('Watching'), 'the file to be watched');
		appendFileSync(file, answer('It closes at 19:00 on Mondays.'));
		await until(() => watched.said.includes('19:00'), 'an appended answer');
		assert.match(
			watched.said,
			/^! \S+, line 2\n {4}\u201cIt closes at 19:00 on Mondays\.\u201d\n {4}- \u201c19:00\u201d differs from the contexts, which say \u201c18:00\u201d/,
		);
		assert.ok(!watched.said.includes('17:00'), 'what was there before is not analyzed');

		appendFileSync(file, `{"question": broken\n${answer('At 18:00.', { id: 'right' })}`);
		await until(() => watched.said.includes('right: nothing flagged'), 'an answer behind a broken line');
		assert.match(watched.told, /answers\.jsonl:\d+: This is not valid JSON: .* \(RA115\)/);

		renameSync(file, `${file}.1`);
		writeFileSync(file, answer('It closes at 20:00.', { id: 'after rotation' }));
		await until(() => watched.said.includes('after rotation'), 'the answer in the new file');
		assert.match(watched.told, /Another file now has this name\. RAG Assay reads it from its beginning\./);

		watched.child.kill('SIGINT');
		const [status] = (await once(watched.child, 'exit')) as [number];
		assert.equal(status, 130, watched.told);
	});

	test('analyzes a line that was half written when it began', async () => {
		const whole = answer('It closes at 19:00.', { id: 'half' });
		const file = cli.write('half.jsonl', answer('It closes at 17:00.', { id: 'old' }) + whole.slice(0, 40));
		const watched = watching(file, '--methods', 'support');
		await until(() => watched.told.includes('Watching'), 'the file to be watched');
		appendFileSync(file, whole.slice(40) + answer('It closes at 20:00.', { id: 'new' }));
		await until(() => watched.said.includes('20:00'), 'the last answer');
		assert.match(watched.said, /, half\n[^]*, new\n/);
		assert.ok(!watched.said.includes(', old'));
		watched.child.kill('SIGINT');
		await once(watched.child, 'exit');
	});

	test('reads what is there already with --all, by a mapping, and its records have their places in the file', async () => {
		const rows = [
			{ q: 'When?', docs: [{ body: 'It closes at 18:00.' }], gen: 'It closes at 18:00.' },
			{ q: 'When?', docs: [{ body: 'It closes at 18:00.' }], gen: 'It closes at 21:00.' },
		];
		const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
		const file = cli.write('own.jsonl', '');
		const map = ['--map', 'question=q,contexts=docs[].body,answer=gen'];
		const watched = watching(file, '--all', '--json', '--methods', 'support', ...map);
		// Each line comes by itself, so that the second one is not at the beginning of what is read.
		const at = text.indexOf('\n') + 1;
		appendFileSync(file, text.slice(0, at));
		await until(() => watched.said.includes('"line 1"'), 'the first answer');
		appendFileSync(file, text.slice(at));
		await until(() => watched.said.includes('"line 2"') && watched.said.endsWith('\n'), 'the second answer');
		const [, second] = watched.said
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as { trace: { id: string }; findings: { start: number; end: number }[] });
		assert.equal(second?.trace.id, 'line 2');
		assert.deepEqual(
			second.findings.map(({ start, end }) => text.slice(start, end)),
			['21:00'],
		);
		watched.child.kill('SIGINT');
		await once(watched.child, 'exit');
	});

	test('joins the spans of a trace: when its root came, or after a pause, and again if another one comes', async () => {
		const lines = readFileSync(join(fixtures, 'openinference-spans.jsonl'), 'utf8').trimEnd().split('\n');
		const file = cli.write('spans.jsonl', `${lines[0]}\n`);
		const watched = watching(file, '--all', '--methods', 'support');
		await until(() => watched.told.includes('Watching'), 'the file to be watched');
		// Spans of the second trace lie between those of the first one.
		appendFileSync(file, `${lines[4]}\n${lines[1]}\n${lines[2]}\n${lines[3]}\n`);
		await until(() => /15 March 2024\u201d differs/.test(watched.said), 'the first trace');
		appendFileSync(file, `${lines[5]}\n${lines[6]}\n`);
		await until(() => /5\.90 euros\u201d differs/.test(watched.said), 'the second trace, without its root');
		const before = watched.said.length;
		appendFileSync(file, `${lines[7]}\n`);
		await until(() => /5\.90 euros\u201d differs/.test(watched.said.slice(before)), 'the second trace again');
		assert.equal(watched.said.match(/15 March 2024\u201d differs/g)?.length, 1, watched.said);
		watched.child.kill('SIGINT');
		await once(watched.child, 'exit');
	});

	test('compares texts if the model cannot be loaded, and says so once', async () => {
		const file = cli.write('no-model.jsonl', answer('It closes at 19:00.') + answer('It closes at 20:00.'));
		const watched = watching(file, '--all', '--model', join(cli.folder, 'none'));
		await until(() => watched.said.includes('20:00'), 'both answers');
		assert.equal(watched.told.match(/Values and words are compared without a model\./g)?.length, 1, watched.told);
		watched.child.kill('SIGINT');
		const [status] = (await once(watched.child, 'exit')) as [number];
		assert.equal(status, 130);
	});

	test('refuses what is not read line by line, what it does not know, and what is not there', async () => {
		const runs = cli.write('runs.jsonl', readFileSync(join(fixtures, 'langsmith-runs.jsonl'), 'utf8'));
		const refused = async (file: string) => cli.run(['watch', file, '--all', '--methods', 'support']);
		const joined = await refused(runs);
		assert.deepEqual([joined.status, /RA167: This file cannot be watched/.test(joined.stderr)], [2, true], joined.stderr);
		const trace = await refused(cli.write('one.rag.md', '## Query\nWho?\n\n## Response\nAnn.\n'));
		assert.deepEqual([trace.status, /RA167/.test(trace.stderr)], [2, true], trace.stderr);
		const list = await refused(cli.write('list.jsonl', `[${answer('It closes at 18:00.').trim()}]\n`));
		assert.deepEqual([list.status, /RA167/.test(list.stderr)], [2, true], list.stderr);
		const unknown = await refused(cli.write('unknown.jsonl', '{"level": "info", "text": "started"}\n'));
		assert.deepEqual([unknown.status, /RA112/.test(unknown.stderr)], [2, true], unknown.stderr);
		const missing = await refused(join(cli.folder, 'missing.jsonl'));
		assert.deepEqual([missing.status, /RA506/.test(missing.stderr)], [2, true], missing.stderr);
	});
});
