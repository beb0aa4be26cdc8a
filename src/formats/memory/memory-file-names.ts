/** What an editor takes for a memory by its name alone. */
export type MemoryFileKind = 'instructions' | 'records';

/** Globs of files whose instructions a coding agent reads by itself, or keeps for its next session. */
const instructionGlobs = [
	'**/CLAUDE.md',
	'**/CLAUDE.local.md',
	'**/AGENTS.md',
	'**/AGENTS.override.md',
	'**/GEMINI.md',
	'**/MEMORY.md',
	'**/SKILL.md',
	'**/.github/copilot-instructions.md',
	'**/*.instructions.md',
	'**/.cursor/rules/**/*.mdc',
	'**/.cursorrules',
	'**/.windsurfrules',
	'**/.clinerules',
	'**/.claude/{memory,rules,agents,commands}/**/*.md',
	'**/{memory-bank,memories}/**/*.md',
] as const;

/** Globs of stores that are text files with a record for each entry. */
const recordGlobs = ['**/*{memory,memories,mem0}*.jsonl', '**/{memory,memories}/*.jsonl', '**/*.af'] as const;

/** Globs of every file that an editor shows as a memory, for a file watcher, a search or a document selector. */
export const memoryFileGlobs: readonly string[] = [...instructionGlobs, ...recordGlobs];

const instructionFile =
	/(?:^|\/)(?:CLAUDE(?:\.local)?\.md|AGENTS(?:\.override)?\.md|GEMINI\.md|MEMORY\.md|SKILL\.md|\.github\/copilot-instructions\.md|[^/]*\.instructions\.md|\.cursor\/rules\/(?:.*\/)?[^/]*\.mdc|\.(?:cursor|windsurf|cline)rules|\.claude\/(?:memory|rules|agents|commands)\/(?:.*\/)?[^/]*\.md|(?:memory-bank|memories)\/(?:.*\/)?[^/]*\.md)$/;
const recordFile = /(?:^|\/)(?:[^/]*(?:memory|memories|mem0)[^/]*\.jsonl|(?:memory|memories)\/[^/]*\.jsonl|[^/]*\.af)$/;
/** Queries and traces lie beside memories, and labeled texts are data sets. */
const otherLines = /(?:^|[/._-])(?:history|queries|query|traces|entries)[^/]*\.jsonl$/;

/** Whether a file is a memory, by its name; `file` is a path or a URI. `null`: by its name it is none. */
export function memoryFileKind(file: string): MemoryFileKind | null {
	const path = file.replaceAll('\\', '/');
	if (instructionFile.test(path)) return 'instructions';
	if (otherLines.test(path) || path.includes('.rag-assay')) return null;
	return recordFile.test(path) ? 'records' : null;
}

/** Ends of the files that lie beside a memory: what people said of it, what was taken out, approved and signed. A change of one changes what is to be said. */
export const besideMemoryGlobs = ['**/*.rag-assay-{quarantine,approved,signatures}.json'] as const;

/** Whether a file lies beside memories, by its name. */
export function isBesideMemory(file: string): boolean {
	return /\.rag-assay(?:-[a-z]+)?\.json$/.test(file);
}
