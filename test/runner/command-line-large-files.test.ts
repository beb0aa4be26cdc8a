/** JSON Lines files that are too large to be held: the command line reads them trace by trace. */
import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { analysisRecordSchema } from '../../src/formats/analysis-record.ts';
import { isLargeForeign } from '../../src/formats/foreign/foreign-names.ts';
import { commandLine, jsonLines } from './command-line.ts';

/** A blank line, which makes a file large. */
const padding = `${' '.repeat(2 ** 24)}\n`;

const answer = (charge: number, id = ''): string =>
	`${JSON.stringify({
		...(id === '' ? {} : { id }),
		user_input: 'What does desk 7 “charge”?',
		retrieved_contexts: ['Desk 7 charges 107 dollars.\nIt is open.'],
		response: `Desk “7” charges ${charge} dollars.`,
	})}\n`;

describe('large files on the command line', () => {
	const cli = commandLine();

	test('a large file gives what a small one with the same lines gives, at its own places', async () => {
		const lines = `${answer(107, 'a')}${answer(111, 'a')}{"user_input": }\n${answer(112)}`;
		assert.ok(isLargeForeign(Buffer.byteLength(padding)));
		const path = cli.write('answers.jsonl', lines);
		const analyzed = async (options: readonly string[]) => cli.run(['analyze', path, '--methods', 'support', ...options]);
		const small = await analyzed(['--json']);
		writeFileSync(path, `${lines}${padding}`);
		const large = await analyzed(['--json']);
		assert.equal(large.stdout, small.stdout);
		assert.deepEqual([small.status, large.status], [2, 2]);
		assert.match(small.stderr, /answers\.jsonl:3:\d+: RA115: /);
		assert.match(large.stderr, /answers\.jsonl:3:\d+: RA115: .*\n?.*The other lines were read\./);
		assert.match(large.stderr, /answers\.jsonl: Read as RAGAS samples: 3 traces\./);

		const text = `\uFEFF${lines.replace('\n', `\n${padding}`)}`;
		writeFileSync(path, text);
		const moved = await analyzed(['--json']);
		const records = jsonLines(moved.stdout).map((value) => analysisRecordSchema.parse(value));
		assert.deepEqual(
			records.map(({ trace }) => trace.id),
			['a', 'a (line 3)', 'line 5'],
		);
		for (const { sentences, findings } of records) {
			assert.match(text.slice(sentences[0]!.start, sentences[0]!.end), /^Desk “7” charges 1\d\d dollars\.$/);
			for (const { start, end } of findings) assert.match(text.slice(start, end), /^1\d\d dollars$|^1\d\d$/);
		}
		const summary = await analyzed([]);
		assert.match(summary.stdout, /answers\.jsonl:3 +a \(line 3\)\n/);
		assert.match(summary.stdout, /answers\.jsonl:5 +line 5\n/);
		assert.match(summary.stdout, /3 traces analyzed, \d+ findings, 1 error/);
	});

	test('a file that must be held as a whole is refused above 256 MiB, with what to do', async () => {
		const refused = async (name: string, text: string, message: RegExp): Promise<void> => {
			const path = cli.write(name, text);
			truncateSync(path, 2 ** 28 + 1);
			const { status, stderr } = await cli.run(['analyze', path, '--methods', 'support']);
			assert.equal(status, 2, stderr);
			assert.match(stderr, message);
			assert.doesNotMatch(stderr, /\n {4}at /);
		};
		const tooLarge = /RA506: .*it has 268435457 bytes.*Split it, or write it as JSON Lines with a whole answer in each line/s;
		await refused('list.json', `[${answer(107)}`, tooLarge);
		await refused('table.csv', 'question,contexts,answer\na,b,c\n', tooLarge);
		await refused('other.jsonl', '{"q": "Who?"}\n'.repeat(20_000), /RA112: .*`q`/s);
	});
});
