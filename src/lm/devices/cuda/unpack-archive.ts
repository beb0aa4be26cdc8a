import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { errorNumbers } from '../../../error-numbers.ts';
import { hasCode, UserError } from '../../../errors.ts';
import type { PinnedMember } from './pinned-package.ts';

export interface UnpackOptions {
	readonly signal: AbortSignal;
	/** Bytes unpacked. */
	readonly onProgress: (done: number) => void;
}

/**
 * Unpacks the pinned members of a zip archive into `folder`, under the names that are pinned, whatever else and whatever names the archive
 * has. Each is written beside its place, compared with its size and SHA-256, and renamed: it is whole whenever it exists.
 * @throws {UserError} RA334 when a member is missing, is there twice, or is not what it should be; the signal's reason when aborted.
 */
export async function unpackArchive(
	archive: string,
	members: readonly PinnedMember[],
	folder: string,
	{ signal, onProgress }: UnpackOptions,
): Promise<void> {
	let before = 0;
	const zip = await opened(archive);
	try {
		for (const [member, entry] of await entriesOf(zip, members, archive)) {
			const done = before;
			// oxlint-disable-next-line no-await-in-loop -- one after another: the disk is what takes the time
			await unpack(zip, entry, member, folder, { signal, onProgress: (bytes) => onProgress(done + bytes) });
			before += member.bytes;
		}
	} finally {
		zip.close();
	}
}

async function opened(archive: string): Promise<ZipFile> {
	try {
		// Closed by us: an archive of which a member is refused would not reach its end.
		return await openPromise(archive, { lazyEntries: true, autoClose: false });
	} catch (cause) {
		if (hasCode(cause, 'ENOENT', 'EACCES', 'EMFILE')) throw cause;
		throw refusal(archive, 'is no zip archive', cause);
	}
}

async function entriesOf(
	zip: ZipFile,
	members: readonly PinnedMember[],
	archive: string,
): Promise<readonly (readonly [PinnedMember, Entry])[]> {
	const wanted = new Map(members.map((member) => [member.path, member]));
	const found = new Map<PinnedMember, Entry>();
	try {
		for await (const entry of zip.eachEntry()) {
			const member = wanted.get(entry.fileName);
			if (member === undefined) continue;
			if (found.has(member)) throw refusal(archive, `holds ${member.path} twice`);
			if (entry.uncompressedSize !== member.bytes)
				throw refusal(archive, `says that ${member.path} has ${entry.uncompressedSize} bytes instead of ${member.bytes}`);
			found.set(member, entry);
		}
	} catch (cause) {
		// The library's own, such as for a name that leads out of the folder.
		throw cause instanceof UserError ? cause : refusal(archive, `cannot be read as a zip archive (${message(cause)})`, cause);
	}
	return members.map((member) => {
		const entry = found.get(member);
		if (entry === undefined) throw refusal(archive, `does not hold ${member.path}`);
		return [member, entry];
	});
}

async function unpack(
	zip: ZipFile,
	entry: Entry,
	member: PinnedMember,
	folder: string,
	{ signal, onProgress }: UnpackOptions,
): Promise<void> {
	const target = join(folder, member.name);
	const beside = `${target}.unpacking`;
	const hash = createHash('sha256');
	let bytes = 0;
	const count = new Transform({
		transform(chunk: Uint8Array, _encoding, next) {
			bytes += chunk.length;
			hash.update(chunk);
			onProgress(bytes);
			// The library ends a member that gives more than it says; its hash tells the rest.
			next(null, chunk);
		},
	});
	try {
		await pipeline(await zip.openReadStreamPromise(entry), count, createWriteStream(beside, { mode: 0o600 }), { signal });
	} catch (cause) {
		await rm(beside, { force: true });
		signal.throwIfAborted();
		if (hasCode(cause, 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO')) throw cause;
		throw refusal(member.path, `cannot be unpacked (${message(cause)})`, cause);
	}
	const sha256 = hash.digest('hex');
	if (bytes !== member.bytes || sha256 !== member.sha256) {
		await rm(beside, { force: true });
		throw refusal(member.path, `is not what it should be: its SHA-256 is ${sha256} instead of ${member.sha256}`);
	}
	await rename(beside, target);
}

const message = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function refusal(what: string, why: string, cause?: unknown): UserError {
	return new UserError(errorNumbers.damagedCudaPackage, `${what} ${why}.`, {
		hint: 'Nothing of it was kept. Try again; if it stays so, please report it.',
		cause,
	});
}
