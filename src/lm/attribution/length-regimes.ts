import { executionProvidersFor } from '../devices/execution-providers.ts';
import type { ModelConfig } from '../model-config.ts';
import { Emitter } from '../../onnx/emit/emitter.ts';
import type { GraphFiles } from '../../onnx/graph-files.ts';
import type { OnnxGraph } from '../../onnx/onnx-graph.ts';
import { dataTypes, type OnnxModel } from '../../onnx/onnx-model.ts';
import { valueInfo } from '../../onnx/onnx-writer.ts';
import { partOfGraph } from '../../onnx/part-of-graph.ts';
import { PartSession } from './part-session.ts';
import type { LengthChoice } from '../../onnx/recognize/length-choice.ts';

/** More of them than any model has; then each length counts as one. */
const max = 8;
/** Longest text that is tried; what is longer is like it. */
const longest = 2 ** 20;

/**
 * The lengths of a text from which on a graph keeps other numbers of its tokens than for shorter ones, in ascending order, 1 first: what its
 * choices go by is computed for lengths up to `window`, which takes no weights. `undefined` where that cannot be computed, where there are
 * too many, and where it is not the length of the whole text, cache included, that decides.
 */
export async function lengthRegimes(
	files: GraphFiles,
	parsed: { readonly model: OnnxModel; readonly graph: OnnxGraph },
	choices: readonly LengthChoice[],
	config: ModelConfig,
	window: number,
): Promise<readonly number[] | undefined> {
	const e = new Emitter();
	const outputs = [...new Set(choices.map(({ by }) => by))].map((by) => e.cast(by, dataTypes.float));
	let session: PartSession | undefined;
	try {
		const part = partOfGraph(files, parsed, {
			nodes: e.nodes,
			initializers: e.initializers,
			inputs: [],
			outputs: outputs.map((name) => valueInfo(name, dataTypes.float, [])),
		});
		session = await PartSession.open(
			part,
			parsed.graph.outputs.map(({ name }) => name),
			executionProvidersFor('cpu'),
			config,
		);
		return await regimesOf(session, Math.min(window, longest));
	} catch (error) {
		// Defects of our own are told apart from what the runtime cannot compute, which is not known; then no length is like another.
		if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) throw error;
		return undefined;
	} finally {
		await session?.dispose();
	}
}

/** What decides, in one text. */
export type Decider = Pick<PartSession, 'run'>;

/** `lengthRegimes` of what decides. Rejects with what the runtime says. */
export async function regimesOf(session: Decider, window: number): Promise<readonly number[] | undefined> {
	const decided = async (tokens: number, past: number): Promise<string> =>
		[...(await session.run(tokens, past))].map(([name, { values }]) => `${name} ${values.join(' ')}`).join('\n');
	const starts: number[] = [];
	for (let end = window; end >= 1; end = starts[0]! - 1) {
		if (starts.length === max) return undefined;
		const wanted = await decided(end, 0);
		let [low, high] = [1, end];
		while (low < high) {
			const middle = Math.floor((low + high) / 2);
			if ((await decided(middle, 0)) === wanted) high = middle;
			else low = middle + 1;
		}
		starts.unshift(low);
	}
	for (const total of starts.flatMap((start) => (start > 2 ? [start - 1, start] : []))) {
		if ((await decided(1, total - 1)) !== (await decided(total, 0))) return undefined;
	}
	return starts;
}
