import { bytesAt } from './content-print.ts';
import type { FolderLook, ListedFile } from './folder-look.ts';
import type { OpenedFile } from './open-file.ts';
import { isPacked } from './rotated-names.ts';

/** Bytes of the beginning that tell whether a file was written anew. */
const headBytes = 256;
/** Files that have left the folder may come back; this many are remembered, some hundred bytes each. */
const mostKnown = 10_000;

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
	newlyPacked({ beside }: FolderLook): string[] {
		const isNew = ({ id, born }: ListedFile): boolean => {
			const before = this.#packed.get(id);
			return before === undefined || isAnother(before, born);
		};
		return beside.filter((one) => isPacked(one.name) && isNew(one)).map(({ name }) => name);
	}

	/** How many that are not compressed were there at the last look and no longer are. */
	vanished({ beside, now }: FolderLook, heldId: string): number {
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
			if (this.#known.size <= mostKnown) break;
			this.#known.delete(oldest);
		}
	}

	/** Remembers which files were there. */
	look({ beside }: FolderLook): void {
		this.#present = new Set(beside.filter(({ name }) => !isPacked(name)).map(({ id }) => id));
		this.#packed = new Map(beside.filter(({ name }) => isPacked(name)).map(({ id, born }) => [id, born]));
	}
}

/** Whether a file is another one than had its device and inode before. */
function isAnother(before: bigint | null, born: bigint | null): boolean {
	return before !== null && born !== null && before !== born;
}
