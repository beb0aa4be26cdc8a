import type { ReadSections } from './sections.ts';
import { headMeantBy, sectionHead } from './section-heads.ts';
import type { FormatProblem } from './trace.ts';

/**
 * Hints at the lines that are content by the format's rule and that someone may have meant as heads: the passage below them
 * belongs to the section before, without a word. Code fences are passed over. What is read stays as it is.
 */
export function nearHeads(document: string, text: string, { lines }: Pick<ReadSections, 'lines'>): FormatProblem[] {
	let fence: string | undefined;
	return lines.flatMap(({ start, end }): FormatProblem[] => {
		const line = text.slice(start, end);
		if (sectionHead(line) !== undefined) {
			// A head ends its section, and a fence that was left open in it.
			fence = undefined;
			return [];
		}
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
		if (mark !== undefined) {
			if (fence === undefined) fence = mark;
			else if (mark.startsWith(fence) && line.trim() === mark) fence = undefined;
			return [];
		}
		const meant = fence === undefined ? headMeantBy(line) : undefined;
		return meant === undefined ? [] : [{
			code: 'RA114', severity: 'hint', document, range: { start, end },
			message: `This line is content, though it looks like a head: it is not exactly \`${meant}\`.`,
			hint: `If a section begins here, write \`${meant}\`, with nothing before or behind it.`,
		}];
	});
}
