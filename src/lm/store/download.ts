import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { hasCode, UserError } from '../../errors.ts';
import { hashFile, readText } from '../../files/read-file.ts';
import { modelFile, sizeLimits } from '../../files/file-kind.ts';
import { ownerOnly } from '../../files/durable-file.ts';
import type { HubAnswer } from './hub-request.ts';
import { storeRecord } from './manifest.ts';

/** A file that a server has. */
export interface RemoteFile {
	/** As people know it. */
	readonly name: string;
	/** What is known of it before anything is asked: then another file is refused, whatever the server says of it. */
	readonly pinned?: { readonly bytes: number; readonly sha256: string };
	/** What a user should check when another file comes. */
	readonly check: string;
	/** What a user should check when it is larger than such a file may be. */
	readonly checkLarge: string;
	/** Asks for it, with these headers. */
	readonly ask: (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<HubAnswer>;
	/** What an answer without the file means. */
	readonly refusal: (answer: HubAnswer) => UserError;
}

export interface DownloadOptions {
	readonly signal: AbortSignal;
	/** Largest size in bytes that is accepted. */
	readonly limit: number;
	/** Bytes of this file done, and in all when known. */
	readonly onProgress: (done: number, total: number | undefined) => void;
}

export interface Downloaded {
	readonly bytes: number;
	readonly sha256: string;
	readonly commit: string | undefined;
	/** Whether there was a SHA-256 to compare with. */
	readonly checked: boolean;
}

/** Beside a `.part` file: which version of the file it is the beginning of. */
const partState = z.object({ identity: z.string(), etag: z.string() });

/**
 * Downloads one file to `target`, by way of `target.part`: resumes where an earlier try ended (HTTP `Range`, with `If-Range`
 * unless the file is pinned) when the server still has the same version, checks size and SHA-256, and renames at the end, so
 * that `target` is whole whenever it exists.
 * @throws {UserError} the file's refusals, RA306 when the server cannot be reached, RA307 when the connection ends early (what came is kept),
 * RA308 for a wrong size, RA309 for a wrong hash (both discard what came); the signal's reason when aborted.
 */
export async function download(file: RemoteFile, target: string, options: DownloadOptions): Promise<Downloaded> {
	const part = `${target}.part`;
	await mkdir(dirname(target), { recursive: true, mode: ownerOnly });
	const begun = await begunPart(part);
	let answer = await ask(file, options, begun);
	let offset = begun?.bytes ?? 0;
	// Another version (200, or 206 of another one), or nothing left to send (416): begin again. Refusals keep what came.
	if (begun !== undefined && [200, 206, 416].includes(answer.response.statusCode ?? 0) && !continues(answer, begun)) {
		await discard(part);
		offset = 0;
		if (answer.response.statusCode !== 200) {
			answer.response.destroy();
			answer = await ask(file, options, undefined);
		}
	}
	if (answer.response.statusCode !== 200 && answer.response.statusCode !== 206) {
		answer.response.destroy();
		throw file.refusal(answer);
	}
	const total = totalOf(answer, offset, file);
	mustFit(file, total, options.limit);
	await rememberPart(part, answer, file.pinned !== undefined);
	const { bytes, sha256 } = await receive(answer.response, part, offset, total, file, options);
	const expected = file.pinned?.sha256 ?? answer.sha256;
	await checkWhole(file, part, { bytes, sha256 }, { bytes: total, sha256: expected });
	await rename(part, target);
	await rm(`${part}.json`, { force: true });
	return { bytes, sha256, commit: answer.commit, checked: expected !== undefined };
}

interface Begun {
	readonly bytes: number;
	readonly identity: string;
	readonly etag: string;
}

async function ask(file: RemoteFile, { signal }: DownloadOptions, begun: Begun | undefined): Promise<HubAnswer> {
	if (begun === undefined) return answered(file, {}, signal);
	// Servers that say nothing of a version are common; what is pinned is compared at the end in any case.
	return answered(file, { range: `bytes=${begun.bytes}-`, ...(begun.etag !== '' && { 'if-range': begun.etag }) }, signal);
}

/** What is pinned is known by that, whatever the server says. */
async function answered(file: RemoteFile, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HubAnswer> {
	const answer = await file.ask(headers, signal);
	return file.pinned === undefined ? answer : { ...answer, identity: file.pinned.sha256, size: file.pinned.bytes };
}

/** Whether an answer goes on where `begun` ends. */
function continues({ response, identity }: HubAnswer, begun: Begun): boolean {
	return (
		response.statusCode === 206 &&
		identity === begun.identity &&
		new RegExp(`^bytes ${begun.bytes}-\\d+/`).test(response.headers['content-range'] ?? '')
	);
}

async function begunPart(part: string): Promise<Begun | undefined> {
	try {
		const text = await readText(`${part}.json`, storeRecord);
		if (text === undefined) {
			await discard(part);
			return undefined;
		}
		const state = partState.parse(JSON.parse(text));
		const { size } = await stat(part);
		return size === 0 ? undefined : { bytes: size, ...state };
	} catch (error) {
		// Nothing was begun, or what is written about it cannot be read: start anew.
		if (!hasCode(error, 'ENOENT') && !(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
		await discard(part);
		return undefined;
	}
}

/** Only a file that is pinned or has a strong ETag can be resumed: a weak one does not say that the bytes are the same. */
async function rememberPart(part: string, { response, identity }: HubAnswer, pinned: boolean): Promise<void> {
	const etag = pinned ? '' : response.headers.etag;
	if (identity === undefined || etag === undefined || etag.startsWith('W/')) await rm(`${part}.json`, { force: true });
	else await writeFile(`${part}.json`, JSON.stringify({ identity, etag }));
}

async function discard(part: string): Promise<void> {
	await rm(part, { force: true });
	await rm(`${part}.json`, { force: true });
}

/** Bytes of the whole file, by what is known of it and the answer itself. */
function totalOf({ response, size }: HubAnswer, offset: number, file: RemoteFile): number | undefined {
	const ranged = /^bytes \d+-\d+\/(\d{1,15})$/.exec(response.headers['content-range'] ?? '');
	const length = 'content-encoding' in response.headers ? undefined : response.headers['content-length'];
	const sent = ranged !== null ? Number(ranged[1]) : length === undefined ? undefined : offset + Number(length);
	if (size !== undefined && sent !== undefined && size !== sent) {
		response.destroy();
		throw wrongSize(file, `${file.name} has ${size} bytes, and ${sent} would come.`);
	}
	return size ?? sent;
}

async function receive(
	response: IncomingMessage,
	part: string,
	offset: number,
	total: number | undefined,
	file: RemoteFile,
	options: DownloadOptions,
): Promise<{ bytes: number; sha256: string }> {
	const hash = createHash('sha256');
	if (offset > 0) await hashFile(hash, part, modelFile(sizeLimits.externalData), { signal: options.signal });
	const output = await open(part, offset > 0 ? 'a' : 'w');
	let bytes = offset;
	options.onProgress(bytes, total);
	try {
		for await (const chunk of chunksOf(response, file, options.signal)) {
			bytes += chunk.length;
			mustFit(file, bytes, options.limit);
			hash.update(chunk);
			await output.write(chunk);
			options.onProgress(bytes, total);
			if (total !== undefined && bytes > total) break;
		}
		await output.sync();
	} finally {
		await output.close();
	}
	return { bytes, sha256: hash.digest('hex') };
}

async function* chunksOf(response: IncomingMessage, file: RemoteFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	try {
		for await (const chunk of response) {
			if (!(chunk instanceof Uint8Array)) throw new TypeError('an answer without an encoding is read as bytes');
			yield chunk;
		}
	} catch (cause) {
		signal.throwIfAborted();
		throw interrupted(file, cause);
	}
}

async function checkWhole(
	file: RemoteFile,
	part: string,
	got: { bytes: number; sha256: string },
	expected: { bytes: number | undefined; sha256: string | undefined },
): Promise<void> {
	if (expected.bytes !== undefined && got.bytes < expected.bytes)
		throw interrupted(file, undefined, ` after ${got.bytes} of ${expected.bytes} bytes`);
	if (expected.bytes !== undefined && got.bytes > expected.bytes) {
		await discard(part);
		throw wrongSize(file, `${file.name} was announced with ${expected.bytes} bytes, and more came.`);
	}
	if (expected.sha256 !== undefined && got.sha256 !== expected.sha256) {
		await discard(part);
		throw new UserError(
			errorNumbers.downloadHashDiffers,
			`${file.name} is not what ${file.pinned === undefined ? 'the hub says it is' : 'it should be'}: its SHA-256 is ${got.sha256} instead of ${expected.sha256}.`,
			{ hint: wrongHint(file) },
		);
	}
}

function wrongSize(file: RemoteFile, message: string): UserError {
	return new UserError(errorNumbers.downloadSizeDiffers, message, { hint: wrongHint(file) });
}

const wrongHint = ({ check }: RemoteFile): string => `It was not kept. Try again; if it stays so, check ${check}.`;

function mustFit(file: RemoteFile, bytes: number | undefined, limit: number): void {
	if (bytes !== undefined && bytes > limit)
		throw new UserError(errorNumbers.downloadSizeDiffers, `${file.name} has more than the ${limit} bytes that such a file may have.`, {
			hint: file.checkLarge,
		});
}

function interrupted(file: RemoteFile, cause: unknown, where = ''): UserError {
	return new UserError(errorNumbers.downloadInterrupted, `The download of ${file.name} was interrupted${where}.`, {
		hint: 'The downloaded part is kept. Start again, and the download resumes.',
		cause,
	});
}
