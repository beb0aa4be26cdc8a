import { linesOf } from '../text/lines.ts';
import { fenceMark } from './code-fence.ts';
import { escapeLine, singleHeads } from './section-heads.ts';
import { readSections } from './sections.ts';
import type { Section } from './trace.ts';

/** Where a response is to be written into a document, and what must stand around it. */
export interface ResponsePlace {
	readonly document: string;
	readonly offset: number;
	/** Head and blank lines before the response. */
	readonly before: string;
	/** Line end behind it, where the document has none there. */
	readonly after: string;
	/** Line end of the document. */
	readonly lineEnd: '\n' | '\r\n';
	/** Whether lines that read as heads must be escaped (in `*.rag.md`; the response half of a pair is the response as it is). */
	readonly escapes: boolean;
}

/** One insertion. */
export interface Insertion {
	readonly document: string;
	readonly offset: number;
	readonly text: string;
}

/**
 * Where the response of a `*.rag.md` file belongs that has none yet: below an empty `## Response` head,
 * else before a `## Reference` that comes last, else at the end. There, too, where the reference could be read as part of an answer.
 * @param sections of the whole file
 */
export function responsePlaceInRagMarkdown(document: string, text: string, sections: readonly Section[]): ResponsePlace {
	const lineEnd = lineEndOf(text);
	const head = sections.find((section) => section.kind === 'response');
	const last = sections.at(-1);
	const isBeforeLast = last?.kind === 'reference' && !couldBeCode(text.slice(last.heading.start));
	const previous = isBeforeLast ? sections.at(-2) : last;
	const offset = head?.heading.end ?? previous?.range.end ?? (isBeforeLast ? last.range.start : text.length);
	const rest = text.slice(offset);
	// What follows begins a line of its own, and a following section behind a blank one.
	const following = /^(?:\r\n|\n|\r)*/.exec(rest)![0].replaceAll('\r\n', '\n').length;
	const isLast = rest.trim() === '';
	const missing = Math.max(0, (isLast ? 1 : 2) - following);
	const lead = offset === 0 ? '' : lineEnd.repeat(2);
	return {
		document,
		offset,
		lineEnd,
		escapes: true,
		before: head === undefined ? `${lead}${singleHeads.response}${lineEnd.repeat(2)}` : lineEnd.repeat(2),
		after: lineEnd.repeat(missing),
	};
}

/** Whether a reference would be read as part of an answer that was cut in a code block, by a fence that it opens and does not close. */
function couldBeCode(reference: string): boolean {
	for (const { start, end } of linesOf(reference)) {
		const mark = fenceMark(reference.slice(start, end));
		if (mark === undefined) continue;
		const { sections } = readSections('', `${singleHeads.response}\n${mark}\n${reference}`, 0);
		return sections.every(({ section }) => section.kind !== 'reference');
	}
	return false;
}

/** The same for the response half of a pair: behind what it has, which is front matter at most. */
export function responsePlaceInPair(document: string, text: string): ResponsePlace {
	const lineEnd = lineEndOf(text);
	const written = text.trimEnd().length;
	return {
		document,
		offset: text.length,
		lineEnd,
		escapes: false,
		before: written === 0 || /[\r\n]$/.test(text) ? '' : lineEnd,
		after: lineEnd,
	};
}

/** The whole response at its place, as one edit. */
export function insertResponse(place: ResponsePlace, response: string): Insertion {
	const lines = response.split(/\r\n|\n|\r/).map((line) => (place.escapes ? escapeLine(line) : line));
	return { document: place.document, offset: place.offset, text: place.before + lines.join(place.lineEnd) + place.after };
}

function lineEndOf(text: string): '\n' | '\r\n' {
	return text.includes('\r\n') ? '\r\n' : '\n';
}
