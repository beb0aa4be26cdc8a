import { codeInBlocks, outside } from '../../text/code-spans.ts';
import type { DocumentRange } from '../trace.ts';

/** Files that coding agents read by name, wherever they lie. */
const names: readonly string[] = [
	'agents.md',
	'agents.override.md',
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
];
/** Ends of names that say the same. */
const ends: readonly string[] = ['.instructions.md', '.mdc'];

/** Folders in which agents read every text: rules, skills, notes to themselves. */
const folders: readonly string[] = ['skills', 'memory', 'memories', 'memory-bank', '.clinerules'];
/** The same within a folder that belongs to an agent, such as `.cursor/rules`. */
const agentFolders: readonly string[] = ['rules', 'instructions', 'agents', 'commands', 'prompts', 'chatmodes', 'steering'];

const textEnds: readonly string[] = ['md', 'mdc', 'mdx', 'markdown', 'txt'];
const textFile = new RegExp(String.raw`\.(?:${textEnds.join('|')})$`);

/** What an agent's skill is described by. Scripts below its folder belong to it. */
const skillFile = 'skill.md';
const scriptFile = /\.(?:py|sh|bash|zsh|js|mjs|cjs|ts|mts|rb|pl|php|ps1|bat|cmd)$/;

/** Whether a file describes a skill, by its name. */
export function isSkillFile(name: string): boolean {
	return name.toLowerCase() === skillFile;
}

/** Whether a file is a program that runs as it stands, by its name. */
export function isScript(path: string): boolean {
	return scriptFile.test(path.toLowerCase());
}

/** Folders that hold other people's files. */
export const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn']);

/** Whether a file is one of an agent's instructions or memories, by its path; case does not matter, as it does not for the tools on most machines. */
export function isInstructionFile(path: string): boolean {
	const parts = path.toLowerCase().split(/[\\/]/);
	const name = parts.at(-1)!;
	if (names.includes(name) || ends.some((end) => name.endsWith(end))) return true;
	if (!textFile.test(name)) return false;
	const within = parts.slice(0, -1);
	return within.some((part, i) => folders.includes(part) || (agentFolders.includes(part) && i > 0 && within[i - 1]!.startsWith('.')));
}

/** Globs of the same files, for editors. No braces stand within braces: those who read globs differ in what that means. */
export const instructionGlobs: readonly string[] = [
	`**/${anyOf(names)}`,
	...ends.map((end) => `**/*${inAnyCase(end)}`),
	`**/${anyOf(folders)}/**/*.${anyOf(textEnds)}`,
	`**/.*/${anyOf(agentFolders)}/**/*.${anyOf(textEnds)}`,
];

/** Whether a file that somebody has named may be read as instructions: it is written for people. */
export function isInstructionText(path: string): boolean {
	return isInstructionFile(path) || textFile.test(path.toLowerCase());
}

function anyOf(words: readonly string[]): string {
	return `{${words.map(inAnyCase).join(',')}}`;
}

/** Globs know no other way than a set for each letter. */
function inAnyCase(word: string): string {
	return word.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A path behind an `@` that stands for the file's text. */
export interface Import extends DocumentRange {
	readonly path: string;
}

const written = /(?<=^|[\s("'>*:])@((?:\\ |[^\s@`'"<>()[\]{}|*,;\\])+)/gmu;

/** Returns the paths that a text imports: `@docs/style.txt`, outside of code. A word without a dot or a slash is a name. */
export function importsIn(text: string): Import[] {
	const found = Array.from(text.matchAll(written), ({ 0: all, 1: path = '', index }) => {
		const bare = path.replace(/[.:!?]+$/, '');
		return { path: bare.replaceAll('\\ ', ' '), start: index, end: index + all.length - (path.length - bare.length) };
	});
	return outside(found, codeInBlocks(text)).filter(({ path }) => /[./\\]/.test(path));
}

/** `[text](path)`, `[text](<path> "title")`, and `[name]: path` at the beginning of a line. */
const link =
	/(?<!!)\[[^\]\n]{0,300}\]\(\s{0,4}(?:<([^<>\n]{1,500})>|([^\s()<>]{1,500}))(?:\s+["'(][^\n)]{0,200})?\s{0,4}\)|^ {0,3}\[[^\]\n]{1,300}\]:\s{1,4}<?([^\s<>]{1,500})>?/gmu;

/** Returns the texts of this project that a text links to: `[style](docs/style.txt)`, outside of code. Web addresses and places on the page are none. */
export function linksIn(text: string): Import[] {
	const found = Array.from(text.matchAll(link), ({ 0: all, 1: pointed, 2: bare, 3: defined, index }) => ({
		path: localPath(pointed ?? bare ?? defined ?? ''),
		start: index,
		end: index + all.length,
	}));
	return outside(found, codeInBlocks(text)).filter(({ path }) => textFile.test(path.toLowerCase()));
}

/** The path that a link names; empty for a web address. */
function localPath(target: string): string {
	if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/iu.test(target)) return '';
	const path = target.replace(/[?#].*$/su, '');
	try {
		return decodeURIComponent(path);
	} catch (error) {
		if (!(error instanceof URIError)) throw error;
		return path;
	}
}
