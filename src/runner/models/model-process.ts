import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { modelAnswer, type ModelAnswer, type ModelRequest, type ModelStep } from '../../protocol/model-process.ts';
import { describeMismatch } from '../../protocol/rpc.ts';
import { fromWire } from '../../protocol/wire-error.ts';
import { unlessAborted } from '../../unless-aborted.ts';
import { Superseded } from '../lsp/cancellation.ts';
import type { Log } from '../lsp/log.ts';
import { MemoryWatch, memoryReader } from './ram-monitor.ts';
import { Watchdog, modelSteps, type Silence, type SilenceLimits } from './watchdog.ts';

/**
 * The environment of the model process, from the runner's:
 * - `ORT_DISABLE_TELEMETRY`: ONNX Runtime (1.29 and newer, on Linux and macOS) otherwise tells its maker of each session: it has an uploader,
 *   an identifier of the device on disk and a cache of what is not sent yet. With it, none of them is made. It is read once, when the
 *   library starts, so it must be there before; and it is not the user's to switch on again.
 * - `ELECTRON_RUN_AS_NODE`: an editor's binary is then a Node.
 */
export function modelProcessEnvironment(environment: NodeJS.ProcessEnv, onElectron = 'electron' in process.versions): NodeJS.ProcessEnv {
	return { ...environment, ORT_DISABLE_TELEMETRY: '1', ...(onElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {}) };
}

/** The model process ended before it answered. `how` is its exit status or signal. */
export class ModelProcessEnded extends Error {
	override readonly name = 'ModelProcessEnded';
}

/** A request without the `id`, which the channel gives. */
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type ModelTask = DistributiveOmit<Exclude<ModelRequest, { type: 'cancel' }>, 'id'>;

export interface CallHooks {
	readonly signal?: AbortSignal;
	readonly onProgress?: (message: string, done: number, total: number) => void;
	readonly onText?: (piece: string) => void;
	/** Before the work is sent, again for a second attempt. */
	readonly onAttempt?: () => void;
}

export interface ModelProcessOptions {
	/** Program of the child: a `.cjs` bundle or a `.ts` source. */
	readonly program: string;
	readonly log: Log;
	/** Time for the first word, milliseconds. */
	readonly startTimeout: number;
	/** Time for an answer to `cancel` before the process is killed, milliseconds. */
	readonly cancelTimeout: number;
	/** What it finds in its environment beside or instead of ours. */
	readonly environment?: Readonly<Record<string, string>>;
	readonly limits: ProcessLimits;
	/** Every few seconds, bytes. */
	readonly onMemory?: (bytes: number) => void;
	/** Nothing is heard of the process while it has work; `null`: it is over. */
	readonly onSilence?: (silence: Silence | null) => void;
}

/** What ends the process from outside. */
interface ProcessLimits {
	readonly silence: () => SilenceLimits;
	/** Bytes. */
	readonly memory: () => number;
}

interface Pending {
	readonly resolve: (value: unknown) => void;
	readonly reject: (reason: unknown) => void;
	readonly hooks: CallHooks;
}

/** One life of the model process, from its start to its end; `call` rejects with `ModelProcessEnded` when that comes first. */
export class ModelProcess {
	readonly ended: Promise<string>;
	readonly #child: ChildProcess;
	readonly #options: ModelProcessOptions;
	readonly #pending = new Map<number, Pending>();
	readonly #started: Promise<void>;
	readonly #watchdog: Watchdog;
	readonly #memory: MemoryWatch | undefined;
	#hello: () => void = () => undefined;
	#end: string | undefined;
	/** Why it was ended, where that is an answer to what it was working on. */
	#fate: UserError | undefined;
	#nextId = 1;

	constructor(options: ModelProcessOptions) {
		this.#options = options;
		this.#child = fork(options.program, [], {
			serialization: 'advanced',
			// Its standard output must never reach ours, which speaks LSP.
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
			execArgv: [],
			env: modelProcessEnvironment({ ...process.env, ...options.environment }),
		});
		for (const stream of [this.#child.stdout, this.#child.stderr]) {
			if (stream !== null) createInterface(stream).on('line', (line) => options.log.debug(`model process: ${line}`));
		}
		const { limits, onMemory, onSilence } = options;
		this.#watchdog = new Watchdog({
			limits: limits.silence,
			onSilence: (silence) => onSilence?.(silence),
			onLimit: (error) => this.#endWith(error),
		});
		this.#memory =
			this.pid === undefined
				? undefined
				: new MemoryWatch({
						reader: memoryReader(process.platform),
						pid: this.pid,
						limit: limits.memory,
						step: () => (this.#pending.size === 0 ? undefined : this.#watchdog.step),
						onMemory: (bytes) => onMemory?.(bytes),
						onLimit: (error) => this.#endWith(error),
					});
		this.ended = new Promise((resolve) => {
			const end = (how: string): void => {
				if (this.#end === undefined) this.#onEnd(how);
				resolve(how);
			};
			this.#child.once('exit', (status, signal) => end(signal ?? `exit status ${status}`));
			this.#child.once('error', (error) => end(error.message));
		});
		this.#started = this.#start();
		this.#started.catch(() => undefined); // Whoever calls gets it.
		this.#child.on('message', (message) => this.#receive(message));
	}

	get pid(): number | undefined {
		return this.#child.pid;
	}

	/** The `UserError` that it was ended for, having taken too much time or memory. */
	get fate(): UserError | undefined {
		return this.#fate;
	}

	/**
	 * Sends work and waits for its answer. Rejects with the process's `UserError`, with RA502 or RA514 when it was ended for what it did
	 * with this work, with the signal's reason, or with `ModelProcessEnded`.
	 */
	async call(task: ModelTask, hooks: CallHooks = {}): Promise<unknown> {
		const { signal } = hooks;
		await (signal === undefined ? this.#started : unlessAborted(this.#started, signal));
		if (this.#end !== undefined) throw new ModelProcessEnded(`the model process ended (${this.#end})`);
		const id = this.#nextId++;
		let killer: NodeJS.Timeout | undefined;
		const onAbort = (): void => {
			this.#send({ type: 'cancel', target: id });
			const { cancelTimeout } = this.#options;
			const patience = signal?.reason instanceof Superseded ? (modelSteps[this.#watchdog.step].patience ?? cancelTimeout) : cancelTimeout;
			killer = setTimeout(() => this.kill(`did not answer a cancel within ${patience} ms`), patience);
		};
		signal?.addEventListener('abort', onAbort, { once: true });
		try {
			return await new Promise<unknown>((resolve, reject) => {
				this.#pending.set(id, { resolve, reject, hooks });
				if (this.#pending.size === 1) this.#watchdog.watch(firstStep(task));
				this.#send({ ...task, id });
			});
		} catch (error) {
			signal?.throwIfAborted();
			throw error;
		} finally {
			clearTimeout(killer);
			signal?.removeEventListener('abort', onAbort);
			this.#pending.delete(id);
			if (this.#pending.size === 0) this.#watchdog.rest();
		}
	}

	/** Ends the process at once; what it works on rejects. */
	kill(reason: string): void {
		if (this.#end !== undefined) return;
		this.#options.log.info(`model process ${this.pid ?? ''} killed: ${reason}`);
		this.#child.kill('SIGKILL');
	}

	/** Ends the process; the first of what it has to do, which is what it does, rejects with the reason. */
	#endWith(error: UserError): void {
		if (this.#fate !== undefined) return;
		this.#fate = error;
		this.kill(error.message);
	}

	async #start(): Promise<void> {
		let timer: NodeJS.Timeout | undefined;
		const late = new Promise<string>((resolve) => {
			timer = setTimeout(resolve, this.#options.startTimeout, `no word within ${this.#options.startTimeout} ms`);
		});
		const failure = await Promise.race([
			new Promise<undefined>((resolve) => {
				this.#hello = () => resolve(undefined);
			}),
			this.ended,
			late,
		]);
		clearTimeout(timer);
		if (failure === undefined) return;
		// What ended may do better the next time; what hangs will hang again.
		if (this.#end !== undefined) throw new ModelProcessEnded(`the model process ended (${failure}) before it was ready`);
		this.kill(failure);
		throw new UserError(errorNumbers.modelProcessNotStarted, `The model process could not be started: ${failure}.`, {
			hint: 'The log of RAG Assay has the details.',
		});
	}

	#send(request: ModelRequest): void {
		if (!this.#child.connected) return; // The exit event rejects what waits.
		this.#child.send(request, (error) => {
			if (error !== null) this.#options.log.debug(`a message to the model process was lost: ${error.message}`);
		});
	}

	#receive(message: unknown): void {
		const checked = modelAnswer.safeParse(message);
		if (!checked.success) {
			this.kill(describeMismatch('answer', checked.error));
			return;
		}
		this.#take(checked.data);
	}

	#take(answer: ModelAnswer): void {
		if (answer.type === 'hello') return this.#hello();
		this.#watchdog.sign(answer.type === 'step' ? answer.step : undefined);
		const pending = this.#pending.get(answer.id);
		// An answer to a request that was given up.
		if (pending === undefined) return;
		switch (answer.type) {
			case 'step':
				return;
			case 'progress':
			case 'text':
				return report(pending, answer);
			case 'result':
				return pending.resolve(answer.value);
			case 'cancelled':
				return pending.reject(new DOMException('cancelled', 'AbortError'));
			case 'error':
				if (answer.error.stack !== undefined) this.#options.log.error(answer.error.stack);
				return pending.reject(fromWire(answer.error));
		}
	}

	#onEnd(how: string): void {
		this.#end = how;
		this.#memory?.stop();
		this.#watchdog.rest();
		const error = new ModelProcessEnded(`the model process ended (${how})`);
		for (const [i, { reject }] of [...this.#pending.values()].entries()) reject(i === 0 ? (this.#fate ?? error) : error);
	}
}

/** What work begins with, before the process says so. */
function firstStep({ type }: ModelTask): ModelStep {
	switch (type) {
		case 'load':
		case 'unload':
		case 'inspect':
		case 'classify':
		case 'embed':
			return 'files';
		case 'devices':
			return 'devices';
		case 'installCuda':
			return 'installing';
		case 'score':
		case 'mixture':
		case 'hide':
		case 'attribute':
		case 'origins':
		case 'lens':
		case 'generate':
		case 'decodePaths':
		case 'roomForPaths':
			return 'text';
	}
}

/** A hook that throws fails its request, not the runner. */
function report({ hooks, reject }: Pending, answer: Extract<ModelAnswer, { type: 'progress' | 'text' }>): void {
	try {
		if (answer.type === 'text') hooks.onText?.(answer.piece);
		else hooks.onProgress?.(answer.message, answer.done, answer.total);
	} catch (error) {
		reject(error);
	}
}
