import { z } from 'zod';

/** What this workspace screens, kept between two runs of VS Code. Paths and addresses. */
const kept = z.object({ log: z.string().nullable(), store: z.string().nullable(), benign: z.string().nullable() });
export type ScreeningChoice = z.infer<typeof kept>;

const key = 'ragAssay.queryScreening.choice';

/** VS Code's memory of a workspace, as far as it is needed. */
interface Memory {
	get(key: string): unknown;
	update(key: string, value: unknown): PromiseLike<void>;
}

/** The log, the store and the benign queries that were chosen last in this workspace. */
export class KnownChoice {
	readonly #memory: Memory;
	#kept: ScreeningChoice;

	constructor(memory: Memory) {
		this.#memory = memory;
		// Another version may have left it.
		this.#kept = kept.safeParse(memory.get(key)).data ?? { log: null, store: null, benign: null };
	}

	get choice(): ScreeningChoice {
		return this.#kept;
	}

	async choose(choice: Partial<ScreeningChoice>): Promise<void> {
		this.#kept = { ...this.#kept, ...choice };
		await this.#memory.update(key, this.#kept);
	}
}
