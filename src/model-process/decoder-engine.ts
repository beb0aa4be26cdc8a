import { UserError } from '../errors.ts';
import { mebibytes, bytesInWords } from '../wording/numbers.ts';
import type { DecoderModel } from '../lm/decoder-model.ts';
import { loadDecoder } from '../lm/load-decoder.ts';
import { chooseDevice, deviceChecks } from '../lm/devices/choose-device.ts';
import type { Placement } from '../lm/devices/device.ts';
import { installForMachine } from '../lm/devices/cuda/install-for-machine.ts';
import { executionProvidersFor } from '../lm/devices/execution-providers.ts';
import { inspectModel } from '../lm/inspection/inspect-model.ts';
import { longestWithin, type MemoryFit, type MemoryJob } from '../lm/ram-fit.ts';
import type { PromptParts, GenerateResult, ModelIdentity } from '../model-io/requests.ts';
import { checkGraphFolder, checkModelFolder } from '../lm/safety/model-folder.ts';
import { requireUnchanged } from '../lm/safety/unchanged-files.ts';
import { weightsByDtype } from '../lm/safety/weights-by-dtype.ts';
import { weightFormats } from '../lm/safety/weight-formats.ts';
import { resolveModel } from '../lm/store/resolve-model.ts';
import type { AttributeResult, LensReading, Origins } from '../model-io/attribution.ts';
import type { HidingResult } from '../model-io/hiding.ts';
import type { EmbeddedTexts, TokenClassification } from '../model-io/encoders-and-classifiers.ts';
import type { MixtureResult, ScoreResult } from '../model-io/scores.ts';
import type { PathsBound, PathsResult } from '../model-io/private-decoding.ts';
import { methodSupport, type DeviceInstallation, type DeviceReport, type ModelInspection } from '../protocol/models.ts';
import { classifyTokens } from './classify-tokens.ts';
import { decodeByPaths, jobOf } from './decode-paths.ts';
import { HeldEncoder } from './held-encoder.ts';
import { tooMuchMemory, type RefusedModel } from './ram-refusal.ts';
import type { ModelEngine, RequestHooks, RequestOf } from './model-engine.ts';

/** One decoder-only model over ONNX Runtime, and an encoder beside it where one is asked for. */
export class DecoderEngine implements ModelEngine {
	/** Program that tries a device when started with the arguments for it: that of this process. */
	readonly #program: string;
	#model: DecoderModel | undefined;
	readonly #encoder = new HeldEncoder();

	constructor(program: string) {
		this.#program = program;
	}

	/** Resolves, checks and loads a model in place of the one before. Rejects as those steps do: RA2xx, RA3xx, RA4xx. */
	async load(request: RequestOf<'load'>, { signal, onProgress, onStep }: RequestHooks): Promise<ModelIdentity> {
		await this.unload();
		await onStep('files');
		const { model, revision, dtype, token, modelStore, graphStore, offline } = request;
		const { directory, name, graph } = await resolveModel({
			model,
			revision,
			dtype,
			token,
			store: modelStore,
			offline,
			signal,
			onProgress,
		});
		const files = await checkModelFolder(directory, { dtype, graph });
		const weights = bytesInWords(files.weightBytes);
		signal.throwIfAborted();
		await onStep('devices');
		const device = await this.#deviceFor(request, signal);
		this.#model = await loadDecoder({
			files,
			name,
			device: executionProvidersFor(device),
			signal,
			...(graphStore === undefined
				? {}
				: {
						graphStore: {
							folder: graphStore,
							onWarning: (message: string) => {
								process.stderr.write(`${message}\n`);
							},
						},
					}),
			onProgress: (done, total) => {
				onProgress(`Checking ${weights} of weights`, done, total);
				// What follows blocks this process.
				if (done >= total) onProgress(`Loading ${weights} of weights`, 0, 0);
			},
			onStep,
		});
		if (this.#model.forgoesCache)
			process.stderr.write(
				`${name}: with tokens in its key/value cache the model fails on ${this.#model.identity.device}: each text is read at once, which is slow and takes memory. Another export or device may do better.\n`,
			);
		return this.#model.identity;
	}

	async unload(): Promise<void> {
		const model = this.#model;
		this.#model = undefined;
		await model?.dispose();
	}

	/** Rejects as the first steps of `load` do; what only loading would find is part of the answer. */
	async inspect(
		{ model, revision, dtype, token, modelStore, offline }: RequestOf<'inspect'>,
		{ signal, onProgress, onStep }: RequestHooks,
	): Promise<ModelInspection> {
		await onStep('files');
		const { directory, name, graph } = await resolveModel({
			model,
			revision,
			dtype,
			token,
			store: modelStore,
			offline,
			signal,
			onProgress,
		});
		const files = await checkGraphFolder(directory, { dtype, graph });
		signal.throwIfAborted();
		onProgress(`Loading ${bytesInWords(files.weightBytes)} of weights`, 0, 0);
		const {
			scoring,
			hiding,
			attribution,
			structure,
			deviations,
			webgpu,
			readings,
			dynamicQuantization,
			keys,
			contradictions,
			notCompared,
			needs,
		} = await inspectModel(files, executionProvidersFor('cpu'), onStep);
		await requireUnchanged(files);
		return {
			name,
			dtype: weightFormats(files.outline) ?? files.dtype,
			file: files.graph.path,
			bytes: files.weightBytes,
			structure: structure === undefined ? null : { ...structure, mixingLayers: [...structure.mixingLayers] },
			weights: await weightsByDtype(directory),
			needs: needs?.map((one) => ({ ...one })) ?? null,
			methods: methodSupport({ score: scoring, hide: hiding, attribute: attribution }),
			check:
				deviations === undefined
					? null
					: Object.fromEntries(Object.entries(deviations).map(([what, value]) => [what, Number.isFinite(value) ? value : null])),
			windows: keys.map(({ layer, seen }) => ({
				layer,
				sees: seen.kind,
				keys: seen.kind === 'window' ? seen.keys : seen.kind === 'all' && Number.isFinite(seen.tried) ? seen.tried : null,
			})),
			webgpu,
			readings: readings ?? null,
			dynamicQuantization: dynamicQuantization ?? null,
			contradictions: [...contradictions],
			notCompared: [...notCompared],
		};
	}

	async devices(request: RequestOf<'devices'>, { signal, onStep }: RequestHooks): Promise<DeviceReport> {
		await onStep('devices');
		const { chosen, candidates } = await chooseDevice('auto', this.#checks(request, signal), { tryAll: true });
		return { chosen, candidates: candidates.map((candidate) => ({ ...candidate })) };
	}

	/** Rejects as `installForMachine` does. */
	async installCuda(
		{ folder, index, announced }: RequestOf<'installCuda'>,
		{ signal, onProgress, onStep }: RequestHooks,
	): Promise<DeviceInstallation> {
		await onStep('installing');
		const { packages, ...installation } = await installForMachine({ program: this.#program, folder, index, announced, signal, onProgress });
		return { ...installation, packages: packages.map((one) => ({ ...one })) };
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.score` does. */
	async score({ parts, topK, memoryLimit, also }: RequestOf<'score'>, { signal, onProgress, onStep }: RequestHooks): Promise<ScoreResult> {
		const model = this.#loaded();
		await onStep('text');
		await this.#requireMemory(model, 'score', parts, memoryLimit, { also });
		model.requirePieces(parts);
		const said = withMemory('Scoring', model.memoryFor('score', parts));
		await onStep('running');
		return unchanged(
			model,
			await model.score(parts, {
				topK,
				keepsPrompt: also?.includes('hide') ?? false,
				signal,
				onProgress: (done, total) => onProgress(said, done, total),
			}),
		);
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.mixture` does. */
	async mixture(
		{ parts, tokens, memoryLimit }: RequestOf<'mixture'>,
		{ signal, onProgress, onStep }: RequestHooks,
	): Promise<MixtureResult> {
		const model = this.#loaded();
		await onStep('text');
		await this.#requireMemory(model, 'mixture', parts, memoryLimit);
		model.requirePieces(parts);
		await onStep('running');
		const sums = await model.mixture(parts, tokens, {
			signal,
			onProgress: (done, total) => onProgress('Measuring the influence of the contexts', done, total),
		});
		await model.requireUnchanged();
		const all = (of: keyof (typeof sums)[number]): Float64Array => Float64Array.from(sums, (one) => one[of]);
		return {
			cross: all('cross'),
			spread: all('spread'),
			moved: all('moved'),
			renyiContextOnly: all('renyiContextOnly'),
			renyiWithContext: all('renyiWithContext'),
		};
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.hide` does. */
	async hide({ parts, memoryLimit }: RequestOf<'hide'>, { signal, onProgress, onStep }: RequestHooks): Promise<HidingResult> {
		const model = this.#loaded();
		await onStep('text');
		await this.#requireMemory(model, 'hide', parts, memoryLimit);
		model.requirePieces(parts);
		if (!model.readyToHide) await onStep('opening');
		await model.prepareHiding();
		signal.throwIfAborted();
		const said = withMemory('Hiding one context at a time', model.memoryFor('hide', parts));
		await onStep('running');
		return unchanged(model, await model.hide(parts, { signal, onProgress: (done, total) => onProgress(said, done, total) }));
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.attribute` does. */
	async attribute(request: RequestOf<'attribute'>, { signal, onProgress, onStep }: RequestHooks): Promise<AttributeResult> {
		const { model, screen, unscreened: tooLarge } = await this.#readyToAttribute(request, { signal, onStep });
		const said = withMemory('Attributing', model.memoryFor(screen > 0 ? 'screen' : 'attribute', request.parts));
		const result = await model.attribute(request.parts, { screen, signal, onProgress: (done, total) => onProgress(said, done, total) });
		return unchanged(model, { ...result, unscreened: tooLarge ?? result.unscreened });
	}

	/** As `attribute`. */
	async origins(request: RequestOf<'origins'>, { signal, onProgress, onStep }: RequestHooks): Promise<Origins> {
		const { model, screen } = await this.#readyToAttribute(request, { signal, onStep });
		const origins = await model.origins(request.parts, request.rows, {
			screen,
			signal,
			onProgress: (done, total) => onProgress('Tracing origins', done, total),
		});
		return unchanged(model, origins);
	}

	/** Rejects as `attribute`, and as `DecoderModel.lens` does. */
	async lens({ parts, rows, memoryLimit }: RequestOf<'lens'>, { signal, onProgress, onStep }: RequestHooks): Promise<LensReading> {
		const model = this.#loaded();
		await onStep('text');
		await this.#requireMemory(model, 'attribute', parts, memoryLimit);
		model.requirePieces(parts, { attributed: true });
		if (!model.readyForLens) await onStep('instrumenting');
		await model.prepareLens();
		signal.throwIfAborted();
		await onStep('running');
		const reading = await model.lens(parts, rows, {
			signal,
			onProgress: (done, total) => onProgress('Reading a second time', done, total),
		});
		return unchanged(model, reading);
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.generate` does. */
	async generate(
		{ parts: { system, query, contexts }, maxTokens, temperature, topP, seed, memoryLimit }: RequestOf<'generate'>,
		{ signal, onText, onStep }: RequestHooks,
	): Promise<GenerateResult> {
		const model = this.#loaded();
		const parts = { system, query, contexts };
		await onStep('text');
		await this.#requireMemory(model, 'score', parts, memoryLimit, { maxTokens });
		model.requirePieces(parts, { maxTokens });
		await onStep('running');
		return model.generate(parts, { maxTokens, temperature, topP, seed, signal, onText });
	}

	/** Rejects with RA502 when too little fits into the limit, and where a device's allocations do not have it: by public numbers. */
	async roomForPaths(room: RequestOf<'roomForPaths'>, { onStep }: RequestHooks): Promise<PathsBound> {
		const model = this.#loaded();
		await onStep('text');
		const found = model.roomForPaths(room, room.memoryLimit);
		if ('needed' in found) {
			const { paths: asked, memoryLimit } = room;
			const needs = (paths: number): number => {
				const some = model.roomForPaths({ ...room, paths, characters: Math.ceil((room.characters * paths) / asked) }, memoryLimit);
				return 'needed' in some ? Number.POSITIVE_INFINITY : 0;
			};
			const paths = { asked, fitting: longestWithin(memoryLimit, 1, asked, needs) ?? 0 };
			throw await memoryRefusal(model, found, { paths });
		}
		return found;
	}

	/**
	 * Rejects with RA502 before it starts when the estimate exceeds the limit, and as `PathDecoding` does. With a bound nothing of that
	 * depends on the documents.
	 */
	async decodePaths(request: RequestOf<'decodePaths'>, { signal, onProgress, onStep }: RequestHooks): Promise<PathsResult> {
		const model = this.#loaded();
		await onStep('text');
		const job = jobOf(request);
		const needed = model.paths.memoryFor(job);
		if (needed > request.memoryLimit) throw await memoryRefusal(model, model.fittingPaths(job, request.memoryLimit));
		await this.#makeRoom(needed, request.memoryLimit);
		if (request.bound === undefined)
			for (const parts of request.paths)
				if (parts !== null) model.requirePieces({ ...parts, response: undefined }, { maxTokens: request.maxTokens });
		await onStep('opening');
		await model.paths.batching();
		await onStep('running');
		const said = withMemory('Writing by several prompts', needed);
		return decodeByPaths(model, job, request, { signal, onProgress: (done, total) => onProgress(said, done, total) });
	}

	/** By a model of its own, which needs no language model. Rejects as `classifyTokens`, with RA502 before it is loaded. */
	classify(request: RequestOf<'classify'>, hooks: RequestHooks): Promise<TokenClassification> {
		return classifyTokens(request, hooks, (this.#model?.heldBytes ?? 0) + this.#encoder.bytes);
	}

	/** By an encoder that is kept; the language model that is loaded stays. Rejects as `HeldEncoder.embed`, with RA502 before it is loaded. */
	embed(request: RequestOf<'embed'>, hooks: RequestHooks): Promise<EmbeddedTexts> {
		return this.#encoder.embed(request, hooks, this.#model?.heldBytes ?? 0);
	}

	/**
	 * The loaded model with its instrumented graph open: checking and opening that blocks, once, and would be lost with the process. With
	 * the screen that was asked for, unless that alone would take too much memory.
	 */
	async #readyToAttribute(
		{ parts, memoryLimit, screen: asked = 0 }: Pick<RequestOf<'attribute'>, 'parts' | 'memoryLimit' | 'screen'>,
		{ signal, onStep }: Pick<RequestHooks, 'signal' | 'onStep'>,
	): Promise<{ model: DecoderModel; screen: number; unscreened: string | null }> {
		const model = this.#loaded();
		await onStep('text');
		await this.#requireMemory(model, 'attribute', parts, memoryLimit);
		model.requirePieces(parts, { attributed: true });
		const fits = asked === 0 || model.memoryFor('screen', parts) <= memoryLimit;
		const screen = fits ? asked : 0;
		if (!model.readyToAttribute(screen)) await onStep('instrumenting');
		await model.prepareAttribution(screen);
		signal.throwIfAborted();
		await onStep('running');
		return { model, screen, unscreened: fits ? null : 'it would need more memory than the limit allows' };
	}

	/** As `requireMemory`; where the job fits, but not beside the encoder, that one is let go. */
	async #requireMemory(...[model, job, parts, limit, more]: Parameters<typeof requireMemory>): Promise<void> {
		await requireMemory(model, job, parts, limit, more);
		await this.#makeRoom(model.memoryFor(job, parts, more?.maxTokens), limit);
	}

	async #makeRoom(needed: number, limit: number): Promise<void> {
		if (needed + this.#encoder.bytes > limit) await this.#encoder.release();
	}

	async #deviceFor(request: RequestOf<'load'>, signal: AbortSignal): Promise<Placement> {
		return request.checkedDevice ?? (await chooseDevice(request.device, this.#checks(request, signal))).chosen;
	}

	#checks({ demoModel, cudaFolder }: Pick<RequestOf<'load'>, 'demoModel' | 'cudaFolder'>, signal: AbortSignal) {
		return deviceChecks({ program: this.#program, modelFolder: demoModel, cudaFolder, signal });
	}

	#loaded(): DecoderModel {
		if (this.#model === undefined) throw new Error('no model is loaded');
		return this.#model;
	}
}

/** Hands on what was computed, unless the model's files have changed: then nobody knows which numbers it was computed with. @throws {UserError} RA504 */
async function unchanged<T>(model: DecoderModel, result: T): Promise<T> {
	await model.requireUnchanged();
	return result;
}

/** What is going on, with the bytes that it needs in all. */
function withMemory(doing: string, bytes: number): string {
	return `${doing}, with about ${mebibytes(bytes)} of memory at most`;
}

/** @throws {UserError} RA502 for a job that needs more than the limit; it says what the job and those that follow it, `also`, need. */
async function requireMemory(
	model: DecoderModel,
	job: MemoryJob,
	parts: PromptParts,
	limit: number,
	{ maxTokens = 0, also = [] }: { maxTokens?: number; also?: readonly MemoryJob[] | undefined } = {},
): Promise<void> {
	const alone = model.memoryFor(job, parts, maxTokens);
	if (alone <= limit) return;
	const largest = also.reduce((max, one) => (memoryIfPossible(model, one, parts) > memoryIfPossible(model, max, parts) ? one : max), job);
	throw await memoryRefusal(model, model.fitting(largest, parts, limit, maxTokens), largest === job ? {} : { scoringAlone: alone });
}

async function memoryRefusal(
	model: DecoderModel,
	fit: MemoryFit,
	more: Pick<RefusedModel, 'scoringAlone' | 'paths'> = {},
): Promise<UserError> {
	return tooMuchMemory(fit, {
		files: await weightsByDtype(model.folder),
		readsAtOnce: model.readsAtOnce,
		forgoesCache: model.forgoesCache,
		...more,
	});
}

/** Bytes; 0 for what the model's graph refuses, which says so itself when it is asked for. */
function memoryIfPossible(model: DecoderModel, job: MemoryJob, parts: PromptParts): number {
	try {
		return model.memoryFor(job, parts);
	} catch (error) {
		if (error instanceof UserError) return 0;
		throw error;
	}
}
