import { MappedTextBuilder } from '../text/mapped-text-builder.ts';
import { linesOf } from '../text/lines.ts';
import type { Line } from '../text/lines.ts';
import type { MappedText } from '../text/text-map.ts';
import { isEscaped, sectionHead, type SectionHead } from './section-heads.ts';
import type { DocumentRange, Section } from './trace.ts';

/** Sections that are read of one document: no window of a model holds as many contexts, and each costs memory here and in an editor's outline. */
export const mostSections = 20_000;

/** A section with its text: content lines unescaped, from the first to the last that is not blank. */
export interface ReadSection {
	readonly section: Section;
	readonly text: MappedText;
}

export interface ReadSections {
	readonly sections: readonly ReadSection[];
	/** What stands before the first head, blank lines aside; `null` when nothing does. */
	readonly preamble: DocumentRange | null;
	/** Where the sections begin: behind front matter. */
	readonly from: number;
	/** The first head that was not read, for it is one too many; `null` where all were. */
	readonly beyond: DocumentRange | null;
}

/** A head, and what stands below it. */
interface Part {
	readonly head: SectionHead;
	readonly line: Line;
	content: DocumentRange | null;
}

/** Cuts a document, from offset `from` on, at its head lines. */
export function readSections(document: string, text: string, from: number): ReadSections {
	const parts: Part[] = [];
	let preamble = null as DocumentRange | null;
	let beyond: DocumentRange | null = null;
	for (const line of linesOf(text, from)) {
		const written = text.slice(line.start, line.end);
		const head = sectionHead(written);
		if (head !== undefined && parts.length === mostSections) {
			beyond = { start: line.start, end: line.end };
			break;
		}
		if (head !== undefined) parts.push({ head, line, content: null });
		else if (written.trim() !== '') {
			const part = parts.at(-1);
			if (part === undefined) preamble = { start: preamble?.start ?? line.start, end: line.end };
			else part.content = { start: part.content?.start ?? line.start, end: line.end };
		}
	}
	return {
		from,
		preamble,
		beyond,
		sections: parts.map(({ head, line, content }) => ({
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
