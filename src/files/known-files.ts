import { bytesAt } from './content-print.ts';
import type { FolderLook, SeenFile } from './folder-look.ts';
import type { OpenedFile } from './open-file.ts';
import { isPacked } from './rotated-names.ts';

/** Bytes of the beginning that tell whether a file was written anew. */
const headBytes = 256;
/** Files that have left the folder may come back; this many are remembered, some hundred bytes each. */
const mostKnown = 10_000;

interface KnownFile extends Omit<SeenFile, 'id'> {
	readonly head: Buffer;
}

/** What lay beside a followed file at earlier looks, and need not be read. */
export class KnownFiles {
	readonly #known = new Map<string, KnownFile>();
	/** What was there at the last look. */
	#present: ReadonlySet<string> = new Set();
	#packed: ReadonlySet<string> = new Set();

	/** Tells whether a file is known, as far as that is seen without opening it; `changed`: it was written to since, and may have another content. */
	get({ id, born, size, changed }: SeenFile): 'known' | 'changed' | 'new' {
		const known = this.#known.get(id);
		if (known === undefined || (known.born !== null && born !== null && known.born !== born)) return 'new';
		return known.size === size && known.changed === changed ? 'known' : 'changed';
	}

	/** Tells whether a file still begins as it did: it has grown then. */
	async hasGrown({ id }: SeenFile, { handle }: OpenedFile): Promise<boolean> {
		const head = this.#known.get(id)?.head;
		return head !== undefined && (await bytesAt(handle, 0, head.length)).equals(head);
	}

	/** Names of compressed files that are new. */
	newlyPacked({ beside }: FolderLook): string[] {
		return beside.filter(({ id, name }) => isPacked(name) && !this.#packed.has(id)).map(({ name }) => name);
	}

	/** How many that are not compressed were there at the last look and no longer are. */
	vanished({ beside, now }: FolderLook, heldId: string): number {
		const present = new Set([...beside.map(({ id }) => id), heldId, now?.id]);
		return [...this.#present].filter((id) => !present.has(id)).length;
	}

	/** Remembers a file. @param head its first bytes; without them those that are known stay */
	add({ id, born, size, changed }: SeenFile, head?: Buffer): void {
		const bytes = head?.subarray(0, headBytes) ?? this.#known.get(id)?.head ?? Buffer.alloc(0);
		this.#known.delete(id);
		this.#known.set(id, { born, size, changed, head: Buffer.from(bytes) });
		for (const oldest of this.#known.keys()) {
			if (this.#known.size <= mostKnown) break;
			this.#known.delete(oldest);
		}
	}

	/** Remembers which files were there. */
	look({ beside }: FolderLook): void {
		this.#present = new Set(beside.filter(({ name }) => !isPacked(name)).map(({ id }) => id));
		this.#packed = new Set(beside.filter(({ name }) => isPacked(name)).map(({ id }) => id));
	}
}
