import { join } from 'node:path';
import { systemReason, UserError } from '../errors.ts';
import { beginsWith, bytesAt, isBeginningOf, printOf, type FileFingerprint } from './file-fingerprint.ts';
import type { FileKind } from './file-kind.ts';
import { listedFile, type FolderSnapshot, type ListedFile } from './folder-snapshot.ts';
import { openFile, type OpenedFile } from './read-file.ts';
import type { OpenFiles } from './open-files.ts';
import { isPacked, type Relation, type RotationFacts, type Sibling } from './rotation-plan.ts';

/** Bytes of the beginning that tell whether a file was written anew. */
const headBytes = 256;
/** Files that have left the folder may come back; this many are remembered, some hundred bytes each. */
const maxKnown = 10_000;

interface KnownFile extends Omit<ListedFile, 'id'> {
	readonly head: Buffer;
	readonly copyOf: string | null;
}

/** What the file of that id held, when a look found this one, began with this one. */
export interface CopyOf {
	readonly copyOf: string;
	/** Whether it is that file for sure. Otherwise it was written to since, and may be another one that has got its inode. */
	readonly isSure: boolean;
}

/** What lay beside a followed file at earlier looks, and need not be read. */
export class KnownFiles {
	readonly #known = new Map<string, KnownFile>();
	/** What was there at the last look. */
	#present: ReadonlySet<string> = new Set();
	#packed: ReadonlyMap<string, bigint | null> = new Map();

	/** Tells whether a file is known, as far as that is seen without opening it. `changed`: it was written to since, and may have another content. */
	get({ id, born, size, changed }: ListedFile): 'known' | 'changed' | 'new' | CopyOf {
		const known = this.#known.get(id);
		if (known === undefined || isAnother(known.born, born)) return 'new';
		const isAsBefore = known.size === size && known.changed === changed;
		if (known.copyOf !== null) return { copyOf: known.copyOf, isSure: isAsBefore || (known.born !== null && born !== null) };
		return isAsBefore ? 'known' : 'changed';
	}

	/** Tells whether a file still begins as it did: it has grown then. */
	async hasGrown({ id }: ListedFile, { handle }: OpenedFile): Promise<boolean> {
		const head = this.#known.get(id)?.head;
		return head !== undefined && (await bytesAt(handle, 0, head.length)).equals(head);
	}

	/** Names of compressed files that are new. */
	newlyPacked({ beside }: FolderSnapshot): string[] {
		const isNew = ({ id, born }: ListedFile): boolean => {
			const before = this.#packed.get(id);
			return before === undefined || isAnother(before, born);
		};
		return beside.filter((one) => isPacked(one.name) && isNew(one)).map(({ name }) => name);
	}

	/** How many that are not compressed were there at the last look and no longer are. */
	vanished({ beside, now }: FolderSnapshot, heldId: string): number {
		const present = new Set([...beside.map(({ id }) => id), heldId, now?.id]);
		return [...this.#present].filter((id) => !present.has(id)).length;
	}

	/** Remembers a file. @param head its first bytes; without them those that are known stay */
	add(
		{ id, born, size, changed }: ListedFile,
		{ head, copyOf = null }: { readonly head?: Buffer | undefined; readonly copyOf?: string | null },
	): void {
		const bytes = head?.subarray(0, headBytes) ?? this.#known.get(id)?.head ?? Buffer.alloc(0);
		this.#known.delete(id);
		this.#known.set(id, { born, size, changed, head: Buffer.from(bytes), copyOf });
		for (const oldest of this.#known.keys()) {
			if (this.#known.size <= maxKnown) break;
			this.#known.delete(oldest);
		}
	}

	/** Remembers which files were there. */
	look({ beside }: FolderSnapshot): void {
		this.#present = new Set(beside.filter(({ name }) => !isPacked(name)).map(({ id }) => id));
		this.#packed = new Map(beside.filter(({ name }) => isPacked(name)).map(({ id, born }) => [id, born]));
	}
}

/** Whether a file is another one than had its device and inode before. */
function isAnother(before: bigint | null, born: bigint | null): boolean {
	return before !== null && born !== null && before !== born;
}

/** A file that is followed, and what of it was handed on. */
export interface HeldFile {
	readonly file: OpenedFile;
	readonly print: FileFingerprint;
}

/** A file beside a log. */
export interface BesideFile extends Sibling, ListedFile {
	/** Open where the file is not known, and can be read. */
	readonly file: OpenedFile | null;
	readonly head?: Buffer;
	/** The id of the file that begins with this one, of `present`. */
	readonly copyOf?: string;
}

export interface Surroundings {
	readonly when: RotationFacts['when'];
	readonly held: HeldFile;
	/** Has the log's name, where that is another file that can be read. */
	readonly now: OpenedFile | null;
	readonly known: KnownFiles;
	readonly kind: FileKind;
}

/**
 * Opens what is not known beside a log, and finds what each is to the followed file. `null`: files were renamed meanwhile.
 * @param files takes what is opened
 */
export async function besideFiles(
	{ folder, beside }: FolderSnapshot,
	around: Surroundings,
	files: OpenFiles,
): Promise<BesideFile[] | null> {
	const { id: heldId } = await listedAs(around.held.file);
	const found: BesideFile[] = [];
	for (const one of beside.filter(({ name }) => !isPacked(name))) {
		const state = one.id === heldId ? 'known' : around.known.get(one);
		// A file that is replaced has all that its copies have.
		const hasAllOf = (other: string): boolean => other === heldId && around.when === 'replaced' && around.held.print.length > 0;
		const isCopy = typeof state === 'object' && hasAllOf(state.copyOf);
		if (state === 'known' || (isCopy && state.isSure)) {
			found.push({ ...one, relation: 'known', file: null });
			continue;
		}
		// oxlint-disable-next-line no-await-in-loop -- few, and one behind the other
		const file = await opened(join(folder, one.name), around.kind, files);
		if (file === null) return null;
		if (typeof file === 'string') {
			found.push({ ...one, relation: state === 'changed' ? 'known' : 'unreadable', reason: file, file: null });
			continue;
		}
		// oxlint-disable-next-line no-await-in-loop -- as above
		const read = await relationOf(one, file, state === 'changed' || isCopy, around);
		if (read === null) return null;
		found.push({ ...one, ...read, file });
	}
	return found;
}

/** What a look says of an open file. */
export async function listedAs({ handle }: OpenedFile): Promise<ListedFile> {
	return listedFile(await handle.stat({ bigint: true }));
}

/** The file, why it cannot be read, or `null`: it is not there. */
async function opened(path: string, kind: FileKind, files: OpenFiles): Promise<OpenedFile | string | null> {
	try {
		const file = await openFile(path, kind);
		return file === undefined ? null : files.add(file);
	} catch (error) {
		if (error instanceof UserError) return systemReason(error.cause ?? error);
		throw error;
	}
}

/** `null`: the file is another one than was seen. */
async function relationOf(
	seen: ListedFile,
	file: OpenedFile,
	isChanged: boolean,
	{ when, held, now, known }: Surroundings,
): Promise<Pick<BesideFile, 'relation' | 'head' | 'copyOf'> | null> {
	if ((await listedAs(file)).id !== seen.id) return null;
	const print = await printOf(file.handle);
	const as = (relation: Relation, of?: ListedFile): Pick<BesideFile, 'relation' | 'head' | 'copyOf'> => ({
		relation,
		head: print.head,
		...(of === undefined ? {} : { copyOf: of.id }),
	});
	if (isChanged && (await known.hasGrown(seen, file))) return as('known');
	if (print.length === 0) return as('empty');
	if (when === 'cut' && held.print.length > 0) {
		if (await beginsWith(file.handle, held.print)) return as('copy');
		if (await isBeginningOf(file.handle, held.print)) return as('part');
	}
	if (when !== 'replaced' && (await beginsWith(held.file.handle, print))) return as('present', await listedAs(held.file));
	const isPart = when === 'replaced' && held.print.length > 0 && (await isBeginningOf(file.handle, held.print));
	const unread = isPart ? 'part' : 'other';
	if (now === null) return as(unread);
	const nameNow = await listedAs(now);
	// What was written for the last time before a file was made is no copy of that, however alike they begin.
	const isOlder = nameNow.born !== null && seen.changed < nameNow.born;
	return !isOlder && (await beginsWith(now.handle, print)) ? as('present', nameNow) : as(unread);
}
