import type { PathsBound, PathsRoom } from '../../model-io/private-decoding.ts';
import type { PromptParts } from '../../model-io/requests.ts';
import type { Truncation } from '../../model-io/scores.ts';
import { answerLead } from '../conversation.ts';
import type { Feeding } from '../prefill.ts';
import { fitConversation } from '../fit-context-window.ts';
import type { Layout } from '../layout.ts';
import { longestWithin, type MemoryFit } from '../ram-fit.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { UserError } from '../../errors.ts';
import type { GraphFiles } from '../../onnx/graph-files.ts';
import { readModelFile } from '../../onnx/onnx-model-reader.ts';
import { keepsTextsApart } from '../../onnx/batch-independence.ts';
import { areKnownTokens, requireKnownTokens } from '../score.ts';
import type { ScoringModel } from '../ram-for-scoring.ts';
import type { Tokenizer } from '../tokenizer.ts';
import { batchLayout } from './batch-check.ts';
import {
	continueEach,
	continueJointly,
	isDistribution,
	type DecodeRequest,
	type JointChoice,
	type JointText,
	type PathText,
} from './decode-paths.ts';
import { sharedLength, type Batching } from './open-paths.ts';
import { pathsMemory, type PathSizes } from './ram-for-paths.ts';
import { StepSession, stepGraphOf } from './step-session.ts';

export interface PathDecodingParts {
	readonly feeding: Feeding;
	readonly tokenizer: Tokenizer;
	readonly layout: Layout;
	readonly contextWindow: number;
	readonly endTokens: ReadonlySet<number>;
	/** What of the model decides how much memory it takes. */
	readonly memory: ScoringModel;
	readonly files: GraphFiles;
	readonly provider: ExecutionProviderChoice;
}

/** Prompts that differ in their documents. */
export interface PathsJob {
	/** `null`: one that takes no part, whose place is kept. */
	readonly paths: readonly (PromptParts | null)[];
	readonly withoutContext: PromptParts;
	readonly maxTokens: number;
	/** Whether one text is written for all, which the path without documents takes part in. */
	readonly jointly: boolean;
	/** Absent: the model's window, and memory for the paths as they are. */
	readonly bound?: PathsBound | undefined;
}

/** Tokens of documents for which there must be room in a path. */
const minDocument = 128;

/** Of a path that was cut, by its number. */
export interface PathTruncation {
	readonly path: number;
	readonly truncation: Truncation;
}

export type DecodeOptions = Pick<DecodeRequest, 'signal' | 'onProgress'>;

/**
 * By the rows of the path without documents and of each path, `null` for one that has none; good until it returns. One that throws a
 * RangeError has drawn nothing: it is asked again without the rows that are no distributions.
 */
export type ChooseByPaths = (without: Float32Array, paths: readonly (Float32Array | null)[]) => JointChoice;

interface FittedPaths {
	/** The prompt without documents. */
	readonly without: readonly number[];
	/** What it begins with as one with a document does, by what is public. */
	readonly beginning: readonly number[];
	/**
	 * Of the paths, behind that without documents in a joint text. Each keeps its place; `null` where there is nothing to read, also of
	 * documents of which the window has room for nothing or that have tokens that the model does not know.
	 */
	readonly prompts: readonly (readonly number[] | null)[];
	/** Of each of them, whether it holds documents. */
	readonly isPrivate: readonly boolean[];
	/** Tokens that a prompt and its answer have room for. */
	readonly window: number;
	/** Tokens of an answer, at most: known without any document. */
	readonly maxTokens: number;
	readonly truncations: readonly PathTruncation[];
	readonly characters: number;
}

/** Writes answers by several prompts at once, on a loaded model. */
export class PathDecoding {
	readonly #parts: PathDecodingParts;
	readonly #fitted = new WeakMap<PathsJob, FittedPaths>();
	#batching: Promise<Batching | null> | undefined;
	#steps: StepSession | undefined;
	#copiesWeights: boolean | undefined;

	constructor(parts: PathDecodingParts) {
		this.#parts = parts;
	}

	/**
	 * Finds out, once, whether the model takes several texts at a time: in a session made for it, or as it is. Not where numbers depend on
	 * what is fed together, nor where allocations are limited in size, nor where the graph mixes texts: then paths are continued one after another.
	 */
	async batching(): Promise<Batching | null> {
		const { feeding, provider, files } = this.#parts;
		if (feeding.pieces !== undefined || provider.allocationLimit !== undefined || feeding.growth === 'none') return null;
		if (!keepsTextsApart(readModelFile(files.graph.realPath))) return null;
		return (this.#batching ??= this.#findBatching());
	}

	async dispose(): Promise<void> {
		await this.#steps?.dispose();
	}

	/** Bytes that this process needs in all for a job, from above. @throws {UserError} RA407 when question and system fill the context window. */
	memoryFor(job: PathsJob): number {
		return pathsMemory(this.#parts.memory, this.#sizes(job));
	}

	/**
	 * Tokens of the longest prompt and its answer for which `limit` bytes have room, the model's window at most, and the least that is of
	 * use; `null` where not even that fits. Of public numbers alone. @throws {UserError} RA407.
	 */
	roomFor(
		{ paths, jointly, withoutContext, maxTokens, characters }: PathsRoom,
		limit: number,
	): { min: number; window: number | null; fit: Omit<MemoryFit, 'weightBytes'> } {
		const { contextWindow, memory } = this.#parts;
		const answer = Math.min(maxTokens, Math.floor(contextWindow / 2));
		const without = this.#fit({ paths: [], withoutContext, maxTokens, jointly: true }).without.length;
		const min = Math.min(contextWindow, Math.max(2 * answer, without + minDocument + answer));
		const needed = (window: number): number =>
			pathsMemory(memory, {
				paths: paths + (jointly ? 1 : 0),
				longest: window - answer,
				window,
				withoutContext: without,
				answer,
				characters,
				copiesWeights: (this.#copiesWeights ??= this.#isMadeForIt()),
			});
		const window = longestWithin(limit, min, contextWindow, needed);
		return { min, window, fit: { needed: needed(min), limit, asked: min, tokens: null, min: needed(without + answer) } };
	}

	/** What of a job that needs more than `limit` bytes would fit into them, by its longest prompt. */
	fitting(job: PathsJob, limit: number): Omit<MemoryFit, 'weightBytes'> {
		const sizes = this.#sizes(job);
		const shorter = (longest: number): number =>
			pathsMemory(this.#parts.memory, { ...sizes, longest, characters: Math.ceil((sizes.characters * longest) / sizes.longest) });
		return {
			needed: pathsMemory(this.#parts.memory, sizes),
			limit,
			asked: sizes.longest,
			tokens: longestWithin(limit, sizes.withoutContext, sizes.longest, shorter),
			min: shorter(sizes.withoutContext),
		};
	}

	/** An answer of each path by its own likeliest tokens. @throws {UserError} as `continueEach`, and RA407. */
	async each(job: PathsJob, options: DecodeOptions): Promise<{ paths: PathText[]; truncations: readonly PathTruncation[] }> {
		const fitted = this.#fit(job);
		const paths = await continueEach(this.#parts.feeding, this.#parts.tokenizer, { ...(await this.#request(fitted)), ...options });
		return { paths, truncations: fitted.truncations };
	}

	/** One answer of all paths, whose tokens `choose` chooses. @throws {UserError} as `each`. */
	async jointly(
		job: PathsJob,
		choose: ChooseByPaths,
		options: DecodeOptions,
	): Promise<{ joint: JointText; truncations: readonly PathTruncation[] }> {
		const fitted = this.#fit(job);
		// That a path fails would tell of its documents: from then on it is an empty one.
		const failed = new Set<number>();
		const joint = await continueJointly(
			this.#parts.feeding,
			this.#parts.tokenizer,
			{ ...(await this.#request(fitted)), ...options },
			([without, ...rows]) => {
				const paths = rows.map((row, path) => (failed.has(path) ? null : row));
				try {
					return choose(without!, paths);
				} catch (error) {
					const failing = [...paths.keys()].filter((path) => paths[path] && !isDistribution(paths[path]));
					if (!(error instanceof RangeError) || failing.length === 0) throw error;
					for (const path of failing) {
						failed.add(path);
						paths[path] = null;
					}
					return choose(without!, paths);
				}
			},
		);
		return { joint, truncations: fitted.truncations };
	}

	async #request({
		prompts,
		isPrivate,
		beginning,
		without,
		maxTokens,
		window,
	}: FittedPaths): Promise<Omit<DecodeRequest, keyof DecodeOptions>> {
		const { endTokens, layout } = this.#parts;
		const known = { beginning, without: without.length, maxTokens, window };
		return { prompts, isPrivate, ...known, endTokens, lead: answerLead(layout), batching: await this.batching() };
	}

	#sizes(job: PathsJob): PathSizes {
		const { prompts, without, maxTokens, window, characters } = this.#fit(job);
		const { bound } = job;
		return {
			paths: prompts.length,
			longest: bound === undefined ? Math.max(0, ...prompts.map((ids) => ids?.length ?? 0)) : window - maxTokens,
			window,
			characters: bound?.characters ?? characters,
			withoutContext: without.length,
			answer: maxTokens,
			copiesWeights: (this.#copiesWeights ??= this.#isMadeForIt()),
		};
	}

	async #findBatching(): Promise<Batching | null> {
		const {
			feeding: { session },
			files,
			provider,
			contextWindow,
		} = this.#parts;
		const steps = this.#isMadeForIt() ? await StepSession.open(files, provider, session) : undefined;
		if (steps !== undefined) {
			const { vocabulary, slots, takesCache } = session;
			const tried = {
				vocabulary,
				slots,
				takesCache,
				start: () => session.start(),
				step: (...given: Parameters<typeof session.step>) => session.step(...given),
				stepBatch: (...given: Parameters<typeof session.stepBatch>) => steps.stepBatch(...given),
			};
			if ((await batchLayout(tried, contextWindow, ['left'])) !== null) {
				this.#steps = steps;
				return { layout: 'left', session: steps };
			}
			await steps.dispose();
		}
		const layout = await batchLayout(session, contextWindow);
		return layout && { layout, session };
	}

	/** Whether a session is opened for it beside the model's. */
	#isMadeForIt(): boolean {
		const { feeding, files, provider } = this.#parts;
		if (provider.device !== 'cpu' || provider.allocationLimit !== undefined || feeding.pieces !== undefined) return false;
		try {
			return stepGraphOf(files, feeding.session.slots) !== undefined;
		} catch (error) {
			// A file with functions of its own, or with weights in several folders, is run as it is.
			if (error instanceof UserError) return false;
			throw error;
		}
	}

	/** Each path is cut for itself, and leaves room for as many tokens as all others: how many depends on no document. */
	#fit(job: PathsJob): FittedPaths {
		const known = this.#fitted.get(job);
		if (known !== undefined) return known;
		const { tokenizer, layout, feeding } = this.#parts;
		const window = job.bound?.window ?? this.#parts.contextWindow;
		const room = Math.min(job.maxTokens, Math.floor(window / 2));
		const fit = (parts: PromptParts) => fitConversation(layout, tokenizer, { ...parts, response: undefined }, window, room);
		const without = fit({ ...job.withoutContext, contexts: [] }).conversation.withContext.ids;
		const some = fit({ ...job.withoutContext, contexts: [{ id: '1', text: 'A document.' }] }).conversation.withContext.ids;
		const beginning = without.slice(0, sharedLength([without.slice(0, -1), some]));
		const truncations: PathTruncation[] = [];
		const own = job.paths.map((parts, path) => {
			if (parts === null) return null;
			const { conversation, contexts, truncation } = fit(parts);
			if (truncation !== null) truncations.push({ path, truncation });
			const { ids } = conversation.withContext;
			if (parts.contexts.length === 0) return ids;
			// A refusal would tell of the document: it is an empty one.
			return contexts.length === 0 || !areKnownTokens(ids, feeding.session.vocabulary) ? null : ids;
		});
		const prompts = job.jointly ? [without, ...own] : own;
		const isPrivate = [...(job.jointly ? [false] : []), ...job.paths.map((parts) => parts?.contexts.length !== 0)];
		for (const ids of [without, ...own]) requireKnownTokens(ids ?? [], feeding.session.vocabulary);
		const characters = [job.withoutContext, ...job.paths.flatMap((parts) => parts ?? [])].reduce(
			(sum, { system = '', query, contexts }) =>
				sum + system.length + query.length + contexts.reduce((all, { text }) => all + text.length, 0),
			0,
		);
		const maxTokens = Math.min(room, window - without.length);
		const fitted = { without, beginning, prompts, isPrivate, maxTokens, window, truncations, characters };
		this.#fitted.set(job, fitted);
		return fitted;
	}
}
