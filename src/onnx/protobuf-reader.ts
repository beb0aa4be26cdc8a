import { readSync } from 'node:fs';

/** Bytes that can be read at any place, such as a file too large for memory. */
export interface ByteSource {
	/** Length in bytes. */
	readonly size: number;
	/** Fills `into` from `position` and returns how many bytes there were (fewer only at the end). */
	read(position: number, into: Uint8Array): number;
}

/** The bytes are not what the format says; `offset` is where, in bytes from the start of the file. */
export class MalformedProtobuf extends Error {
	override readonly name = 'MalformedProtobuf';
	readonly kind: 'truncated' | 'malformed';
	readonly offset: number;

	constructor(kind: 'truncated' | 'malformed', offset: number, message: string) {
		super(message);
		this.kind = kind;
		this.offset = offset;
	}
}

/** One field of a message. `start..end` is the payload of a length-delimited field (wire type 2), empty otherwise. */
export interface Field {
	readonly number: number;
	readonly wireType: 0 | 1 | 2 | 5;
	/** Value of a varint (wire type 0), as a signed 64-bit integer; 0 otherwise. */
	readonly value: bigint;
	readonly start: number;
	readonly end: number;
}

/** More fields than any model file has; a file that exceeds it was made to keep a reader busy. */
const maxFields = 20_000_000;

/** A source over an open file. */
export function fileSource(descriptor: number, size: number): ByteSource {
	return {
		size,
		read(position, into) {
			let done = 0;
			while (done < into.length) {
				const got = readSync(descriptor, into, done, into.length - done, position + done);
				if (got === 0) break;
				done += got;
			}
			return done;
		},
	};
}

/** A source over bytes in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
	return {
		size: bytes.length,
		read(position, into) {
			const part = bytes.subarray(position, position + into.length);
			into.set(part);
			return part.length;
		},
	};
}

/**
 * Walks protobuf messages (wire format of the protocol-buffers encoding guide) without holding more than a window
 * of the file: payloads that nobody asks for, such as weights, are never read.
 */
export class ProtobufReader {
	readonly size: number;
	readonly #source: ByteSource;
	readonly #window = new Uint8Array(64 * 1024);
	#windowStart = 0;
	#windowLength = 0;
	#fields = 0;

	constructor(source: ByteSource) {
		this.#source = source;
		this.size = source.size;
	}

	/**
	 * The fields of the message at `start..end`, in order.
	 * @throws {MalformedProtobuf} `truncated` when a length reaches past the end of the file, `malformed` otherwise.
	 */
	*fields(start: number, end: number): Generator<Field> {
		let at = start;
		while (at < end) {
			if (++this.#fields > maxFields) throw new MalformedProtobuf('malformed', at, `it has more than ${maxFields} fields`);
			const keyAt = at;
			const [key, afterKey] = this.#varint(at, end);
			const number = Number(BigInt.asUintN(64, key) >> 3n);
			const wireType = Number(key & 7n);
			if (number === 0 || number > 0x1fffffff) throw new MalformedProtobuf('malformed', keyAt, `a field has the number ${number}`);
			if (wireType === 0) {
				const [value, next] = this.#varint(afterKey, end);
				at = next;
				yield { number, wireType, value, start: next, end: next };
			} else if (wireType === 1 || wireType === 5) {
				at = afterKey + (wireType === 1 ? 8 : 4);
				this.#mustEnd(keyAt, at, end);
				yield { number, wireType, value: 0n, start: at, end: at };
			} else if (wireType === 2) {
				const [length, payload] = this.#varint(afterKey, end);
				if (length < 0n || length > BigInt(Number.MAX_SAFE_INTEGER))
					throw new MalformedProtobuf('malformed', keyAt, 'a length is out of range');
				at = payload + Number(length);
				this.#mustEnd(keyAt, at, end);
				yield { number, wireType, value: 0n, start: payload, end: at };
			} else {
				throw new MalformedProtobuf('malformed', keyAt, `wire type ${wireType} is not used by this format`);
			}
		}
	}

	/** The integers of a repeated integer field, packed or not. */
	*integers(field: Field): Generator<bigint> {
		if (field.wireType === 0) {
			yield field.value;
			return;
		}
		for (let at = field.start; at < field.end; ) {
			const [value, next] = this.#varint(at, field.end);
			at = next;
			yield value;
		}
	}

	/**
	 * A text field.
	 * @throws {MalformedProtobuf} when it is longer than `limit` bytes or not UTF-8.
	 */
	text(field: Field, limit = 64 * 1024): string {
		const bytes = this.bytes(field, limit);
		try {
			return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
		} catch (cause) {
			throw new MalformedProtobuf('malformed', field.start, `a name is not UTF-8 (${String(cause)})`);
		}
	}

	/** Payload of a length-delimited field of at most `limit` bytes. */
	bytes(field: Field, limit: number): Uint8Array {
		if (field.wireType !== 2) throw new MalformedProtobuf('malformed', field.start, `field ${field.number} should be text`);
		if (field.end - field.start > limit)
			throw new MalformedProtobuf('malformed', field.start, `field ${field.number} is longer than ${limit} bytes`);
		const bytes = new Uint8Array(field.end - field.start);
		if (this.#source.read(field.start, bytes) < bytes.length) throw this.#truncated(field.start);
		return bytes;
	}

	/** The bytes `start..end`, which lie in the file. */
	slice(start: number, end: number): Uint8Array {
		const bytes = new Uint8Array(end - start);
		if (this.#source.read(start, bytes) < bytes.length) throw this.#truncated(start);
		return bytes;
	}

	/** The varint at `at` as a signed 64-bit integer, and where it ends. */
	#varint(at: number, end: number): [bigint, number] {
		let value = 0n;
		for (let i = 0; i < 10; i++) {
			if (at + i >= end)
				throw end >= this.size ? this.#truncated(at) : new MalformedProtobuf('malformed', at, 'a number runs over the end of its message');
			const byte = this.#byte(at + i);
			value |= BigInt(byte & 0x7f) << BigInt(7 * i);
			if (byte < 0x80) return [BigInt.asIntN(64, value), at + i + 1];
		}
		throw new MalformedProtobuf('malformed', at, 'a number is longer than 10 bytes');
	}

	#byte(at: number): number {
		if (at < this.#windowStart || at >= this.#windowStart + this.#windowLength) {
			this.#windowStart = at;
			this.#windowLength = this.#source.read(at, this.#window);
			if (this.#windowLength === 0) throw this.#truncated(at);
		}
		return this.#window[at - this.#windowStart]!;
	}

	#mustEnd(fieldAt: number, payloadEnd: number, end: number): void {
		if (payloadEnd <= end) return;
		throw payloadEnd > this.size
			? this.#truncated(fieldAt, payloadEnd)
			: new MalformedProtobuf('malformed', fieldAt, 'a field is longer than the message that holds it');
	}

	#truncated(at: number, needed?: number): MalformedProtobuf {
		return new MalformedProtobuf(
			'truncated',
			at,
			needed === undefined
				? `it ends in the middle of a field, after ${this.size} bytes`
				: `it has ${this.size} bytes, and a part of it should go on to byte ${needed}`,
		);
	}
}
