/** Files that coding agents read by name, wherever they lie. */
const names: ReadonlySet<string> = new Set([
	'agents.md',
	'agent.md',
	'claude.md',
	'claude.local.md',
	'gemini.md',
	'copilot-instructions.md',
	'skill.md',
	'memory.md',
	'.cursorrules',
	'.windsurfrules',
	'.clinerules',
	'.goosehints',
]);

/** Folders in which agents read every text: rules, skills, notes to themselves. */
const folders: ReadonlySet<string> = new Set(['skills', 'memory', 'memories', 'memory-bank', '.clinerules']);
/** The same within a folder that belongs to an agent, such as `.cursor/rules`. */
const agentFolders: ReadonlySet<string> = new Set(['rules', 'instructions', 'agents', 'commands', 'prompts', 'chatmodes', 'steering']);

const text = /\.(?:md|mdc|mdx|markdown|txt)$/;

/** Folders that hold other people's files. */
export const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn']);

/** Whether a file is one of an agent's instructions or memories, by its path; case does not matter, as it does not for the tools on most machines. */
export function isInstructionFile(path: string): boolean {
	const parts = path.toLowerCase().split(/[\\/]/);
	const name = parts.at(-1)!;
	if (names.has(name) || name.endsWith('.instructions.md') || name.endsWith('.mdc')) return true;
	if (!text.test(name)) return false;
	const within = parts.slice(0, -1);
	return within.some((part, i) => folders.has(part) || (agentFolders.has(part) && i > 0 && within[i - 1]!.startsWith('.')));
}

/** Whether a file that somebody has named may be read as instructions: it is written for people. */
export function isInstructionText(path: string): boolean {
	return isInstructionFile(path) || text.test(path.toLowerCase());
}
