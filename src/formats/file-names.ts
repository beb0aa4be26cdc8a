/** Kinds of files that contain one trace, or half of it. */
type SingleKind = 'rag-md' | 'prompt' | 'response';

/** Kinds of files, by the file name alone. */
export type FileKind = SingleKind | 'ragtruth-responses' | 'ragtruth-sources';

const suffixes: Readonly<Record<SingleKind, string>> = { 'rag-md': '.rag.md', prompt: '.prompt.md', response: '.response.md' };

/** Names of the two files of a RAGTruth data set, which has its own folder. */
const dataSetNames = { responses: 'response.jsonl', sources: 'source_info.jsonl' };

/** Glob of every file that an editor may show as a trace, for a file watcher or a search. */
export const traceFilesGlob = '**/*.{rag,prompt,response}.md';

/** Returns the kind of a file by its name, or `null` if the name is not one of the product's. `file` is a path or a URI. */
export function fileKind(file: string): FileKind | null {
	for (const kind of ['rag-md', 'prompt', 'response'] as const) {
		const suffix = suffixes[kind];
		if (file.endsWith(suffix) && !/(?:^|[\\/])$/.test(file.slice(0, -suffix.length))) return kind;
	}
	const name = file.split(/[\\/]/).at(-1);
	return name === dataSetNames.responses ? 'ragtruth-responses' : name === dataSetNames.sources ? 'ragtruth-sources' : null;
}

/** Returns the file's name without its suffix. The two files of a pair and their sidecar have this stem in common. */
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

/** Returns the last part of the stem, percent-decoded for a URI. It is the name of a trace that has none of its own. */
export function traceName(file: string): string {
	const last = fileStem(file).split(/[\\/]/).at(-1)!;
	if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return last;
	try {
		return decodeURIComponent(last);
	} catch (error) {
		// With a lone `%`, the name is shown unchanged.
		if (error instanceof URIError) return last;
		throw error;
	}
}

/** Returns the two files of a pair, from either of them. */
export function pairFiles(file: string): { prompt: string; response: string } {
	const stem = fileStem(file);
	return { prompt: stem + suffixes.prompt, response: stem + suffixes.response };
}

/** Returns whether a file is half of a data set, by its name. */
export function isDataSetFile(file: string): boolean {
	const kind = fileKind(file);
	return kind === 'ragtruth-responses' || kind === 'ragtruth-sources';
}

/** Returns the two files of a data set, from either of them. */
export function dataSetFiles(file: string): { responses: string; sources: string } {
	const folder = file.replace(/[^\\/]*$/, '');
	return { responses: folder + dataSetNames.responses, sources: folder + dataSetNames.sources };
}

/** Returns the file that keeps the ignored findings and labels of a trace file, a pair or a data set. */
export function sidecarFile(file: string): string {
	return `${fileStem(isDataSetFile(file) ? dataSetFiles(file).responses : file)}.rag-assay.json`;
}
