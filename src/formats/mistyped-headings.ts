import { errorNumbers } from '../error-numbers.ts';
import { linesOf } from '../text/lines.ts';
import { closesFence, fenceMark } from './code-fence.ts';
import { ProblemList } from './problem-list.ts';
import { headMeantBy, sectionHead } from './section-heads.ts';
import type { FormatProblem } from './trace.ts';

export interface NearHeadOptions {
	/** Where the sections begin. */
	readonly from: number;
	/** Whether nothing is said of the line that begins at `start`, which may have been meant as `meant`. */
	readonly passOver: (start: number, meant: string) => boolean;
}

/**
 * Hints at the lines that are content by the format's rule and that someone may have meant as heads: the passage below them
 * belongs to the section before, without a word. Code fences are passed over. What is read stays as it is. Of many the first are told.
 */
export function nearHeads(document: string, text: string, { from, passOver }: NearHeadOptions): FormatProblem[] {
	let fence: string | undefined;
	const problems = new ProblemList(document);
	for (const { start, end } of linesOf(text, from)) {
		const line = text.slice(start, end);
		if (sectionHead(line) !== undefined) {
			// A head ends its section, and a fence that was left open in it.
			fence = undefined;
			continue;
		}
		const mark = fenceMark(line);
		if (mark !== undefined) {
			if (fence === undefined) fence = mark;
			else if (closesFence(line, mark, fence)) fence = undefined;
			continue;
		}
		const meant = fence === undefined ? headMeantBy(line) : undefined;
		if (meant === undefined || passOver(start, meant)) continue;
		problems.add(
			errorNumbers.nearHead,
			`This line is content, though it looks like a head: it is not exactly \`${meant}\`.`,
			`If a section begins here, write \`${meant}\`, with nothing before or behind it.`,
			() => ({ start, end }),
			{ severity: 'hint' },
		);
	}
	return problems.list();
}
