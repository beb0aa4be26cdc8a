import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, State, type ErrorHandler, type Middleware } from 'vscode-languageclient/node';
import type * as z from 'zod';
import { readableScheme } from '../../formats/readable-uri.ts';
import { memoryFileGlobs } from '../../formats/memory/memory-file-names.ts';
import { ask, receive, tell, type NotificationKind, type Params, type RequestKind, type Result } from '../../protocol/rpc.ts';
import { Exiting, type RunnerSettings } from '../../protocol/requests.ts';
import { programName } from '../../protocol/models.ts';
import type { RunningProgram } from '../../running-program.ts';
import { askThroughRestart, isConnectionLoss, runnerStopped } from './connection-loss.ts';
import { registerDocument } from './document-registration.ts';
import { DisposableList, FanOut, MergedRuns, type Disposable } from '../vscode/disposables.ts';
import { languageId, tracePatterns } from '../vscode/workspace-text.ts';
import { queryLogGlobs } from '../queries/input-choices.ts';
import { RestartPolicy } from './restart-policy.ts';
import { reap, startRunnerProcess, type RunnerProcess } from './process.ts';
import type { Settings } from '../settings.ts';

/** How the connection to the runner stands. */
export type ConnectionState = 'stopped' | 'starting' | 'running' | 'restarting' | 'given-up';

/** Attaches the handlers of a notification to one client. */
type Subscription = (live: Live) => void;

export interface RunnerClientOptions {
	/** The runner's program. */
	readonly script: string;
	readonly log: vscode.LogOutputChannel;
	/** Asked at every start of a process; `options` are its initialization options. */
	readonly settings: () => Promise<{ readonly settings: Settings; readonly options: RunnerSettings }>;
	readonly middleware: Middleware;
	/** The program that runs the runner; `setting`: the user's. Asked at every start of a process. */
	readonly program: (setting: string | undefined) => Promise<RunningProgram>;
}

/**
 * The language client of the runner, over any number of processes: subscriptions outlive each of them.
 * Started by the first request or by `start`; nothing runs before.
 */
export class RunnerClient implements Disposable {
	readonly #options: RunnerClientOptions;
	readonly #changed = new vscode.EventEmitter<ConnectionState>();
	readonly #gaveUp = new vscode.EventEmitter<string>();
	readonly #restarts = new MergedRuns(() => this.#replace());
	/** The protocol's client keeps one handler a method, and a second would silence the first: so there is one, and it hands on. */
	readonly #handlers = new Map<string, { readonly fanOut: FanOut<unknown>; readonly attach: Subscription }>();
	#live: Live | undefined;
	#starting: Promise<Live> | undefined;
	#state: ConnectionState = 'stopped';
	#isReplacing = false;
	#disposed = false;

	constructor(options: RunnerClientOptions) {
		this.#options = options;
	}

	get state(): ConnectionState {
		return this.#state;
	}
	get processId(): number | undefined {
		return this.#live?.process?.child.pid;
	}
	/** What the runner runs on. */
	get program(): RunningProgram | undefined {
		return this.#live?.program;
	}
	get onDidChangeState(): vscode.Event<ConnectionState> {
		return this.#changed.event;
	}
	/** The runner stays down; the value says why. */
	get onDidGiveUp(): vscode.Event<string> {
		return this.#gaveUp.event;
	}

	/** Resolves when the runner answers; rejects when it cannot be started. */
	async start(): Promise<void> {
		await this.#running();
	}

	async ask<P extends z.ZodType, R extends z.ZodType>(
		kind: RequestKind<P, R>,
		params: z.input<P>,
		token?: vscode.CancellationToken,
	): Promise<Result<RequestKind<P, R>>> {
		try {
			return await ask((await this.#running()).client, kind, params, token);
		} catch (error) {
			throw isConnectionLoss(error) ? runnerStopped(error) : error;
		}
	}

	/**
	 * As `ask`, and once more when the runner dies meanwhile and starts again by itself, or is replaced because a setting changed.
	 * For work that a person waits for; `lost` undoes what the first asking has left.
	 */
	async askThroughRestart<P extends z.ZodType, R extends z.ZodType>(
		kind: RequestKind<P, R>,
		params: z.input<P>,
		{ token, lost }: { readonly token?: vscode.CancellationToken; readonly lost?: () => Promise<void> } = {},
	): Promise<Result<RequestKind<P, R>>> {
		return askThroughRestart(async () => ask((await this.#running()).client, kind, params, token), {
			runsAgain: () => this.#runsAgain(token),
			...(lost === undefined ? {} : { lost }),
		});
	}

	/** Sends to a runner that runs; for one that does not, there is nothing to tell. */
	async tell<P extends z.ZodType>(kind: NotificationKind<P>, params: Params<NotificationKind<P>>): Promise<void> {
		if (this.#live?.client.state === State.Running) await tell(this.#live.client, kind, params);
	}

	on<P extends z.ZodType>(kind: NotificationKind<P>, handler: (params: Params<NotificationKind<P>>) => void): Disposable {
		let handlers = this.#handlers.get(kind.method);
		if (handlers === undefined) {
			const fanOut = new FanOut<unknown>();
			handlers = {
				fanOut,
				attach: (live) =>
					live.on(kind, (params) => {
						fanOut.fire(params);
					}),
			};
			this.#handlers.set(kind.method, handlers);
			if (this.#live !== undefined) handlers.attach(this.#live);
		}
		return handlers.fanOut.add((params) => {
			// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what comes by this method was checked by the kind's schema where it arrived
			handler(params as Params<NotificationKind<P>>);
		});
	}

	/** Has the runner serve one more document, whatever its name, until the result is disposed or the process ends. Only while it runs. */
	serveDocument(uri: vscode.Uri): Disposable {
		if (this.#live === undefined) throw new Error('no runner runs that could serve a document');
		return registerDocument(this.#live.client, uri);
	}

	/** A new process in place of the present one; requests that come together share one restart. */
	requestRestart(reason: string): Promise<void> {
		this.#options.log.info(`restart of the runner requested: ${reason}`);
		return this.#restarts.request();
	}

	/** Ends the process; a later request starts a new one. */
	async stop(): Promise<void> {
		const live = this.#live ?? (await this.#starting?.catch(() => undefined));
		this.#live = undefined;
		this.#starting = undefined;
		await live?.stop();
		this.#become('stopped');
	}

	dispose(): void {
		this.#disposed = true;
		this.stop().catch((error: unknown) => {
			this.#options.log.error(`stopping the runner: ${String(error)}`);
		});
		this.#changed.dispose();
		this.#gaveUp.dispose();
	}

	/** Called when a request was lost, which is before or after this state tells of it: whether a runner runs again in the end. */
	#runsAgain(token: vscode.CancellationToken | undefined): Promise<boolean> {
		// A process that is stopped to be replaced does not stay down.
		const staysDown = (state: ConnectionState): boolean => state === 'given-up' || (state === 'stopped' && !this.#isReplacing);
		if (this.#disposed || staysDown(this.#state)) return Promise.resolve(false);
		const held = new DisposableList();
		return new Promise<boolean>((resolve, reject) => {
			held.add(
				this.#changed.event((state) => {
					if (state === 'running') resolve(true);
					else if (staysDown(state)) resolve(false);
				}),
			);
			if (token !== undefined)
				held.add(
					token.onCancellationRequested(() => {
						reject(new vscode.CancellationError());
					}),
				);
		}).finally(() => {
			held.dispose();
		});
	}

	async #replace(): Promise<void> {
		this.#isReplacing = true;
		try {
			await this.stop();
			if (!this.#disposed) await this.#running();
		} finally {
			this.#isReplacing = false;
		}
	}

	#running(): Promise<Live> {
		if (this.#disposed) return Promise.reject(new Error('RAG Assay is shutting down.'));
		this.#starting ??= this.#begin().catch((error: unknown) => {
			this.#starting = undefined;
			throw error;
		});
		return this.#starting;
	}

	async #begin(): Promise<Live> {
		this.#become('starting');
		const { settings, options } = await this.#options.settings();
		const live = new Live(this.#options, settings, options, {
			restarting: () => {
				this.#become('restarting');
			},
			gaveUp: (message) => {
				if (this.#live === live) {
					this.#live = undefined;
					this.#starting = undefined;
				}
				this.#become('given-up');
				this.#gaveUp.fire(message);
			},
			log: (message) => {
				this.#options.log.warn(message);
			},
			running: () => {
				this.#become('running');
			},
		});
		this.#live = live;
		for (const { attach } of this.#handlers.values()) attach(live);
		try {
			await live.client.start();
		} catch (error) {
			// The policy may be starting it again; then the state says so, and the next request waits for it.
			if (this.#state !== 'restarting') this.#become('given-up');
			throw error;
		}
		if (this.#disposed) await live.stop();
		return live;
	}

	#become(state: ConnectionState): void {
		if (this.#state === state || this.#disposed) return;
		this.#state = state;
		this.#changed.fire(state);
	}
}

interface Listener {
	restarting(): void;
	running(): void;
	gaveUp(message: string): void;
	log(message: string): void;
}

/** A client that writes its errors into the log alone: what a person should hear is said in our words. */
class QuietClient extends LanguageClient {
	override error(message: string, data?: unknown): void {
		super.error(message, data, false);
	}
}

/** One language client with the process that it has at the moment. */
class Live {
	readonly client: LanguageClient;
	readonly #disposables = new DisposableList();
	readonly #log: vscode.LogOutputChannel;
	#library: ErrorHandler | undefined;
	process: RunnerProcess | undefined;
	program: RunningProgram | undefined;

	constructor({ script, log, middleware, program }: RunnerClientOptions, settings: Settings, options: RunnerSettings, listener: Listener) {
		this.#log = log;
		// The library's own, which only a client can make; no message of its own: the policy has the words.
		const library = (): ErrorHandler => (this.#library ??= this.client.createDefaultErrorHandler(4));
		const policy = new RestartPolicy(async () => (await library().closed()).action === CloseAction.Restart, listener);
		const errorHandler: ErrorHandler = {
			error: async (error, message, count) => {
				log.warn(`connection to the runner: ${error.message}`);
				const { action } = await library().error(error, message, count);
				return { action, handled: action === ErrorAction.Continue };
			},
			closed: async () => ({ action: (await policy.closed()) ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true }),
		};
		this.client = new QuietClient(
			'ragAssay',
			'RAG Assay',
			async () => {
				const running = await program(settings.execPath);
				this.process = await startRunnerProcess(running.path, script, (line) => {
					log.info(`[runner] ${line}`);
				});
				this.program = running;
				log.info(`runner started: process ${this.process.child.pid}, on ${programName(running)}`);
				return this.process;
			},
			{
				documentSelector: [
					...[...tracePatterns, ...memoryFileGlobs, ...queryLogGlobs(options.queryLogs)].map((pattern) => ({ scheme: 'file', pattern })),
					{ scheme: 'untitled', language: languageId },
					{ scheme: readableScheme, language: languageId },
				],
				outputChannel: log,
				initializationOptions: { ...options, showsWhy: true },
				errorHandler,
				// It dies while it starts: a death like another, of which the policy speaks.
				initializationFailedHandler: (error) => {
					log.warn(`the runner did not start: ${String(error)}`);
					return false;
				},
				middleware,
				diagnosticPullOptions: { onChange: true, onSave: false },
				markdown: { isTrusted: false, supportHtml: false },
			},
		);
		this.on(Exiting, (farewell) => {
			policy.exiting(farewell);
		});
		this.#disposables.add(
			this.client.onDidChangeState(({ newState }) => {
				if (newState === State.Running) listener.running();
			}),
		);
	}

	on<P extends z.ZodType>(kind: NotificationKind<P>, handler: (params: Params<NotificationKind<P>>) => void): Disposable {
		return this.#disposables.add(
			receive(this.client, kind, handler, (message) => {
				this.#log.warn(`from the runner, dropped: ${message}`);
			}),
		);
	}

	async stop(): Promise<void> {
		this.#disposables.dispose();
		if (this.client.state === State.Running || this.client.state === State.Starting) {
			await this.client.stop(2000).catch((error: unknown) => {
				this.#log.warn(`the runner did not stop in time: ${String(error)}`);
			});
		}
		await this.client.dispose().catch((error: unknown) => {
			this.#log.debug(`giving up the client: ${String(error)}`);
		});
		if (this.process !== undefined) await reap(this.process.child);
	}
}
