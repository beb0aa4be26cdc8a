import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { IndexLargeFile, LargeFileTraces, ReadableTrace } from '../../src/protocol/readable.ts';
import { Analyze } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { chance } from '../../test/runner/chance.ts';
import { Client, pullingClient, root } from '../../test/support/runner-client.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { atMost } from '../target.ts';

const [traces, quickTraces] = [100_000, 10_000];
/** Bytes of a line, about. With 100,000 of them a file has 1 GB. */
const lineBytes = 10_000;
const MB = 1e6;
/** Answers that the command line analyzes. All of a large file take minutes. */
const analyzed = 5000;

/** Returns how long a JSON Lines file of 1 GB takes until single traces of it are read, and how much memory the runner needs for that. */
export const largeFile: Bench = {
	name: 'large-file',
	summary: 'seconds and memory until traces of a file of 1 GB can be read',
	async run({ seed, quick, log }) {
		if (!existsSync(join(root, 'dist', 'runner.cjs'))) throw new Error('dist/runner.cjs is missing: run `npm run build` first');
		const count = quick ? quickTraces : traces;
		const folder = await mkdtemp(join(tmpdir(), 'rag-assay-bench-'));
		const cleanUp: (() => void | Promise<void>)[] = [];
		try {
			const path = join(folder, 'answers.jsonl');
			const bytes = await writeTraces(path, count, chance(seed));
			log(`wrote ${(bytes / MB).toFixed(0)} MB`);
			const uri = pathToFileURL(path).href;
			const client = new Client({ after: (hook) => void cleanUp.push(hook) }, { cache: folder });
			await client.initialize({ analyzeOn: 'command' }, pullingClient);
			const before = peakOf(client.child.pid!);
			const began = performance.now();
			const seconds = (from: number): number => (performance.now() - from) / 1000;
			const indexed = await ask(client.connection, IndexLargeFile, { uri, token: 'bench' });
			const index = seconds(began);
			const first = await timed(() => readTrace(client, uri, 1));
			const late = Math.round(0.9 * count);
			const ninetieth = await timed(() => readTrace(client, uri, late));
			const list = await timed(() => ask(client.connection, LargeFileTraces, { uri, line: late, count: 50 }));
			const whileReading = peakOf(client.child.pid!);
			const readable = (await ask(client.connection, LargeFileTraces, { uri, line: late, count: 1 })).lines[0]!.uri;
			const shown = await ask(client.connection, ReadableTrace, { uri: readable });
			await client.open(readable, shown!.text, 'rag-trace');
			const judged = await timed(() => ask(client.connection, Analyze, { uri: readable }));
			const lines = await analyzedByCommandLine(path, Math.min(count, analyzed), cleanUp);
			const figure = (name: string, value: number, unit: string, target: Figure['target'] = null): Figure => ({
				name,
				value,
				low: null,
				high: null,
				n: indexed.count,
				unit,
				target,
			});
			return {
				data: { traces: indexed.count, bytes, model: 'demo', format: indexed.format },
				figures: [
					figure('until the file is indexed', index, 's'),
					figure('then, until the first trace is read', 1000 * first, 'ms'),
					figure('then, until the trace at nine tenths of the file is read', 1000 * ninetieth, 'ms'),
					figure('then, until 50 traces are listed', 1000 * list, 'ms'),
					figure('then, until the model has judged that trace, its start included', judged, 's'),
					figure('share of the index in the time to the first trace', index / (index + first), ''),
					figure('most memory of the runner before', before / MB, 'MB'),
					figure('most memory of the runner up to the list', whileReading / MB, 'MB', atMost(500)),
					{ ...figure('command line: until the first answer is printed', lines.first, 's'), n: lines.count },
					{ ...figure('command line: for each answer', (1000 * (lines.all - lines.first)) / (lines.count - 1), 'ms'), n: lines.count },
					{ ...figure('command line: most memory of its two processes', lines.memory / MB, 'MB', atMost(500)), n: lines.count },
					{ ...figure('command line: from Ctrl-C to its end', lines.stop, 's', atMost(2)), n: lines.count },
				],
			};
		} finally {
			for (const hook of cleanUp) await hook();
			await rm(folder, { recursive: true, force: true });
		}
	},
};

/** Analyzes the first answers of a file on the command line without a model, and stops it then as Ctrl-C does. Seconds, and bytes of memory. */
async function analyzedByCommandLine(
	path: string,
	count: number,
	cleanUp: (() => void)[],
): Promise<{ first: number; all: number; stop: number; memory: number; count: number }> {
	const began = performance.now();
	const child = spawn(process.execPath, [join(root, 'dist', 'cli.cjs'), 'analyze', path, '--methods', 'support', '--json', '--quiet'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	cleanUp.push(() => void child.kill('SIGKILL'));
	const ended = once(child, 'close');
	let first = 0;
	let printed = 0;
	for await (const _ of createInterface({ input: child.stdout })) {
		printed++;
		if (printed === 1) first = (performance.now() - began) / 1000;
		if (printed === count) break;
	}
	const all = (performance.now() - began) / 1000;
	if (printed < count) throw new Error(`the command line printed ${printed} of ${count} answers`);
	const memory = [child.pid!, ...childrenOf(child.pid!)].reduce((sum, one) => sum + peakOf(one), 0);
	const stop = await timed(async () => {
		child.stdout.resume();
		child.kill('SIGINT');
		await ended;
	});
	return { first, all, stop, memory, count };
}

function childrenOf(process: number): number[] {
	return readFileSync(`/proc/${process}/task/${process}/children`, 'utf8')
		.split(' ')
		.flatMap((pid) => (pid === '' ? [] : [Number(pid)]));
}

async function timed(run: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await run();
	return (performance.now() - began) / 1000;
}

async function readTrace(client: Client, uri: string, line: number): Promise<void> {
	const [trace] = (await ask(client.connection, LargeFileTraces, { uri, line, count: 1 })).lines;
	const shown = await ask(client.connection, ReadableTrace, { uri: trace!.uri });
	if (trace!.line !== line || !shown!.text.includes(`Desk ${line} charges`)) throw new Error(`Line ${line} shows another trace.`);
}

/** Writes traces in the form of RAGAS, one a line. Resolves to their bytes. */
async function writeTraces(path: string, count: number, random: () => number): Promise<number> {
	const words = ['branch', 'ledger', 'visit', 'counter', 'queue', 'notice', 'opening', 'transfer'];
	await using file = await open(path, 'w');
	let bytes = 0;
	for (let first = 1; first <= count; first += 100) {
		const lines = Array.from({ length: Math.min(100, count - first + 1) }, (_, i) => {
			const number = first + i;
			const sentence = `The ${words[Math.floor(random() * words.length)]} keeps a record of desk ${number}. `;
			return `${JSON.stringify({
				user_input: `What does desk ${number} charge?`,
				retrieved_contexts: [`Desk ${number} charges ${number + 100} dollars. ${sentence.repeat(Math.ceil(lineBytes / sentence.length))}`],
				response: `Desk ${number} charges ${number + (random() < 0.5 ? 100 : 107)} dollars.`,
			})}\n`;
		}).join('');
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		bytes += (await file.write(lines)).bytesWritten;
	}
	return bytes;
}

/** Bytes of resident memory that a process has had at most. */
function peakOf(process: number): number {
	const kiB = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1];
	return Number(kiB) * 1024;
}
