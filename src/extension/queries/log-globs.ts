/** Documents that may be query logs, for VS Code to hand to the runner, which knows them by their whole paths. @param logs files of the settings */
export function queryLogGlobs(logs: readonly string[]): string[] {
	const names = new Set(logs.map((log) => log.split(/[\\/]/).at(-1) ?? ''));
	return ['**/*.queries.jsonl', ...[...names].map((name) => `**/${name.replaceAll(/[*?[{]/g, '[$&]')}`)];
}
