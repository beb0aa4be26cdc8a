import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
	CancellationTokenSource,
	createMessageConnection,
	ErrorCodes,
	LSPErrorCodes,
	MessageType,
	ResponseError,
	StreamMessageWriter,
	type MessageConnection,
} from 'vscode-languageserver-protocol/node';
import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { CappedMessageReader } from '../protocol/capped-message-reader.ts';
import { ask, receive, type NotificationKind, type Params, type RequestKind, type Result } from '../protocol/rpc.ts';
import { Exiting, GetModelState, type RunnerSettings } from '../protocol/requests.ts';
import { fromWire } from '../protocol/wire-error.ts';
import { Interrupted } from './exit-status.ts';

const wireError = z.object({ code: z.string().regex(/^RA\d+$/), message: z.string() }).loose();
const logMessage = z.object({ type: z.number(), message: z.string() });

/** How long the runner may take to end by itself, milliseconds. */
const farewell = 2000;
/** How long the runner may say nothing after something was canceled, milliseconds. */
const silence = 1200;
/** Time between two questions whether it still hears, milliseconds. */
const betweenQuestions = 300;
/** What is kept of the runner's error stream, for the case that it dies. */
const keptErrorBytes = 4000;

export interface RunnerClientOptions {
	readonly program: string;
	readonly settings: RunnerSettings;
	readonly version: string;
	/** Warnings and errors of the runner's log. */
	readonly onLog: (message: string) => void;
}

/** The runner as a child of this process, and the connection to it. */
export class RunnerClient {
	readonly #child: ChildProcess;
	readonly #connection: MessageConnection;
	readonly #cancellation = new CancellationTokenSource();
	readonly #died: Promise<never>;
	readonly #onLog: (message: string) => void;
	#interruption: Interrupted['reason'] = 'stopped';
	#ending = false;
	#errors = '';
	#exitReason: string | undefined;

	/** Starts the runner and greets it. Rejects with a `UserError` (RA590) when it does not start. */
	static async start(options: RunnerClientOptions): Promise<RunnerClient> {
		const client = new RunnerClient(options);
		try {
			await client.#race(
				client.#connection.sendRequest('initialize', {
					processId: process.pid,
					clientInfo: { name: 'rag-assay', version: options.version },
					rootUri: null,
					capabilities: {},
					initializationOptions: options.settings,
				}),
			);
			await client.#race(client.#connection.sendNotification('initialized', {}));
			return client;
		} catch (error) {
			await client.dispose();
			throw error;
		}
	}

	private constructor({ program, onLog }: RunnerClientOptions) {
		this.#onLog = onLog;
		this.#child = spawn(process.execPath, [program, '--stdio'], {
			stdio: ['pipe', 'pipe', 'pipe'],
			// A group of its own, so that Ctrl-C reaches this process only, which then cancels in good order. It ends when we do.
			detached: process.platform !== 'win32',
		});
		this.#child.stderr!.on('data', (chunk: Buffer) => {
			this.#errors = (this.#errors + chunk.toString()).slice(-keptErrorBytes);
		});
		// A write to a runner that has just died; its end is what is reported.
		this.#child.stdin!.on('error', () => undefined);
		const spawned = new Promise<never>((_, reject) => {
			this.#child.once('error', reject);
		});
		const closed = once(this.#child, 'close').then(([code, signal]: unknown[]) => {
			throw this.#death(code, signal);
		});
		this.#died = Promise.race([
			spawned.catch((cause: Error) => {
				throw new UserError(errorNumbers.runnerNotStarted, `The runner could not be started: ${cause.message}.`, { cause });
			}),
			closed,
		]);
		// Whoever waits races against it; when nobody does, its end is no news.
		this.#died.catch(() => undefined);
		this.#connection = createMessageConnection(new CappedMessageReader(this.#child.stdout!), new StreamMessageWriter(this.#child.stdin!));
		this.#connection.onError(([error]) => onLog(`connection: ${error.message}`));
		this.#connection.onNotification('window/logMessage', (params: unknown) => {
			const log = logMessage.safeParse(params);
			if (log.success && log.data.type <= MessageType.Warning) onLog(log.data.message);
		});
		this.on(Exiting, ({ reason }) => {
			this.#exitReason = reason;
		});
		this.#connection.listen();
	}

	on<P extends z.ZodType>(kind: NotificationKind<P>, handler: (params: Params<NotificationKind<P>>) => void): void {
		receive(this.#connection, kind, handler, this.#onLog);
	}

	/** Rejects with a `UserError` for the runner's, with `Interrupted` after `cancel`, with RA591 when the runner dies. */
	async ask<P extends z.ZodType, R extends z.ZodType>(kind: RequestKind<P, R>, params: z.input<P>): Promise<Result<RequestKind<P, R>>> {
		if (this.#cancellation.token.isCancellationRequested) throw new Interrupted(this.#interruption);
		try {
			return await this.#race(ask(this.#connection, kind, params, this.#cancellation.token));
		} catch (error) {
			if (this.#cancellation.token.isCancellationRequested) throw new Interrupted(this.#interruption, error);
			if (!(error instanceof ResponseError)) throw error;
			if (error.code === LSPErrorCodes.RequestCancelled || error.code === LSPErrorCodes.ServerCancelled)
				throw new Interrupted('stopped', error);
			const data = wireError.safeParse(error.data);
			throw data.success ? fromWire(data.data) : error;
		}
	}

	/** Whether it was canceled: what is asked from then on rejects. */
	get isCanceled(): boolean {
		return this.#cancellation.token.isCancellationRequested;
	}

	/**
	 * Cancels what was asked; the requests reject with `Interrupted`.
	 * @param endsIfSilent whether a runner that is too busy to hear of it is ended
	 */
	cancel(reason: Interrupted['reason'], { endsIfSilent }: { readonly endsIfSilent: boolean }): void {
		this.#interruption = reason;
		this.#cancellation.cancel();
		if (endsIfSilent) void this.#endUnlessAlive();
	}

	/** Reads nothing more from the runner until a full stream is drained: whoever reads slowly behind a pipe must not fill the memory. */
	holdWhileFull(stream: Writable): void {
		const { stdout } = this.#child;
		if (!stream.writableNeedDrain || stdout === null || stdout.isPaused()) return;
		stdout.pause();
		const goOn = (): void => {
			stream.off('drain', goOn);
			stream.off('close', goOn);
			stdout.resume();
		};
		stream.on('drain', goOn);
		// A reader that is gone drains nothing.
		stream.on('close', goOn);
	}

	/** Ends the runner at once. */
	kill(): void {
		this.#child.kill('SIGKILL');
	}

	/** A runner that can hear at all answers this at once, even if it is still ending what was canceled. It may fall silent after it has answered. */
	async #endUnlessAlive(): Promise<void> {
		const died = this.#died.then(
			() => 'dead' as const,
			() => 'dead' as const,
		);
		while (!this.#ending) {
			const answered = ask(this.#connection, GetModelState, null).then(
				() => 'alive' as const,
				() => 'alive' as const,
			);
			// oxlint-disable-next-line no-await-in-loop -- one question after the other
			const state = await Promise.race([answered, died, delay(silence, 'silent' as const, { ref: false })]);
			if (state === 'silent') this.kill();
			if (state !== 'alive') return;
			// oxlint-disable-next-line no-await-in-loop -- one question after the other
			await delay(betweenQuestions, undefined, { ref: false });
		}
	}

	/** Ends the runner: politely first, by a signal when it does not answer. */
	async dispose(): Promise<void> {
		if (this.#ending) return;
		this.#ending = true;
		const ended = this.#died.catch(() => undefined);
		if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined) {
			const polite = this.#connection
				.sendRequest('shutdown')
				.then(() => this.#connection.sendNotification('exit'))
				.then(() => ended);
			const patience = new AbortController();
			const waited = delay(farewell, undefined, { signal: patience.signal }).catch(() => undefined);
			await Promise.race([polite.catch(() => undefined), ended, waited]);
			patience.abort();
			this.#child.kill('SIGKILL');
		}
		this.#connection.dispose();
	}

	/** What cannot be written goes to a runner that has just ended: its end, which comes a moment later, is what is told. */
	#race<T>(work: Promise<T>): Promise<T> {
		const unlessUnwritten = work.catch((error: unknown) => {
			if (error instanceof ResponseError && error.code === ErrorCodes.MessageWriteError) return this.#died;
			throw error;
		});
		return Promise.race([unlessUnwritten, this.#died]);
	}

	#death(code: unknown, signal: unknown): UserError {
		const how = typeof signal === 'string' ? `signal ${signal}` : `status ${String(code)}`;
		const said = this.#exitReason ?? this.#errors.trim().split('\n').at(-1);
		return new UserError(errorNumbers.runnerEnded, `The runner ended unexpectedly (${how})${said ? `: ${said}` : ''}.`, {
			hint: 'Run it again. `rag-assay doctor` shows whether it starts.',
		});
	}
}
