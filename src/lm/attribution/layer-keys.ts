import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import type { ModelConfig } from '../model-config.ts';
import { firstLine } from '../runtime-message.ts';
import { Emitter } from '../../onnx/emit/emitter.ts';
import type { GraphFiles } from '../../onnx/graph-files.ts';
import { dataTypes } from '../../onnx/onnx-model.ts';
import { valueInfo } from '../../onnx/onnx-writer.ts';
import { partOfGraph } from '../../onnx/part-of-graph.ts';
import { PartSession } from './part-session.ts';
import type { Block } from '../../onnx/recognize/decoder.ts';
import type { RecognizedDecoder } from '../../onnx/spad-graph.ts';
import { emitScoreMask, tokenValues, type ScoreMask } from '../../onnx/windows/score-mask.ts';
import { seenByRows, type LayerKeys, type MaskRow, type SeenKeys } from '../../onnx/windows/seen-keys.ts';

type Attention = Extract<Block, { kind: 'attention' }>;
/** Layers with a mask of the graph's own. */
interface Masked {
	readonly block: Attention;
	readonly tensor: string;
}

/** Keys that a window is looked for in when nobody says how wide it should be, and the graph has to run for it. */
const unstated = 1024;
/** Keys that are tried at least where only masks are computed. */
const light = 4096;
/** Most keys for a graph that has to run for its masks: each layer holds keys and values of that many tokens. */
const heavy = 16_384;
/** Most tokens that are fed at once, to a graph that takes no cache: a mask has that many rows. */
const max = { alone: 8192, withWeights: 1100 };

/**
 * How many keys each layer's rows see. A fused operator says it; where the graph builds its masks itself, the part of it that does
 * is run, with zeros for scores, and the visible keys are counted. That takes no weights, but where an exporter asks a block's
 * result for its size.
 * @param stated the widest window that `config.json` speaks of, `undefined` where it has none: texts that are longer are tried.
 */
export async function layerKeys(
	files: GraphFiles,
	recognized: RecognizedDecoder,
	provider: ExecutionProviderChoice,
	config: ModelConfig,
	stated: number | undefined,
): Promise<LayerKeys[]> {
	const { graph, structure } = recognized;
	const blocks = structure.blocks.filter((block): block is Attention => block.kind === 'attention');
	const e = new Emitter();
	const ofTokens = tokenValues(graph);
	const masks = new Map<Attention, ScoreMask>(
		blocks.map((block) => {
			const mask = emitScoreMask(e, graph, block.rule, ofTokens);
			return [block, mask.kind === 'tensor' ? { ...mask, tensor: e.op('Flatten', [mask.tensor], { ints: { axis: -1 } }) } : mask];
		}),
	);
	const masked = blocks.flatMap((block): Masked[] => {
		const mask = masks.get(block)!;
		return mask.kind === 'tensor' ? [{ block, tensor: mask.tensor }] : [];
	});
	const measured =
		masked.length === 0 ? new Map<string, SeenKeys>() : await measure(files, recognized, e, masked, provider, config, stated);
	return blocks.map((block) => {
		const { layer, rule } = block;
		const mask = masks.get(block)!;
		const node = nodeOf(block);
		const byMask: SeenKeys =
			mask.kind === 'none'
				? { kind: 'all', tried: Infinity }
				: mask.kind === 'unknown'
					? { kind: 'unknown', reason: 'how it comes to its mask is not understood', node: mask.node }
					: measured.get(mask.tensor)!;
		return { layer, node, seen: rule.kind === 'fused' && rule.window > 0 ? narrower(rule.window, byMask) : byMask };
	});
}

function nodeOf({ rule }: Attention) {
	return rule.kind === 'fused' ? rule.node : rule.softmax;
}

/** What is seen when an operator's own window comes on top of a mask. */
function narrower(window: number, seen: SeenKeys): SeenKeys {
	if (seen.kind === 'unknown') return seen;
	return seen.kind === 'window' && seen.keys <= window ? seen : { kind: 'window', keys: window };
}

/** By mask. What cannot be run is unknown, with what the runtime says. */
async function measure(
	files: GraphFiles,
	recognized: RecognizedDecoder,
	e: Emitter,
	masked: readonly Masked[],
	provider: ExecutionProviderChoice,
	config: ModelConfig,
	stated: number | undefined,
): Promise<Map<string, SeenKeys>> {
	const unknown = (reason: string) =>
		new Map(masked.map(({ block, tensor }): [string, SeenKeys] => [tensor, { kind: 'unknown', reason, node: nodeOf(block) }]));
	const part = partOfGraph(files, recognized, {
		nodes: e.nodes,
		initializers: e.initializers,
		inputs: [],
		outputs: masked.map(({ tensor }) => valueInfo(tensor, dataTypes.float, ['rows', 'keys'])),
	});
	let session: PartSession;
	try {
		session = await PartSession.open(
			part,
			recognized.model.graph.outputs.map(({ name }) => name),
			provider,
			config,
		);
	} catch (error) {
		return unknown(`ONNX Runtime cannot open the part of the graph that makes it: ${firstLine(error)}`);
	}
	try {
		let reason = `a window of ${stated ?? unstated} keys is too wide to be tried with this graph`;
		let best: Map<string, SeenKeys> | undefined;
		for (const { rows, keys } of ways(recognized.takesCache, part.weightBytes > 0, config.contextWindow ?? Infinity, stated)) {
			try {
				const [first, second] = [await lastRows(session, rows(keys), keys), await lastRows(session, rows(keys + 1), keys + 1)];
				best = new Map(
					masked.map(({ block, tensor }): [string, SeenKeys] => [tensor, judged(block, first.get(tensor), second.get(tensor))]),
				);
				if ([...best.values()].every(({ kind }) => kind !== 'unknown')) return best;
			} catch (error) {
				reason = `the graph cannot be run for it: ${firstLine(error)}`;
			}
		}
		return best ?? unknown(reason);
	} finally {
		await session.dispose();
	}
}

/** The masks of the last of `keys` tokens, `rows` of which are fed and the others are in the cache. */
async function lastRows(session: PartSession, rows: number, keys: number): Promise<ReadonlyMap<string, MaskRow>> {
	return new Map(
		[...(await session.run(rows, keys - rows))].map(([name, { values, dims }]) => [name, { values, columns: dims.at(-1) ?? 0, keys }]),
	);
}

function judged(block: Attention, first: MaskRow | undefined, second: MaskRow | undefined): SeenKeys {
	if (first === undefined || second === undefined) throw new RangeError('a mask was not computed');
	const seen = seenByRows(first, second);
	return typeof seen === 'string' ? { kind: 'unknown', reason: seen, node: nodeOf(block) } : seen;
}

/** How a window can be made to show: `keys` in all, of which `rows` are fed and the others are in the cache. One token behind a cache first. */
function ways(
	takesCache: boolean,
	weights: boolean,
	context: number,
	stated: number | undefined,
): { readonly keys: number; readonly rows: (keys: number) => number }[] {
	const wide = (stated ?? unstated) + 2;
	// The second row has one key more.
	const within = (keys: number): number => Math.max(2, Math.min(keys, context - 1));
	const cached = within(weights ? wide : Math.max(2 * wide, light));
	const whole = within(wide);
	return [
		...(takesCache && (!weights || cached <= heavy) ? [{ keys: cached, rows: () => 1 }] : []),
		...(whole <= (weights ? max.withWeights : max.alone) ? [{ keys: whole, rows: (keys: number) => keys }] : []),
	];
}
