/** A file that holds one trace, or half of it. */
type SingleKind = 'rag-md' | 'prompt' | 'response';

/** What a file is, by its name alone. */
export type FileKind = SingleKind | 'ragtruth-responses' | 'ragtruth-sources';

const suffixes: Readonly<Record<SingleKind, string>> = { 'rag-md': '.rag.md', prompt: '.prompt.md', response: '.response.md' };

/** The two files of a RAGTruth data set, in a folder of their own. */
const dataSetNames = { responses: 'response.jsonl', sources: 'source_info.jsonl' };

/** Glob of every file that an editor may show as a trace, for a file watcher or a search. */
export const traceFilesGlob = '**/*.{rag,prompt,response}.md';

/** `file` is a path or a URI; `null` when its name is none of ours. */
export function fileKind(file: string): FileKind | null {
	for (const kind of ['rag-md', 'prompt', 'response'] as const) {
		const suffix = suffixes[kind];
		if (file.endsWith(suffix) && !/(?:^|[\\/])$/.test(file.slice(0, -suffix.length))) return kind;
	}
	const name = file.split(/[\\/]/).at(-1);
	return name === dataSetNames.responses ? 'ragtruth-responses' : name === dataSetNames.sources ? 'ragtruth-sources' : null;
}

/** The file without its suffix: what a pair and its sidecar have in common. */
export function fileStem(file: string): string {
	const kind = fileKind(file);
	switch (kind) {
		case 'rag-md':
		case 'prompt':
		case 'response':
			return file.slice(0, -suffixes[kind].length);
		case 'ragtruth-responses':
		case 'ragtruth-sources':
		case null:
			return file.replace(/(?<=[^\\/])\.[^.\\/]*$/, '');
	}
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

/** Whether a file is half of a data set, by its name. */
export function isDataSetFile(file: string): boolean {
	const kind = fileKind(file);
	return kind === 'ragtruth-responses' || kind === 'ragtruth-sources';
}

/** The two files of a data set, from either. */
export function dataSetFiles(file: string): { responses: string; sources: string } {
	const folder = file.replace(/[^\\/]*$/, '');
	return { responses: folder + dataSetNames.responses, sources: folder + dataSetNames.sources };
}

/** Where ignored findings and labels of a trace file (or a pair, or a data set) are kept. */
export function sidecarFile(file: string): string {
	return `${fileStem(isDataSetFile(file) ? dataSetFiles(file).responses : file)}.rag-assay.json`;
}
