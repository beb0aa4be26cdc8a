import { textSha256 } from './sidecar.ts';

/** Scheme of the documents that show one trace of another tool's file as a `*.rag.md`. They are made when they are opened, and cannot be edited. */
export const readableScheme = 'rag-assay-trace';

const ending = '.rag.md';
/** Longest part of a trace's ID that a document's name shows. */
const longestName = 60;

/** Returns a document's name for the trace with an ID, without its ending. Different IDs have different names. */
export function readableName(id: string): string {
	const shown = id
		.replaceAll(/[^\p{L}\p{N} ._()-]+/gu, '-')
		.slice(0, longestName)
		.trim();
	return shown === id && id !== '' ? id : `${shown}~${textSha256(id).slice(0, 8)}`;
}

/**
 * Returns the URI of the readable document of a trace. Its path is the file's with the trace's name behind it, so that tabs and lists show both.
 * @param file `file:` URI of the file that holds the trace
 */
export function readableUri(file: string, id: string): string {
	const rest = file.replace(/^file:/i, '');
	return `${readableScheme}:${rest.startsWith('///') ? rest.slice(2) : rest}/${encodeURIComponent(readableName(id))}${ending}`;
}

/** What a readable document shows. */
interface ShownTrace {
	/** `file:` URI of the file that holds the trace. */
	readonly file: string;
	/** The trace's `readableName`. */
	readonly name: string;
}

/** Returns what a readable document shows, or `null` for the URI of any other document. */
export function shownTrace(uri: string): ShownTrace | null {
	const [, rest, written] = /^rag-assay-trace:(\/.*)\/([^/]+)\.rag\.md$/s.exec(uri) ?? [];
	if (rest === undefined || written === undefined) return null;
	try {
		return { file: `file:${rest.startsWith('//') ? '' : '//'}${rest}`, name: decodeURIComponent(written) };
	} catch (error) {
		// A lone `%` is in no URI that was made here.
		if (error instanceof URIError) return null;
		throw error;
	}
}
