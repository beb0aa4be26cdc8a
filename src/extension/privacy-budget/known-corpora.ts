import { z } from 'zod';

/** What this workspace keeps of corpora between two runs of VS Code: those whose ledgers it has seen, and the one that the panel was turned to. */
const kept = z.object({ known: z.array(z.string()), shown: z.string().nullable() });

const key = 'ragAssay.privacyBudget.corpora';
/** More than that no list shows; the oldest goes. */
const most = 50;

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
		if (!this.paths.includes(path)) await this.#keep({ ...this.#kept, known: [...this.paths, path].slice(-most) });
	}

	async #keep(next: z.infer<typeof kept>): Promise<void> {
		this.#kept = next;
		await this.#memory.update(key, next);
	}
}
