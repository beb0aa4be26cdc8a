/** Which documents are ours by their names. Paths are those of URIs, with `/`. */

/** Patterns of the language client's document selector. */
export const tracePatterns = ['**/*.rag.md', '**/*.prompt.md', '**/*.response.md'] as const;

export const languageId = 'rag-trace';

export type TraceFile =
	| { readonly kind: 'trace' }
	/** Half of a pair; ours only when the other half, at `sibling`, exists. */
	| { readonly kind: 'prompt' | 'response'; readonly sibling: string };

/** What a path names, or undefined for a file that is none of ours. */
export function traceFileAt(path: string): TraceFile | undefined {
	if (path.endsWith('.rag.md')) return { kind: 'trace' };
	const half = /^(.*[^/])\.(prompt|response)\.md$/s.exec(path);
	if (half === null) return undefined;
	const [, stem, kind] = half;
	return kind === 'prompt' ? { kind: 'prompt', sibling: `${stem}.response.md` } : { kind: 'response', sibling: `${stem}.prompt.md` };
}
