/** Returns the records of a CSV file by the names in its first row. Quoted fields may hold commas, line ends and doubled quotes. */
export function csvRecords(text: string): Record<string, string>[] {
	const rows: string[][] = [[]];
	for (const [, quoted, plain = '', end] of text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
		rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
		if (end === ',') continue;
		if (end === '') break;
		rows.push([]);
	}
	const [names = [], ...records] = rows;
	return records
		.filter((fields) => fields.length === names.length)
		.map((fields) => Object.fromEntries(names.map((name, i) => [name, fields[i]!])));
}
