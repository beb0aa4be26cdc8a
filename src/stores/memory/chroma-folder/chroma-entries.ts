import { joinedId, embeddingOfBytes, isoTime, recordEntry, textOf, without, type DatabaseRecord } from '../record-entry.ts';
import type { Page, PageItem } from '../read-pages.ts';
import type { SqliteQueries, SqliteRow } from '../sqlite/sqlite-file.ts';
import { hasTables } from '../sqlite/sqlite-tables.ts';
import { unreadableEntry } from '../unreadable-entry.ts';
import type { FolderCollection } from './folder-collections.ts';

/** The entries behind the row `after`, with their metadata, and embeddings as far as the queue still has them. */
export function chromaEntries(
	queries: SqliteQueries,
	collections: readonly FolderCollection[],
	{
		store,
		dimensions,
		after,
		limit,
	}: { readonly store: string; readonly dimensions: number | null; readonly after: number; readonly limit: number },
): Page<number> {
	const found = queries.rows('SELECT id, segment_id, embedding_id, seq_id, created_at FROM embeddings WHERE id > ? ORDER BY id LIMIT ?', [
		after,
		limit,
	]);
	const last = found.at(-1);
	if (last === undefined) return { items: [], last: null, isEnd: true };
	const metadata = metadataOf(queries, after, Number(last['id']));
	const bySegment = new Map(collections.map((one) => [one.segment, one]));
	const items = found.map((row): PageItem => {
		const collection = bySegment.get(String(row['segment_id']));
		// Of a collection that was deleted.
		if (collection === undefined) return { entry: null, problems: [] };
		const id = joinedId(collection.name, String(row['embedding_id']));
		const members = metadata.get(Number(row['id'])) ?? {};
		const document = members['chroma:document'];
		const text = typeof document === 'string' && document.trim() !== '' ? { member: 'chroma:document', text: document } : textOf(members);
		if (text === null) return { entry: null, problems: [{ ...unreadableEntry(store, id, 'it holds no text'), severity: 'hint' }] };
		return {
			entry: recordEntry({
				id,
				text: text.text,
				members: without(members, text.member),
				scope: collection.name,
				when: isoTime(members['updated_at']) ?? isoTime(members['created_at']) ?? isoTime(row['created_at']),
				embedding: dimensions === null ? null : embeddingOf(queries, row, dimensions),
			}),
			problems: [],
		};
	});
	return { items, last: Number(last['id']), isEnd: found.length < limit };
}

function metadataOf(queries: SqliteQueries, after: number, last: number): Map<number, DatabaseRecord> {
	const records = new Map<number, Record<string, unknown>>();
	const recordOf = (row: SqliteRow): Record<string, unknown> => {
		const id = Number(row['id']);
		const record = records.get(id) ?? Object.create(null);
		records.set(id, record);
		return record;
	};
	for (const row of queries.rows('SELECT * FROM embedding_metadata WHERE id > ? AND id <= ? ORDER BY id, key', [after, last]))
		recordOf(row)[String(row['key'])] = valueOf(row);
	if (hasTables(queries, { embedding_metadata_array: ['id', 'key'] }))
		for (const row of queries.rows('SELECT * FROM embedding_metadata_array WHERE id > ? AND id <= ? ORDER BY id, key, rowid', [
			after,
			last,
		])) {
			const record = recordOf(row);
			const values = record[String(row['key'])];
			record[String(row['key'])] = [...(Array.isArray(values) ? values : []), valueOf(row)];
		}
	return records;
}

function valueOf(row: SqliteRow): unknown {
	const flag = row['bool_value'];
	return row['string_value'] ?? row['int_value'] ?? row['float_value'] ?? (flag === null || flag === undefined ? null : flag !== 0);
}

function embeddingOf({ rows }: SqliteQueries, row: SqliteRow, dimensions: number): Float32Array | null {
	const number = row['seq_id'];
	const sequence = number instanceof Uint8Array ? bigEndian(number) : number;
	if (sequence === undefined || sequence === null) return null;
	const queued = rows(`SELECT vector FROM embeddings_queue WHERE seq_id = ? AND id = ? AND encoding = 'FLOAT32'`, [
		sequence,
		row['embedding_id'] ?? null,
	]);
	return embeddingOfBytes(queued[0]?.['vector'], dimensions);
}

function bigEndian(bytes: Uint8Array): bigint {
	return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}
