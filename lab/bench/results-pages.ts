/** A table of a Markdown page. */
interface Table {
	/** The line in bold above the table, or above an earlier table of the same part. Empty if the page has none yet. */
	readonly title: string;
	readonly head: readonly string[];
	readonly rows: readonly (readonly string[])[];
}

/** A main table: `<!-- from tables -->`, the title in bold as in the full tables, the table, `<!-- end -->`. The title may be left out. */
const marked = /(?<=<!-- from tables -->\n\n)(?:\*\*([^\n]+)\*\*\n\n)?(\|.*?)(?=\n\n<!-- end -->)/gs;

/** Returns the file `NAME.tables.md`: a heading, a link back to the page of the bench, and `body` as it is. */
export function tablesPage(name: string, body: string): string {
	return `# Tables of ${name}\n\n[${name}.md](${name}.md) says what this bench measures and how to read these tables.\n\n${body.trim()}\n`;
}

/**
 * Returns the page of a bench with its main tables filled in from the full tables.
 * The page chooses the rows and the columns: each keeps its label, and every other cell comes from the full table with that title and these columns.
 * The first columns are the label, as many as tell the rows of the full table apart.
 * @throws RangeError if the full tables do not have exactly one such table, or not all of the rows, or if a main table is not marked as a whole.
 */
export function withMainTables(page: string, tables: string): string {
	const all = tablesOf(tables);
	if ([...page.matchAll(marked)].length !== page.split('<!-- from tables -->').length - 1)
		throw new RangeError('each <!-- from tables --> needs a table and <!-- end -->, with blank lines between them');
	return page.replaceAll(marked, (_, title: string | undefined, text: string) => {
		const [head = '', rule = '', ...rows] = text.split('\n');
		const columns = cellsOf(head);
		const found = all.filter((one) => (title === undefined || one.title === title) && columns.every((column) => one.head.includes(column)));
		if (found.length !== 1)
			throw new RangeError(
				`${found.length} full tables ${title === undefined ? '' : `of "${title}" `}have the columns of "${head}"; one must`,
			);
		const lines = rows.map((row) => lineOf(rowLike(cellsOf(row), columns, found[0]!)));
		return [...(title === undefined ? [] : [`**${title}**`, '']), head, rule, ...lines].join('\n');
	});
}

/** Returns the columns of the row of `table` whose first cells are those of `row`. */
function rowLike(row: readonly string[], columns: readonly string[], table: Table): readonly string[] {
	const label = row.slice(0, labelWidth(table));
	const own = table.rows.find((cells) => label.every((cell, i) => cells[i] === cell));
	if (own === undefined) throw new RangeError(`no row of the full table is labeled "${label.join(' | ')}"`);
	return columns.map((column) => own[table.head.indexOf(column)] ?? '');
}

/** Returns how many of the first columns tell all rows apart: 1 or more. */
function labelWidth({ head, rows }: Table): number {
	const widths = head.map((_, i) => i + 1);
	return widths.find((width) => new Set(rows.map((row) => row.slice(0, width).join(' | '))).size === rows.length) ?? head.length;
}

/** Reads the tables of a page, each with its title. */
function tablesOf(page: string): Table[] {
	const tables: Table[] = [];
	let title = '';
	for (const block of page.split(/\n{2,}/)) {
		title = /^\*\*(.+)\*\*$/.exec(block)?.[1] ?? title;
		if (!block.startsWith('|')) continue;
		const [head = [], , ...rows] = block.trimEnd().split('\n').map(cellsOf);
		tables.push({ title, head, rows });
	}
	return tables;
}

/** Splits a row at its bars, but not at those that a backslash escapes. */
function cellsOf(row: string): string[] {
	return row
		.split(/(?<!\\)\|/)
		.slice(1, -1)
		.map((cell) => cell.trim());
}

function lineOf(cells: readonly string[]): string {
	return `| ${cells.join(' | ')} |`;
}
