import { blocksOf, type Block } from './blocks.ts';
import { boldHeadingOf, type BoldLine } from './bold-headings.ts';
import { linesOf } from './lines.ts';

/** A prose block that may be a heading in bold type. */
interface Candidate extends Block {
	readonly bold?: BoldLine;
}

/**
 * Blocks of an answer, in order: those of Markdown (`blocksOf`), where lines in bold type that stand for headings are headings, and lines that are
 * indented as code and look like it are code.
 */
export function answerBlocksOf(text: string): readonly Block[] {
	return withIndentedCode(text, withBoldHeadings(text, blocksOf(text)));
}

const beginsBold = /(?:^|\n)[ \t]*(?:\*\*|__)/u;

function withBoldHeadings(text: string, blocks: readonly Block[]): readonly Block[] {
	if (!beginsBold.test(text) && !/(?:^|\n)[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\*\*|__)/u.test(text)) return blocks;
	const candidates = blocks.flatMap((block): Candidate[] => (block.kind === 'prose' ? piecesOf(text, block) : [block]));
	const isRepeated = candidates.filter(({ bold }) => bold !== undefined).length > 1;
	return candidates.map(({ bold, ...block }, i) => {
		const before = candidates[i - 1];
		const isAnnounced = before !== undefined && before.bold === undefined && /[:：]\**$/u.test(text.slice(before.start, before.end));
		const isHeading =
			bold !== undefined &&
			i < candidates.length - 1 &&
			(bold.hasColon || bold.isSure || (block.markers.length === 0 && !isAnnounced && (isRepeated || i > 0)));
		return isHeading ? { ...block, kind: 'heading' } : block;
	});
}

/** Cuts a block of prose at its lines in bold type that may be headings: not in the middle of a sentence. */
function piecesOf(text: string, block: Block): Candidate[] {
	const written = text.slice(block.start, block.end);
	if (!beginsBold.test(written)) return [block];
	const pieces: Candidate[] = [];
	const lines = [...linesOf(written)];
	let open: { start: number; end: number } | undefined;
	const push = (range: { start: number; end: number }, bold?: BoldLine): void => {
		const markers = pieces.length === 0 ? block.markers : [];
		pieces.push({
			kind: 'prose',
			markers,
			start: block.start + range.start,
			end: block.start + range.end,
			...(bold !== undefined && { bold }),
		});
	};
	for (const [i, { start, end }] of lines.entries()) {
		const line = written.slice(start, end);
		const next = lines[i + 1];
		const isBetweenSentences =
			(open === undefined || /[.!?:。！？：]["”’)*_]*\s*$/u.test(written.slice(open.start, open.end))) &&
			(next === undefined || !/^[ \t]*[\p{Ll},;]/u.test(written.slice(next.start, next.end)));
		const bold = isBetweenSentences ? boldHeadingOf(line) : undefined;
		const range = { start: start + line.length - line.trimStart().length, end: start + line.trimEnd().length };
		if (bold === undefined) open = open === undefined ? range : { start: open.start, end: range.end };
		else {
			if (open !== undefined) push(open);
			open = undefined;
			push(range, bold);
		}
	}
	if (open !== undefined) push(open);
	return pieces;
}

const listMarker = /[-*+]|\d/u;
const indented = /^(?: {4}|\t| {1,3}\t)/u;
/** Signs of code: assignments, calls, brackets, comments, commands. */
const codeLine =
	/[=;{}<>]|\p{L}\(|\p{L}\.\p{L}+\(|^\s*(?:\$ |# |\/\/|import |from |def |class |return |npm |npx |pip |git |sudo |docker |curl |cd |SELECT |INSERT )| --?\p{L}/u;

/** Makes indented lines code that look like it: behind an empty line, and in no list, whose items are indented, too. */
function withIndentedCode(text: string, blocks: readonly Block[]): readonly Block[] {
	if (!/(?:^|\n)(?: {4}|\t)/u.test(text)) return blocks;
	let isInList = false;
	return blocks.map((block) => {
		const lineStart = Math.max(text.lastIndexOf('\n', block.start - 1), text.lastIndexOf('\r', block.start - 1)) + 1;
		const lead = text.slice(lineStart, block.start);
		if (block.markers.some(({ start, end }) => listMarker.test(text.slice(start, end)))) isInList = true;
		else if (lead === '') isInList = false;
		if (block.kind !== 'prose' || block.markers.length > 0 || isInList || !indented.test(lead)) return block;
		if (!/(?:^|\n[ \t]*\r?\n)$/u.test(text.slice(Math.max(0, lineStart - 80), lineStart))) return block;
		const lines = text.slice(lineStart, block.end).split(/\r?\n/u);
		const isCode =
			lines.every((line) => indented.test(line)) &&
			lines.filter((line) => codeLine.test(line)).length * 2 >= lines.length &&
			!lines.every((line) => /[.!?]$/u.test(line));
		return isCode ? { ...block, kind: 'code' } : block;
	});
}
