import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Analyze, AnalyzeFiles, GetModelState } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { chance, pause } from '../../test/runner/chance.ts';
import { Client, pullingClient, root, shortTrace } from '../../test/support/runner-client.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { atMost, type Target } from '../target.ts';

const uri = 'file:///bench/hover.rag.md';

/** How long the language server takes to answer an editor while the model process works without a pause. */
export const runnerLatency: Bench = {
	name: 'runner-latency',
	summary: 'answer time of hovers and pings while the model works',
	async run({ seed, quick, log }) {
		if (!existsSync(join(root, 'dist', 'runner.cjs'))) throw new Error('dist/runner.cjs is missing: run `npm run build` first');
		const wanted = quick ? 300 : 2000;
		const folder = await mkdtemp(join(tmpdir(), 'rag-assay-bench-'));
		const cleanUp: (() => void | Promise<void>)[] = [];
		const client = new Client({
			after: (hook) => {
				cleanUp.push(hook);
			},
		});
		try {
			const random = chance(seed);
			const paths = await writeTraces(folder, wanted, random);
			await client.initialize({ analyzeOn: 'command' }, pullingClient);
			await client.open(uri, shortTrace('hover'));
			await ask(client.connection, Analyze, { uri });
			const idle = await measure(client, quick ? 100 : 500, random, () => true);
			log(`${idle.ping.length} pings and ${idle.hover.length} hovers without work`);
			let working = true;
			const job = ask(client.connection, AnalyzeFiles, { token: 'bench', paths }).finally(() => {
				working = false;
			});
			const busy = await measure(client, wanted, random, () => working);
			if (!working) log('the job ended before all was asked: fewer answers are counted');
			job.catch(() => undefined); // It need not end: its runner is killed now.
			return {
				data: { traces: paths.length, responseTokens: 'about 250 each', requests: wanted },
				figures: [
					...figures('ping, idle', idle.ping, random),
					...figures('hover, idle', idle.hover, random),
					...figures('ping, model works', busy.ping, random, atMost(50)),
					...figures('hover, model works', busy.hover, random, atMost(50)),
				],
			};
		} finally {
			for (const hook of cleanUp) await hook();
			await rm(folder, { recursive: true, force: true });
		}
	},
};

/** Traces that fill the demo model's context window, all different, so that none is in the cache. */
async function writeTraces(folder: string, count: number, random: () => number): Promise<string[]> {
	return Promise.all(
		Array.from({ length: count }, async (_, i) => {
			const path = join(folder, `${i}.rag.md`);
			const sentences = Array.from({ length: 18 }, () => `Her office number is ${1000 + Math.floor(random() * 9000)}.`);
			await writeFile(path, shortTrace(`trace-${i}`, sentences.join(' ')));
			return path;
		}),
	);
}

/** Milliseconds of each answer; a hover and a ping in turn, with random pauses as a person's mouse has them. */
async function measure(
	client: Client,
	count: number,
	random: () => number,
	goesOn: () => boolean,
): Promise<{ ping: number[]; hover: number[] }> {
	const times = { ping: [] as number[], hover: [] as number[] };
	for (let i = 0; i < count && goesOn(); i++) {
		const kind = i % 2 === 0 ? 'ping' : 'hover';
		const start = performance.now();
		if (kind === 'ping') await ask(client.connection, GetModelState, null);
		else
			await client.connection.sendRequest('textDocument/hover', {
				textDocument: { uri },
				position: { line: 14, character: Math.floor(random() * 50) },
			});
		times[kind].push(performance.now() - start);
		await pause(random() * 30);
	}
	return times;
}

/** Median, 95th percentile and maximum; the percentile's interval by 1,000 resamplings. */
function figures(name: string, times: readonly number[], random: () => number, target: Target | null = null): Figure[] {
	const sorted = times.toSorted((a, b) => a - b);
	const at = (list: readonly number[], share: number): number =>
		list[Math.min(list.length - 1, Math.floor(share * list.length))] ?? Number.NaN;
	const resampled = Array.from({ length: 1000 }, () =>
		at(
			sorted.map(() => sorted[Math.floor(random() * sorted.length)]!).toSorted((a, b) => a - b),
			0.95,
		),
	).toSorted((a, b) => a - b);
	const common = { n: times.length, unit: 'ms' };
	return [
		{ name: `${name}: median`, value: at(sorted, 0.5), low: null, high: null, ...common, target: null },
		{ name: `${name}: p95`, value: at(sorted, 0.95), low: at(resampled, 0.025), high: at(resampled, 0.975), ...common, target },
		{ name: `${name}: max`, value: sorted.at(-1) ?? Number.NaN, low: null, high: null, ...common, target: null },
	];
}
