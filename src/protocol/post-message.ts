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
import * as z from 'zod';
import { ParamsMismatch, checkedParams, request, type Receiver, type RequestKind, type Result } from './rpc.ts';

/** Largest content of an exported file, in characters: a picture of a big screen has some millions. */
const maxContent = 32 * 1024 * 1024;

/** What every panel may ask of the extension host: a file, where the user says in a dialog; `saved` is false when they closed it. */
export const SaveExport = request(
	'ragAssay/panel/saveExport',
	z.object({
		format: z.enum(['png', 'csv', 'json', 'jsonl', 'txt', 'md']),
		/** Proposed file name, without a folder and without its ending. */
		name: z.string().regex(/^[\w.-]{1,80}$/),
		/** Text, or of a picture its bytes in Base64. */
		content: z.string().max(maxContent),
	}),
	z.object({ saved: z.boolean() }),
);
export type ExportFormat = z.infer<(typeof SaveExport)['params']>['format'];

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
