import { basename } from 'node:path';
import { UserError } from '../../errors.ts';
import type { DynamicQuantization, ReadingDifference } from '../../model-io/requests.ts';
import { compareWithConfig, layersInWords, widestWindow, type ConfigComparison, type Contradiction } from '../../onnx/contradictions.ts';
import { cpuNodes } from '../../onnx/cpu-nodes.ts';
import { readModelFile } from '../../onnx/onnx-model-reader.ts';
import { comparePlainNumbers } from '../../onnx/plain-numbers.ts';
import { mixingLayers } from '../../onnx/recognize/decoder.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../onnx/spad-graph.ts';
import { nodeLabel } from '../../onnx/unsupported-graph.ts';
import { isWindowed } from '../../onnx/windowed-cache.ts';
import type { LayerKeys } from '../../onnx/windows/seen-keys.ts';
import { placedDecoder } from '../allocations/placed-decoder.ts';
import { untrusted } from '../attribution/instrumented-model.ts';
import { layerKeys } from '../attribution/layer-keys.ts';
import { checkSpad, type SpadDeviations, type SpadVerdict } from '../attribution/self-check.ts';
import { cacheGrowth } from '../cache-check.ts';
import { fixedPieces, quantizesByRange } from '../chunk-size.ts';
import { readingDifference } from '../chunking-error.ts';
import { DecoderSession } from '../decoder-session.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { anyPiece, firstPieceOf } from '../first-chunk.ts';
import { genaiConfigName, underUsualNames } from '../genai-config.ts';
import { HiddenReading } from '../hiding/hiding.ts';
import { layoutFor } from '../layout.ts';
import { fallbackWindow, loadModelConfig, type ModelConfig } from '../model-config.ts';
import { chunkTokens, type Feeding } from '../prefill.ts';
import { readJsonFile } from '../safety/json-file.ts';
import type { GraphFolder } from '../safety/model-folder.ts';
import { loadTokenizer } from '../tokenizer.ts';
import { comparedWithWider, readPrompts, type PromptRows } from './dynamic-quantization.ts';
import { readingNeeds, type ReadingNeeds } from './reading-needs.ts';

/** One sentence for each thing that a graph and `config.json` disagree about, in however many layers; as ordered, a layer's by its first. */
function contradictionsInWords(contradictions: readonly Contradiction[]): string[] {
	const alike = new Map<string, Contradiction[]>();
	for (const one of contradictions) {
		const key = JSON.stringify([one.layer === undefined, one.graph, one.config]);
		alike.set(key, [...(alike.get(key) ?? []), one]);
	}
	return [...alike.values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const layers = [...new Set(group.flatMap(({ layer }) => layer ?? []))].toSorted((a, b) => a - b);
		const where = layers.length === 0 ? '' : `${capital(layersInWords(layers))}: `;
		return [
			`${where}the graph has ${first.graph} (${first.node}${group.length === 1 ? '' : ` and ${group.length - 1} more`}), and config.json says ${first.config}.`,
		];
	});
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Bytes of logits that are held at once. */
const logitsBudget = 64 * 2 ** 20;

/** Whether something works, and in one sentence why (not). */
interface Support {
	readonly supported: boolean;
	readonly reason: string;
}

/** What a model can be used for. */
export interface Inspection {
	/** Scoring: all that CG and RePCS need. */
	readonly scoring: Support;
	/** Hiding contexts, to find out which one a word comes from. */
	readonly hiding: Support;
	/** Attribution to the seven sources. */
	readonly attribution: Support;
	/** The decoder in the graph; absent where it is not understood. */
	readonly structure:
		| {
				readonly layers: number;
				readonly parallelLayers: number;
				readonly mixingLayers: readonly number[];
				readonly hidden: number;
				readonly vocabulary: number;
				readonly nodes: number;
		  }
		| undefined;
	/** What the self-check measured, by what was compared, without what it had no need to measure; absent where it was not made. */
	readonly deviations: Readonly<Record<string, number>> | undefined;
	/** What traces need; absent where the model cannot be scored. */
	readonly needs: readonly ReadingNeeds[] | undefined;
	/** What of its graph WebGPU would leave to the CPU for computing it wrongly, in one sentence. */
	readonly webgpu: string;
	/** How far readings in other pieces are apart; absent where numbers do not depend on pieces, or nothing can be scored. */
	readonly readings: ReadingDifference | undefined;
	/** What is known of a form that was quantized dynamically; absent of others. */
	readonly dynamicQuantization: DynamicQuantization | undefined;
	/** Keys that each layer's rows see; empty where the graph is not understood. */
	readonly keys: readonly LayerKeys[];
	/** Where the graph and `config.json` disagree, one sentence each. */
	readonly contradictions: readonly string[];
	/** What `config.json` says and nobody could hold against the graph, one sentence each. */
	readonly notCompared: readonly string[];
}

/** A part of an inspection that may block this thread for long; it waits for what is answered. */
type InspectionStep = 'instrumenting' | 'opening' | 'template' | 'trial';
type OnStep = (step: InspectionStep) => Promise<void>;

/**
 * Looks at a checked model, loads it once, and runs a few random tokens through it and through its instrumented graph; none of that needs a tokenizer.
 * Of a form that was quantized dynamically, it then loads a wider form beside it to compare with.
 * @param onStep before each part.
 */
export async function inspectModel(
	files: GraphFolder,
	device: ExecutionProviderChoice,
	onStep: OnStep = async () => undefined,
): Promise<Inspection> {
	const { prompts, ...inspection } = await inspectForm(files, device, onStep);
	if (!quantizesByRange(files.outline.operators)) return { ...inspection, dynamicQuantization: undefined };
	await onStep('opening');
	const compared = await attemptAsync(async () => comparedWithWider(files, prompts, device, await loadModelConfig(files)));
	// A wider form that cannot be opened is none to compare with.
	return { ...inspection, dynamicQuantization: { compared: compared.value ?? null } };
}

/** Looks at one form of a model, and closes it. `prompts`: what a form that was quantized dynamically answers to the fixed prompts. */
async function inspectForm(
	files: GraphFolder,
	device: ExecutionProviderChoice,
	onStep: OnStep,
): Promise<Omit<Inspection, 'dynamicQuantization'> & { readonly prompts: PromptRows | undefined }> {
	await onStep('instrumenting');
	const config = await loadModelConfig(files);
	const named = (sentences: readonly string[]) =>
		basename(files.config.path) === genaiConfigName ? sentences.map((text) => text.replaceAll('config.json', genaiConfigName)) : sentences;
	const recognized = attempt(() => recognizeGraph(files));
	// Before the model is opened: where it has to run for its masks, its weights are in memory once and not twice.
	const placed = attempt(() => placedDecoder(files, device));
	const provider = placed.value?.provider ?? device;
	const compared = recognized.error === undefined ? await comparison(files, recognized.value, provider, config) : undefined;
	await onStep('opening');
	const opened =
		placed.error === undefined
			? await attemptAsync(() => DecoderSession.open(files.graph.path, provider, config, placed.value.parts))
			: { error: placed.error };
	try {
		const scoring: ScoringSupport =
			opened.error !== undefined ? refused(opened.error) : await scoringSupport(files, opened.value, config, onStep);
		await onStep('trial');
		const hiding = await hidingSupport(scoring, files, provider, config);
		await onStep('instrumenting');
		const understood = await attributionSupport(files, recognized, opened, provider, config);
		// Sources stand beside scores: a model that cannot be scored shows none. What lacks nothing but a file is judged by its graph.
		const shown =
			!understood.support.supported || scoring.supported
				? understood.support
				: scoring.lacking === undefined
					? scoring
					: { supported: true, reason: `${understood.support.reason} To read a text it needs ${scoring.lacking}, which is missing.` };
		await onStep('trial');
		const needs =
			opened.error === undefined && scoring.supported
				? await attemptAsync(() =>
						readingNeeds(files, opened.value, config, shown.supported && recognized.error === undefined ? recognized.value : undefined),
					)
				: undefined;
		const prompts =
			quantizesByRange(files.outline.operators) && opened.error === undefined
				? await attemptAsync(() => readPrompts(files, opened.value))
				: undefined;
		return {
			prompts: prompts?.value,
			// A model that fails at a short text is of no use, whatever a few tokens showed.
			needs: needs?.value,
			scoring: needs?.error === undefined ? { supported: scoring.supported, reason: scoring.reason } : refused(needs.error),
			hiding: needs?.error === undefined ? hiding : refused(needs.error),
			attribution: shown,
			deviations: understood.deviations,
			webgpu: onWebgpu(files),
			readings: scoring.readings,
			structure: recognized.error === undefined ? structureOf(recognized.value) : undefined,
			keys: compared?.keys ?? [],
			contradictions: named(contradictionsInWords(compared?.contradictions ?? [])),
			notCompared: named(compared?.notCompared ?? []),
		};
	} finally {
		await opened.value?.dispose();
	}
}

async function comparison(
	files: GraphFolder,
	recognized: RecognizedDecoder,
	provider: ExecutionProviderChoice,
	config: ModelConfig,
): Promise<ConfigComparison & { readonly keys: readonly LayerKeys[] }> {
	const language = await languageConfig(files);
	const keys = await layerKeys(files, recognized, provider, config, widestWindow(language));
	const comparisons = [comparePlainNumbers(recognized, language), compareWithConfig(recognized, language, keys)];
	return {
		keys,
		contradictions: comparisons.flatMap(({ contradictions }) => contradictions),
		notCompared: comparisons.flatMap((one) => one.notCompared),
	};
}

function onWebgpu(files: GraphFolder): string {
	const nodes = attempt(() => cpuNodes(readModelFile(files.graph.realPath).graph, false));
	if (nodes.error !== undefined) return nodes.error.message;
	const count = new Map<string, number>();
	for (const { type } of nodes.value) count.set(type, (count.get(type) ?? 0) + 1);
	if (count.size === 0) return 'WebGPU is not known to compute any node of its graph wrongly.';
	return `On WebGPU the CPU takes over ${[...count].map(([type, times]) => `${times} ${type}`).join(', ')}, which WebGPU computes wrongly${nodes.value.some(isWindowed) ? ' or has not got' : ''}.`;
}

/** What is said of a model whose texts are read at once: it was exported without a key/value cache, or the one it has fails. */
const readAtOnce = (why: string, cache: string): string =>
	`${why}: each text is read at once, which takes memory by the square of its length, and to write an answer the whole text is read again for every token, which is slow. An export with ${cache} needs neither (for optimum: --task text-generation-with-past).`;

type Attempt<T> = { readonly value: T; readonly error?: undefined } | { readonly value?: undefined; readonly error: UserError };

/** `lacking`: the tokenizer's file without which nothing can be scored, where the graph could. */
type ScoringSupport = Support & {
	readonly lacking?: string;
	readonly readings?: ReadingDifference | undefined;
	/** How the model is fed, where it can be. */
	readonly feeding?: Feeding;
};

async function scoringSupport(files: GraphFolder, session: DecoderSession, config: ModelConfig, onStep: OnStep): Promise<ScoringSupport> {
	const dynamic = quantizesByRange(files.outline.operators);
	const { tokenizer, tokenizerConfig } = files;
	const window = config.contextWindow ?? fallbackWindow;
	const checked = await attemptAsync(async () => {
		await onStep('template');
		if (tokenizer !== undefined && tokenizerConfig !== undefined)
			layoutFor((await loadTokenizer({ ...files, tokenizer, tokenizerConfig })).template);
		await onStep('trial');
		const firstPiece = await firstPieceOf(files, config, window);
		const growth = await cacheGrowth(session, { file: files.graph.path, dynamic, window, firstPiece });
		const pieces = dynamic ? fixedPieces({ session, heads: config.heads, logitsBudget, byLength: firstPiece !== anyPiece }) : undefined;
		const readings = dynamic ? await readingDifference(session, window) : undefined;
		return { first: firstPiece(window), readings, feeding: { session, growth, firstPiece, pieces, logitsBudget } };
	});
	if (checked.error !== undefined) return refused(checked.error);
	const { first, readings, feeding } = checked.value;
	const { growth } = feeding;
	const lacking = tokenizer === undefined ? 'tokenizer.json' : tokenizerConfig === undefined ? 'tokenizer_config.json' : undefined;
	if (lacking !== undefined)
		return { supported: false, reason: `no ${lacking} in the model folder: copy it from where the model comes from.`, lacking, readings };
	if (growth === 'none')
		return {
			supported: true,
			readings,
			feeding,
			reason: session.forgoesCache
				? readAtOnce('With tokens in its key/value cache it fails', 'a cache that works')
				: readAtOnce('It was exported without a key/value cache', 'a cache'),
		};
	const pieces =
		growth === 'single'
			? 'Its cache takes one token at a time, so that scoring is slow.'
			: 'Its cache takes any number of tokens at a time.';
	const atOnce =
		first === 1
			? ''
			: first === window
				? ' What it keeps of a token depends on how long the text is, so that each text is read at once.'
				: ` What it keeps of a token depends on how long the text is, so that of one of ${first} tokens or more the first ${first} are read at once.`;
	return { supported: true, readings, feeding, reason: pieces + atOnce };
}

/** Tries whether contexts can be hidden. If they cannot, the prompt is read again without each of them, so the method works in any case. */
async function hidingSupport(
	{ feeding, ...scoring }: ScoringSupport,
	files: GraphFolder,
	provider: ExecutionProviderChoice,
	config: ModelConfig,
): Promise<Support> {
	if (feeding === undefined) return { supported: scoring.supported, reason: scoring.reason };
	const reading = new HiddenReading({ feeding, files, provider, config, contextWindow: config.contextWindow ?? fallbackWindow });
	const found = await attemptAsync(() => reading.find());
	const copies = found.error === undefined && reading.copiesWeights;
	await reading.dispose();
	if (found.error !== undefined) return refused(found.error);
	if (found.value.kind === 'refuses')
		return {
			supported: true,
			reason: `Contexts cannot be hidden from it, because ${found.value.reason}. Instead, it reads the prompt again without each context, which takes longer.`,
		};
	return { supported: true, reason: `Contexts can be hidden from it.${copies ? ' This needs as much memory again as its weights.' : ''}` };
}

async function attributionSupport(
	files: GraphFolder,
	recognized: Attempt<RecognizedDecoder>,
	opened: Attempt<DecoderSession>,
	provider: ExecutionProviderChoice,
	config: ModelConfig,
): Promise<{ support: Support; deviations?: Readonly<Record<string, number>> | undefined }> {
	if (recognized.error !== undefined) return { support: refused(recognized.error) };
	if (opened.error !== undefined) return { support: refused(opened.error) };
	const verdict: Attempt<SpadVerdict> = await attemptAsync(() => checkSpad(files, opened.value, provider, config));
	if (verdict.error !== undefined) return { support: refused(verdict.error) };
	const recognizedWhole = { ...recognized.value, takesCache: recognized.value.takesCache && opened.value.takesCache };
	const { deviations } = verdict.value;
	if (!verdict.value.trusted)
		return {
			support: refused(untrusted(verdict.value.reason, files.graph.path)),
			deviations: deviations && measured(deviations, recognizedWhole),
		};
	const passes = 'Its graph is understood and passes the self-check';
	const reason = verdict.value.mode === 'cached' ? `${passes}.` : `${passes}; ${whyWhole(opened.value, recognized.value)}`;
	return { support: { supported: true, reason }, deviations: measured(verdict.value.deviations, recognizedWhole) };
}

function whyWhole({ takesCache, forgoesCache }: DecoderSession, { lengthChoices: [choice] }: RecognizedDecoder): string {
	if (!takesCache)
		return `${forgoesCache ? 'its cache fails' : 'it has no cache'}, so that the whole text is read again for every ${chunkTokens} tokens of a response.`;
	const why =
		choice === undefined
			? 'its cache cannot be used'
			: `what it keeps of a token depends on how long the text is (${nodeLabel(choice.node)})`;
	return `${why}, so that every piece reads the whole text.`;
}

/** The deviations without those of what was not run: a graph without a cache is fed as a whole, and of operators that are known to treat each token for itself nobody asks. */
function measured(
	{ tokens, cache, ...others }: SpadDeviations,
	{ structure, takesCache, lengthChoices }: RecognizedDecoder,
): Readonly<Record<string, number>> {
	const doubtful = structure.blocks.some(
		(block) => block.kind === 'ffn' && block.mixer === undefined && block.steps.some((step) => step.kind === 'sum' && !step.surely),
	);
	return { ...others, ...(doubtful && { tokens }), ...(takesCache && lengthChoices.length === 0 && { cache }) };
}

function structureOf({ model, structure }: RecognizedDecoder): Inspection['structure'] {
	const { layers, hidden, vocabulary, blocks } = structure;
	return {
		mixingLayers: mixingLayers(structure),
		layers,
		hidden,
		vocabulary,
		nodes: model.graph.nodes.length,
		parallelLayers: blocks.filter((block) => block.kind === 'attention' && block.parallel).length,
	};
}

/** The language model's part of `config.json`, or of what stands in its place. */
async function languageConfig(files: GraphFolder): Promise<unknown> {
	const config = underUsualNames(await readJsonFile(files.config));
	return typeof config === 'object' && config !== null && 'text_config' in config && config.text_config ? config.text_config : config;
}

function refused(error: UserError): Support {
	return { supported: false, reason: error.message };
}

function attempt<T>(task: () => T): Attempt<T> {
	try {
		return { value: task() };
	} catch (error) {
		if (error instanceof UserError) return { error };
		throw error;
	}
}

async function attemptAsync<T>(task: () => Promise<T>): Promise<Attempt<T>> {
	try {
		return { value: await task() };
	} catch (error) {
		if (error instanceof UserError) return { error };
		throw error;
	}
}
