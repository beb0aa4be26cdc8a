import { listInWords, plural } from '../../../wording/phrases.ts';
import { joinedId, isRecord, textOf, type DatabaseRecord } from '../record-entry.ts';
import type { StoreRemark } from '../memory-store.ts';
import type { SqliteQueries, SqliteRow } from '../sqlite/sqlite-file.ts';
import type { FolderCollection } from './folder-collections.ts';

/** Rows of the queue that are held at once. */
const rowsAtOnce = 200;
/** Entries that a remark names. */
const named = 5;

/**
 * Chroma writes every change into a queue first, and leaves it there for long after: deleted texts and earlier ones of what was replaced
 * stand in the file while no query finds them. Also what the queue has and Chroma has not put in its place yet.
 */
export function lingeringTexts(queries: SqliteQueries, collections: readonly FolderCollection[]): StoreRemark[] {
	const byId = new Map(collections.map((one) => [one.id, one]));
	const applied = new Map(
		queries.rows('SELECT segment_id, seq_id FROM max_seq_id').map((row) => [String(row['segment_id']), Number(row['seq_id'])]),
	);
	let [deleted, replaced, ofGone, pending] = [0, 0, 0, 0];
	const ids = new Set<string>();
	for (const row of queueOf(queries)) {
		const collection = byId.get(String(row['topic']).split('/').at(-1) ?? '');
		const text = queuedText(row['metadata']);
		if (collection === undefined) {
			if (text !== null) ofGone++;
			continue;
		}
		if (Number(row['seq_id']) > (applied.get(collection.segment) ?? 0)) {
			pending++;
			continue;
		}
		if (text === null) continue;
		const now = currentTexts(queries, collection, row['id'] ?? null);
		if (now?.includes(text) === true) continue;
		if (now === null) deleted++;
		else replaced++;
		if (ids.size <= named) ids.add(joinedId(collection.name, String(row['id'])));
	}
	const kinds = [
		...(deleted === 0 ? [] : [plural(deleted, 'deleted text')]),
		...(replaced === 0 ? [] : [plural(replaced, 'earlier text')]),
		...(ofGone === 0 ? [] : [`${plural(ofGone, 'text')} of deleted collections`]),
	];
	const examples = [...ids].slice(0, named).map((id) => `'${id}'`);
	const list = ids.size > named ? `${examples.join(', ')} and others` : listInWords(examples);
	return [
		...(kinds.length === 0
			? []
			: [
					{
						message: `Chroma's queue still holds ${listInWords(kinds)}, which no query finds${ids.size === 0 ? '' : ` (${list})`}.`,
						hint: 'Whoever may read the folder may read them; `chroma vacuum --path FOLDER` removes them, with nothing else using it.',
					},
				]),
		...(pending === 0
			? []
			: [
					{
						message: `Chroma has not put ${plural(pending, 'queued change')} in place yet; the entries are as they were before.`,
						hint: 'Open the collection once with Chroma, then scan again.',
					},
				]),
	];
}

function* queueOf({ rows }: SqliteQueries): Generator<SqliteRow> {
	for (let after = -1; ; ) {
		const found = rows('SELECT seq_id, topic, id, operation, metadata FROM embeddings_queue WHERE seq_id > ? ORDER BY seq_id LIMIT ?', [
			after,
			rowsAtOnce,
		]);
		yield* found;
		if (found.length < rowsAtOnce) return;
		after = Number(found.at(-1)?.['seq_id']);
	}
}

/** What an entry's members say now; `null`: there is no such entry any more. */
function currentTexts({ rows }: SqliteQueries, { segment }: FolderCollection, id: SqliteRow[string]): unknown[] | null {
	const entry = rows('SELECT id FROM embeddings WHERE segment_id = ? AND embedding_id = ?', [segment, id ?? null])[0];
	if (entry === undefined) return null;
	return rows('SELECT string_value FROM embedding_metadata WHERE id = ?', [entry['id'] ?? null]).map((row) => row['string_value']);
}

function queuedText(metadata: unknown): string | null {
	const record = parsed(metadata);
	const document = record['chroma:document'];
	return typeof document === 'string' ? document : (textOf(record)?.text ?? null);
}

function parsed(metadata: unknown): DatabaseRecord {
	if (typeof metadata !== 'string') return {};
	try {
		const value: unknown = JSON.parse(metadata);
		return isRecord(value) ? value : {};
	} catch (error) {
		// A row of the queue that is no JSON holds no text that could be told.
		if (error instanceof SyntaxError) return {};
		throw error;
	}
}
