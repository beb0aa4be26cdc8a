import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { analysisRecordSchema } from '../../src/formats/analysis-record.ts';
import { slowTest } from '../support/slow-test.ts';
import { root } from '../support/runner-client.ts';
import { commandLine, jsonLines } from './command-line.ts';

describe('the command line with the real runner: what it is given', () => {
	const cli = commandLine();

	/** Files that cannot be analyzed, and what is said of each. */
	const badFiles = (): [string, RegExp][] => {
		const query = '## Query\nWho?\n\n';
		return [
			[cli.write('empty.rag.md', ''), /empty\.rag\.md(:\d+)*: RA101: /],
			[cli.write('half.rag.md', query), /half\.rag\.md(:\d+)*: RA107: Trace 'half' has no response/],
			[cli.write('two.rag.md', `${query}## Response\nA.\n\n## Response\nB.\n`), /two\.rag\.md:7:1: RA103: /],
			[cli.write('alone.prompt.md', query), /alone\.prompt\.md: RA108: /],
			[cli.write('notes.txt', 'x'), /notes\.txt: RA112: /],
		];
	};
	const endsWithMessages = async (files: readonly string[], messages: readonly RegExp[]): Promise<void> => {
		const { status, stderr, stdout } = await cli.run(['analyze', ...files, 'examples/traces/bank/case-number.rag.md', '--json', '--quiet']);
		assert.equal(status, 2, stderr);
		for (const message of messages) assert.match(stderr, message);
		assert.doesNotMatch(stderr, /\n {4}at /);
		assert.equal(stdout.split('\n').filter((line) => line.includes('case-number.rag.md')).length, 1, stderr);
	};

	test('wrong input ends with 2 and a message with its place; the other files are analyzed', async () => {
		const cases = badFiles();
		await endsWithMessages(
			cases.map(([file]) => file),
			cases.map(([, message]) => message),
		);
	});

	slowTest('so does each wrong file alone', async () => {
		for (const [file, message] of badFiles()) await endsWithMessages([file], [message]);
	});

	slowTest(
		'a data set is a trace a response, with offsets into its file; what cannot be read or run is told with its line, and the others are analyzed',
		async () => {
			const set = join(cli.folder, 'set');
			mkdirSync(set);
			const passages = ['The case of Viktor Jini is filed as \u201cCS-77821\u201d.'];
			const sources = [
				{ source_id: '7', task_type: 'QA', source_info: { question: 'Where is it filed?', passages } },
				{ source_id: '8', task_type: 'QA', source_info: { question: 'Why? '.repeat(5000), passages } },
			];
			const answer = 'It is \u{1F600}:\n"CS-77821".';
			const responses = [
				{ id: '1', source_id: '7', response: answer, labels: [{ start: 6, end: 7, label_type: 'Evident Conflict' }] },
				{ id: '2', source_id: '9', response: 'A.' },
				{ id: '3', source_id: '8', response: 'B.' },
				{ id: '4', source_id: '7', response: 'It is CS-77821.' },
			];
			const ascii = (record: object): string =>
				JSON.stringify(record).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
			const text = responses.map((record) => `${ascii(record)}\r\n`).join('');
			writeFileSync(join(set, 'source_info.jsonl'), sources.map((record) => `${ascii(record)}\r\n`).join(''));
			writeFileSync(join(set, 'response.jsonl'), text);

			const { status, stdout, stderr } = await cli.run(['analyze', set, '--json', '--quiet']);
			assert.equal(status, 2, stderr);
			assert.match(stderr, /response\.jsonl:2:\d+: RA118: Response '2' names the source '9', which is not there\./);
			assert.match(stderr, /response\.jsonl:3:\d+: RA407: /);
			const records = jsonLines(stdout).map((value) => analysisRecordSchema.parse(value));
			assert.deepEqual(
				records.map(({ file, trace }) => [file, trace.id]),
				[
					[join(set, 'response.jsonl'), '1'],
					[join(set, 'response.jsonl'), '4'],
				],
			);
			const { tokens } = records[0]!;
			const written = text.slice(tokens[0]!.start, tokens.at(-1)!.end);
			assert.equal(written, ascii([answer]).slice(2, -2));
			for (const token of tokens) assert.equal(JSON.parse(`"${text.slice(token.start, token.end)}"`), token.text);

			const shown = await cli.run(['analyze', join(set, 'response.jsonl'), '--quiet', '--verbose']);
			assert.match(shown.stdout, /response\.jsonl {2}1\n/);
			assert.match(shown.stdout, /^ {2}It is \u{1F600}:$/mu);
			assert.match(shown.stdout, /^ {2}"CS-77821"\.$/m);
			const refused = await cli.run(['generate', join(set, 'response.jsonl'), '--quiet']);
			assert.equal(refused.status, 2);
			assert.match(refused.stderr, /response\.jsonl: RA122: /);
			assert.equal(readFileSync(join(set, 'response.jsonl'), 'utf8'), text);
		},
	);

	test('wrong arguments end with 2', async () => {
		for (const args of [
			['analyze'],
			['analyze', join(cli.folder, 'none.rag.md')],
			['analyze', 'examples', '--device', 'abacus'],
			['analyze', 'examples', '--methods', 'magic'],
			['frobnicate'],
			['generate', 'examples', '--top-p', '7'],
		]) {
			const { status, stdout } = await cli.run(args);
			assert.equal(status, 2, args.join(' '));
			assert.equal(stdout, '');
		}
		const named = await cli.run(['memory', '\u001b[2Jscam']);
		assert.match(named.stderr, /unknown command '\u241b\[2Jscam'/, 'what a terminal would act on is shown, below a command, too');
		assert.equal((await cli.run(['--help'])).status, 0);
		assert.equal((await cli.run(['--version'])).status, 0);
	});

	slowTest('a model that cannot be used ends with 3', async () => {
		const without = join(cli.folder, 'no-tokenizer');
		const cut = join(cli.folder, 'cut');
		for (const copy of [without, cut]) {
			mkdirSync(copy);
			for (const name of ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx'])
				cpSync(join(root, 'models/demo', name), join(copy, name), { recursive: true });
		}
		rmSync(join(without, 'tokenizer.json'));
		truncateSync(join(cut, 'onnx/model.onnx'), 100_000);
		for (const [model, message] of [
			[without, /RA202: .*tokenizer\.json/],
			[cut, /RA207: /],
			[join(cli.folder, 'nowhere'), /RA301: |RA201: /],
		] as const) {
			const { status, stderr } = await cli.run(['analyze', 'examples/traces/bank/case-number.rag.md', '--model', model, '--quiet']);
			assert.equal(status, 3, stderr);
			assert.match(stderr, message);
			assert.doesNotMatch(stderr, /\n {4}at /);
		}
	});

	slowTest('a job that needs more memory than the limit is refused', async () => {
		const { status, stderr } = await cli.run(['analyze', 'examples/traces/bank/case-number.rag.md', '--memory-limit', '1', '--quiet'], {
			XDG_CACHE_HOME: join(cli.folder, 'empty-cache'),
		});
		assert.equal(status, 3);
		assert.match(stderr, /case-number\.rag\.md: RA502: .*the limit is 1 MiB/);
	});
});
