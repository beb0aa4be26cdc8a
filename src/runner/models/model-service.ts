import { randomInt } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Encoder } from '../../analysis/readers.ts';
import type { ModelIdentity } from '../../model-io/requests.ts';
import { tokenClassification, type TokenClassification } from '../../model-io/other-models.ts';
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

/** Time for a new process's first word, milliseconds: Node's start on a busy machine, with room. */
const startTimeout = 60_000;
/** Time between two reports on a load, milliseconds. */
const loadingInterval = 200;
/** A model process that has not answered a cancel by then is killed, milliseconds. */
const cancelTimeout = 2_000;
/** Instrumented graphs that are kept at most, bytes: some hundred of them. */
const graphsLimit = 128 * 1024 * 1024;

export interface ModelServiceOptions {
	readonly paths: PackagePaths;
	readonly log: Log;
	/** Order of owners, 0 first. */
	readonly rank: (owner: string) => number;
	readonly onState: (state: ModelState) => void;
}

/** Who opens a model hears what loading it is doing, each time that it turns to what it is asked then, and what that takes. */
export interface OpenListeners {
	readonly onLoading?: ((message: string) => void) | undefined;
	readonly onTurn?: () => void;
	readonly onNeeds?: TellNeeds;
}

/** A model with the profile that fits it. */
export interface OpenedModel extends Judge {
	readonly model: QueuedModel;
}

/** The one model, its process, queue, cache and profile, under the settings in force. */
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

	get settings(): RunnerSettings {
		return this.#settings;
	}

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
	 * Loads the model when needed, and what judges its answers. A profile that cannot judge stands in the way of nothing that needs no
	 * verdicts: `refused` has the reason, and the model's state tells it. Rejects with a `UserError` where there is no model, or the
	 * signal's reason.
	 */
	async open(owner: string, signal: AbortSignal, listeners: OpenListeners = {}): Promise<OpenedModel> {
		const model = await this.#loaded(owner, signal, listeners);
		const judge = await this.#judgeOf(model.identity);
		return { ...judge, model, notes: [...this.#settingsNotes(), ...judge.notes] };
	}

	/**
	 * The model, for what needs no thresholds: calibrating, labeling, generating, and where tokens come from. What judges its answers is
	 * looked for all the same and told with the state; a profile that cannot judge keeps nobody from the model. Rejects as `open`.
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

	/** Loads the model now, also one that crashed before. Aborted, the load itself ends, unless others wait for it: a download goes on from there the next time. */
	async load(signal: AbortSignal): Promise<ModelState> {
		this.#host.forgive();
		this.#crashes.forget();
		await this.#judgeOf(await this.#host.load(signal));
		return this.state;
	}

	unload(): void {
		this.#host.unload();
	}

	/** Which results may be others under these settings than under those before: all, those that failed, or none. */
	configure(settings: RunnerSettings): 'all' | 'failed' | 'none' {
		const { memoryLimit, textTimeLimit, modelTimeLimit, eta, screen } = this.#settings;
		const before = JSON.stringify([this.#selection(), this.#settings.profile, this.#settings.trusted]);
		this.#settings = settings;
		this.#confine();
		this.#cache = this.#openCache();
		const changed = before !== JSON.stringify([this.#selection(), settings.profile, settings.trusted]);
		if (changed) this.#host.unload();
		if (changed || eta !== settings.eta || screen !== settings.screen) return 'all';
		if (memoryLimit === settings.memoryLimit && textTimeLimit === settings.textTimeLimit && modelTimeLimit === settings.modelTimeLimit)
			return 'none';
		// A load that came up against one of them may not do so again.
		this.#host.forgive();
		return 'failed';
	}

	/** Roots of the workspace: its results lie in a folder of its own. */
	setRoots(roots: readonly string[]): void {
		this.#roots = roots;
		this.#confine();
		this.#cache = this.#openCache();
	}

	/** Without trust, links of the workspace lead nowhere else. */
	#confine(): void {
		confineLinks(this.#settings.trusted ? null : this.#roots.flatMap((uri) => pathOf(uri) ?? []));
	}

	/** Ends the model process for good. */
	dispose(): void {
		this.#host.unload();
	}

	/** What the model of the settings can be used for. Rejects with a `UserError`, or the signal's reason. */
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
	 * What the model of the settings for personal values finds in texts; `null` where none is set, or the workspace that names it is not trusted. The
	 * language model is not loaded for it. Rejects with a `UserError`, or the signal's reason.
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

	/** What embeds texts under the settings in force. Rejects as `Encoders.open`. */
	openEncoder(options: OpenEncoderOptions): Promise<Encoder> {
		return this.#encoders.open(options);
	}

	/** What each device does with the bundled model. Rejects with the signal's reason. */
	async devices(signal: AbortSignal): Promise<DeviceReport> {
		return deviceReport.parse(
			await this.#queue.add('devices', signal, () =>
				this.#host.ask({ type: 'devices', demoModel: this.#options.paths.demoModel, cudaFolder: this.#cudaFolder() }, { signal }),
			),
		);
	}

	/**
	 * Brings what CUDA needs, or says what that would be (`announced: null`). In a process of its own, so that nobody waits for a download; the
	 * model is unloaded when it has ended, for its process would not find what came. Rejects with a `UserError`, or the signal's reason.
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

	/** Folders of results, of instrumented graphs, of downloaded models and of CUDA's libraries, and what they hold. */
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

	clearCache(): Promise<{ files: number; bytes: number }> {
		const directory = this.#cacheDirectory();
		return clearFolders([resultsFolder(directory), graphsFolder(directory)]);
	}

	/** Where the user's own data lies, such as privacy ledgers. */
	get dataDirectory(): string {
		return this.#settings.dataDirectory ?? defaultDataDirectory();
	}

	/** Where it is remembered how far privacy ledgers have come. */
	get ledgerWitnesses(): string {
		return ledgerWitnessFolder(this.#cacheDirectory());
	}

	/** Where the workspace's calibrations are kept. */
	get calibrationFolder(): string {
		return workspaceCalibrationFolder(this.#cacheDirectory(), this.#roots);
	}

	/** Where scans of memories keep what they have read until they are done. */
	get memoryScanFolder(): string {
		return workspaceScanFolder(this.#cacheDirectory(), this.#roots);
	}

	/** Where answers of endpoints are kept. */
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

	/** What the model that the settings ask for is called before it is loaded: a folder without its path, a repository id as it is. */
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

	/** A profile that a workspace without trust names judges nothing. */
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

	/** Once: a process of ours makes few of them. */
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
