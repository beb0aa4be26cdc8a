import type { Readable } from 'node:stream';
import { AbstractMessageReader, Message, type DataCallback, type Disposable } from 'vscode-jsonrpc/node';
import { maxFrameBytes } from './rpc.ts';

/** Longest header block in bytes; a real one has about thirty. */
const maxHeaderBytes = 4096;

/** Why a stream of frames cannot be read any further. */
export class FrameError extends Error {
	override readonly name = 'FrameError';
}

/**
 * Reads `Content-Length` frames of JSON, as `StreamMessageReader` does, but never holds more than one frame of at most
 * `limit` bytes (vscode-jsonrpc has no cap): a header that announces more, or that cannot be read, or a body that is no
 * JSON object, fires one `FrameError` and ends the reading, for after it nobody knows where the next frame begins.
 * A cancellation that names no request is told to `onDropped` and goes no further: vscode-jsonrpc throws where it is read.
 */
export class CappedMessageReader extends AbstractMessageReader {
	readonly #stream: Readable;
	readonly #limit: number;
	readonly #onDropped: (why: string) => void;
	#chunks: Buffer[] = [];
	#bytes = 0;
	/** Bytes of the body that is being read; undefined while a header is. */
	#expected: number | undefined;
	#broken = false;

	constructor(stream: Readable, limit: number = maxFrameBytes, onDropped: (why: string) => void = () => undefined) {
		super();
		this.#stream = stream;
		this.#limit = limit;
		this.#onDropped = onDropped;
	}

	override listen(callback: DataCallback): Disposable {
		const onData = (chunk: Buffer): void => this.#read(chunk, callback);
		const onError = (error: Error): void => this.fireError(error);
		const onClose = (): void => this.fireClose();
		this.#stream.on('data', onData).on('error', onError).on('close', onClose);
		return { dispose: () => this.#stream.off('data', onData).off('error', onError).off('close', onClose) };
	}

	#read(chunk: Buffer, callback: DataCallback): void {
		if (this.#broken) return;
		this.#chunks.push(chunk);
		this.#bytes += chunk.length;
		try {
			while (this.#takeFrame(callback));
		} catch (error) {
			this.#broken = true;
			this.#chunks = [];
			this.#stream.pause();
			this.fireError(error);
		}
	}

	/** Hands on one frame when it is complete; false when more bytes are needed. */
	#takeFrame(callback: DataCallback): boolean {
		if (this.#expected === undefined) {
			const held = this.#join();
			const end = held.indexOf('\r\n\r\n');
			if (end < 0 || end > maxHeaderBytes) {
				if (held.length > maxHeaderBytes) throw new FrameError(`a frame's header is longer than ${maxHeaderBytes} bytes`);
				return false;
			}
			this.#expected = this.#lengthIn(held.toString('latin1', 0, end));
			this.#drop(held, end + 4);
		}
		if (this.#bytes < this.#expected) return false;
		const held = this.#join();
		const body = held.toString('utf8', 0, this.#expected);
		this.#drop(held, this.#expected);
		this.#expected = undefined;
		const message = parseMessage(body);
		if (cancelsNothing(message))
			this.#onDropped('$/cancelRequest: params.id, the number or text of a request, was expected; the message is dropped');
		else callback(message);
		return true;
	}

	#lengthIn(header: string): number {
		const value = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im.exec(header)?.[1];
		if (value === undefined) throw new FrameError('a frame has no readable Content-Length header');
		const length = Number(value);
		if (length > this.#limit) throw new FrameError(`a frame of ${length} bytes was announced; the limit is ${this.#limit}`);
		return length;
	}

	#join(): Buffer {
		const [first] = this.#chunks;
		const held = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
		this.#chunks = [held];
		return held;
	}

	#drop(held: Buffer, count: number): void {
		const rest = held.subarray(count);
		this.#chunks = rest.length > 0 ? [rest] : [];
		this.#bytes = rest.length;
	}
}

function parseMessage(body: string): Message {
	let message: unknown;
	try {
		message = JSON.parse(body);
	} catch (cause) {
		throw new FrameError(`a frame of ${body.length} characters is not JSON`, { cause });
	}
	if (!isMessage(message)) throw new FrameError('a frame is not a JSON-RPC 2.0 message');
	return message;
}

function isMessage(value: unknown): value is Message {
	return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}

function cancelsNothing(message: Message): boolean {
	if (!Message.isNotification(message) || message.method !== '$/cancelRequest') return false;
	const { params }: { readonly params?: unknown } = message;
	const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
	return typeof id !== 'number' && typeof id !== 'string';
}
