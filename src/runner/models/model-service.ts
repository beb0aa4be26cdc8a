import { randomInt } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Encoder } from '../../analysis/readers.ts';
import type { ModelIdentity } from '../../model-io/requests.ts';
import { tokenClassification, type TokenClassification } from '../../model-io/encoders-and-classifiers.ts';
import { AttributionCrashes, QueuedModel } from './queued-model.ts';
import {
	cudaFolder,
	cudaStoreFolder,
	defaultCacheDirectory,
	graphsFolder,
	graphStoreFolder,
	ledgerWitnessFolder,
	modelStoreFolder,
	resultsFolder,
	workspaceAnswersFolder,
	workspaceCalibrationFolder,
	workspaceEmbeddingsFolder,
	workspaceResultsFolder,
	workspaceScanFolder,
	defaultDataDirectory,
} from './cache-directory.ts';
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
import type { Caches, ModelState, RunnerSettings } from '../../protocol/requests.ts';
import { confineLinks } from '../../files/confinement.ts';
import { Encoders, type OpenEncoderOptions } from './encoders.ts';
import { folderSize, keepWithin } from './cache-files.ts';
import { JobQueue } from './job-queue.ts';
import type { Log } from '../lsp/log.ts';
import { ModelHost } from './model-host.ts';
import { ModelProcess, ModelProcessEnded, type ModelProcessOptions } from './model-process.ts';
import type { PackagePaths } from './package-paths.ts';
import { ProfileJudge, type Judge } from './profiles.ts';
import { clearFolders, ResultCache } from './result-cache.ts';
import { pathOf } from '../lsp/uris.ts';
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
	readonly paths: PackagePaths;
	readonly log: Log;
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

/** The one model with its process, queue, cache and profile, under the settings in force. */
export class ModelService {
	readonly #options: ModelServiceOptions;
	readonly #host: ModelHost;
	readonly #queue: JobQueue;
	readonly #judge: ProfileJudge;
	readonly #encoders: Encoders;
	readonly #crashes = new AttributionCrashes();
	#settings: RunnerSettings;
	#roots: readonly string[] = [];
	#cache: ResultCache;
	#loading: ModelState['loading'] = null;
	#loadingTold = 0;
	#silence: ModelState['silence'] = null;
	#graphsBounded = false;
	readonly #loadListeners = new Set<(message: string) => void>();

	constructor(settings: RunnerSettings, options: ModelServiceOptions) {
		this.#options = options;
		this.#settings = settings;
		const { log, paths } = options;
		this.#judge = new ProfileJudge(paths.demoProfile, () => this.#announce());
		this.#queue = new JobQueue(options.rank, () => this.#announce());
		this.#cache = this.#openCache();
		this.#host = new ModelHost({
			log,
			start: (hooks) => this.#startProcess(hooks),
			selection: () => this.#selection(),
			onState: ({ silence }) => this.#onState(silence),
			onLoadProgress: (message, done, total) => this.#onLoadProgress({ message, done, total }),
		});
		this.#encoders = this.#openEncoders();
	}

	#openEncoders(): Encoders {
		const { log, paths } = this.#options;
		return new Encoders({
			host: this.#host,
			queue: this.#queue,
			log,
			version: paths.version,
			lexicalWorker: paths.lexicalWorker,
			settings: () => this.#settings,
			folders: () => ({ cache: this.#cacheDirectory(), embeddings: workspaceEmbeddingsFolder(this.#cacheDirectory(), this.#roots) }),
		});
	}

	/** Returns the settings in force. */
	get settings(): RunnerSettings {
		return this.#settings;
	}

	/** Returns the state of the model for clients. */
	get state(): ModelState {
		const { identity, ...host } = this.#host.state;
		const { name, left, notes, problem } = this.#judge.told;
		return {
			...host,
			model: identity?.name ?? (host.state === 'unloaded' ? null : this.#selectedName()),
			device: identity?.device ?? null,
			dtype: identity?.dtype ?? null,
			profile: name,
			profileProblem: problem,
			profileLeft: [...left],
			jobs: this.#queue.size,
			loading: host.state === 'loading' ? this.#loading : null,
			notes: [...this.#settingsNotes(), ...notes],
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
		return { ...judge, model, notes: [...this.#settingsNotes(), ...judge.notes] };
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
			cache: this.#cache,
			crashes: this.#crashes,
			version: this.#options.paths.version,
			memoryLimit: () => this.#settings.memoryLimit * 1024 * 1024,
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

	/** Puts settings in force. Returns which results may differ from those under the previous settings: all, those that failed, or none. */
	configure(settings: RunnerSettings): 'all' | 'failed' | 'none' {
		const { memoryLimit, textTimeLimit, modelTimeLimit, eta, screen } = this.#settings;
		const before = JSON.stringify([this.#selection(), this.#settings.profile, this.#settings.trusted]);
		this.#settings = settings;
		this.#confine();
		this.#cache = this.#openCache();
		const changed = before !== JSON.stringify([this.#selection(), settings.profile, settings.trusted]);
		if (changed) this.#host.selectionChanged();
		if (changed || eta !== settings.eta || screen !== settings.screen) return 'all';
		if (memoryLimit === settings.memoryLimit && textTimeLimit === settings.textTimeLimit && modelTimeLimit === settings.modelTimeLimit)
			return 'none';
		// A load that failed at one of these limits may work now.
		this.#host.forgive();
		return 'failed';
	}

	/** Sets the roots of the workspace. Each workspace's results are in their own folder. */
	setRoots(roots: readonly string[]): void {
		this.#roots = roots;
		this.#confine();
		this.#cache = this.#openCache();
	}

	/** Keeps the links of an untrusted workspace from leading out of it. */
	#confine(): void {
		confineLinks(this.#settings.trusted ? null : this.#roots.flatMap((uri) => pathOf(uri) ?? []));
	}

	/** Ends the model process for good. */
	dispose(): void {
		this.#host.unload();
	}

	/** Returns what the settings' model can be used for. Rejects with a `UserError`, or with the signal's reason. */
	async inspect(signal: AbortSignal): Promise<ModelInspection> {
		const { model, revision, dtype, token, modelStore, offline } = this.#selection();
		const task = {
			type: 'inspect' as const,
			model,
			modelStore,
			offline,
			...(revision === undefined ? {} : { revision }),
			...(dtype === undefined ? {} : { dtype }),
			...(token === undefined ? {} : { token }),
		};
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
		const { piiModel, trusted, memoryLimit } = this.#settings;
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
				this.#host.ask({ type: 'devices', demoModel: this.#options.paths.demoModel, cudaFolder: this.#cudaFolder() }, { signal }),
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
					{ type: 'installCuda', folder: this.#cudaFolder(), announced, ...(index === undefined ? {} : { index }) },
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
				hint: 'What was downloaded is kept: start again. The log of RAG Assay has the details.',
				cause: error,
			});
		} finally {
			process.kill('the installation has ended');
		}
	}

	/** Returns the folders of results, instrumented graphs, downloaded models and CUDA's libraries, with their sizes. */
	async caches(): Promise<Caches> {
		const of = async (folder: string) => ({ folder, ...(await folderSize(folder)) });
		const directory = this.#cacheDirectory();
		return {
			results: await of(resultsFolder(directory)),
			graphs: await of(graphsFolder(directory)),
			models: await of(modelStoreFolder(directory)),
			cuda: await of(cudaStoreFolder(directory)),
		};
	}

	/** Deletes results and instrumented graphs. Resolves to how much was deleted. */
	clearCache(): Promise<{ files: number; bytes: number }> {
		const directory = this.#cacheDirectory();
		return clearFolders([resultsFolder(directory), graphsFolder(directory)]);
	}

	/** Returns the folder of the user's own data, such as privacy ledgers. */
	get dataDirectory(): string {
		return this.#settings.dataDirectory ?? defaultDataDirectory();
	}

	/** Returns the folder that records how far privacy ledgers have come. */
	get ledgerWitnesses(): string {
		return ledgerWitnessFolder(this.#cacheDirectory());
	}

	/** Returns the folder of the workspace's calibrations. */
	get calibrationFolder(): string {
		return workspaceCalibrationFolder(this.#cacheDirectory(), this.#roots);
	}

	/** Returns the folder in which scans of memories keep what they have read until they are done. */
	get memoryScanFolder(): string {
		return workspaceScanFolder(this.#cacheDirectory(), this.#roots);
	}

	/** Opens the cache of the answers of endpoints. */
	endpointAnswers(): ResultCache {
		return new ResultCache(workspaceAnswersFolder(this.#cacheDirectory(), this.#roots), this.#options.log);
	}

	#selection(): Parameters<ModelHost['run']>[0] & { type: 'load' } {
		const { model, revision, dtype, device, offline, token, trusted } = this.#settings;
		const { demoModel } = this.#options.paths;
		const common = {
			type: 'load' as const,
			demoModel,
			cudaFolder: this.#cudaFolder(),
			modelStore: modelStoreFolder(this.#cacheDirectory()),
			graphStore: graphStoreFolder(this.#cacheDirectory(), this.#options.paths.version),
		};
		if (!trusted || model === undefined) return { ...common, model: demoModel, device: trusted ? device : 'auto', offline: true };
		return {
			...common,
			model,
			device,
			offline,
			...(revision === undefined ? {} : { revision }),
			...(dtype === undefined ? {} : { dtype }),
			...(token === undefined ? {} : { token }),
		};
	}

	/**
	 * Returns the name of the settings' model before it is loaded. For a folder, this is its name without the path. A repository ID is
	 * returned unchanged.
	 */
	#selectedName(): string {
		const { model } = this.#selection();
		return isAbsolute(model) || model.startsWith('.') ? basename(model) : model;
	}

	#settingsNotes(): string[] {
		const { trusted, model } = this.#settings;
		if (!trusted && model !== undefined)
			return ['This workspace is not trusted: the bundled demo model reads it, not the one in the settings.'];
		const isFolderOfTwo = model !== undefined && this.#host.state.identity?.name === `./${model}`;
		return isFolderOfTwo
			? [
					`The model is the folder './${model}', not the one of that name on the hub. Name a revision, such as 'main', for the hub's; './${model}' says that the folder is meant.`,
				]
			: [];
	}

	/** Finds the profile that judges the model. In an untrusted workspace, the profile that the settings name is not used. */
	#judgeOf(identity: ModelIdentity): Promise<Judge> {
		const { profile, trusted } = this.#settings;
		return this.#judge.of(identity, trusted ? profile : undefined);
	}

	#cacheDirectory(): string {
		return this.#settings.cacheDirectory ?? defaultCacheDirectory();
	}

	#cudaFolder(): string {
		return cudaFolder(this.#cacheDirectory(), this.#options.paths.runtime);
	}

	#startProcess(hooks: Pick<ModelProcessOptions, 'onMemory' | 'onSilence'>): ModelProcess {
		const { log, paths } = this.#options;
		const environment = cudaEnvironment(this.#cudaFolder(), paths.runtimeFolder, (message) => log.warn(message));
		return new ModelProcess({
			program: paths.modelProcess,
			log,
			startTimeout,
			cancelTimeout,
			environment,
			...hooks,
			limits: {
				silence: () => ({
					said: this.#settings.silenceSaidAfter,
					text: this.#settings.textTimeLimit,
					model: this.#settings.modelTimeLimit,
				}),
				memory: () => this.#settings.memoryLimit * 1024 * 1024,
			},
		});
	}

	#openCache(): ResultCache {
		return new ResultCache(workspaceResultsFolder(this.#cacheDirectory(), this.#roots), this.#options.log);
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
		if (now - this.#loadingTold < loadingInterval && progress.done < progress.total) return;
		this.#loadingTold = now;
		const { message, done, total } = progress;
		for (const listener of this.#loadListeners) listener(total === 0 ? message : `${message} (${Math.floor((100 * done) / total)}%)`);
		this.#announce();
	}

	/** Removes instrumented graphs over the limit. It does so only once, because one process makes few graphs. */
	async #boundGraphs(): Promise<void> {
		if (this.#graphsBounded) return;
		this.#graphsBounded = true;
		try {
			await keepWithin(graphsFolder(this.#cacheDirectory()), graphsLimit);
		} catch (error) {
			this.#options.log.warn(`old instrumented graphs are not removed: ${String(error)}`);
		}
	}

	#announce(): void {
		this.#options.onState(this.state);
	}
}
