import { MappedTextBuilder } from '../text/mapped-text-builder.ts';
import { linesOf, type Line } from '../text/lines.ts';
import type { MappedText } from '../text/text-map.ts';
import { closesFence, fenceMark } from './code-fence.ts';
import { settleHeads, type HeadDoubt, type ResolvedHead } from './resolve-headings.ts';
import { isEscaped, sectionHead, type SectionHead } from './section-heads.ts';
import type { DocumentRange, Section } from './trace.ts';

/** Sections that are read of one document: no window of a model holds as many contexts, and each costs memory here and in an editor's outline. */
export const maxSections = 20_000;

/** A section with its text: content lines unescaped, from the first to the last that is not blank. */
export interface ReadSection {
	readonly section: Section;
	readonly text: MappedText;
}

export interface ReadSections {
	readonly sections: readonly ReadSection[];
	/** What stands before the first head, blank lines aside; `null` when nothing does. */
	readonly preamble: DocumentRange | null;
	/** Lines that are written as heads and may be meant otherwise than they are read, in their order. */
	readonly doubtful: readonly DoubtfulHead[];
	/** Where the sections begin: behind front matter. */
	readonly from: number;
	/** The first head that was not read, for it is one too many; `null` where all were. */
	readonly beyond: DocumentRange | null;
}

/** A line that is written as a head and may be meant otherwise than it is read. */
export interface DoubtfulHead extends ResolvedHead {
	readonly doubt: HeadDoubt;
	/** The section that the line is content of, or that it ends; `null`: it is the first. */
	readonly within: SectionHead | null;
	/** Where what is below the line ends, blank lines aside. */
	readonly end: number;
	/** Where the next such line begins, or the document ends. */
	readonly next: number;
}

/** A heading of Markdown, of the level of heads or above. */
const heading = /^#{1,2}[ \t]+\S/;

/** A line that is written as a head, and what is below it. */
interface Part {
	readonly head: SectionHead;
	readonly line: Line;
	isFenced: boolean;
	readonly isNext: boolean;
	hasHeadings: boolean;
	content: DocumentRange | null;
}

/**
 * Cuts a document, from offset `from` on, at its heads (`settleHeads`).
 * @param hasResponse whether the document holds a response; the prompt of a pair does not
 */
export function readSections(document: string, text: string, from: number, hasResponse = true): ReadSections {
	const parts: Part[] = [];
	/** An open code fence, and the parts that began in it. */
	let fence: { readonly mark: string; readonly held: Part[] } | null = null;
	let preamble = null as DocumentRange | null;
	let beyond: DocumentRange | null = null;
	for (const line of linesOf(text, from)) {
		const written = text.slice(line.start, line.end);
		const head = sectionHead(written);
		if (head !== undefined && parts.length === maxSections) {
			beyond = { start: line.start, end: line.end };
			break;
		}
		const before = parts.at(-1);
		if (head !== undefined) {
			const part = { head, line, isFenced: false, isNext: before?.content === null, hasHeadings: false, content: null };
			parts.push(part);
			fence?.held.push(part);
			continue;
		}
		if (written.trim() === '') continue;
		if (before === undefined) preamble = { start: preamble?.start ?? line.start, end: line.end };
		else before.content = { start: before.content?.start ?? line.start, end: line.end };
		const mark = fenceMark(written);
		if (mark === undefined) {
			if (before !== undefined && fence === null && heading.test(written)) before.hasHeadings = true;
			continue;
		}
		if (fence !== null && closesFence(written, mark, fence.mark)) {
			for (const part of fence.held) part.isFenced = true;
			fence = null;
		}
		// A fence that opens below a head says that the one above it was never closed.
		else if (fence === null || fence.held.length > 0) fence = { mark, held: [] };
	}
	const settled = settleHeads(parts, { hasResponse, endsInFence: fence !== null });
	const { sections, doubtful } = joined(parts, settled, text.length);
	return {
		from,
		preamble,
		beyond,
		doubtful,
		sections: sections.map(({ head, line, content }) => ({
			section: {
				...head,
				document,
				heading: { start: line.start, end: line.end },
				range: { start: line.start, end: content?.end ?? line.end },
			},
			text: contentText(document, text, content, line.next),
		})),
	};
}

/** Parts that begin with a head, each with those behind it that are its content; and the lines that may be meant otherwise. */
function joined(parts: readonly Part[], settled: readonly ResolvedHead[], length: number): { sections: Part[]; doubtful: DoubtfulHead[] } {
	const [sections, doubtful]: [Part[], DoubtfulHead[]] = [[], []];
	for (const [i, part] of parts.entries()) {
		const above = sections.at(-1);
		const [one, end] = [settled[i]!, part.content?.end ?? part.line.end];
		if (one.doubt !== null)
			doubtful.push({ ...one, doubt: one.doubt, within: above?.head ?? null, end, next: parts[i + 1]?.line.start ?? length });
		if (one.isHead || above === undefined) sections.push({ ...part });
		else above.content = { start: above.content?.start ?? part.line.start, end };
	}
	return { sections, doubtful };
}

/** The content below a document's front matter, from its first to its last line that is not blank; `null` where all are. */
export function contentFrom(text: string, from: number): DocumentRange | null {
	const first = text.slice(from).search(/\S/);
	if (first === -1) return null;
	const last = text.trimEnd().length;
	const before = text.slice(from, from + first);
	const start = from + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
	const behind = text.slice(last).search(/[\r\n]/);
	return { start, end: behind === -1 ? text.length : last + behind };
}

/**
 * The text of a range of whole lines, where `unescape` says that heads in it are escaped; without a range an empty one, which lies at `empty`.
 * A line end within is `\n` in the text, whatever it is in the document.
 */
export function contentText(document: string, text: string, content: DocumentRange | null, empty: number, unescape = true): MappedText {
	const builder = new MappedTextBuilder(document);
	if (content === null) return builder.build(empty);
	// Of the range alone: what it does not hold must not be looked for in all that follows.
	const written = text.slice(content.start, content.end);
	/** Up to where the text is built; what follows stands as it is in the document. */
	let done = 0;
	const build = (to: number): MappedTextBuilder => builder.append(written.slice(done, to), content.start + done);
	for (const { start, end, next } of linesOf(written)) {
		if (unescape && written[start] === '\\' && isEscaped(written.slice(start, end))) {
			build(start).appendInstead(written.slice(start + 1, start + 2), content.start + start);
			done = start + 2;
		}
		if (next > end && written[end] !== '\n') {
			build(end).appendInstead('\n', content.start + end);
			done = next;
		}
	}
	return build(written.length).build(content.end);
}
