import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { z } from 'zod';
import { hasCode, UserError } from '../../errors.ts';
import { readPieces, readText } from '../../files/read-file.ts';
import { modelFile } from '../safety/model-file.ts';
import { sizeLimits } from '../safety/size-limits.ts';
import { fileAddress } from './hub-names.ts';
import { hubRequest, type HubAnswer } from './hub-request.ts';
import { ownerOnly } from './owner-only.ts';
import { refusalOf } from './refusal.ts';
import type { Repository } from './repository.ts';
import { storeRecord } from './store-record.ts';

export interface DownloadOptions {
	readonly token: string | undefined;
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
	/** Whether the hub gave a SHA-256 to compare with. */
	readonly checkedByHub: boolean;
}

/** Beside a `.part` file: which version of the file it is the beginning of. */
const partState = z.object({ identity: z.string(), etag: z.string() });

/**
 * Downloads one file of a repository to `target`, by way of `target.part`: resumes where an earlier try ended (HTTP
 * `Range` with `If-Range`) when the hub still has the same version, checks size and SHA-256, and renames at the end, so
 * that `target` is whole whenever it exists.
 * @throws {UserError} RA303..RA306 for refusals of the hub, RA307 when the connection ends early (what came is kept),
 * RA308 for a wrong size, RA309 for a wrong hash (both discard what came); the signal's reason when aborted.
 */
export async function download(from: Repository, file: string, target: string, options: DownloadOptions): Promise<Downloaded> {
	const part = `${target}.part`;
	await mkdir(dirname(target), { recursive: true, mode: ownerOnly });
	const begun = await begunPart(part);
	let answer = await ask(from, file, options, begun);
	let offset = begun?.bytes ?? 0;
	// Another version (200, or 206 of another one), or nothing left to send (416): begin again. Refusals keep what came.
	if (begun !== undefined && [200, 206, 416].includes(answer.response.statusCode ?? 0) && !continues(answer, begun)) {
		await discard(part);
		offset = 0;
		if (answer.response.statusCode !== 200) {
			answer.response.destroy();
			answer = await ask(from, file, options, undefined);
		}
	}
	if (answer.response.statusCode !== 200 && answer.response.statusCode !== 206) {
		answer.response.destroy();
		throw refusalOf(answer.response.statusCode ?? 0, answer.response.headers['x-error-code'], from, file, options.token !== undefined);
	}
	const total = totalOf(answer, offset, file);
	mustFit(file, total, options.limit);
	await rememberPart(part, answer);
	const { bytes, sha256 } = await receive(answer.response, part, offset, total, file, options);
	await checkWhole(file, part, { bytes, sha256 }, { bytes: total, sha256: answer.sha256 });
	await rename(part, target);
	await rm(`${part}.json`, { force: true });
	return { bytes, sha256, commit: answer.commit, checkedByHub: answer.sha256 !== undefined };
}

interface Begun { readonly bytes: number; readonly identity: string; readonly etag: string }

async function ask(from: Repository, file: string, { token, signal }: DownloadOptions, begun: Begun | undefined): Promise<HubAnswer> {
	const headers = begun === undefined ? {} : { range: `bytes=${begun.bytes}-`, 'if-range': begun.etag };
	return hubRequest({ address: await fileAddress(from, file), token, headers, signal });
}

/** Whether an answer goes on where `begun` ends. */
function continues({ response, identity }: HubAnswer, begun: Begun): boolean {
	return response.statusCode === 206 && identity === begun.identity && new RegExp(`^bytes ${begun.bytes}-\\d+/`).test(response.headers['content-range'] ?? '');
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

/** Only a file with a strong ETag can be resumed: a weak one does not say that the bytes are the same. */
async function rememberPart(part: string, { response, identity }: HubAnswer): Promise<void> {
	const { etag } = response.headers;
	if (identity === undefined || etag === undefined || etag.startsWith('W/')) await rm(`${part}.json`, { force: true });
	else await writeFile(`${part}.json`, JSON.stringify({ identity, etag }));
}

async function discard(part: string): Promise<void> {
	await rm(part, { force: true });
	await rm(`${part}.json`, { force: true });
}

/** Bytes of the whole file, by what the hub and the answer itself say. */
function totalOf({ response, size }: HubAnswer, offset: number, file: string): number | undefined {
	const ranged = /^bytes \d+-\d+\/(\d{1,15})$/.exec(response.headers['content-range'] ?? '');
	const length = 'content-encoding' in response.headers ? undefined : response.headers['content-length'];
	const sent = ranged !== null ? Number(ranged[1]) : length === undefined ? undefined : offset + Number(length);
	if (size !== undefined && sent !== undefined && size !== sent) {
		response.destroy();
		throw wrongSize(`The hub says that ${file} has ${size} bytes, and ${sent} would come.`);
	}
	return size ?? sent;
}

async function receive(response: IncomingMessage, part: string, offset: number, total: number | undefined, file: string, options: DownloadOptions): Promise<{ bytes: number; sha256: string }> {
	const hash = createHash('sha256');
	if (offset > 0) await hashBeginning(part, hash, options.signal);
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

async function* chunksOf(response: IncomingMessage, file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
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

async function hashBeginning(part: string, hash: Hash, signal: AbortSignal): Promise<void> {
	for await (const chunk of readPieces(part, modelFile(sizeLimits.externalData))) {
		signal.throwIfAborted();
		hash.update(chunk);
	}
}

async function checkWhole(file: string, part: string, got: { bytes: number; sha256: string }, expected: { bytes: number | undefined; sha256: string | undefined }): Promise<void> {
	if (expected.bytes !== undefined && got.bytes < expected.bytes) throw interrupted(file, undefined, ` after ${got.bytes} of ${expected.bytes} bytes`);
	if (expected.bytes !== undefined && got.bytes > expected.bytes) {
		await discard(part);
		throw wrongSize(`${file} was announced with ${expected.bytes} bytes, and more came.`);
	}
	if (expected.sha256 !== undefined && got.sha256 !== expected.sha256) {
		await discard(part);
		throw new UserError('RA309', `${file} is not what the hub says it is: its SHA-256 is ${got.sha256} instead of ${expected.sha256}.`, { hint: 'It was not kept. Try again; if it stays so, check HF_ENDPOINT and the network.' });
	}
}

function wrongSize(message: string): UserError {
	return new UserError('RA308', message, { hint: 'It was not kept. Try again; if it stays so, check HF_ENDPOINT and the network.' });
}

function mustFit(file: string, bytes: number | undefined, limit: number): void {
	if (bytes !== undefined && bytes > limit) throw new UserError('RA308', `${file} has more than the ${limit} bytes that such a file may have.`, { hint: 'Check that the repository is a language model exported to ONNX.' });
}

function interrupted(file: string, cause: unknown, where = ''): UserError {
	return new UserError('RA307', `The download of ${file} was interrupted${where}.`, { hint: 'What came is kept: start again and it goes on from there.', cause });
}
