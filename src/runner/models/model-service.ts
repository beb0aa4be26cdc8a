import { randomInt } from 'node:crypto';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Encoder } from '../../analysis/readers.ts';
import type { ModelIdentity } from '../../model-io/requests.ts';
import { tokenClassification, type TokenClassification } from '../../model-io/encoders-and-classifiers.ts';
import { AttributionCrashes, QueuedModel } from './queued-model.ts';
import { graphsFolder } from '../context/cache-directory.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import { cudaEnvironment } from './cuda-environment.ts';
import {
	deviceInstallation,
	deviceReport,
	modelInspection,
	silenceInWords,
	type DeviceInstallation,
	type DeviceReport,
	type ModelInspection,
} from '../../protocol/models.ts';
import type { ModelState, RunnerSettings } from '../../protocol/requests.ts';
import { Encoders, type OpenEncoderOptions } from './encoders.ts';
import { keepWithin } from '../../files/cache-files.ts';
import { JobQueue } from './job-queue.ts';
import { ModelHost } from './model-host.ts';
import { ModelProcess, ModelProcessEnded, type ModelProcessOptions } from './model-process.ts';
import { ProfileJudge, type Judge } from './profiles.ts';
import { ResultCache } from './result-cache.ts';
import { inspectionOf, selectedName, selectionNotes, selectionOf } from './model-selection.ts';
import type { TellNeeds } from './progress.ts';

/** Time for a new process's first message, milliseconds. It leaves room for Node to start on a busy machine. */
const startTimeout = 60_000;
/** Time between two reports on a load, milliseconds. */
const loadingInterval = 200;
/** Time after which a model process that has not answered a cancel is killed, milliseconds. */
const cancelTimeout = 2_000;
/** Largest size of the instrumented graphs that are kept, bytes. About a hundred graphs fit. */
const graphsLimit = 128 * 1024 * 1024;

export interface ModelServiceOptions {
	/** Returns the rank of an owner's jobs. Rank 0 goes first. */
	readonly rank: (owner: string) => number;
	readonly onState: (state: ModelState) => void;
}

/**
 * Listeners for whoever opens a model. `onLoading` is called with what the load is doing, `onTurn` each time that the model turns to this
 * caller's request, and `onNeeds` with what the request takes.
 */
export interface OpenListeners {
	readonly onLoading?: ((message: string) => void) | undefined;
	readonly onTurn?: () => void;
	readonly onNeeds?: TellNeeds;
}

/** A model with the profile that fits it. */
export interface OpenedModel extends Judge {
	readonly model: QueuedModel;
}

/** The one model with its process, queue, cache and profile, under the settings of the context. */
export class ModelService {
	readonly #context: RunnerContext;
	readonly #options: ModelServiceOptions;
	readonly #host: ModelHost;
	readonly #queue: JobQueue;
	readonly #judge: ProfileJudge;
	readonly #encoders: Encoders;
	readonly #crashes = new AttributionCrashes();
	#cache: { readonly folder: string; readonly results: ResultCache } | undefined;
	#loading: ModelState['loading'] = null;
	#lastLoadingUpdate = 0;
	#silence: ModelState['silence'] = null;
	#graphsBounded = false;
	readonly #loadListeners = new Set<(message: string) => void>();

	constructor(context: RunnerContext, options: ModelServiceOptions) {
		this.#context = context;
		this.#options = options;
		const { log, paths } = context;
		this.#judge = new ProfileJudge(paths.demoProfile, () => this.#announce());
		this.#queue = new JobQueue(options.rank, () => this.#announce());
		this.#host = new ModelHost({
			log,
			start: (hooks) => this.#startProcess(hooks),
			selection: () => selectionOf(context),
			onState: ({ silence }) => this.#onState(silence),
			onLoadProgress: (message, done, total) => this.#onLoadProgress({ message, done, total }),
		});
		this.#encoders = new Encoders({ host: this.#host, queue: this.#queue, context });
	}

	/** Returns the state of the model for clients. */
	get state(): ModelState {
		const { identity, ...host } = this.#host.state;
		const { name, left, notes, problem } = this.#judge.state;
		return {
			...host,
			model: identity?.name ?? (host.state === 'unloaded' ? null : selectedName(this.#context)),
			device: identity?.device ?? null,
			dtype: identity?.dtype ?? null,
			profile: name,
			profileProblem: problem,
			profileLeft: [...left],
			jobs: this.#queue.size,
			loading: host.state === 'loading' ? this.#loading : null,
			notes: [...this.#notes(), ...notes],
		};
	}

	/**
	 * Loads the model if needed, and the profile that judges its answers.
	 * A profile that cannot judge does not stop anything that needs no verdicts. `refused` then has the reason, and so does the model's
	 * state.
	 * Rejects with a `UserError` if there is no model, or with the signal's reason.
	 */
	async open(owner: string, signal: AbortSignal, listeners: OpenListeners = {}): Promise<OpenedModel> {
		const model = await this.#loaded(owner, signal, listeners);
		const judge = await this.#judgeOf(model.identity);
		return { ...judge, model, notes: [...this.#notes(), ...judge.notes] };
	}

	/**
	 * Loads the model for work that needs no thresholds: calibrating, labeling, generating, and token origins.
	 * It also looks for the profile that judges the model's answers, and reports it with the state. A profile that cannot judge does not keep
	 * anybody from the model. Rejects as `open`.
	 */
	async openModel(owner: string, signal: AbortSignal, onLoading?: (message: string) => void): Promise<QueuedModel> {
		return (await this.open(owner, signal, { onLoading })).model;
	}

	async #loaded(owner: string, signal: AbortSignal, { onLoading, onTurn, onNeeds }: OpenListeners): Promise<QueuedModel> {
		if (onLoading !== undefined) {
			this.#loadListeners.add(onLoading);
			if (this.#host.state.identity === null) onLoading('Loading the model');
		}
		const identity = await this.#host.load(signal).finally(() => {
			if (onLoading !== undefined) this.#loadListeners.delete(onLoading);
		});
		await this.#boundGraphs();
		return new QueuedModel(identity, owner, {
			host: this.#host,
			queue: this.#queue,
			cache: this.#results(),
			crashes: this.#crashes,
			version: this.#context.paths.version,
			memoryLimit: () => this.#context.settings.memoryLimit * 1024 * 1024,
			newSeed: () => randomInt(2 ** 31),
			onTurn,
			onNeeds,
		});
	}

	/**
	 * Loads the model now, even one that crashed before. If the signal is aborted, the load ends too, unless others wait for it. A download
	 * then continues from there the next time.
	 */
	async load(signal: AbortSignal): Promise<ModelState> {
		this.#host.forgive();
		this.#crashes.forget();
		await this.#judgeOf(await this.#host.load(signal));
		return this.state;
	}

	/** Unloads the model. */
	unload(): void {
		this.#host.unload();
	}

	/**
	 * Puts settings in force, and unloads a model that they do not select. Returns which results may differ from those under the previous
	 * settings: all, those that failed, or none.
	 */
	configure(settings: RunnerSettings): 'all' | 'failed' | 'none' {
		const { memoryLimit, textTimeLimit, modelTimeLimit, eta, screen } = this.#context.settings;
		const selected = (): string => {
			const { profile, trusted } = this.#context.settings;
			return JSON.stringify([selectionOf(this.#context), profile, trusted]);
		};
		const before = selected();
		this.#context.configure(settings);
		const changed = before !== selected();
		if (changed) this.#host.selectionChanged();
		if (changed || eta !== settings.eta || screen !== settings.screen) return 'all';
		if (memoryLimit === settings.memoryLimit && textTimeLimit === settings.textTimeLimit && modelTimeLimit === settings.modelTimeLimit)
			return 'none';
		// A load that failed at one of these limits may work now.
		this.#host.forgive();
		return 'failed';
	}

	/** Ends the model process for good. */
	dispose(): void {
		this.#host.unload();
	}

	/** Returns what the settings' model can be used for. Rejects with a `UserError`, or with the signal's reason. */
	async inspect(signal: AbortSignal): Promise<ModelInspection> {
		const task = inspectionOf(this.#context);
		return modelInspection.parse(await this.#queue.add('inspect', signal, () => this.#host.ask(task, { signal })));
	}

	/**
	 * Returns the personal values that the settings' token classifier finds in texts. The result is `null` if no classifier is set, or if the
	 * workspace that names it is not trusted.
	 * This does not load the language model. Rejects with a `UserError`, or with the signal's reason.
	 */
	async classify(
		texts: readonly string[],
		{
			owner,
			signal,
			onProgress,
		}: {
			readonly owner: string;
			readonly signal: AbortSignal;
			readonly onProgress?: (message: string, done: number, total: number) => void;
		},
	): Promise<TokenClassification | null> {
		const { piiModel, trusted, memoryLimit } = this.#context.settings;
		if (piiModel === undefined || !trusted) return null;
		const task = { type: 'classify' as const, model: piiModel, texts: [...texts], memoryLimit: memoryLimit * 1024 * 1024 };
		const hooks = { signal, ...(onProgress === undefined ? {} : { onProgress }) };
		return tokenClassification.parse(await this.#queue.add(owner, signal, () => this.#host.ask(task, hooks)));
	}

	/** Opens the encoder that embeds texts under the settings in force. Rejects as `Encoders.open`. */
	openEncoder(options: OpenEncoderOptions): Promise<Encoder> {
		return this.#encoders.open(options);
	}

	/** Returns how each device runs the bundled model. Rejects with the signal's reason. */
	async devices(signal: AbortSignal): Promise<DeviceReport> {
		return deviceReport.parse(
			await this.#queue.add('devices', signal, () =>
				this.#host.ask({ type: 'devices', demoModel: this.#context.paths.demoModel, cudaFolder: this.#context.cudaFolder }, { signal }),
			),
		);
	}

	/**
	 * Installs what CUDA needs, or returns what that would be (`announced: null`).
	 * It runs in its own process, so that nobody waits for a download. The model is unloaded afterwards, because its process would not find
	 * the new libraries. Rejects with a `UserError`, or with the signal's reason.
	 */
	async installCuda(
		{ announced, index }: { announced: string[] | null; index: string | undefined },
		{ signal, onProgress }: { signal: AbortSignal; onProgress: (message: string, done: number, total: number) => void },
	): Promise<DeviceInstallation> {
		const process = this.#startProcess({});
		try {
			const installed = deviceInstallation.parse(
				await process.call(
					{ type: 'installCuda', folder: this.#context.cudaFolder, announced, ...(index === undefined ? {} : { index }) },
					{ signal, onProgress },
				),
			);
			if (announced !== null) {
				this.#host.forgetDevice();
				this.#host.unload();
			}
			return installed;
		} catch (error) {
			if (!(error instanceof ModelProcessEnded)) throw error;
			throw new UserError(errorNumbers.modelProcessEnded, `The process that installs CUDA ended before it was done. (${error.message})`, {
				hint: 'The downloaded files are kept. Start the installation again. The log of RAG Assay has the details.',
				cause: error,
			});
		} finally {
			process.kill('the installation has ended');
		}
	}

	#notes(): string[] {
		return selectionNotes(this.#context.settings, this.#host.state.identity?.name);
	}

	/** Finds the profile that judges the model. In an untrusted workspace, the profile that the settings name is not used. */
	#judgeOf(identity: ModelIdentity): Promise<Judge> {
		const { profile, trusted } = this.#context.settings;
		return this.#judge.of(identity, trusted ? profile : undefined);
	}

	#startProcess(hooks: Pick<ModelProcessOptions, 'onMemory' | 'onSilence'>): ModelProcess {
		const { cudaFolder: folder, log, paths } = this.#context;
		const environment = cudaEnvironment(folder, paths.runtimeFolder, (message) => log.warn(message));
		return new ModelProcess({
			program: paths.modelProcess,
			log,
			startTimeout,
			cancelTimeout,
			environment,
			...hooks,
			limits: {
				silence: () => ({
					said: this.#context.settings.silenceSaidAfter,
					text: this.#context.settings.textTimeLimit,
					model: this.#context.settings.modelTimeLimit,
				}),
				memory: () => this.#context.settings.memoryLimit * 1024 * 1024,
			},
		});
	}

	/** Returns the cache of the workspace's results. */
	#results(): ResultCache {
		const folder = this.#context.resultsFolder;
		if (this.#cache?.folder !== folder) this.#cache = { folder, results: new ResultCache(folder, this.#context.log) };
		return this.#cache.results;
	}

	#onState(silence: ModelState['silence']): void {
		const news = silence !== this.#silence;
		this.#silence = silence;
		if (news && silence !== null && this.#host.state.state !== 'working')
			for (const listener of this.#loadListeners) listener(`Loading the model. ${silenceInWords(silence)}`);
		this.#announce();
	}

	#onLoadProgress(progress: NonNullable<ModelState['loading']>): void {
		this.#loading = progress;
		const now = performance.now();
		if (now - this.#lastLoadingUpdate < loadingInterval && progress.done < progress.total) return;
		this.#lastLoadingUpdate = now;
		const { message, done, total } = progress;
		for (const listener of this.#loadListeners) listener(total === 0 ? message : `${message} (${Math.floor((100 * done) / total)}%)`);
		this.#announce();
	}

	/** Removes instrumented graphs over the limit. It does so only once, because one process makes few graphs. */
	async #boundGraphs(): Promise<void> {
		if (this.#graphsBounded) return;
		this.#graphsBounded = true;
		try {
			await keepWithin(graphsFolder(this.#context.cacheDirectory), graphsLimit);
		} catch (error) {
			this.#context.log.warn(`old instrumented graphs are not removed: ${String(error)}`);
		}
	}

	#announce(): void {
		this.#options.onState(this.state);
	}
}
