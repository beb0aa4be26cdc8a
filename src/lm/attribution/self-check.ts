import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { DecoderSession, Step } from '../decoder-session.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { eightBitWeights } from '../eight-bit-weights.ts';
import type { ModelConfig } from '../model-config.ts';
import { sourceCount } from '../../model-io/attribution.ts';
import { nextTokenStatistics, topIndices } from '../../statistics/next-token.ts';
import { seededRandom } from '../../statistics/random.ts';
import { attributeInMode, type SpadAttribution, type SpadMode, type SpadRequest, type SpadRunOptions } from './attribute.ts';
import { takesPanels } from '../../onnx/emit/probes.ts';
import { finalColumns } from '../../onnx/emit/tail.ts';
import { lookAhead } from '../../onnx/causality-check.ts';
import { dataTypes } from '../../onnx/onnx-model.ts';
import { mixingLayers, type DecoderStructure } from '../../onnx/recognize/decoder.ts';
import type { OnnxGraph } from '../../onnx/onnx-graph.ts';
import { buildSpadGraph, recognizeGraph, spadNames, type GraphFiles, type RecognizedDecoder } from '../../onnx/spad-graph.ts';
import { SpadSession, type SpadStep } from './spad-session.ts';

/** Largest deviations that the self-check found, each relative to the largest number compared. */
export interface SpadDeviations {
	/** Rows of attention against one. */
	readonly attentionRows: number;
	/** Attention's output from the probabilities against what the graph projects: the order of heads, and fused operators. */
	readonly heads: number;
	/** Head contributions, added up, against the attention block. */
	readonly contributions: number;
	/** The most that attention gives to a token behind the row's own. */
	readonly future: number;
	/** The residual stream plus its branches against the graph's own next state. */
	readonly stream: number;
	/** Feed-forward blocks over tokens in another order, where their operators do not show that each token is treated for itself. */
	readonly tokens: number;
	/**
	 * All `finalColumns` against those of the original graph's logits: log-probability, logit margin and energy by `1 + |x|`,
	 * entropy and margin as they are.
	 */
	readonly output: number;
	/** Sources, added up, against the probability. */
	readonly sum: number;
	/** A text fed in pieces against the whole, per source; where numbers depend on the pieces, its outputs against those of the original graph in the same ones. */
	readonly cache: number;
}

/** Whether a graph's attribution may be believed; to be kept with the model. */
export type SpadVerdict =
	| { readonly trusted: true; readonly mode: SpadMode; readonly deviations: SpadDeviations }
	/** Without deviations when the graph does not even run. */
	| { readonly trusted: false; readonly reason: string; readonly deviations: SpadDeviations | undefined };

/** What each part of the proof is called in a refusal. */
const claims: readonly (readonly [keyof SpadDeviations, string])[] = [
	['attentionRows', 'attention rows do not add up to one'],
	['heads', 'attention that is computed again is not what the graph projects'],
	['contributions', 'head contributions do not add up to the attention block'],
	['future', 'attention sees later tokens'],
	['stream', 'the residual stream is not the sum of its parts'],
	['tokens', 'a feed-forward block mixes tokens'],
	['output', "the attributed output is not the model's"],
	['sum', 'the sources do not add up to the probability'],
];

/** Where it is proven too that tokens are kept apart: a graph may see others from so far on alone. */
const otherLengths = [2, 16, 64];

/** Of a screened source beyond its bound: what float32 rounds, in sums of another order. */
const screenLimit = 1e-4;

/**
 * Tokens of most of the proof. Other devices than the CPU have kernels of their own for longer texts, which it must go through too; experts that
 * pick their tokens must have some to pick, and recurrences go by chunks of up to 64.
 */
function tokensOn(device: string, { contextWindow = Infinity }: ModelConfig, structure: DecoderStructure): number {
	const routed = structure.blocks.some((block) => block.kind === 'ffn' && block.steps.some((step) => step.kind === 'sum' && step.routed));
	return device === 'cpu' && !routed && mixingLayers(structure).length === 0 ? 13 : Math.min(67, contextWindow);
}

/**
 * Proves numerically, on a few random tokens, that a graph was understood (prototypes.md A): a wrong attribution would
 * otherwise look like any other.
 * @param session over the original graph.
 * @throws {UserError} RA431 when the graph is not understood at all, RA401 and RA402 when the runtime cannot open it.
 */
export async function checkSpad(
	files: GraphFiles,
	session: DecoderSession,
	provider: ExecutionProviderChoice,
	config: ModelConfig,
	recognized = recognizeGraph(files),
): Promise<SpadVerdict> {
	const graph = buildSpadGraph(files, { proof: true, panels: takesPanels(provider.device) }, recognized);
	const spad = await SpadSession.open(graph, files.graph.path, provider, config);
	try {
		const [tokens, limits] = [tokensOn(provider.device, config, recognized.structure), limitsFor(recognized)];
		const verdict = judge(await deviationsOf(spad, session, tokens, config, dynamicIn(recognized)), limits, spad.takesCache);
		return verdict.trusted
			? await heldAgainstLookAhead(verdict, recognized, session, { tokens, limit: Math.max(limits.tokens, limits.output) })
			: verdict;
	} catch (error) {
		// What does not fit together in size was not understood either.
		if (error instanceof UserError && error.code === errorNumbers.runtimeFailed)
			return { trusted: false, reason: `its attribution does not run: ${error.message}`, deviations: undefined };
		throw error;
	} finally {
		await spad.dispose();
	}
}

/**
 * Holds a screened graph, on a few random tokens, to the exact one: its bound rests on products in 8 bits, which are this processor's
 * and not every one's. Of no use before the exact graph has passed its own check.
 * @param screen largest error of a source.
 * @returns why the screen is not to be used, a clause; `null` where it keeps to its bound.
 * @throws {UserError} RA401, RA402, RA409 from the runtime.
 */
export async function checkScreen(
	files: GraphFiles,
	session: DecoderSession,
	provider: ExecutionProviderChoice,
	config: ModelConfig,
	screen: number,
): Promise<string | null> {
	const recognized = recognizeGraph(files);
	const { request } = await sampleOf(session, tokensOn(provider.device, config, recognized.structure));
	const read = async (budget: number | undefined): Promise<SpadAttribution> => {
		const spad = await SpadSession.open(
			buildSpadGraph(
				files,
				{ proof: false, screen: budget, eightBitWeights: await eightBitWeights(), panels: takesPanels(provider.device) },
				recognized,
			),
			files.graph.path,
			provider,
			config,
		);
		try {
			return await attributeInMode(spad, request, {
				mode: 'whole',
				heads: 1,
				signal: new AbortController().signal,
				onProgress: () => undefined,
			});
		} finally {
			await spad.dispose();
		}
	};
	const [exact, screened] = [await read(undefined), await read(screen)];
	const beyond = worst(
		[...screened.sources].map((x, i) => Math.max(0, Math.abs(x - exact.sources[i]!) - screened.errorBound[Math.floor(i / sourceCount)]!)),
	);
	return beyond <= screenLimit ? null : `on a few random tokens a source is ${beyond.toPrecision(2)} beyond its bound`;
}

/**
 * Proves the second reading on a few random tokens: what values give by key adds up to what the heads give, and the probe at the last state
 * is the model's output. Of no use before the exact graph has passed its own check.
 * @returns why it is not to be believed, a clause; `null` where it is.
 * @throws {UserError} RA401, RA402, RA409 from the runtime.
 */
export async function checkLens(
	files: GraphFiles,
	session: DecoderSession,
	provider: ExecutionProviderChoice,
	config: ModelConfig,
	recognized = recognizeGraph(files),
): Promise<string | null> {
	const spad = await SpadSession.open(
		buildSpadGraph(files, { proof: true, lens: true, panels: takesPanels(provider.device) }, recognized),
		files.graph.path,
		provider,
		config,
	);
	try {
		const sample = await sampleOf(session, tokensOn(provider.device, config, recognized.structure));
		const { length } = sample.request.ids;
		const { outputs } = await proofStep(spad, sample, [...new Set([1, length >> 1, length - 1])]);
		const take = (name: string): Float32Array => outputs.get(name) ?? new Float32Array();
		const [parts, lens, final] = [take(spadNames.lensProof), take(spadNames.lens), take(spadNames.final)];
		const limits = limitsFor(recognized);
		const columns = lens.length / (final.length / finalColumns.length);
		const last = worst(
			Array.from({ length: final.length / finalColumns.length }, (_, i) =>
				Math.abs(lens[(i + 1) * columns - 1]! - Math.exp(final[i * finalColumns.length]!)),
			),
		);
		// Written so that NaN fails.
		if (parts.length > 0 && !(worst([...parts]) <= limits.contributions))
			return `what values give does not add up to the attention block (by ${worst([...parts]).toPrecision(2)})`;
		return last <= limits.contributions ? null : `the probe at the last state is not the model's output (by ${last.toPrecision(2)})`;
	} finally {
		await spad.dispose();
	}
}

type Limits = Readonly<Record<keyof SpadDeviations, number>>;

/**
 * Rounding of float32, of half precision, and of activations that are quantized as they come; what is wrong is wrong by far more.
 * Largest deviations of small models with random weights: heads' contributions 1.2e-2 where activations are in 8 bits (20 exports) and
 * 4e-4 in half precision, feed-forward blocks in another order 4e-2, and the output of fused 4-bit weights 0.12.
 */
function limitsFor({ graph, structure }: RecognizedDecoder): Limits {
	const half =
		isHalf(graph, structure.start) || structure.blocks.some((block) => block.kind === 'attention' && isHalf(graph, block.branch.tensor));
	const dynamic = dynamicIn({ graph });
	const rough = dynamic || graph.nodes.some((node) => node.type === 'MatMulNBits' && graph.number(node, 'accuracy_level', 0) >= 4);
	// 4-bit weights as DequantizeLinear before a product: the runtime fuses the two, and then rounds activations in the original graph alone.
	const fused = graph.nodes.some((node) => node.type === 'DequantizeLinear' && graph.number(node, 'block_size', 0) > 0);
	const plain = half ? 3e-2 : 1e-3;
	const output = fused ? 0.3 : half ? 0.1 : 2e-3;
	return {
		attentionRows: half ? 1e-2 : 1e-4,
		heads: plain,
		contributions: rough ? 0.04 : plain,
		future: 1e-6,
		stream: plain,
		tokens: rough || fused ? 0.1 : plain,
		output,
		sum: 1e-4,
		cache: dynamic ? output : half || rough || fused ? 2e-2 : 1e-4,
	};
}

/** Whether numbers depend on the pieces in which a text is fed: activations are quantized by the range of what comes together. */
function dynamicIn({ graph }: Pick<RecognizedDecoder, 'graph'>): boolean {
	return graph.nodes.some((node) => node.type.startsWith('DynamicQuantize'));
}

function isHalf(graph: OnnxGraph, tensor: string): boolean {
	const type = graph.dataType(tensor);
	return type === dataTypes.float16 || type === dataTypes.bfloat16;
}

function judge(deviations: SpadDeviations, limits: Limits, takesCache: boolean): SpadVerdict {
	// Written so that NaN fails.
	const broken = claims.filter(([part]) => !(deviations[part] <= limits[part]));
	if (broken.length > 0)
		return {
			trusted: false,
			reason: broken.map(([part, claim]) => `${claim} (by ${deviations[part].toPrecision(2)})`).join('; '),
			deviations,
		};
	return { trusted: true, mode: takesCache && deviations.cache <= limits.cache ? 'cached' : 'whole', deviations };
}

/** A verdict, if no layer without attention sees later tokens. */
async function heldAgainstLookAhead(
	verdict: SpadVerdict,
	{ structure }: RecognizedDecoder,
	session: DecoderSession,
	{ tokens, limit }: { tokens: number; limit: number },
): Promise<SpadVerdict> {
	if (mixingLayers(structure).length === 0) return verdict;
	const {
		own,
		request: { ids },
	} = await sampleOf(session, tokens);
	const ahead = await lookAhead(ids, own, (text) => originalRows(session, text));
	return ahead <= limit
		? verdict
		: {
				trusted: false,
				reason: `a layer without attention sees later tokens (by ${ahead.toPrecision(2)})`,
				deviations: verdict.deviations,
			};
}

/** A few random tokens over two contexts, what follows each, and the original graph's logits for them. */
interface Sample {
	readonly own: readonly Float32Array[];
	readonly request: SpadRequest;
	readonly targets: readonly number[];
}

async function sampleOf(session: DecoderSession, tokens: number): Promise<Sample> {
	const random = seededRandom(20260);
	const ids = Array.from({ length: tokens }, () => Math.floor(random() * session.vocabulary));
	const own = await originalRows(session, ids);
	// Targets that the model likes, and any others.
	const targets = own.map((row, i) =>
		i % 2 === 0 ? row.reduce((best, x, v) => (x > row[best]! ? v : best), 0) : Math.floor(random() * session.vocabulary),
	);
	const groups = Int32Array.from(ids, (_, i) => (i < 3 ? 0 : i < 6 ? 1 : i < 8 ? 2 : -1));
	return { own, targets, request: { ids, targets: targets.slice(-6), groups, contexts: 2 } };
}

/** What one run shows. */
type Proof = Omit<SpadDeviations, 'sum' | 'cache'>;

async function deviationsOf(
	spad: SpadSession,
	session: DecoderSession,
	tokens: number,
	{ contextWindow = Infinity }: ModelConfig,
	dynamic: boolean,
): Promise<SpadDeviations> {
	const sample = await sampleOf(session, tokens);
	// Not all rows are asked about: what the tail does over rows comes out otherwise over some of them than over all.
	const proof = await proofOf(
		spad,
		sample,
		sample.request.ids.flatMap((_, i) => (i % 3 === 0 ? [] : [i])),
	);
	const proofs = [proof];
	for (const length of otherLengths) {
		// A few rows: each takes a product with all output weights for every block.
		if (length <= contextWindow && length !== tokens)
			proofs.push(await proofOf(spad, await sampleOf(session, length), [...new Set([0, length >> 2, length >> 1, length - 1])]));
	}
	const max = (part: keyof Proof): number => worst(proofs.map((one) => one[part]));
	// So small a budget that the text is fed in several pieces.
	const { request } = sample;
	const options = {
		heads: 1,
		signal: new AbortController().signal,
		onProgress: () => undefined,
		budget: 4 * tokens * 4 * Math.floor(tokens / 3),
	};
	const whole = await attributed(spad, request, { ...options, mode: 'whole' });
	const cacheError = dynamic
		? await errorInPieces(spad, session, request, options)
		: whole === undefined
			? Infinity
			: await errorBehindCache(spad, request, options, whole);
	return {
		...proof,
		attentionRows: max('attentionRows'),
		heads: max('heads'),
		future: max('future'),
		tokens: max('tokens'),
		output: max('output'),
		sum: whole === undefined ? Infinity : sumError(whole),
		cache: spad.takesCache ? cacheError : 0,
	};
}

/** @param positions of the rows that are asked about. */
async function proofOf(spad: SpadSession, sample: Sample, positions: readonly number[]): Promise<Proof> {
	const { own, targets } = sample;
	const { outputs } = await proofStep(spad, sample, positions);
	const proof = outputs.get(spadNames.proof) ?? new Float32Array();
	const max = (column: number) => worst(Array.from({ length: proof.length / 4 }, (_, l) => proof[4 * l + column]!));
	const final = outputs.get(spadNames.final) ?? new Float32Array();
	const tokenProof = outputs.get(spadNames.tokenProof);
	return {
		attentionRows: max(0),
		heads: max(1),
		contributions: max(2),
		future: max(3),
		stream: worst([...(outputs.get(spadNames.streamProof) ?? [])]),
		tokens: tokenProof === undefined ? 0 : worst([...tokenProof]),
		output: worst(positions.flatMap((at, i) => outputErrors(final.subarray(finalColumns.length * i), own[at]!, targets[at]!))),
	};
}

/** One run over a sample. */
async function proofStep(
	spad: SpadSession,
	{ targets, request: { ids, contexts } }: Sample,
	positions: readonly number[],
): Promise<SpadStep> {
	const membership = new Float32Array(ids.length * (contexts + 2));
	const rows = { positions, targets: positions.map((i) => targets[i]!), membership, asked: [], lens: positions.map((_, i) => i) };
	return spad.step(ids, spad.start(), rows, false);
}

/** Deviations of one row's `finalColumns` from those of its logits `[V]`. */
function outputErrors(final: Float32Array, logits: Float32Array, target: number): number[] {
	const { logProbability, entropy, logNormalizer } = nextTokenStatistics(logits, target);
	const [first = NaN, second = NaN] = topIndices(logits, 2).map((v) => logits[v]!);
	const relative = (found: number, expected: number) => (found - expected) / (1 + Math.abs(expected));
	return [
		relative(final[0]!, logProbability),
		final[1]! - entropy,
		final[2]! - (Math.exp(first - logNormalizer) - Math.exp(second - logNormalizer)),
		relative(final[3]!, first - second),
		relative(final[4]!, -logNormalizer),
	];
}

/** The original graph's logits for every token. */
async function originalRows(session: DecoderSession, ids: readonly number[]): Promise<Float32Array[]> {
	const row = ({ logits }: Step, i: number) => Float32Array.from(logits!.row(i, new Float32Array(session.vocabulary)));
	try {
		const step = await session.step(ids, session.start(), ids.length);
		return ids.map((_, i) => row(step, i));
	} catch (error) {
		// Some exports give the last row's logits only: they are asked token by token.
		if (!(error instanceof RangeError)) throw error;
	}
	const rows: Float32Array[] = [];
	let cache = session.start();
	for (const id of ids) {
		const step = await session.step([id], cache, 1);
		rows.push(row(step, 0));
		({ cache } = step);
	}
	return rows;
}

function sumError({ sources, logProbability }: SpadAttribution): number {
	return worst(
		[...logProbability].map(
			(log, r) => sources.subarray(sourceCount * r, sourceCount * (r + 1)).reduce((a, b) => a + b, 0) - Math.exp(log),
		),
	);
}

/** The attribution, or `undefined` when its sources do not add up (RA433) or the graph cannot be run so (RA409). */
async function attributed(spad: SpadSession, request: SpadRequest, options: SpadRunOptions): Promise<SpadAttribution | undefined> {
	try {
		return await attributeInMode(spad, request, options);
	} catch (error) {
		if (error instanceof UserError && (error.code === errorNumbers.runtimeFailed || error.code === errorNumbers.sourcesDoNotAddUp))
			return undefined;
		throw error;
	}
}

/** Some exports cannot run behind a filled cache at all, or give nonsense: such a graph is run over the whole text. */
async function errorBehindCache(
	spad: SpadSession,
	request: SpadRequest,
	options: Omit<SpadRunOptions, 'mode'>,
	whole: SpadAttribution,
): Promise<number> {
	const pieces = await attributed(spad, request, { ...options, mode: 'cached' });
	return pieces === undefined ? Infinity : worst([...pieces.sources].map((x, i) => x - whole.sources[i]!));
}

/** Where numbers depend on the pieces, the whole says nothing of them: both graphs read the same ones. */
async function errorInPieces(
	spad: SpadSession,
	session: DecoderSession,
	request: SpadRequest,
	options: Omit<SpadRunOptions, 'mode'>,
): Promise<number> {
	const { ids, targets } = request;
	const piece = Math.floor(ids.length / 3);
	const pieces = spad.takesCache && session.takesCache ? await attributed(spad, request, { ...options, mode: 'cached', piece }) : undefined;
	if (pieces === undefined) return Infinity;
	const rows: Float32Array[] = [];
	let cache = session.start();
	for (let from = 0; from < ids.length; from += piece) {
		const fed = ids.slice(from, from + piece);
		const step = await session.step(fed, cache, fed.length);
		({ cache } = step);
		fed.forEach((_, i) => rows.push(Float32Array.from(step.logits!.row(i, new Float32Array(session.vocabulary)))));
	}
	const first = ids.length - targets.length;
	return worst(targets.flatMap((target, r) => outputErrors(finalOf(pieces, r), rows[first + r]!, target)));
}

/** A token's `finalColumns`. */
function finalOf({ logProbability, entropy, margin, logitMargin, energy }: SpadAttribution, r: number): Float32Array {
	return Float32Array.of(logProbability[r]!, entropy[r]!, margin[r]!, logitMargin[r]!, energy[r]!);
}

/** The largest absolute value; NaN when there is one, or nothing. */
function worst(values: readonly number[]): number {
	return values.length === 0
		? NaN
		: values.reduce((max, x) => (Number.isNaN(x) || Number.isNaN(max) ? NaN : Math.max(max, Math.abs(x))), 0);
}
