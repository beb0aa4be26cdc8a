/** Whether a file says by its name that its queries are ordinary ones: `benign.queries.jsonl` or `NAME.benign.queries.jsonl`. It is no log to judge. */
export function isBenignQueriesFile(file: string): boolean {
	return /(?:^|[\\/.])benign\.queries\.jsonl$/.test(file);
}
