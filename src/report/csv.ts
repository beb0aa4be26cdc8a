/** A table as RFC 4180 has it, its head the first row. */
export function asTable(rows: readonly (readonly (string | number)[])[]): string {
	return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it: traces hold what anyone has written. */
function cell(value: string | number): string {
	if (typeof value === 'number') return String(value);
	const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
