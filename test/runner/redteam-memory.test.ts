import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { MemoryAttackReport } from '../../src/formats/memory-redteam.ts';
import type { RedteamMemoryOutput } from '../../src/cli/output/schemas.ts';
import { slowTest } from '../support/slow-test.ts';
import { root } from '../support/runner-client.ts';
import { assertFits, commandLine, jsonLines } from './command-line.ts';

const store = join(root, 'examples/memory/assistant.jsonl');
const history = join(root, 'examples/memory/history.jsonl');

describe('attacks on a memory, on the command line', () => {
	const cli = commandLine();
	const attack = ['redteam', 'memory', store, '--history', history];

	slowTest('attack a copy: the store stays as it is, the same seed gives the same, and a page is written', async () => {
		const before = readFileSync(store);
		const html = join(cli.folder, 'report.html');
		const args = [...attack, '--count', '3', '--seeds', '1', '--json', '--quiet'];
		const first = await cli.run([...args, '--html', html]);
		assert.deepEqual([first.status, first.stderr], [0, '']);
		const [report] = jsonLines(first.stdout) as [RedteamMemoryOutput];
		assertFits('redteam-memory@1', report);
		assert.deepEqual(
			report.attacks.map(({ name }) => name),
			['agent-poison', 'minja', 'injecmem'],
		);
		for (const { planted, retrieval, name, trigger, examples } of report.attacks) {
			assert.equal(planted, 3);
			assert.equal(examples.length, 3);
			assert.equal(trigger !== null, name === 'agent-poison');
			assert.ok(retrieval.defended.value <= retrieval.attacked.value);
		}
		assert.ok(report.laundering !== null);
		// The example's planted entries are no benign ones.
		assert.equal(report.entries, 40);
		assert.match(report.notes.join(' '), /A scan flags 4 entries of the store; the copy is without them/);
		const { calibration, held, history: known, targets } = report.division;
		assert.deepEqual([calibration + held, known + targets], [report.entries, report.history.queries]);
		assert.match(readFileSync(html, 'utf8'), /<title>RAG Assay: attacks on a memory<\/title>/);
		assert.deepEqual(readFileSync(store), before);
		const again = await cli.run(args);
		assert.equal(again.stdout, first.stdout);
	});

	it('names the attacks that are asked for', async () => {
		const { status, stdout } = await cli.run([...attack, '--attacks', 'injecmem', '--count', '2', '--seeds', '1', '--json', '--quiet']);
		assert.equal(status, 0);
		const [report] = jsonLines(stdout) as [RedteamMemoryOutput];
		assert.deepEqual([report.attacks.length, report.attacks[0]?.synonyms, report.laundering], [1, null, null]);
	});

	it('attacks the relations of a graph, and says of a store with few of them that it does not', async () => {
		const people = Array.from({ length: 30 }, (_, i) => `Person ${i}`);
		const lines = people.map((name, i) => ({
			type: 'entity',
			name,
			entityType: 'person',
			observations: [`${name} keeps file ${i} of the archive in drawer ${i % 7}`],
		}));
		const relations = people.flatMap((from, i) =>
			[1, 7].map((step) => ({ type: 'relation', from, to: people[(i + step) % people.length], relationType: 'knows' })),
		);
		const write = (name: string, some: readonly object[]) =>
			cli.write(name, [...lines, ...some].map((one) => `${JSON.stringify(one)}\n`).join(''));
		const ask = async (graph: string) => {
			const { status, stdout, stderr } = await cli.run([
				'redteam',
				'memory',
				graph,
				'--history',
				history,
				...'--attacks injecmem,graph --count 4 --seeds 2 --json --quiet'.split(' '),
			]);
			assert.deepEqual([status, stderr], [0, '']);
			const [report] = jsonLines(stdout) as [RedteamMemoryOutput];
			assertFits('redteam-memory@1', report);
			return report;
		};
		const { graph } = await ask(write('graph.jsonl', relations));
		assert.deepEqual(
			[graph?.relations, graph?.nodes, graph?.attacks.map(({ name, planted, tpr }) => [name, planted, tpr.value])],
			[
				60,
				30,
				[
					['hub', 8, 1],
					['hijack', 8, 0],
					['cluster', 6, 0],
				],
			],
		);
		const few = await ask(write('few-relations.jsonl', relations.slice(0, 5)));
		assert.equal(few.graph, null);
		assert.ok(few.notes.includes('No relations were planted: the store has 5 relations, and it needs at least 20.'));
	});

	it('asks a language model about each entry, and says which one and what', async () => {
		const { status, stdout, stderr } = await cli.run([
			...attack,
			'--sanitizer',
			join(root, 'models/demo'),
			...'--attacks injecmem --count 2 --seeds 1 --json --quiet'.split(' '),
		]);
		assert.deepEqual([status, stderr], [0, '']);
		const [report] = jsonLines(stdout) as [RedteamMemoryOutput];
		assertFits('redteam-memory@1', report);
		assert.equal(report.sanitizer?.name, 'demo');
		assert.match(report.sanitizer.question, /Answer yes or no\.$/);
		const [{ sanitizer }] = report.attacks as [MemoryAttackReport];
		assert.deepEqual([sanitizer?.tpr.n, sanitizer?.fpr.n, sanitizer?.auroc.n], [2, report.division.held, 2 + report.division.held]);
		assert.ok(!report.notes.some((note) => note.includes('No model was asked')));
	});

	slowTest('what is too small to say anything is refused, and what is mistyped', async () => {
		const few = cli.write('few.jsonl', '{"text": "Ada likes tea"}\n{"text": "Bo likes chess"}\n');
		const short = cli.write('short.jsonl', '{"query": "What does Ada like?"}\n');
		for (const [args, message] of [
			[['redteam', 'memory', few, '--history', history], /few\.jsonl: RA680: The store has 2 different entries\./],
			[
				['redteam', 'memory', store, '--history', short],
				/short\.jsonl: RA681: The history has one different query\.|RA681: The history has 1 different query\./,
			],
			[[...attack, '--attacks', 'magic'], /Expected some of: agent-poison, minja, injecmem, synonyms, laundering, graph\./],
			[[...attack, '--attacks', 'laundering'], /name one of agent-poison, minja, injecmem as well/],
			[['redteam', 'memory', store], /--history/],
		] as const) {
			// oxlint-disable-next-line no-await-in-loop -- one after the other
			const { status, stdout, stderr } = await cli.run(args);
			assert.deepEqual([status, stdout], [2, ''], stderr);
			assert.match(stderr, message);
		}
	});
});
