import {
	AbstractMessageReader,
	AbstractMessageWriter,
	ErrorCodes,
	ResponseError,
	type DataCallback,
	type Disposable,
	type Message,
	type MessageConnection,
	type MessageReader,
	type MessageWriter,
} from 'vscode-jsonrpc';
import type { z } from 'zod';
import type { RequestKind, Result } from './message.ts';
import { checkedParams, ParamsMismatch, type Receiver } from './typed-connection.ts';

/** One end of a `postMessage` channel, which carries whole values: a webview's own, or its panel's in the extension host. */
export interface MessagePort {
	/** May be lost, as in a panel that is hidden. */
	post(message: unknown): void;
	onMessage(handler: (message: unknown) => void): Disposable;
}

/**
 * JSON-RPC over a `postMessage` channel: between a panel and the extension host the same typed requests are spoken as between
 * that and the runner. `create` is `createMessageConnection` of the platform (`vscode-jsonrpc/node` or `/browser`). `listen()`
 * begins.
 */
export function connectOver(
	port: MessagePort,
	create: (reader: MessageReader, writer: MessageWriter) => MessageConnection,
): MessageConnection {
	return create(new PortReader(port), new PortWriter(port));
}

/** Answers requests of one kind; parameters that do not fit are refused, and what fails is answered in its own words, without the transport's before them. */
export function answer<P extends z.ZodType, R extends z.ZodType>(
	connection: Pick<Receiver, 'onRequest'>,
	kind: RequestKind<P, R>,
	handler: (params: z.infer<P>) => Promise<Result<RequestKind<P, R>>>,
): Disposable {
	return connection.onRequest(kind.method, async (...given) => {
		try {
			return await handler(checkedParams(kind, given.length === 1 ? null : given[0]));
		} catch (error) {
			if (error instanceof ResponseError) throw error;
			throw new ResponseError(
				error instanceof ParamsMismatch ? ErrorCodes.InvalidParams : ErrorCodes.InternalError,
				error instanceof Error ? error.message : String(error),
			);
		}
	});
}

class PortReader extends AbstractMessageReader implements MessageReader {
	readonly #port: MessagePort;

	constructor(port: MessagePort) {
		super();
		this.#port = port;
	}

	override listen(callback: DataCallback): Disposable {
		// VS Code and its own scripts in a webview post messages, too: those are none of ours.
		return this.#port.onMessage((message) => {
			if (isRpc(message)) callback(message);
		});
	}
}

class PortWriter extends AbstractMessageWriter implements MessageWriter {
	readonly #port: MessagePort;

	constructor(port: MessagePort) {
		super();
		this.#port = port;
	}

	write(message: Message): Promise<void> {
		this.#port.post(message);
		return Promise.resolve();
	}

	end(): void {
		/* The channel ends with the panel. */
	}
}

function isRpc(value: unknown): value is Message {
	return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}
