import { MappedTextBuilder } from '../text/mapped-text-builder.ts';
import { linesOf } from '../text/lines.ts';
import type { Line } from '../text/lines.ts';
import type { MappedText } from '../text/text-map.ts';
import { isEscaped, sectionHead } from './section-heads.ts';
import type { DocumentRange, Section } from './trace.ts';

/** A section with its text: content lines unescaped, from the first to the last that is not blank. */
export interface ReadSection {
	readonly section: Section;
	readonly text: MappedText;
}

export interface ReadSections {
	readonly sections: readonly ReadSection[];
	/** What stands before the first head, blank lines aside; `null` when nothing does. */
	readonly preamble: DocumentRange | null;
	/** All lines, heads included, as written. */
	readonly lines: readonly Line[];
}

/** Cuts a document, from offset `from` on, at its head lines. */
export function readSections(document: string, text: string, from: number): ReadSections {
	const lines = linesOf(text, from);
	const heads = lines.flatMap((line, index) => {
		const head = sectionHead(text.slice(line.start, line.end));
		return head === undefined ? [] : [{ head, line, index }];
	});
	const before = contentOf(document, text, lines.slice(0, heads[0]?.index ?? lines.length), from);
	return {
		lines,
		preamble: before.content,
		sections: heads.map(({ head, line, index }, i) => {
			const { mapped, content } = contentOf(document, text, lines.slice(index + 1, heads[i + 1]?.index ?? lines.length), line.next);
			return {
				section: { ...head, document, heading: { start: line.start, end: line.end }, range: { start: line.start, end: content?.end ?? line.end } },
				text: mapped,
			};
		}),
	};
}

/**
 * The text of content lines, where `unescape` says that heads in it are escaped; an empty one lies at `empty`.
 * A line end within is `\n` in the text, whatever it is in the document.
 */
export function contentOf(document: string, text: string, lines: readonly Line[], empty: number, unescape = true): { mapped: MappedText; content: DocumentRange | null } {
	const isBlank = (line: Line): boolean => text.slice(line.start, line.end).trim() === '';
	const first = lines.findIndex((line) => !isBlank(line));
	const builder = new MappedTextBuilder(document);
	if (first === -1) return { mapped: builder.build(empty), content: null };
	const last = lines.findLastIndex((line) => !isBlank(line));
	for (const [index, line] of lines.slice(first, last + 1).entries()) {
		const written = text.slice(line.start, line.end);
		if (unescape && isEscaped(written)) builder.appendInstead(written.slice(1, 2), line.start).append(written.slice(2), line.start + 2);
		else builder.append(written, line.start);
		if (first + index < last) builder.appendInstead('\n', line.end);
	}
	const content = { start: lines[first]!.start, end: lines[last]!.end };
	return { mapped: builder.build(content.end), content };
}
