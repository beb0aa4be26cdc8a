import { ErrorCodes, LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver/node';
import type * as z from 'zod';
import { describeError } from '../../errors.ts';
import {
	ParamsMismatch,
	checkedParams,
	receive,
	tell,
	type NotificationKind,
	type Params,
	type Receiver,
	type RequestKind,
	type Sender,
} from '../../protocol/rpc.ts';
import { fromWire, toWire, withoutStack } from '../../protocol/wire-error.ts';
import type { Log } from './log.ts';

/** Sends notifications. One that cannot be sent has lost its reader: the runner is about to end. */
export class Outbox {
	readonly #connection: Pick<Sender, 'sendNotification'>;
	readonly #onLost: (message: string) => void;

	constructor(connection: Pick<Sender, 'sendNotification'>, onLost: (message: string) => void) {
		this.#connection = connection;
		this.#onLost = onLost;
	}

	tell<P extends z.ZodType>(kind: NotificationKind<P>, params: Params<NotificationKind<P>>): void {
		void this.deliver(kind, params);
	}

	/** Resolves when the reader takes the notification, or is lost: who has thousands of them waits, so that no queue of them fills the memory. */
	async deliver<P extends z.ZodType>(kind: NotificationKind<P>, params: Params<NotificationKind<P>>): Promise<void> {
		try {
			await tell(this.#connection, kind, params);
		} catch (error) {
			this.#onLost(`${kind.method} was not sent: ${String(error)}`);
		}
	}
}

/** An error as the client gets it: canceled, a `UserError` in the data, or a defect without its stack. */
export function responseErrorOf(error: unknown, log: Log): ResponseError<unknown> {
	if (error instanceof ResponseError) return error;
	if (error instanceof ParamsMismatch) return new ResponseError(ErrorCodes.InvalidParams, error.message);
	if (error instanceof DOMException && error.name === 'AbortError') return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
	const wire = toWire(error);
	if (wire.stack !== undefined) log.error(wire.stack);
	const shown = withoutStack(wire);
	return new ResponseError(
		wire.stack === undefined ? LSPErrorCodes.RequestFailed : ErrorCodes.InternalError,
		describeError(fromWire(shown)),
		shown,
	);
}

/** An `AbortSignal` for a cancellation token. */
function signalOf(token: CancellationToken): AbortSignal {
	const controller = new AbortController();
	if (token.isCancellationRequested) controller.abort();
	else token.onCancellationRequested(() => controller.abort());
	return controller.signal;
}

/** Registers typed requests and notifications, which are refused before `initialize` and after `shutdown`. */
export class TypedAnswers {
	readonly #connection: Receiver;
	readonly #log: Log;
	readonly #phase: () => 'before' | 'running' | 'after';

	constructor(connection: Receiver, log: Log, phase: () => 'before' | 'running' | 'after') {
		this.#connection = connection;
		this.#log = log;
		this.#phase = phase;
	}

	request<P extends z.ZodType, R extends z.ZodType>(
		kind: RequestKind<P, R>,
		handler: (params: z.infer<P>, signal: AbortSignal) => z.infer<R> | Promise<z.infer<R>>,
	): void {
		this.#connection.onRequest(kind.method, async (...given) => {
			// Without parameters vscode-jsonrpc hands over the token alone.
			const [params, token] = given.length === 2 ? given : [null, given[0]];
			this.requireRunning();
			try {
				return await handler(checkedParams(kind, params), signalOf(token));
			} catch (error) {
				throw responseErrorOf(error, this.#log);
			}
		});
	}

	notification<P extends z.ZodType>(kind: NotificationKind<P>, handler: (params: z.infer<P>) => void): void {
		receive(
			this.#connection,
			kind,
			(params) => {
				if (this.#phase() === 'running') handler(params);
			},
			(message) => this.#log.warn(message),
		);
	}

	/** Throws what LSP wants before `initialize` and after `shutdown`. */
	requireRunning(): void {
		if (this.#phase() === 'before') throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The runner answers after `initialize`.');
		if (this.#phase() === 'after') throw new ResponseError(ErrorCodes.InvalidRequest, 'The runner has been shut down.');
	}
}
