/** What Node's parseArgs says of an option that it was not told of, or that lacks its value; undefined for every other error. */
export function optionMistake(error: unknown): string | undefined {
	const isMistake =
		error instanceof TypeError && 'code' in error && typeof error.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS_');
	// What follows the first sentence tells how to write file names that begin with a hyphen.
	return isMistake ? /^.*?(?=\. To specify|$)/s.exec(error.message)?.[0] : undefined;
}
