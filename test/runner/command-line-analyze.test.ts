import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { analysisRecordSchema } from '../../src/formats/analysis-record.ts';
import { slowTest } from '../support/slow-test.ts';
import { root } from '../support/runner-client.ts';
import { assertFits, commandLine, jsonLines } from './command-line.ts';

describe('the command line with the real runner: analyses', () => {
	const cli = commandLine();

	it('analyze --json prints one object a trace of the published schema, whose tokens tile the response, then one on all answers together, and nothing else', async () => {
		const { status, stdout, stderr } = await cli.run(['analyze', 'examples/traces/bank', 'examples/traces/network', '--json']);
		assert.equal(status, 0, stderr);
		const lines = jsonLines(stdout);
		const likeness = lines.pop();
		assertFits('likeness@1', likeness);
		assert.deepEqual(likeness, { ...(likeness as object), unlike: false, differs: [], rows: 6 });
		const records = lines.map((value) => {
			assertFits('analysis@1', value);
			return analysisRecordSchema.parse(value);
		});
		assert.deepEqual(
			records.map(({ file }) => file),
			[
				'examples/traces/bank/case-number.rag.md',
				'examples/traces/bank/invented-amount.rag.md',
				'examples/traces/bank/three-questions.rag.md',
				'examples/traces/network/signal-strength.rag.md',
				'examples/traces/network/throughput-and-alarm.response.md',
				'examples/traces/network/wrong-outage-time.rag.md',
			],
		);
		for (const record of records) {
			const text = readFileSync(join(root, record.file), 'utf8');
			const response = record.file.endsWith('.response.md')
				? text.split('---\n').at(-1)!.trim()
				: text.split('## Response\n')[1]!.split('## Reference\n')[0]!.trim();
			assert.equal(record.tokens.map(({ start, end }) => text.slice(start, end)).join(''), response);
			assert.ok(record.tokens.every((token, i) => i === 0 || token.start === record.tokens[i - 1]!.end));
			assert.ok(record.repcs !== null && Number.isFinite(record.repcs.z));
		}
		assert.match(stderr, /unanswered\.rag\.md: no response yet, not analyzed/);
	});

	it('sums up several answers: what is suspect, where and why, the gravest first', async () => {
		const { status, stdout } = await cli.run(['analyze', 'examples/traces/bank', '--quiet']);
		assert.equal(status, 0);
		assert.match(
			stdout,
			/^! examples\/traces\/bank\/invented-amount\.rag\.md:25\n {4}\u201cThe amount in dispute of Freya Kowalski is 171\.65 dollars\.\u201d\n {4}- \u201c171\.65 dollars\u201d is in no context\.\n\n/,
		);
		assert.doesNotMatch(stdout, /case-number|RePCS Z/);
		assert.match(stdout, /To see each answer in full, add --verbose\.\n$/);
		const full = await cli.run(['analyze', 'examples/traces/bank', '--quiet', '--verbose']);
		assert.match(full.stdout, /case-number[^]*RePCS Z[^]*invented-amount[^]*RePCS Z/);
		assert.doesNotMatch(full.stdout, /add --verbose/);
	});

	it('prints heatmap, sentences and RePCS for people, without color into a pipe', async () => {
		const plain = await cli.run(['analyze', 'examples/traces/bank/invented-amount.rag.md']);
		assert.equal(plain.status, 0);
		assert.match(plain.stdout, /! not supported$/m);
		// The amount was guessed: that is no memory, though RePCS takes it for one.
		assert.match(plain.stdout, /^ {2}No sign of memory: /m);
		assert.match(plain.stdout, /^ {2}RePCS Z \d+\.\d\d nats over \d+ tokens/m);
		assert.match(plain.stdout, /^1 trace analyzed, 2 findings$/m);
		assert.equal(stripVTControlCharacters(plain.stdout), plain.stdout);
		// Nobody has a terminal: progress is lines. One trace may be done before a tenth of the work is told; that all is done is told always.
		assert.match(plain.stderr, /^Analyzing \S+invented-amount\.rag\.md(?: \(\d0%(?:, \d+ s left)?\))?\n[^]* \(100%\)\n/m);
	});

	slowTest('prints with color into a pipe when that is forced', async () => {
		const forced = await cli.run(['analyze', 'examples/traces/bank/invented-amount.rag.md'], { FORCE_COLOR: '3' });
		assert.ok(forced.stdout.includes('\u001b[48;2;'));
	});

	slowTest('says which line of an answer may be meant as a head, where, and what to do, for people and in --json', async () => {
		const file = cli.write(
			'heading.rag.md',
			'## Query\nWhen does it close?\n\n## Context fees-2024\nThe branch closes on 14 March.\n\n## Response\nIt closes on 14 March.\n\n## Context and goals\n\nThe bank saves rent.\n',
		);
		const says = /Line 10: This line is read as part of the answer.* write the line as `\\## Context and goals`\. .*\(RA126\)/;
		const json = await cli.run(['analyze', file, '--json', '--quiet']);
		assert.equal(json.status, 0, json.stderr);
		const record = analysisRecordSchema.parse(jsonLines(json.stdout)[0]);
		assert.match(record.notes.join(' '), says);
		const answer = readFileSync(file, 'utf8').split('## Response\n')[1]!.trim();
		assert.equal(record.tokens.map(({ start, end }) => readFileSync(file, 'utf8').slice(start, end)).join(''), answer);
		const people = await cli.run(['analyze', file]);
		assert.match(people.stdout.replaceAll(/\s+/g, ' '), says);
	});

	slowTest('--quiet says nothing but results', async () => {
		const { stderr, stdout } = await cli.run(['analyze', 'examples/traces/bank/case-number.rag.md', '--quiet', '--json']);
		assert.equal(stderr, '');
		assert.equal(jsonLines(stdout).length, 1);
	});

	slowTest('--fail-on decides between 0 and 1', async () => {
		assert.equal((await cli.run(['analyze', 'examples/traces/bank/invented-amount.rag.md', '--fail-on', 'warning', '--quiet'])).status, 1);
		assert.equal((await cli.run(['analyze', 'examples/traces/bank/invented-amount.rag.md', '--fail-on', 'error', '--quiet'])).status, 0);
		assert.equal((await cli.run(['analyze', 'examples/traces/bank/case-number.rag.md', '--fail-on', 'warning', '--quiet'])).status, 0);
	});

	slowTest('--html writes one page and says where', async () => {
		const page = join(cli.folder, 'report.html');
		const { status, stdout } = await cli.run(['analyze', 'examples/traces/network', '--html', page]);
		assert.equal(status, 0);
		assert.match(stdout, new RegExp(`^Report: ${page}$`, 'm'));
		const html = readFileSync(page, 'utf8');
		assert.match(html, /<h2 id="title-2">wrong-outage-time<\/h2>/);
		assert.doesNotMatch(html, /<(link|img|iframe)|<[^>]*\bsrc=/);
	});
});
