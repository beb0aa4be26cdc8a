import type { StoredEmbeddings } from '../memory-store.ts';
import type { SqliteQueries } from '../sqlite/sqlite-file.ts';

/** A collection of a Chroma folder. */
export interface FolderCollection {
	readonly id: string;
	/** With its database's, where another one has a collection of that name. */
	readonly name: string;
	readonly dimension: number | null;
	/** Of the segment that holds its texts. */
	readonly segment: string;
}

/** Its collections, with the segments that hold their texts. */
export function collectionsOf({ rows }: SqliteQueries): FolderCollection[] {
	const found = rows(`
		SELECT c.*, s.id AS segment FROM collections c JOIN segments s ON s.collection = c.id AND s.scope = 'METADATA' ORDER BY c.id`);
	const names = found.map(({ name }) => name);
	return found.map(({ id, name, dimension, segment, database_id: database }) => ({
		id: String(id),
		name: names.filter((one) => one === name).length > 1 ? `${String(database)}/${String(name)}` : String(name),
		dimension: typeof dimension === 'number' ? dimension : null,
		segment: String(segment),
	}));
}

/**
 * What embeddings can be read without unpickling anything: those that still lie in the queue, if all collections have embeddings of one
 * length; `null`: none.
 */
export function embeddingsOf({ rows }: SqliteQueries, collections: readonly FolderCollection[]): StoredEmbeddings | null {
	const [dimensions, ...others] = new Set(collections.flatMap(({ dimension }) => dimension ?? []));
	if (dimensions === undefined || others.length > 0) return null;
	const hasAny = rows(`SELECT 1 AS one FROM embeddings_queue WHERE vector IS NOT NULL AND encoding = 'FLOAT32' LIMIT 1`);
	return hasAny.length === 0 ? null : { dimensions, encoder: null };
}
