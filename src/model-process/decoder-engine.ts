import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { loadDecoder, type DecoderModel } from '../lm/decoder-model.ts';
import { chooseDevice, deviceChecks } from '../lm/devices/choose-device.ts';
import type { Placement } from '../lm/devices/device.ts';
import { installForMachine } from '../lm/devices/cuda/install-for-machine.ts';
import { executionProvidersFor } from '../lm/devices/execution-providers.ts';
import { inspectModel } from '../lm/inspection/inspect-model.ts';
import type { Truncation } from '../lm/prompt-parts.ts';
import { checkGraphFolder, checkModelFolder } from '../lm/safety/model-folder.ts';
import { weightFormats } from '../lm/safety/weight-formats.ts';
import { resolveModel } from '../lm/store/resolve-model.ts';
import type { AttributeAnswer, GenerateAnswer, IdentityAnswer, MixtureAnswer, OriginsAnswer, ScoreAnswer } from '../protocol/model-process.ts';
import type { DeviceInstallation, DeviceReport, ModelInspection } from '../protocol/requests.ts';
import type { ModelEngine, RequestHooks, RequestOf } from './model-engine.ts';

/** Time to check an instrumented graph and open it, milliseconds: about three loads of the model's weights. */
const preparationTime = 120_000;

/** One decoder-only model over ONNX Runtime. */
export class DecoderEngine implements ModelEngine {
	/** Program that tries a device when started with the arguments for it: that of this process. */
	readonly #program: string;
	#model: DecoderModel | undefined;

	constructor(program: string) {
		this.#program = program;
	}

	get loaded(): boolean {
		return this.#model !== undefined;
	}

	/** Resolves, checks and loads a model in place of the one before. Rejects as those steps do: RA2xx, RA3xx, RA4xx. */
	async load(request: RequestOf<'load'>, { signal, onProgress }: RequestHooks): Promise<IdentityAnswer> {
		await this.unload();
		const { model, revision, dtype, token, modelStore, graphStore, offline } = request;
		const { directory, name, graph } = await resolveModel({ model, revision, dtype, token, store: modelStore, offline, signal, onProgress });
		const files = await checkModelFolder(directory, { dtype, graph });
		signal.throwIfAborted();
		const device = await this.#deviceFor(request, signal);
		this.#model = await loadDecoder({
			// A folder is called by its own name: where it lies is nobody's business who reads a report.
			files, name: graph === undefined ? basename(directory) : name, device: executionProvidersFor(device), signal,
			...(graphStore === undefined ? {} : { graphStore: { folder: graphStore, onWarning: (message: string) => { process.stderr.write(`${message}\n`); } } }),
			onProgress: (done, total) => onProgress(`Checking ${name}`, done, total),
		});
		if (this.#model.forgoesCache) process.stderr.write(`${name}: with tokens in its key/value cache the model fails on ${this.#model.identity.device}: each text is read at once, which is slow and takes memory. Another export or device may do better.\n`);
		return { ...this.#model.identity };
	}

	async unload(): Promise<void> {
		const model = this.#model;
		this.#model = undefined;
		await model?.dispose();
	}

	/** Rejects as the first steps of `load` do; what only loading would find is part of the answer. */
	async inspect({ model, revision, dtype, token, modelStore, offline }: RequestOf<'inspect'>, { signal, onProgress }: RequestHooks): Promise<ModelInspection> {
		const { directory, name, graph } = await resolveModel({ model, revision, dtype, token, store: modelStore, offline, signal, onProgress });
		const files = await checkGraphFolder(directory, { dtype, graph });
		signal.throwIfAborted();
		const { scoring, attribution, structure, deviations, webgpu, keys, contradictions, notCompared } = await inspectModel(files, executionProvidersFor('cpu'));
		return {
			name: graph === undefined ? basename(directory) : name, dtype: weightFormats(files.outline) ?? files.dtype, file: files.graph.path, bytes: files.weightBytes, structure: structure ?? null,
			methods: [{ method: 'cg', ...scoring }, { method: 'repcs', ...scoring }, { method: 'spad', ...attribution }],
			check: deviations === undefined ? null : Object.fromEntries(Object.entries(deviations).map(([what, value]) => [what, Number.isFinite(value) ? value : null])),
			windows: keys.map(({ layer, seen }) => ({ layer, sees: seen.kind, keys: seen.kind === 'window' ? seen.keys : seen.kind === 'all' && Number.isFinite(seen.tried) ? seen.tried : null })),
			webgpu, contradictions: [...contradictions], notCompared: [...notCompared],
		};
	}

	async devices(request: RequestOf<'devices'>, { signal }: RequestHooks): Promise<DeviceReport> {
		const { chosen, candidates } = await chooseDevice('auto', this.#checks(request, signal), { tryAll: true });
		return { chosen, candidates: candidates.map((candidate) => ({ ...candidate })) };
	}

	/** Rejects as `installForMachine` does. */
	async installCuda({ folder, index, planOnly }: RequestOf<'installCuda'>, { signal, onProgress }: RequestHooks): Promise<DeviceInstallation> {
		const { packages, ...installation } = await installForMachine({ program: this.#program, folder, index, planOnly, signal, onProgress });
		return { ...installation, packages: packages.map((one) => ({ ...one })) };
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.score` does. */
	async score({ parts, topK, memoryLimit }: RequestOf<'score'>, { signal, onProgress }: RequestHooks): Promise<ScoreAnswer> {
		const model = this.#loaded();
		requireMemory(model, model.estimateMemory(parts), memoryLimit);
		const { scored, truncation } = await model.score(parts, { topK, signal, onProgress: (done, total) => onProgress('Scoring', done, total) });
		const path = ({ logProbability, entropy, rank, alternatives }: typeof scored.withContext) => ({
			logProbability, entropy, rank, alternatives: alternatives.map((candidates) => candidates.map((candidate) => ({ ...candidate }))),
		});
		return { scored: { ...scored, withContext: path(scored.withContext), withoutContext: path(scored.withoutContext) }, truncation: copied(truncation) };
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.mixture` does. */
	async mixture({ parts, tokens, memoryLimit }: RequestOf<'mixture'>, { signal, onProgress }: RequestHooks): Promise<MixtureAnswer> {
		const model = this.#loaded();
		requireMemory(model, model.estimateMixtureMemory(parts), memoryLimit);
		const sums = await model.mixture(parts, tokens, { signal, onProgress: (done, total) => onProgress('Measuring the influence of the contexts', done, total) });
		const all = (of: keyof (typeof sums)[number]): Float64Array => Float64Array.from(sums, (one) => one[of]);
		return { cross: all('cross'), spread: all('spread'), moved: all('moved'), renyiContextOnly: all('renyiContextOnly'), renyiWithContext: all('renyiWithContext') };
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.attribute` does. */
	async attribute(request: RequestOf<'attribute'>, { signal, onProgress, onBusy }: RequestHooks): Promise<AttributeAnswer> {
		const { model, screen, unscreened: tooLarge } = await this.#readyToAttribute(request, { signal, onBusy });
		const { attributed: { contextIds, ...attributed }, truncation, parallelLayers, errorBound, unscreened } = await model.attribute(request.parts, { screen, signal, onProgress: (done, total) => onProgress('Attributing', done, total) });
		return { attributed: { ...attributed, contextIds: [...contextIds] }, truncation: copied(truncation), parallelLayers, errorBound, unscreened: tooLarge ?? unscreened };
	}

	/** As `attribute`. */
	async origins(request: RequestOf<'origins'>, { signal, onProgress, onBusy }: RequestHooks): Promise<OriginsAnswer> {
		const { model, screen } = await this.#readyToAttribute(request, { signal, onBusy });
		const origins = await model.origins(request.parts, request.rows, { screen, signal, onProgress: (done, total) => onProgress('Tracing origins', done, total) });
		return { ...origins, contexts: origins.contexts.map((context) => ({ ...context })) };
	}

	/** Rejects with RA502 before it starts when the estimate exceeds the limit, and as `DecoderModel.generate` does. */
	async generate({ parts: { system, query, contexts }, maxTokens, temperature, topP, seed, memoryLimit }: RequestOf<'generate'>, { signal, onText }: RequestHooks): Promise<GenerateAnswer> {
		const model = this.#loaded();
		const parts = { system, query, contexts };
		requireMemory(model, model.estimateMemory(parts, maxTokens), memoryLimit);
		const { text, finish, truncation } = await model.generate(parts, { maxTokens, temperature, topP, seed, signal, onText });
		return { text, finish, truncation: copied(truncation) };
	}

	/**
	 * The loaded model with its instrumented graph open: checking and opening that blocks, once, and would be lost with the process. With
	 * the screen that was asked for, unless that alone would take too much memory.
	 */
	async #readyToAttribute({ parts, memoryLimit, screen: asked = 0 }: Pick<RequestOf<'attribute'>, 'parts' | 'memoryLimit' | 'screen'>, { signal, onBusy }: Pick<RequestHooks, 'signal' | 'onBusy'>): Promise<{ model: DecoderModel; screen: number; unscreened: string | null }> {
		const model = this.#loaded();
		requireMemory(model, model.estimateAttributionMemory(parts), memoryLimit);
		const fits = asked === 0 || model.estimateAttributionMemory(parts, asked) <= memoryLimit;
		const screen = fits ? asked : 0;
		if (!model.readyToAttribute(screen)) {
			onBusy(preparationTime);
			// So that the word goes out, and a cancel comes in, before this thread is busy.
			await nextTurn();
			signal.throwIfAborted();
		}
		await model.prepareAttribution(screen);
		signal.throwIfAborted();
		return { model, screen, unscreened: fits ? null : 'it would need more memory than the limit allows' };
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

function requireMemory({ readsAtOnce, forgoesCache }: DecoderModel, bytes: number, limit: number): void {
	if (bytes <= limit) return;
	const MiB = (count: number): string => `${Math.ceil(count / 2 ** 20).toLocaleString('en')} MiB`;
	throw new UserError('RA502', `This would need about ${MiB(bytes)} of memory; the limit is ${MiB(limit)}.`, {
		hint: 'Raise the memory limit (ragAssay.memoryLimit, --memory-limit), or use a smaller model or shorter contexts.'
			+ (readsAtOnce ? ` ${forgoesCache ? 'This model\'s key/value cache fails, so that it' : 'This model was exported without a key/value cache and'} reads each text at once: with a cache it would need less.` : ''),
	});
}

/** A plain, writable copy, as the message's schema has it. */
function copied(truncation: Truncation | null): ScoreAnswer['truncation'] {
	return truncation === null ? null : { ...truncation, cutContexts: truncation.cutContexts.map((cut) => ({ ...cut })) };
}
