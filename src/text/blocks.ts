import { linesOf } from './lines.ts';
import type { TaggedWord, TextRange } from './tagged-text.ts';

/** A part of a Markdown text that no sentence leaves: a paragraph, heading, list item, table row, or a fenced block of code. */
export interface Block extends TextRange {
	readonly kind: 'prose' | 'code';
	/** The signs that make it a heading, list item or quotation, before `start`. */
	readonly markers: readonly TaggedWord[];
}

const marker = /^(?:[ \t]*(?:#{1,6}(?=[ \t])|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|>|\[[ xX]\](?=[ \t])))+[ \t]*/;
const fence = /^[ \t]*(`{3,}|~{3,})/;
const thematicBreak = /^([-*_=])(?:[ \t]*\1){2,}$/;
const tableRule = /^(?=.*-)(?=.*\|)[|: \t-]+$/;
const heading = /^[ \t>]*#{1,6}[ \t]/;
const tableRow = /^[ \t]*\|/;

/**
 * Blocks of a Markdown text, in order. They cover all but white space, markers and rules (`---`, a table's second line).
 * A hard-wrapped paragraph is one block; a line that begins a heading, item, quotation or table row begins one.
 */
export function blocksOf(text: string): Block[] {
	const blocks: Block[] = [];
	let open: { start: number; end: number; markers: TaggedWord[] } | undefined;
	let code: { start: number; end: number; fence: string } | undefined;
	const close = (): void => {
		if (open !== undefined && open.end > open.start) blocks.push({ kind: 'prose', ...open });
		open = undefined;
	};
	for (const line of linesOf(text)) {
		const written = text.slice(line.start, line.end);
		const end = line.start + written.trimEnd().length;
		const fenced = fence.exec(written)?.[1];
		if (code !== undefined) {
			if (end > line.start) code.end = end;
			if (fenced !== undefined && fenced.startsWith(code.fence) && written.trim() === fenced) {
				blocks.push({ kind: 'code', markers: [], start: code.start, end: code.end });
				code = undefined;
			}
		} else if (fenced !== undefined) {
			close();
			code = { start: line.start + written.indexOf(fenced), end, fence: fenced };
		} else if (end === line.start || isRule(written.trim())) {
			close();
		} else {
			const signs = marker.exec(written)?.[0] ?? '';
			if (signs !== '' || tableRow.test(written)) close();
			if (open === undefined) {
				const lead = signs === '' ? written.length - written.trimStart().length : signs.length;
				open = { start: line.start + Math.min(lead, end - line.start), end, markers: markersOf(signs, line.start) };
			} else open.end = end;
			if (heading.test(written) || tableRow.test(written)) close();
		}
	}
	close();
	// A fence that nobody closed runs to the end.
	if (code !== undefined) blocks.push({ kind: 'code', markers: [], start: code.start, end: code.end });
	return blocks;
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
