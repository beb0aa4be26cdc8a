import { linesOf } from './lines.ts';
import type { TaggedWord, TextRange } from './tagged-text.ts';
import { thoughtsOf } from './thoughts.ts';

/**
 * A part of a Markdown text that no sentence leaves: a paragraph, list item, or table row (`prose`), a heading, the first row of a table, a fenced
 * block of code, a formula on lines of its own, or what a reasoning model thought.
 */
export interface Block extends TextRange {
	readonly kind: 'prose' | 'heading' | 'table-head' | 'code' | 'math' | 'thought';
	/** The signs that make it a heading, list item or quotation, before `start`. */
	readonly markers: readonly TaggedWord[];
}

const marker = /^(?:[ \t]*(?:#{1,6}(?=[ \t])|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|>|\[[ xX]\](?=[ \t])))+[ \t]*/;
const fence = /^[ \t]*(`{3,}|~{3,})/;
const thematicBreak = /^([-*_=])(?:[ \t]*\1){2,}$/;
const tableRule = /^(?=.*-)(?=.*\|)[|: \t-]+$/;
const heading = /^[ \t>]*#{1,6}[ \t]/;
const displayMath = /^[ \t]*(\$\$|\\\[)/;
const tableRow = /^[ \t]*\|/;

/**
 * Blocks of a Markdown text, in order. They cover all but white space, markers and rules (`---`, a table's second line).
 * A hard-wrapped paragraph is one block; a line that begins a heading, item, quotation or table row begins one.
 */
export function blocksOf(text: string): Block[] {
	const thoughts = thoughtsOf(text);
	if (thoughts.length === 0) return markdownBlocks(text, 0, text.length);
	return thoughts.flatMap(({ start, end }, i): Block[] => [
		...(i === 0 ? markdownBlocks(text, 0, start) : []),
		{ kind: 'thought', markers: [], start, end },
		...markdownBlocks(text, end, thoughts[i + 1]?.start ?? text.length),
	]);
}

/** Blocks of the part `[from, to)` of a text, which has no thoughts. */
function markdownBlocks(whole: string, from: number, to: number): Block[] {
	const text = to === whole.length ? whole : whole.slice(0, to);
	const blocks: Block[] = [];
	let open: { start: number; end: number; markers: TaggedWord[]; kind: Block['kind'] } | undefined;
	let code: { start: number; end: number; fence: string } | undefined;
	let mathEnd = -1;
	const close = (): void => {
		if (open !== undefined && open.end > open.start) blocks.push(open);
		open = undefined;
	};
	for (const line of linesOf(text, from)) {
		if (line.start < mathEnd) continue;
		const written = text.slice(line.start, line.end);
		const end = line.start + written.trimEnd().length;
		const fenced = fence.exec(written)?.[1];
		const formula = code === undefined ? formulaAt(text, line.start, written) : undefined;
		if (formula !== undefined) {
			close();
			blocks.push({ kind: 'math', markers: [], ...formula });
			mathEnd = formula.end;
		} else if (code !== undefined) {
			if (end > line.start) code.end = end;
			if (fenced !== undefined && fenced.startsWith(code.fence) && written.trim() === fenced) {
				blocks.push({ kind: 'code', markers: [], start: code.start, end: code.end });
				code = undefined;
			}
		} else if (fenced !== undefined) {
			close();
			code = { start: line.start + written.indexOf(fenced), end, fence: fenced };
		} else if (end === line.start || isRule(written.trim())) {
			const last = blocks.at(-1);
			if (open === undefined && tableRule.test(written.trim()) && last?.kind === 'prose' && isRowAbove(text, last, line.start))
				blocks[blocks.length - 1] = { ...last, kind: 'table-head' };
			else if (open !== undefined && /^=+$/.test(written.trim()) && !text.slice(open.start, open.end).includes('\n')) open.kind = 'heading';
			close();
		} else {
			const signs = marker.exec(written)?.[0] ?? '';
			if (signs !== '' || tableRow.test(written)) close();
			if (open === undefined) {
				const lead = signs === '' ? written.length - written.trimStart().length : signs.length;
				open = {
					start: line.start + Math.min(lead, end - line.start),
					end,
					markers: markersOf(signs, line.start),
					kind: heading.test(written) ? 'heading' : 'prose',
				};
			} else open.end = end;
			if (heading.test(written) || tableRow.test(written)) close();
		}
	}
	close();
	// A fence that nobody closed runs to the end.
	if (code !== undefined) blocks.push({ kind: 'code', markers: [], start: code.start, end: code.end });
	return blocks;
}

/** Whether a block is a table's row, on the line just above. */
function isRowAbove(text: string, { start, end }: TextRange, below: number): boolean {
	return text.charAt(start) === '|' && /^[ \t]*(?:\r\n|\n|\r)$/.test(text.slice(end, below));
}

/** A formula between `$$` or `\[` and `\]`, which has its lines to itself; `undefined` where none begins here. */
function formulaAt(text: string, lineStart: number, written: string): TextRange | undefined {
	const opened = displayMath.exec(written)?.[1];
	if (opened === undefined) return undefined;
	const start = lineStart + written.indexOf(opened);
	const closing = opened === '$$' ? '$$' : String.raw`\]`;
	const at = text.indexOf(closing, start + opened.length);
	const end = at + closing.length;
	const rest = at === -1 ? null : /^([ \t]*[.,;]+)?[ \t]*(?:[\r\n]|$)/.exec(text.slice(end, end + 200));
	return rest === null ? undefined : { start, end: end + (rest[1]?.length ?? 0) };
}

function isRule(line: string): boolean {
	return thematicBreak.test(line) || tableRule.test(line);
}

function markersOf(signs: string, offset: number): TaggedWord[] {
	return Array.from(
		signs.matchAll(/\S+(?: \])?/g),
		(match): TaggedWord => ({
			start: offset + match.index,
			end: offset + match.index + match[0].length,
			pos: /^\d/.test(match[0]) ? 'NUM' : 'PUNCT',
		}),
	);
}
