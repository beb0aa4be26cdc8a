import { escapeLine, sectionHead } from '../formats/section-heads.ts';

/** Where a response goes in a document: `text` is what stands around it there. */
export interface ResponsePlace {
	/** Offset at which `before + response + after` is inserted. */
	readonly offset: number;
	readonly before: string;
	readonly after: string;
}

/** Where to write the response of a trace (`*.rag.md`) that has none: below its empty `## Response`, or in a new section before `## Reference`, or at the end. */
export function responsePlaceInTrace(text: string, eol: string): ResponsePlace {
	const lines = linesOf(text);
	const heads = lines.flatMap((line) => {
		const head = sectionHead(line.text);
		return head === undefined ? [] : [{ ...head, ...line }];
	});
	const own = heads.findIndex(({ kind }) => kind === 'response');
	if (own >= 0) {
		const next = heads[own + 1];
		const { end } = heads[own]!;
		return next === undefined
			? { offset: end, before: eol + eol, after: text.slice(end).trim() === '' && text.length > end ? '' : eol }
			: { offset: end, before: eol + eol, after: '' };
	}
	const reference = heads.find(({ kind }) => kind === 'reference');
	if (reference !== undefined) return { offset: reference.start, before: `## Response${eol}${eol}`, after: eol + eol };
	const gap = text === '' ? '' : text.endsWith(`${eol}${eol}`) ? '' : text.endsWith(eol) ? eol : eol + eol;
	return { offset: text.length, before: `${gap}## Response${eol}${eol}`, after: eol };
}

/** Where to write the response of a pair: at the end of `NAME.response.md`, below its front matter if it has any. */
export function responsePlaceInPair(text: string, eol: string): ResponsePlace {
	const gap = text.trim() === '' ? '' : text.endsWith(eol) ? '' : eol;
	return { offset: text.length, before: gap, after: eol };
}

/** A response as it is written into a trace: its line ends as the document's, heads in it escaped. */
export function writtenResponse(response: string, eol: string, escape: boolean): string {
	return response
		.split('\n')
		.map((line) => (escape ? escapeLine(line) : line))
		.join(eol);
}

function linesOf(text: string): { text: string; start: number; end: number }[] {
	const lines = [];
	for (const match of text.matchAll(/[^\r\n]*(\r\n|\n|\r|$)/g)) {
		const line = match[0].slice(0, match[0].length - match[1]!.length);
		lines.push({ text: line, start: match.index, end: match.index + line.length });
	}
	return lines;
}
