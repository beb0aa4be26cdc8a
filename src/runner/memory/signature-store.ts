import { createHash, randomBytes } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hasCode } from '../../errors.ts';
import { makeFolderDurably, writeDurably } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText, requireText } from '../../files/read-file.ts';
import { asOnlyWriter } from '../../files/writer-lock.ts';
import {
	formatKeys,
	formatSignatures,
	readKeys,
	readSignatures,
	type StoredKeys,
	type StoredSignatures,
} from '../../formats/memory-signatures.ts';
import { signingKey, type KeyRing } from '../../methods/memsad/provenance.ts';
import { isStoreAddress, shownStore } from '../../wording/store-names.ts';
import { unwritable } from './memory-file.ts';

/** Keys and signatures of memories, in the user's data directory: whoever can write to a workspace can forge neither. */
export class SignatureStore {
	readonly #folder: string;

	constructor(dataDirectory: string) {
		this.#folder = join(dataDirectory, 'memory');
	}

	get keysFile(): string {
		return join(this.#folder, 'keys.json');
	}

	/** @throws {UserError} RA506 or RA677. */
	async keys(): Promise<StoredKeys> {
		const text = await readText(this.keysFile, fileKinds.signatures);
		return text === undefined ? { schema: 'rag-assay/memory-keys@1', keys: [] } : readKeys(text, this.keysFile);
	}

	/** Where signatures of a store lie: by its place, or its address. */
	async signaturesFile(target: string): Promise<string> {
		const place = isStoreAddress(target) ? shownStore(target) : await realpath(target).catch(() => target);
		const hash = createHash('sha256').update(place).digest('hex').slice(0, 16);
		const name = basename(place)
			.replaceAll(/[^\w.-]+/g, '_')
			.slice(0, 40);
		return join(this.#folder, 'signatures', `${name}-${hash}.json`);
	}

	/** Signatures of a store; `null`: nobody has signed any. @throws {UserError} RA506 or RA677. */
	async signatures(target: string): Promise<StoredSignatures | null> {
		const file = await this.signaturesFile(target);
		const text = await readText(file, fileKinds.signatures);
		return text === undefined ? null : readSignatures(text, file);
	}

	/** Files of signatures of other stores, but for those of very large ones. */
	async otherFiles(target: string): Promise<string[]> {
		const own = basename(await this.signaturesFile(target));
		const folder = join(this.#folder, 'signatures');
		const names = (await readdir(folder).catch(noneIfAbsent)).filter((name) => name.endsWith('.json') && name !== own);
		const files = names.toSorted().map((name) => join(folder, name));
		const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
		return files.filter((_, i) => sizes[i]! <= largestOther);
	}

	/** Signatures in a file. @throws {UserError} RA506 or RA677. */
	async read(file: string): Promise<StoredSignatures> {
		return readSignatures(await requireText(file, fileKinds.signatures), file);
	}

	/** Runs `task` while no other process writes here. @throws {UserError} RA675. */
	alone<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
		return asOnlyWriter(this.#folder, { signal, notWritable: unwritable }, task);
	}

	/** @throws {UserError} RA675. */
	async saveKeys(keys: StoredKeys): Promise<void> {
		await this.#save(this.keysFile, formatKeys(keys));
	}

	/** @throws {UserError} RA675. */
	async saveSignatures(target: string, signatures: StoredSignatures): Promise<string> {
		const file = await this.signaturesFile(target);
		await this.#save(file, formatSignatures(signatures));
		return file;
	}

	async #save(file: string, text: string): Promise<void> {
		try {
			await makeFolderDurably(join(this.#folder, 'signatures'));
			await writeDurably(file, text);
		} catch (cause) {
			throw unwritable(file, cause);
		}
	}
}

/** Bytes: a signature takes some 300. */
const largestOther = 32 * 2 ** 20;

function noneIfAbsent(error: unknown): [] {
	if (hasCode(error, 'ENOENT')) return [];
	throw error;
}

export function ringOf({ keys }: StoredKeys): KeyRing {
	return { keys: keys.map(({ secret }) => signingKey(Buffer.from(secret, 'base64'))) };
}

/** Keys with a new one that signs from now on. @param when ISO 8601 */
export function withNewKey(stored: StoredKeys, when: string): StoredKeys {
	const secret = randomBytes(32);
	return { ...stored, keys: [...stored.keys, { id: signingKey(secret).id, created: when, secret: secret.toString('base64') }] };
}
