/** What a note begins with that says why a response has no sources. */
export const notAttributed = 'Token sources cannot be attributed';

/** Why a record has no sources, with what would help; `undefined` where it does not say so. */
export function whyNotAttributed({ notes }: { readonly notes: readonly string[] }): string | undefined {
	return notes.find((note) => note.startsWith(notAttributed));
}
