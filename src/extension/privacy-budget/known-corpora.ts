import * as z from 'zod';
import { workspacePath } from '../profile-path.ts';

/** What settings name, as absolute paths; a relative one counts from the workspace's first folder. */
export interface NamedPlaces {
	/** Folder that budgets belong to. */
	readonly corpus: string | undefined;
	/** A ledger's file that takes the place of the corpus' own, and may be shared. */
	readonly ledger: string | undefined;
}

/** `read` gives the value of a setting by its key after `ragAssay.`; `folder` is the workspace's first. An empty text names nothing. */
export function readPlaces(read: (key: string) => unknown, folder: string | undefined): NamedPlaces {
	const placeOf = (key: string): string | undefined => {
		const named = read(key);
		return typeof named !== 'string' || named.trim() === '' ? undefined : workspacePath(named.trim(), folder);
	};
	return { corpus: placeOf('private.corpus'), ledger: placeOf('private.ledger') };
}

/** What this workspace keeps of corpora between two runs of VS Code: those whose ledgers it has seen, and the one that the panel was turned to. */
const kept = z.object({ known: z.array(z.string()), shown: z.string().nullable() });

const key = 'ragAssay.privacyBudget.corpora';
/** More than that no list shows; the oldest goes. */
const max = 50;

/** VS Code's memory of a workspace, as far as it is needed. */
interface Memory {
	get(key: string): unknown;
	update(key: string, value: unknown): PromiseLike<void>;
}

/** The corpora whose ledgers have been seen in this workspace, by the paths of their folders; kept in its memory. */
export class KnownCorpora {
	readonly #memory: Memory;
	#kept: z.infer<typeof kept>;

	constructor(memory: Memory) {
		this.#memory = memory;
		// Another version may have left it.
		this.#kept = kept.safeParse(memory.get(key)).data ?? { known: [], shown: null };
	}

	get paths(): readonly string[] {
		return this.#kept.known;
	}

	/** The one that somebody, or an answer, turned to; `null`: the one that the settings say. */
	get shown(): string | null {
		return this.#kept.shown;
	}

	async turnTo(path: string | null): Promise<void> {
		if (path !== this.shown) await this.#keep({ ...this.#kept, shown: path });
	}

	/** It has a ledger. */
	async add(path: string): Promise<void> {
		if (!this.paths.includes(path)) await this.#keep({ ...this.#kept, known: [...this.paths, path].slice(-max) });
	}

	async #keep(next: z.infer<typeof kept>): Promise<void> {
		this.#kept = next;
		await this.#memory.update(key, next);
	}
}
