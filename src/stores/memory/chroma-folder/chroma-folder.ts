import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isAbsent } from '../../../files/unreadable.ts';
import type { MemoryStore, StoredEmbeddings, StoreOpener, StoreRemark } from '../memory-store.ts';
import { readPages } from '../read-pages.ts';
import type { SqliteFile } from '../sqlite/sqlite-file.ts';
import { openSqliteWith, type Tables } from '../sqlite/sqlite-tables.ts';
import { chromaEntries } from './chroma-entries.ts';
import { collectionsOf, embeddingsOf, type FolderCollection } from './folder-collections.ts';
import { lingeringTexts } from './lingering-texts.ts';

const tables: Tables = {
	collections: ['id', 'name', 'dimension'],
	segments: ['id', 'scope', 'collection'],
	embeddings: ['id', 'segment_id', 'embedding_id', 'seq_id', 'created_at'],
	embedding_metadata: ['id', 'key', 'string_value', 'int_value', 'float_value'],
	embeddings_queue: ['seq_id', 'operation', 'topic', 'id', 'vector', 'encoding', 'metadata'],
};

/** The folder of a Chroma that runs in another program's process, or its `chroma.sqlite3`, read without Chroma: all its collections. */
export const chromaFolderOpener: StoreOpener = {
	kind: 'chroma-folder',
	example: 'FOLDER/chroma.sqlite3',
	async open(target, { signal }) {
		const file = await openSqliteWith((await isFolder(target)) ? join(target, 'chroma.sqlite3') : target, tables, signal);
		if (file === null) return null;
		try {
			const collections = await file.read(collectionsOf, signal);
			return new ChromaFolder(target, file, collections, await file.read((database) => embeddingsOf(database, collections), signal));
		} catch (error) {
			await file.close();
			throw error;
		}
	},
};

class ChromaFolder implements MemoryStore {
	readonly kind = 'chroma-folder';
	readonly name: string;
	readonly embeddings: StoredEmbeddings | null;
	readonly #file: SqliteFile;
	readonly #collections: readonly FolderCollection[];

	constructor(name: string, file: SqliteFile, collections: readonly FolderCollection[], embeddings: StoredEmbeddings | null) {
		this.name = name;
		this.#file = file;
		this.#collections = collections;
		this.embeddings = embeddings;
	}

	state(): Promise<string> {
		return this.#file.state();
	}

	/** An entry without a text is known when it is read alone. */
	async count(): Promise<null> {
		return null;
	}

	read(options: Parameters<MemoryStore['read']>[0]): ReturnType<MemoryStore['read']> {
		const settings = { store: this.name, dimensions: this.embeddings?.dimensions ?? null };
		return readPages(
			{
				name: this.name,
				position: z.number().int(),
				// Collections are asked for anew: one may be added while another program runs.
				page: (after, limit, signal) =>
					this.#file.read(
						(database) => chromaEntries(database, collectionsOf(database), { ...settings, after: after ?? 0, limit }),
						signal,
					),
			},
			options,
		);
	}

	async remarks(): Promise<StoreRemark[]> {
		const remarks = await this.#file.read((database) => lingeringTexts(database, collectionsOf(database)));
		const sizes = new Set(this.#collections.flatMap(({ dimension }) => dimension ?? []));
		if (sizes.size < 2) return remarks;
		return [
			...remarks,
			{
				message: 'Its collections have embeddings of different lengths, which are not used.',
				hint: 'Scan a collection alone through its server to use its own embeddings: chroma+http://HOST:PORT/COLLECTION.',
			},
		];
	}

	close(): Promise<void> {
		return this.#file.close();
	}
}

async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch (error) {
		if (isAbsent(error)) return false;
		throw error;
	}
}
