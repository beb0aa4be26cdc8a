/**
 * What there is to say of classifiers that the profile which was replaced has left behind: a sentence, `null`
 * where there are none.
 * @param paths of either platform.
 */
export function unusedInWords(paths: readonly string[]): string | null {
	if (paths.length === 0) return null;
	const names = paths.map((path) => path.replace(/^.*[\\/]/s, ''));
	return `Beside the profile lies what no profile there names anymore, and can be deleted: ${names.join(', ')}.`;
}
