import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { labeledResponses } from './labeled-response.ts';
import { readDataSet } from '../../src/formats/read-data-set.ts';
import { tokenizeConversation } from '../../src/lm/conversation.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { eightBitWeights } from '../../src/lm/eight-bit-weights.ts';
import { attributeResponse, type SpadAttribution, type SpadRequest } from '../../src/lm/attribution/attribute.ts';
import { buildSpadGraph } from '../../src/onnx/spad-graph.ts';
import { SpadSession } from '../../src/lm/attribution/spad-session.ts';
import { layoutFor } from '../../src/lm/layout.ts';
import { loadModelConfig } from '../../src/lm/model-config.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { loadTokenizer } from '../../src/lm/tokenizer.ts';
import type { Figure } from '../bench/bench.ts';
import type { SpeedResult } from './bench-speed-result.ts';
import { atLeast, atMost, type Target } from '../target.ts';

const answersFolder = fileURLToPath(new URL('../../examples/datasets/demo-world', import.meta.url));

/** What a screen did on real hidden states. */
export interface ScreenOnAnswers {
	readonly answers: number;
	readonly tokens: number;
	readonly probes: number;
	/** Of the probes, 0..1. */
	readonly eightBits: number;
	readonly exact: number;
	/** Multiply-adds, of those of all probes; one in 8 bits counts as a quarter. */
	readonly work: number;
	/** Largest bound of a token's sources; largest distance of a source, or of a context's share, from the exact one; how far one is beyond its bound at most (negative: within it). */
	readonly bound: number;
	readonly error: number;
	readonly excess: number;
}

/** Attributes the test answers of examples/datasets/demo-world exactly and with a screen. */
export async function screenOnAnswers(folder: string, count: number, budget: number): Promise<ScreenOnAnswers> {
	const files = await checkModelFolder(folder);
	const config = await loadModelConfig(files);
	const tokenizer = await loadTokenizer(files);
	const layout = layoutFor(tokenizer.template);
	const { records } = await readDataSet(answersFolder, (path) => readFile(path, 'utf8'));
	const requests = labeledResponses(records, 'test')
		.slice(0, count)
		.map(({ parts }): SpadRequest => {
			const { withContext, response } = tokenizeConversation(layout, tokenizer, parts);
			const before = response.ids.slice(0, -1);
			return {
				ids: [...withContext.ids, ...before],
				targets: response.ids,
				groups: Int32Array.from([...withContext.sources, ...before.map(() => -2)], (source) => source + 1),
				contexts: parts.contexts.length,
			};
		});
	const attributed = async (screen: number | undefined): Promise<SpadAttribution[]> => {
		const graph = buildSpadGraph(files, { proof: false, screen, eightBitWeights: await eightBitWeights(), panels: true });
		const session = await SpadSession.open(graph, files.graph.path, executionProvidersFor('cpu'), config);
		const found: SpadAttribution[] = [];
		for (const request of requests) {
			// oxlint-disable-next-line no-await-in-loop -- a session does one thing at a time
			found.push(
				await attributeResponse(session, request, {
					mode: 'whole',
					heads: graph.heads,
					signal: new AbortController().signal,
					onProgress: () => undefined,
				}),
			);
		}
		await session.dispose();
		return found;
	};
	const [exact, screened] = [await attributed(undefined), await attributed(budget)];
	const { vocabulary } = buildSpadGraph(files, { proof: false, panels: true }).structure;
	const sum = (of: (one: SpadAttribution) => number): number => screened.reduce((total, one) => total + of(one), 0);
	const probes = sum(({ probed }) => probed.all);
	const [eightBits, left] = [sum(({ probed }) => probed.eightBits), sum(({ probed }) => probed.exact)];
	// The first stage multiplies every state with the rows of the response's tokens and with one sum.
	const first = sum(({ probed, tokens }) => probed.all * (tokens + 1)) / vocabulary;
	const differences = screened.flatMap((one, i) => [
		...[...one.sources].map((x, j) => ({ difference: Math.abs(x - exact[i]!.sources[j]!), bound: one.errorBound[Math.floor(j / 7)]! })),
		...[...one.byContext].map((x, j) => ({
			difference: Math.abs(x - exact[i]!.byContext[j]!),
			bound: one.errorBound[Math.floor(j / one.contexts)]!,
		})),
	]);
	const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
	return {
		answers: requests.length,
		tokens: sum(({ tokens }) => tokens),
		probes,
		eightBits: eightBits / probes,
		exact: left / probes,
		work: (first + eightBits / 4 + left) / probes,
		bound: max(differences.map(({ bound }) => bound)),
		error: max(differences.map(({ difference }) => difference)),
		excess: max(differences.map(({ difference, bound }) => difference - bound)),
	};
}

/**
 * What the screen gives: on real states how much is skipped, and its time at the shape of the other measurements. Random weights are
 * its best case, because no token is probable there; one that finds nothing is its worst, and from both follows what the shares of the
 * real states would take.
 */
export function screenFigures(results: ReadonlyMap<string, readonly SpeedResult[]>, answers: ScreenOnAnswers): Figure[] {
	const figures: Figure[] = [];
	const add = (name: string, value: number, unit: string, n: number, target: Target | null = null): void => {
		figures.push({ name, value, low: null, high: null, n, unit, target });
	};
	add('screen on real states: probes whose exact product is skipped', 100 * (1 - answers.exact), '%', answers.probes);
	add('screen on real states: probes that take a product in 8 bits', 100 * answers.eightBits, '%', answers.probes);
	add(
		'screen on real states: multiply-adds that are skipped, one in 8 bits counted as a quarter',
		100 * (1 - answers.work),
		'%',
		answers.probes,
		atLeast(60),
	);
	add('screen on real states: largest bound of a source', 1e6 * answers.bound, 'ppm', answers.tokens, atMost(1000));
	add('screen on real states: largest error of a source', 1e6 * answers.error, 'ppm', answers.tokens);
	add('screen on real states: largest error beyond its bound (float32 rounds)', 1e6 * answers.excess, 'ppm', answers.tokens, atMost(10));

	const of = (name: string): readonly SpeedResult[] => results.get(name) ?? [];
	const seconds = (name: string): number => Math.min(...of(name).flatMap((result) => result.seconds));
	const n = of('screened').flatMap((result) => result.seconds).length;
	const [plain, attributed, screened, vain] = [seconds('plain'), seconds('attributed'), seconds('screened'), seconds('screened in vain')];
	const [first] = of('screened');
	const [exact] = of('attributed');
	add('screened: least time', 1000 * screened, 'ms', n);
	add('screened / plain, random weights', screened / plain, '×', n);
	add('attributed / screened, random weights', attributed / screened, '×', n);
	const m = of('screened in vain').flatMap((result) => result.seconds).length;
	add('a screen that finds nothing / attributed', vain / attributed, '×', m);
	const atShares = screened + answers.eightBits * Math.max(0, vain - attributed) + answers.exact * (attributed - screened);
	add('screened / plain, computed for the shares of the real states', atShares / plain, '×', m);
	add('attributed / screened, computed for the shares of the real states', attributed / atShares, '×', m);
	if (first?.probed !== undefined)
		add('random weights: probes whose exact product is skipped', 100 * (1 - first.probed.exact / first.probed.all), '%', first.probed.all);
	if (first?.errorBound !== undefined && first.sources !== null && exact?.sources) {
		const { errorBound, sources } = first;
		const own = exact.sources;
		add('random weights: largest bound of a source', 1e6 * Math.max(...errorBound), 'ppm', errorBound.length, atMost(1000));
		add(
			'random weights: largest error beyond its bound (float32 rounds)',
			1e6 * Math.max(...sources.map((x, i) => Math.abs(x - own[i]!) - errorBound[Math.floor(i / 7)]!)),
			'ppm',
			sources.length,
			atMost(10),
		);
	}
	const opening = (name: string): number => Math.min(...of(name).flatMap(({ openSeconds }) => openSeconds ?? []));
	add('opening a session with a screen', opening('screened'), 's', of('screened').length);
	add('opening a session without', opening('attributed'), 's', of('attributed').length);
	return figures;
}
