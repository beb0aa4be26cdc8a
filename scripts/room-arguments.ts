/**
 * Returns the arguments of Node that run files of tests in one process and end it after the last test, whatever is still open then.
 * `run()` of `node:test` would need no flags, and does not end a process with something open.
 */
export function roomArguments(files: readonly string[]): string[] {
	return [
		// One process holds what dozens held.
		'--max-old-space-size=4096',
		'--import',
		new URL('forget-flags.mjs', import.meta.url).href,
		'--test',
		'--test-isolation=none',
		'--test-force-exit',
		'--test-reporter=spec',
		...files,
	];
}
