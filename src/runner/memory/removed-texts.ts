import { parsedJson } from '../../files/parsed-json.ts';
import { readJsonlEntry } from '../../formats/memory/jsonl-memory.ts';
import { readMcpLine } from '../../formats/memory/mcp-memory.ts';
import type { MemoryLine } from '../../formats/memory/memory-line.ts';

/** What the bytes of an entry that was taken out of its file say, beside the text that its record tells people. */
export type SaidByRemoved = 'it' | 'it and more' | 'other';

/**
 * Reads what was taken out by its form: a line of JSON, an element of a list or a part of a string in JSON, or a piece of Markdown.
 * @param removed as a record has it, which anybody may have edited
 */
export function saidByRemoved(removed: string, text: string): SaidByRemoved {
	const bare = removed.trim().replace(/^,\s*|\s*,$/gu, '');
	const value = parsedJson(bare);
	if (typeof value === 'string') return value === text ? 'it' : 'other';
	if (typeof value === 'object' && value !== null) return saidByTexts(textsOfLine(bare), text);
	// A line of a block, as Letta has it: its line ends are escaped.
	const part = parsedJson(`"${removed}"`);
	if (typeof part === 'string' && part.trim() === text) return 'it';
	return saidByMarkdown(removed, text);
}

function textsOfLine(line: string): string[] {
	const whole: MemoryLine = { document: '', text: line, isUtf8: true, start: 0, end: line.length, next: line.length };
	const graph = readMcpLine(whole).entries;
	return (graph.length > 0 ? graph : readJsonlEntry(whole, null).entries).map(({ text }) => text);
}

function saidByTexts(texts: readonly string[], text: string): SaidByRemoved {
	if (!texts.includes(text)) return 'other';
	return texts.every((one) => one === text) ? 'it' : 'it and more';
}

/** Around a text in Markdown stand its mark, or a name in front matter; neither is more than a word. */
function saidByMarkdown(removed: string, text: string): SaidByRemoved {
	const quoted = [...removed.matchAll(/"(?:[^"\\\n]|\\.)*"/gu)].find(([string]) => parsedJson(string) === text);
	const [at, length] = quoted === undefined ? [removed.indexOf(text), text.length] : [quoted.index, quoted[0].length];
	if (at === -1) return 'other';
	const marks = String.raw`[\s\p{P}\p{S}]*`;
	const isBefore = new RegExp(String.raw`^${marks}(?:[\p{L}\p{N}_-]+${marks})?$`, 'u').test(removed.slice(0, at));
	const isBehind = new RegExp(`^${marks}$`, 'u').test(removed.slice(at + length));
	return isBefore && isBehind ? 'it' : 'it and more';
}
