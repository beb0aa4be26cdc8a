import type { AttributingModel, HidingModel, MixtureModel } from '../../analysis/language-model.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import {
	attributeResult,
	lensReading,
	originsResult,
	type AttributeResult,
	type LensReading,
	type Origins,
} from '../../model-io/attribution.ts';
import { hidingResult, type HidingResult } from '../../model-io/hiding.ts';
import {
	pathsBound,
	pathsResult,
	type PathsBound,
	type PathsRequest,
	type PathsResult,
	type PathsRoom,
} from '../../model-io/private-decoding.ts';
import {
	generateResult,
	promptParts,
	type AttributeOptions,
	type GenerateOptions,
	type GenerateResult,
	type ModelIdentity,
	type PromptParts,
	type ReadOptions,
	type ScoreOptions,
} from '../../model-io/requests.ts';
import { mixtureResult, scoreResult, type MixtureResult, type ScoreResult } from '../../model-io/scores.ts';
import type { JobQueue } from './job-queue.ts';
import type { ModelHost } from './model-host.ts';
import type { ModelTask } from './model-process.ts';
import { blocksOf, rowsOf, rowsOfBlock, runsOf } from './origin-blocks.ts';
import type { TellNeeds } from './progress.ts';
import { cacheKey, type ResultCache } from './result-cache.ts';
import { attributionCodec, hidingCodec, lensCodec, mixtureCodec, originsCodec, scoreCodec, type Codec } from './result-codec.ts';

/**
 * Models whose process died while it attributed, as a system short of memory makes it, or was ended for its silence: not tried again until somebody loads the
 * model anew, so that scoring, which works, is not held up by it each time.
 */
export class AttributionCrashes {
	readonly #errors = new Map<string, UserError>();

	/** Rejects as `task` does, or with what it was rejected with before. @param screen whose graph is another than the exact one, as the second reading's is. */
	async guard<T>(identity: ModelIdentity, screen: number | 'lens', task: () => Promise<T>): Promise<T> {
		const key = JSON.stringify([identity.sha256, identity.device, screen]);
		const before = this.#errors.get(key);
		if (before !== undefined) throw before;
		try {
			return await task();
		} catch (error) {
			if (error instanceof UserError && (error.code === errorNumbers.modelProcessEnded || error.code === errorNumbers.modelProcessSilent))
				this.#errors.set(key, error);
			throw error;
		}
	}

	forget(): void {
		this.#errors.clear();
	}
}

/**
 * Streams text whose writer may have to begin again: what was already handed on is not repeated, and must come the same.
 */
export class ResumedText {
	readonly #onText: (piece: string) => void;
	/** All that was handed on. */
	#sent = '';
	/** All that this attempt has written. */
	#written = '';

	constructor(onText: (piece: string) => void) {
		this.#onText = onText;
	}

	/** A new attempt writes from the beginning. */
	restart(): void {
		this.#written = '';
	}

	/** Throws `RA501` when this attempt's text departs from what was handed on. */
	add(piece: string): void {
		this.#written += piece;
		const common = Math.min(this.#sent.length, this.#written.length);
		if (this.#sent.slice(0, common) !== this.#written.slice(0, common)) {
			throw new UserError(
				errorNumbers.modelProcessEnded,
				'The model process ended while it wrote. When it started again, it wrote something else.',
				{
					hint: 'Undo the change, and generate again.',
				},
			);
		}
		if (this.#written.length === common) return;
		this.#onText(this.#written.slice(common));
		this.#sent = this.#written;
	}
}

/** Of what is computed of a text. */
type Name = readonly (string | number)[];

export interface QueuedModelOptions {
	readonly host: Pick<ModelHost, 'run'>;
	readonly queue: JobQueue;
	readonly cache: Pick<ResultCache, 'get' | 'put'>;
	/** The product's, for the names of what is cached. */
	readonly version: string;
	readonly crashes: AttributionCrashes;
	/** Bytes. */
	readonly memoryLimit: () => number;
	/** A number for sampling when the caller gave none. */
	readonly newSeed: () => number;
	/** The model turns to what it was asked. */
	readonly onTurn?: (() => void) | undefined;
	/** What it is asked takes so much. */
	readonly onNeeds?: TellNeeds | undefined;
}

/** The language model as analysis sees it: results come from the cache, or from the model process when the queue says so. */
export class QueuedModel implements AttributingModel, HidingModel, MixtureModel {
	readonly identity: ModelIdentity;
	readonly #owner: string;
	readonly #options: QueuedModelOptions;

	/** `owner`: whose turn the work counts as, a document's URI or a request's token. */
	constructor(identity: ModelIdentity, owner: string, options: QueuedModelOptions) {
		this.identity = identity;
		this.#owner = owner;
		this.#options = options;
	}

	async score(parts: PromptParts, { topK, also = [], unkept = false, signal, onProgress }: ScoreOptions): Promise<ScoreResult> {
		const parse = (value: unknown): ScoreResult => scoreResult.parse(value);
		const task = (memoryLimit: number): ModelTask => ({
			type: 'score',
			parts: promptParts.parse(parts),
			topK,
			memoryLimit,
			...(also.length > 0 && { also: [...also] }),
		});
		signal.throwIfAborted();
		if (unkept) return this.#ask({ signal, onProgress }, parse, task);
		return this.#cached(parts, ['score', topK], scoreCodec, { signal, onProgress }, parse, task);
	}

	mixture(parts: PromptParts, tokens: number, options: ReadOptions): Promise<MixtureResult> {
		return this.#cached(
			parts,
			['mixture', tokens],
			mixtureCodec,
			options,
			(value) => mixtureResult.parse(value),
			(memoryLimit) => ({ type: 'mixture', parts: promptParts.parse(parts), tokens, memoryLimit }),
		);
	}

	hide(parts: PromptParts, options: ReadOptions): Promise<HidingResult> {
		return this.#cached(
			parts,
			['hide'],
			hidingCodec,
			options,
			(value) => hidingResult.parse(value),
			(memoryLimit) => ({ type: 'hide', parts: promptParts.parse(parts), memoryLimit }),
		);
	}

	attribute(parts: PromptParts, options: AttributeOptions): Promise<AttributeResult> {
		return this.#cached(
			parts,
			screenedName(['attribute'], options),
			attributionCodec,
			options,
			(value) => attributeResult.parse(value),
			(memoryLimit) => ({ type: 'attribute', parts: promptParts.parse(parts), memoryLimit, ...screenOf(options) }),
		);
	}

	/** In blocks of neighbors, each kept on its own; blocks side by side are asked for at once. @throws RangeError for response tokens that were not scored. */
	async origins(parts: PromptParts, rows: readonly number[], options: AttributeOptions): Promise<Origins> {
		const {
			attributed: {
				tokenIds: { length },
			},
		} = await this.attribute(parts, options);
		const absent = rows.find((row) => !(Number.isInteger(row) && row >= 0 && row < length));
		if (absent !== undefined) throw new RangeError(`response token ${absent} of ${length}`);
		const { cache, version } = this.#options;
		const found: Origins[] = [];
		const missing: number[] = [];
		for (const first of blocksOf(rows)) {
			const kept = await cache.get(cacheKey(parts, this.identity, screenedName(['origins', first], options), version), originsCodec);
			if (kept === undefined) missing.push(first);
			else found.push(kept);
		}
		for (const run of runsOf(missing)) {
			const asked = run.flatMap((first) => rowsOfBlock(first, length));
			const origins = await this.#ask(
				options,
				(value) => originsResult.parse(value),
				(memoryLimit) => ({ type: 'origins', parts: promptParts.parse(parts), rows: asked, memoryLimit, ...screenOf(options) }),
			);
			for (const first of run)
				await cache.put(
					cacheKey(parts, this.identity, screenedName(['origins', first], options), version),
					rowsOf([origins], rowsOfBlock(first, length)),
					originsCodec,
				);
			found.push(origins);
		}
		return rowsOf(found, rows);
	}

	/** Kept for exactly these tokens: ask for blocks of neighbors. */
	lens(parts: PromptParts, rows: readonly number[], options: ReadOptions): Promise<LensReading> {
		return this.#cached(
			parts,
			['lens', ...rows],
			lensCodec,
			options,
			(value) => lensReading.parse(value),
			(memoryLimit) => ({ type: 'lens', parts: promptParts.parse(parts), rows: [...rows], memoryLimit }),
		);
	}

	async generate(parts: PromptParts, { maxTokens, temperature, topP, seed, signal, onText }: GenerateOptions): Promise<GenerateResult> {
		signal.throwIfAborted();
		const { host, queue, memoryLimit, newSeed } = this.#options;
		const text = new ResumedText(onText);
		const { value, identity } = await queue.add(this.#owner, signal, () =>
			host.run(
				// A seed always, so that a second attempt writes the same text.
				{
					type: 'generate',
					parts: promptParts.parse(parts),
					maxTokens,
					temperature,
					topP,
					seed: seed ?? newSeed(),
					memoryLimit: memoryLimit(),
				},
				{ signal, onText: (piece) => text.add(piece), onAttempt: () => text.restart() },
			),
		);
		this.#expect(identity);
		return generateResult.parse(value);
	}

	/** How long the paths of `decodePaths` may be: of public numbers, before anything is spent. */
	roomForPaths({ paths, jointly, withoutContext, maxTokens, characters }: PathsRoom, options: ReadOptions): Promise<PathsBound> {
		return this.#ask(
			options,
			(value) => pathsBound.parse(value),
			(memoryLimit) => ({
				type: 'roomForPaths',
				paths,
				jointly,
				withoutContext: promptParts.parse(withoutContext),
				maxTokens,
				characters,
				memoryLimit,
			}),
		);
	}

	/** What several prompts give together. Never kept: it is drawn at random, and private until a mechanism has released it. */
	decodePaths(
		{ paths, withoutContext, maxTokens, decoding, bound, seed }: PathsRequest,
		{ signal, onProgress = () => undefined }: Pick<ReadOptions, 'signal'> & Partial<Pick<ReadOptions, 'onProgress'>>,
	): Promise<PathsResult> {
		return this.#ask(
			{ signal, onProgress },
			(value) => pathsResult.parse(value),
			(memoryLimit) => ({
				type: 'decodePaths',
				paths: paths.map((parts) => parts && promptParts.parse(parts)),
				withoutContext: promptParts.parse(withoutContext),
				maxTokens,
				decoding,
				...(bound !== undefined && { bound }),
				...(seed !== undefined && { seed }),
				memoryLimit,
			}),
		);
	}

	/** A result of the cache, or of the model process, and then kept. */
	async #cached<T>(
		parts: PromptParts,
		name: Name,
		codec: Codec<T>,
		options: ReadOptions,
		parse: (value: unknown) => T,
		task: (memoryLimit: number) => ModelTask,
	): Promise<T> {
		const { signal } = options;
		const { cache, version } = this.#options;
		const key = cacheKey(parts, this.identity, name, version);
		signal.throwIfAborted();
		const kept = await cache.get(key, codec);
		signal.throwIfAborted();
		if (kept !== undefined) return kept;
		const result = await this.#ask(options, parse, task);
		await cache.put(key, result, codec);
		return result;
	}

	/** A result of the model process, when the queue says so. */
	async #ask<T>({ signal, onProgress }: ReadOptions, parse: (value: unknown) => T, task: (memoryLimit: number) => ModelTask): Promise<T> {
		const { host, queue, crashes, memoryLimit, onTurn, onNeeds } = this.#options;
		const asked = task(memoryLimit());
		const ask = () =>
			queue.add(this.#owner, signal, () => {
				onTurn?.();
				return host.run(asked, { signal, onNeeds, onProgress: (_message, done, total) => onProgress(done, total) });
			});
		const screen =
			asked.type === 'attribute' || asked.type === 'origins' ? (asked.screen ?? 0) : asked.type === 'lens' ? 'lens' : undefined;
		const { value, identity } = screen === undefined ? await ask() : await crashes.guard(this.identity, screen, ask);
		this.#expect(identity);
		return parse(value);
	}

	#expect(identity: ModelIdentity): void {
		if (identity.sha256 === this.identity.sha256) return;
		throw new UserError(errorNumbers.modelFilesChanged, `The model's files changed while it was in use: ${this.identity.name}.`, {
			hint: 'Analyze again.',
		});
	}
}

/**
 * Screened numbers are kept apart from exact ones, and neither serves for the other: classifiers judge exact ones alone, and what they say
 * must not depend on what somebody asked for before.
 */
function screenedName(exact: Name, { screen = 0 }: AttributeOptions): Name {
	return screen === 0 ? exact : [...exact, 'screen', screen];
}

function screenOf({ screen = 0 }: AttributeOptions): { screen?: number } {
	return screen === 0 ? {} : { screen };
}
