import type { Matrix } from '../../src/methods/memsad/row-maxima.ts';
import type { Embed } from '../../src/redteam/memory/attack.ts';

/** Texts with their embeddings. */
export interface Material {
	readonly texts: readonly string[];
	readonly embeddings: Matrix;
}

export async function materialOf(texts: readonly string[], embed: Embed): Promise<Material> {
	return { texts, embeddings: await embed(texts, 'document') };
}
