import { instructionGlobs, isInstructionFile, passedOver } from './instruction-files.ts';

/** What an editor takes for a memory by its name alone. */
export type MemoryFileKind = 'instructions' | 'records';

/** Globs of stores that are text files with a record for each entry. */
const recordGlobs = ['**/*{memory,memories,mem0}*.jsonl', '**/{memory,memories}/*.jsonl', '**/*.af'] as const;

/** Globs of every file that an editor shows as a memory, each for a file watcher, a search or a document selector of its own. What they find `memoryFileKind` judges. */
export const memoryFileGlobs: readonly string[] = [...instructionGlobs, ...recordGlobs];

/** Glob of what no search looks into. */
export const passedOverGlob = `**/{${[...passedOver].join(',')}}/**`;

const recordFile = /(?:^|\/)(?:[^/]*(?:memory|memories|mem0)[^/]*\.jsonl|(?:memory|memories)\/[^/]*\.jsonl|[^/]*\.af)$/;
/** Queries and traces lie beside memories, and labeled texts are data sets. */
const otherLines = /(?:^|[/._-])(?:history|queries|query|traces|entries)[^/]*\.jsonl$/;
/** What is a trace, or lies beside other files of ours, wherever it lies. */
const otherFiles = /\.rag\.md$|\.rag-assay/;

/**
 * Returns which kind of memory a file is, by its name. `null`: none.
 * @param file a path or a URI
 */
export function memoryFileKind(file: string): MemoryFileKind | null {
	const path = file.replaceAll('\\', '/');
	if (otherFiles.test(path) || path.split('/').some((part) => passedOver.has(part))) return null;
	if (isInstructionFile(path)) return 'instructions';
	return recordFile.test(path) && !otherLines.test(path) ? 'records' : null;
}

/** Ends of the files that lie beside a memory: what people said of it, what was taken out, approved and signed. A change of one changes what is to be said. */
export const besideMemoryGlobs = ['**/*.rag-assay-{quarantine,approved,signatures}.json'] as const;

/** Returns whether a file lies beside memories, by its name. */
export function isBesideMemory(file: string): boolean {
	return /\.rag-assay(?:-[a-z]+)?\.json$/.test(file);
}
