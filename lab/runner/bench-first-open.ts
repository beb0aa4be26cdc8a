import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalysisChanged, Heatmap, ModelStateChanged } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { chance } from '../../test/runner/chance.ts';
import { productNode } from '../../test/runner/product-node.ts';
import { Client, pullingClient, root, shortTrace } from '../../test/support/runner-client.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { atMost } from '../target.ts';

const uri = 'file:///bench/first.rag.md';

/** The steps from the start of the runner to the colors of the first trace, in their order. Each ends where the next one begins. */
const steps = ['runner starts', 'first sign', 'verdict without a model', 'model is loaded', 'answer is read', 'colors'] as const;
type Step = (typeof steps)[number];

/** Returns where the time goes between the start of a runner and the colors of the first trace: shares of the steps, and the whole in starts of Node. */
export const firstOpen: Bench = {
	name: 'first-open',
	summary: 'steps from the start of the runner to the colors of the first trace',
	async run({ seed, quick, log }) {
		if (!existsSync(join(root, 'dist', 'runner.cjs'))) throw new Error('dist/runner.cjs is missing: run `npm run build` first');
		const rounds = quick ? 5 : 20;
		const random = chance(seed);
		const [cold, warm]: { times: Record<Step, number>; bare: number }[][] = [[], []];
		for (let i = 0; i < rounds; i++) {
			const cache = await mkdtemp(join(tmpdir(), 'rag-assay-bench-'));
			try {
				// The second start finds what the first one kept, but reads another answer.
				for (const list of [cold!, warm!])
					list.push({ bare: bareStart(), times: await opened(cache, `first-${i}-${list === cold ? 'cold' : 'warm'}`) });
			} finally {
				await rm(cache, { recursive: true, force: true });
			}
			log(`${i + 1} of ${rounds}`);
		}
		return {
			data: { rounds, model: 'demo', trace: 'two sentences, two contexts', node: productNode },
			figures: [...figures('empty cache', cold!, random), ...figures('second start', warm!, random)],
		};
	},
};

/** Milliseconds that a Node without a program takes from its start to its end. */
function bareStart(): number {
	const began = performance.now();
	const { status } = spawnSync(productNode, ['-e', '0']);
	if (status !== 0) throw new Error(`${productNode} ended with ${status}`);
	return performance.now() - began;
}

/** Starts a runner, opens a trace in it, and returns the milliseconds of each step. */
async function opened(cache: string, id: string): Promise<Record<Step, number>> {
	const cleanUp: (() => void | Promise<void>)[] = [];
	const began = performance.now();
	const client = new Client({ after: (hook) => void cleanUp.push(hook) }, { cache });
	try {
		await client.initialize({}, pullingClient);
		const started = performance.now();
		const sign = client.next(AnalysisChanged);
		const ready = client.next(ModelStateChanged, ({ state }) => state === 'ready' || state === 'working').then(() => performance.now());
		await client.open(uri, shortTrace(id, `The complaint of Freya Kowalski is a missing transfer, ${id}.`));
		await sign;
		const signed = performance.now();
		// A connection hands a kind of notification to one listener: this one takes the place of the first.
		const done = client.next(AnalysisChanged, ({ state }) => state.kind === 'done');
		// An editor asks for findings as soon as a document is open.
		await client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
		const compared = performance.now();
		const loaded = Math.max(compared, await ready);
		await done;
		const read = performance.now();
		const colors = await ask(client.connection, Heatmap, { uri, measure: 'cg' });
		if (colors === null) throw new Error('The first trace has no colors.');
		const ends = [began, started, signed, compared, loaded, read, performance.now()];
		return Object.fromEntries(steps.map((step, i) => [step, ends[i + 1]! - ends[i]!])) as Record<Step, number>;
	} finally {
		for (const hook of cleanUp) await hook();
	}
}

/** Shares of the steps in the sum of their medians, and the whole in starts of a bare Node, with a bootstrap interval over rounds. */
function figures(
	name: string,
	rounds: readonly { readonly times: Record<Step, number>; readonly bare: number }[],
	random: () => number,
): Figure[] {
	const whole = ({ times }: (typeof rounds)[number]): number => steps.reduce((sum, step) => sum + times[step], 0);
	const ratio = (list: typeof rounds): number => median(list.map(whole)) / median(list.map(({ bare }) => bare));
	const resampled = Array.from({ length: 1000 }, () => ratio(rounds.map(() => rounds[Math.floor(random() * rounds.length)]!))).toSorted(
		(a, b) => a - b,
	);
	const common = { n: rounds.length, low: null, high: null };
	const seconds = (step: Step): number => median(rounds.map(({ times }) => times[step])) / 1000;
	const sum = steps.reduce((total, step) => total + median(rounds.map(({ times }) => times[step])), 0);
	return [
		{
			name: `${name}: start to colors, in starts of Node`,
			value: ratio(rounds),
			unit: '',
			n: rounds.length,
			low: resampled[25]!,
			high: resampled[974]!,
			target: null,
		},
		{
			name: `${name}: start to first sign`,
			value: seconds('runner starts') + seconds('first sign'),
			unit: 's',
			...common,
			target: atMost(1),
		},
		{ name: `${name}: start to colors`, value: median(rounds.map(whole)) / 1000, unit: 's', ...common, target: atMost(3) },
		...steps.map((step) => ({
			name: `${name}: share of '${step}'`,
			value: median(rounds.map(({ times }) => times[step])) / sum,
			unit: '',
			...common,
			target: null,
		})),
	];
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
