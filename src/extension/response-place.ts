import { responsePlaceInRagMarkdown } from '../formats/insert-response.ts';
import { escapeLine } from '../formats/section-heads.ts';
import { readSections } from '../formats/sections.ts';

/** Where a response goes in a document: `text` is what stands around it there. */
export interface ResponsePlace {
	/** Offset at which `before + response + after` is inserted. */
	readonly offset: number;
	readonly before: string;
	readonly after: string;
}

/** Where to write the response of a trace (`*.rag.md`) that has none, as the command line does. */
export function responsePlaceInTrace(text: string): ResponsePlace {
	const { sections } = readSections('', text, 0);
	return responsePlaceInRagMarkdown(
		'',
		text,
		sections.map(({ section }) => section),
	);
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
