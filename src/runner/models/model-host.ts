import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { type ModelIdentity, modelIdentity } from '../../model-io/requests.ts';
import { placementName } from '../../protocol/model-process.ts';
import type { ModelState } from '../../protocol/requests.ts';
import { silenceInWords } from '../../protocol/models.ts';
import { toWire, withoutStack } from '../../protocol/wire-error.ts';
import type { Log } from '../lsp/log.ts';
import { ModelProcessEnded, type CallHooks, type ModelProcess, type ModelProcessOptions, type ModelTask } from './model-process.ts';
import { unlessAborted } from '../../unless-aborted.ts';
import { Superseded } from '../lsp/cancellation.ts';
import type { Silence } from './watchdog.ts';
import { WorkNeeds, type TellNeeds } from './progress.ts';

/** How often one piece of work, or one load, is tried when the process dies under it. */
const attempts = 2;
/** How long a process without a language model is kept after it was last asked, milliseconds. */
const asideKept = 5 * 60_000;

type LoadTask = Extract<ModelTask, { type: 'load' }>;
/** The part of `ModelState` that the host knows. */
export type HostState = Pick<ModelState, 'state' | 'memory' | 'silence' | 'error' | 'needs'> & { readonly identity: ModelIdentity | null };

export interface ModelHostOptions {
	/** Starts a process. */
	readonly start: (hooks: Required<Pick<ModelProcessOptions, 'onMemory' | 'onSilence'>>) => ModelProcess;
	/** What to load, by the settings in force. */
	readonly selection: () => LoadTask;
	readonly log: Log;
	readonly onState: (state: HostState) => void;
	readonly onLoadProgress: (message: string, done: number, total: number) => void;
}

export interface RunHooks extends CallHooks {
	/** What the work takes, before the progress that it is known from. */
	readonly onNeeds?: TellNeeds | undefined;
}

interface Loaded {
	readonly process: ModelProcess;
	readonly identity: ModelIdentity;
}

/**
 * Keeps one model loaded in one model process. A process that dies is started and loaded again when the next work needs it;
 * work that it died under is tried once more, then fails with `RA501`. Callers queue: one `run` at a time.
 */
export class ModelHost {
	readonly #options: ModelHostOptions;
	#loading: Promise<Loaded> | undefined;
	/** Who waits for the load. */
	#waiting = 0;
	#process: ModelProcess | undefined;
	/** One without a language model, kept for what else it holds; a load takes it over. */
	#aside: ModelProcess | undefined;
	#asideEnd: NodeJS.Timeout | undefined;
	/** A model that kills its process at every load is not tried again until somebody asks for it. */
	#crash: UserError | undefined;
	/** Device chosen and checked by an earlier process for the selection named by `for`. */
	#checked: { readonly for: string; readonly device: LoadTask['checkedDevice'] } | undefined;
	#state: HostState = { state: 'unloaded', memory: null, silence: null, error: null, needs: null, identity: null };

	constructor(options: ModelHostOptions) {
		this.#options = options;
	}

	get state(): HostState {
		return this.#state;
	}

	/** The loaded model's identity; loads it when needed. Rejects with the load's `UserError`, or the signal's reason. */
	async load(signal?: AbortSignal): Promise<ModelIdentity> {
		return (await this.#ready(signal)).identity;
	}

	/** Forgets that the last load crashed. */
	forgive(): void {
		this.#crash = undefined;
	}

	/** Forgets which device was chosen: another may work now. */
	forgetDevice(): void {
		this.#checked = undefined;
	}

	/** Ends the process: nothing gives memory back as surely. What it works on is tried again in a new one, unless canceled before. */
	unload(): void {
		this.#crash = undefined;
		this.#loading = undefined;
		this.#process?.kill('unloaded');
		this.#process = undefined;
		this.#endAside();
		this.#change({ state: 'unloaded', memory: null, silence: null, error: null, identity: null });
	}

	/**
	 * Ends the process, because the settings choose another model. Work that waits for a load gets the model that is chosen now. A run of
	 * hours must not fail because a setting changed while its model was loaded.
	 */
	selectionChanged(): void {
		this.unload();
		if (this.#waiting === 0) return;
		this.#loading = this.#load();
		// Whoever waits hears of a failure, and the state shows it. Everybody may have been canceled by then.
		this.#loading.catch(() => undefined);
	}

	/** Answers of the process to `task`, with the identity of the model that gave it. */
	async run(task: ModelTask, hooks: RunHooks): Promise<{ value: unknown; identity: ModelIdentity }> {
		for (let attempt = 1; ; attempt++) {
			const { process, identity } = await this.#ready(hooks.signal);
			this.#change({ state: 'working', error: null });
			hooks.onAttempt?.();
			const needs = new WorkNeeds((words, long) => {
				this.#change({ needs: words });
				hooks.onNeeds?.(words, long);
			});
			const onProgress = (message: string, done: number, total: number): void => {
				needs.progress(message, done, total);
				hooks.onProgress?.(message, done, total);
			};
			try {
				return { value: await process.call(task, { ...hooks, onProgress }), identity };
			} catch (error) {
				const ended = error instanceof ModelProcessEnded;
				// Nobody starts it again before it is needed.
				if (this.#loading === undefined && (!ended || attempt === attempts)) this.#change({ state: 'unloaded' });
				if (!ended) {
					// The next one is loaded from what the files are then.
					if (error instanceof UserError && error.code === errorNumbers.modelFilesChanged && this.#process === process) this.unload();
					throw error;
				}
				this.#options.log.warn(`${error.message} while it worked on '${task.type}', attempt ${attempt} of ${attempts}`);
				if (attempt === attempts) throw this.#crashed(`The model process ended ${attempts} times while it worked on this.`, error);
				this.#change({ state: 'restarting' });
			} finally {
				this.#change({ ...(this.#state.state === 'working' && { state: 'ready' as const }), needs: null });
			}
		}
	}

	/** Asks a process that need not have a model loaded. */
	async ask(task: ModelTask, hooks: CallHooks = {}): Promise<unknown> {
		const running = this.#process ?? this.#aside;
		const process = running ?? this.#options.start({ onMemory: () => undefined, onSilence: (silence) => this.#silent(silence) });
		try {
			return await process.call(task, hooks);
		} catch (error) {
			throw error instanceof ModelProcessEnded ? this.#crashed('The model process ended before it answered.', error) : error;
		} finally {
			if (process !== running) process.kill('done');
		}
	}

	/**
	 * Asks the process that stays, with a language model loaded or without: what it holds beside one, such as an encoder, is there at the next call. Tried
	 * twice, as `run` is. One without a language model is ended when it has not been asked for a while.
	 */
	async askKept(task: ModelTask, hooks: CallHooks = {}): Promise<unknown> {
		for (let attempt = 1; ; attempt++) {
			clearTimeout(this.#asideEnd);
			const process = this.#process ?? this.#aside ?? this.#startAside();
			try {
				return await process.call(task, hooks);
			} catch (error) {
				if (!(error instanceof ModelProcessEnded)) throw error;
				hooks.signal?.throwIfAborted();
				this.#options.log.warn(`${error.message} while it worked on '${task.type}', attempt ${attempt} of ${attempts}`);
				if (attempt === attempts) throw this.#crashed(`The model process ended ${attempts} times while it worked on this.`, error);
				// That it has ended may be known here before it is to whoever keeps it.
				this.#asideEnded(process);
				await process.ended;
			} finally {
				this.#asideEnd = setTimeout(() => this.#endAside(), asideKept);
				this.#asideEnd.unref();
			}
		}
	}

	#startAside(): ModelProcess {
		const process = this.#start();
		this.#aside = process;
		void process.ended.then(() => this.#asideEnded(process));
		return process;
	}

	#asideEnded(process: ModelProcess): void {
		if (this.#aside === process) this.#aside = undefined;
	}

	#endAside(): void {
		clearTimeout(this.#asideEnd);
		this.#aside?.kill('not needed for a while');
		this.#aside = undefined;
	}

	#start(): ModelProcess {
		const process: ModelProcess = this.#options.start({
			onMemory: (memory) => {
				if (this.#process === process) this.#change({ memory });
			},
			onSilence: (silence) => {
				if (this.#process === process) this.#silent(silence);
			},
		});
		return process;
	}

	async #ready(signal: AbortSignal | undefined): Promise<Loaded> {
		signal?.throwIfAborted();
		if (this.#crash !== undefined) throw this.#crash;
		for (;;) {
			const loading = (this.#loading ??= this.#load());
			this.#waiting++;
			try {
				// oxlint-disable-next-line no-await-in-loop -- the next load takes the place of this one
				return await (signal === undefined ? loading : unlessAborted(loading, signal));
			} catch (error) {
				const isReplaced = error instanceof DOMException && this.#loading !== undefined && this.#loading !== loading;
				if (!isReplaced) throw error;
				signal?.throwIfAborted();
			} finally {
				this.#waiting--;
				if (signal?.aborted === true && !(signal.reason instanceof Superseded)) this.#endUnwanted();
			}
		}
	}

	/** Ends a load that nobody waits for. */
	#endUnwanted(): void {
		if (this.#waiting === 0 && (this.#state.state === 'loading' || this.#state.state === 'restarting')) this.unload();
	}

	#silent(silence: Silence | null): void {
		if (silence !== null) this.#options.log.warn(`The model process: ${silenceInWords(silence)}`);
		this.#change({ silence });
		if (silence !== null) this.#endUnwanted();
	}

	#load(): Promise<Loaded> {
		const loading: Promise<Loaded> = this.#tryLoad(() => this.#loading === loading).catch((error: unknown) => {
			if (this.#loading === loading) {
				this.#loading = undefined;
				this.#process = undefined;
				this.#change({ state: 'failed', memory: null, identity: null, error: withoutStack(toWire(error)) });
			}
			throw error;
		});
		return loading;
	}

	async #tryLoad(wanted: () => boolean): Promise<Loaded> {
		await Promise.resolve(); // Lets `loading` be known before `wanted` is asked.
		for (let attempt = 1; ; attempt++) {
			if (!wanted()) throw givenUp();
			this.#change({ state: this.#state.state === 'restarting' ? 'restarting' : 'loading', error: null });
			const process = this.#aside ?? this.#start();
			this.#aside = undefined;
			this.#process = process;
			try {
				const selection = this.#options.selection();
				const checked = this.#checked?.for === JSON.stringify(selection) ? { checkedDevice: this.#checked.device } : {};
				const identity = modelIdentity.parse(
					await process.call({ ...selection, ...checked }, { onProgress: this.#options.onLoadProgress }),
				);
				this.#checked = { for: JSON.stringify(selection), device: placementName.parse(identity.device) };
				if (!wanted()) throw givenUp();
				void process.ended.then((how) => this.#onEnd(process, how));
				this.#change({ state: 'ready', identity });
				return { process, identity };
			} catch (error) {
				process.kill('its load failed');
				if (!wanted()) throw givenUp();
				if (error === process.fate) this.#crash = process.fate;
				if (!(error instanceof ModelProcessEnded)) throw error;
				this.#options.log.warn(`${error.message} while it loaded a model, attempt ${attempt} of ${attempts}`);
				if (attempt === attempts) {
					this.#crash = this.#crashed(`The model process ended ${attempts} times while it loaded the model.`, error);
					throw this.#crash;
				}
			}
		}
	}

	#onEnd(process: ModelProcess, how: string): void {
		if (this.#process !== process) return;
		this.#options.log.warn(`the model process ended (${how}); RAG Assay starts it again when it needs it`);
		this.#process = undefined;
		this.#loading = undefined;
		this.#change({ state: this.#state.state === 'ready' ? 'unloaded' : 'restarting', memory: null });
	}

	#crashed(message: string, cause: Error): UserError {
		return new UserError(errorNumbers.modelProcessEnded, `${message} (${cause.message})`, {
			hint: 'It may have run out of memory, or it cannot run the model file. See the log of RAG Assay.',
			cause,
		});
	}

	#change(part: Partial<HostState>): void {
		this.#state = { ...this.#state, ...part };
		this.#options.onState(this.#state);
	}
}

/** A load that `unload` has ended. Work that waited for it is canceled, or waits for the load that took its place. */
function givenUp(): DOMException {
	return new DOMException('the model was unloaded while it loaded', 'AbortError');
}
