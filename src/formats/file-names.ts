/** What a file is, by its name alone. */
export type FileKind = 'rag-md' | 'prompt' | 'response';

const suffixes: Readonly<Record<FileKind, string>> = { 'rag-md': '.rag.md', prompt: '.prompt.md', response: '.response.md' };

/** Glob of every file that may hold traces, for a file watcher or a search. */
export const traceFilesGlob = '**/*.{rag,prompt,response}.md';

/** `file` is a path or a URI; `null` when its name is none of ours. */
export function fileKind(file: string): FileKind | null {
	for (const kind of ['rag-md', 'prompt', 'response'] as const) {
		const suffix = suffixes[kind];
		if (file.endsWith(suffix) && !/(?:^|[\\/])$/.test(file.slice(0, -suffix.length))) return kind;
	}
	return null;
}

/** The file without its suffix: what a pair and its sidecar have in common. */
export function fileStem(file: string): string {
	const kind = fileKind(file);
	return kind === null ? file.replace(/(?<=[^\\/])\.[^.\\/]*$/, '') : file.slice(0, -suffixes[kind].length);
}

/** The stem's last part, percent-decoded for a URI: the name of a trace that names none. */
export function traceName(file: string): string {
	const last = fileStem(file).split(/[\\/]/).at(-1)!;
	if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return last;
	try {
		return decodeURIComponent(last);
	} catch (error) {
		// A lone `%`: such a name is shown as it is.
		if (error instanceof URIError) return last;
		throw error;
	}
}

/** The two files of a pair, from either. */
export function pairFiles(file: string): { prompt: string; response: string } {
	const stem = fileStem(file);
	return { prompt: stem + suffixes.prompt, response: stem + suffixes.response };
}

/** Where ignored findings and labels of a trace file (or a pair) are kept. */
export function sidecarFile(file: string): string {
	return `${fileStem(file)}.rag-assay.json`;
}
