import type { FileHandle } from 'node:fs/promises';

/** Bytes at either end of a content by which it is recognized. */
export const fingerprintEdge = 1024;

/** By what the beginning of a file is recognized elsewhere: its length in bytes, the first of them, and the last. */
export interface FileFingerprint {
	readonly length: number;
	readonly head: Buffer;
	readonly tail: Buffer;
}

/** Nothing was read yet. */
export const nothingRead: FileFingerprint = { length: 0, head: Buffer.alloc(0), tail: Buffer.alloc(0) };

/** Reads the print of all that a file holds now. */
export async function printOf(handle: FileHandle): Promise<FileFingerprint> {
	const { size: length } = await handle.stat();
	const edge = Math.min(length, fingerprintEdge);
	const head = await bytesAt(handle, 0, edge);
	const tail = await bytesAt(handle, length - edge, edge);
	return { length, head, tail };
}

/** Tells whether a file begins with a content, by both ends of that. Every file begins with an empty one. */
export async function beginsWith(handle: FileHandle, { length, head, tail }: FileFingerprint): Promise<boolean> {
	const { size } = await handle.stat();
	if (size < length) return false;
	return (await bytesAt(handle, 0, head.length)).equals(head) && (await bytesAt(handle, length - tail.length, tail.length)).equals(tail);
}

/** Tells whether all that a file holds is the beginning of a longer content, as far as the ends of that reach. */
export async function isBeginningOf(handle: FileHandle, { length, head, tail }: FileFingerprint): Promise<boolean> {
	const { size } = await handle.stat();
	if (size > length) return false;
	const first = head.subarray(0, size);
	if (!(await bytesAt(handle, 0, first.length)).equals(first)) return false;
	const tailFrom = length - tail.length;
	const common = tail.subarray(0, Math.max(0, size - tailFrom));
	return (await bytesAt(handle, tailFrom, common.length)).equals(common);
}

/** Reads bytes at a place; fewer where the file ends before. */
export async function bytesAt(handle: FileHandle, from: number, length: number): Promise<Buffer> {
	if (length === 0) return Buffer.alloc(0);
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
	return buffer.subarray(0, bytesRead);
}
