import { errorNumbers } from '../../../error-numbers.ts';
import { UserError } from '../../../errors.ts';
import { listInWords } from '../../../wording/phrases.ts';
import { textMembers } from '../record-entry.ts';
import { noCollection, type ServerWords } from '../server-errors.ts';
import { invalidAddress } from '../store-address.ts';

export const postgresExample = 'postgres://USER@HOST:5432/DATABASE?table=TABLE&text=COLUMN';

/** What the address says of a table; what it leaves out is found. */
export type TableOptions = Readonly<Partial<Record<'table' | 'text' | 'id' | 'embedding', string>>>;

/** A column, as the catalog has it. */
export interface Column {
	readonly schema: string;
	readonly table: string;
	readonly name: string;
	/** With its modifier, such as `vector(384)`. */
	readonly type: string;
	/** Whether it alone tells rows apart. */
	readonly isKey: boolean;
}

/** Columns of every table that somebody made; without indexes over several columns or over a part of the rows. */
export const columnsQuery = `
	SELECT n.nspname AS schema, c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
		EXISTS (
			SELECT 1 FROM pg_index i
			WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indnkeyatts = 1
				AND i.indkey[0] = a.attnum AND (i.indisprimary OR a.attnotnull)
		) AS "isKey"
	FROM pg_class c
	JOIN pg_namespace n ON n.oid = c.relnamespace
	JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'
	ORDER BY n.nspname, c.relname, a.attnum`;

/** How a table is read. */
export interface MemoryTable {
	readonly schema: string;
	readonly table: string;
	readonly columns: readonly Column[];
	readonly key: Column;
	/** `null`: the text is in a member of `record`. */
	readonly text: Column | null;
	/** A column of JSON whose members are the entry's; `null`: there is none. */
	readonly record: Column | null;
	readonly embedding: Column | null;
}

const textTypes = /^(text|character varying|character|citext)\b/;
const vectorTypes = /^(vector|halfvec)\b/;
/** mem0's, LangChain's and LlamaIndex's. */
const recordNames = ['payload', 'cmetadata', 'metadata_', 'metadata', 'value'];
const textNames: readonly string[] = [...textMembers, 'chunk', 'body', 'message', 'summary'];

/**
 * Which table of a database is a memory, and what its columns are.
 * @throws {UserError} RA344 without such a table, RA345 without a text, RA347 without a key.
 */
export function memoryTable(all: readonly Column[], options: TableOptions, words: ServerWords): MemoryTable {
	const columns = columnsOf(all, options.table ?? null, words);
	const { schema, table } = columns[0]!;
	const named = (what: 'text' | 'id' | 'embedding'): Column | null => {
		const name = options[what];
		if (name === undefined) return null;
		const found = columns.find((column) => column.name === name);
		if (found !== undefined) return found;
		throw invalidAddress(words.name, `the table '${table}' has no column '${name}', only ${listOf(columns)}`, postgresExample);
	};
	const record = first(columns, recordNames, (column) => /^jsonb?$/.test(column.type));
	const embedding = named('embedding') ?? columns.find(({ type }) => vectorTypes.test(type)) ?? null;
	const key = named('id') ?? columns.find(({ isKey }) => isKey) ?? null;
	if (key === null)
		throw invalidAddress(words.name, `no column of '${table}' alone tells its rows apart: name one with &id=COLUMN`, postgresExample);
	// An id that is a name may be of a text's type.
	const text = named('text') ?? first(columns, textNames, (column) => textTypes.test(column.type) && column !== key);
	if (text !== null || record !== null) return { schema, table, columns, key, text, record, embedding };
	throw new UserError(errorNumbers.noTextInStore, `It is not known which column of '${table}' at '${words.name}' holds the text.`, {
		hint: `Name one of ${listOf(columns)} in the address: &text=COLUMN.`,
	});
}

/** Columns of the table that is named, or of the only one that holds embeddings. */
function columnsOf(all: readonly Column[], wanted: string | null, words: ServerWords): readonly Column[] {
	const byTable = new Map<string, Column[]>();
	for (const column of all) byTable.set(qualified(column), [...(byTable.get(qualified(column)) ?? []), column]);
	if (wanted !== null) {
		const found =
			byTable.get(wanted.includes('.') ? wanted : `public.${wanted}`) ?? [...byTable].find(([, [one]]) => one!.table === wanted)?.[1];
		if (found === undefined) throw noCollection(words, 'table', wanted, [...byTable.keys()].map(short));
		return found;
	}
	const withVectors = [...byTable].filter(([, columns]) => columns.some(({ type }) => vectorTypes.test(type)));
	if (withVectors.length === 1) return withVectors[0]![1];
	if (withVectors.length > 1)
		throw noCollection(
			words,
			'table',
			null,
			withVectors.map(([name]) => short(name)),
		);
	throw new UserError(
		errorNumbers.noSuchCollection,
		`No table at '${words.name}' has a column of type vector, and the address names none.`,
		{
			hint:
				byTable.size === 0
					? 'Check the database that the address names.'
					: `Name one of ${listInWords([...byTable.keys()].slice(0, 20).map((name) => `'${short(name)}'`))}: ?table=NAME; pgvector's extension is not needed for that.`,
		},
	);
}

function qualified({ schema, table }: Column): string {
	return `${schema}.${table}`;
}

function short(name: string): string {
	return name.replace(/^public\./, '');
}

function first(columns: readonly Column[], names: readonly string[], fits: (column: Column) => boolean): Column | null {
	for (const name of names) {
		const found = columns.find((column) => column.name === name && fits(column));
		if (found !== undefined) return found;
	}
	return null;
}

function listOf(columns: readonly Column[]): string {
	return listInWords(columns.slice(0, 30).map(({ name }) => `'${name}'`));
}

/** A name as SQL has it. */
export function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
