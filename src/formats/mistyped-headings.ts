import { errorNumbers } from '../error-numbers.ts';
import { linesOf } from '../text/lines.ts';
import { closesFence, fenceMark } from './code-fence.ts';
import { ProblemList } from './problem-list.ts';
import { headMeantBy, headMisspelledAs, sectionHead } from './section-heads.ts';
import type { FormatProblem } from './trace.ts';

export interface NearHeadOptions {
	/** Where the sections begin. */
	readonly from: number;
	/** Whether nothing is said of the line that begins at `start`, which may have been meant as `meant`. */
	readonly passOver: (start: number, meant: string) => boolean;
}

/**
 * Returns the lines that are content by the format's rule and that someone may have meant as heads: the passage below them
 * belongs to the section before. They are hints, or warnings where the trace has no context otherwise. Code fences are passed over. What is read stays as
 * it is. Of many, the first are returned.
 */
export function nearHeads(document: string, text: string, { from, passOver }: NearHeadOptions): FormatProblem[] {
	let fence: string | undefined;
	let contexts = 0;
	// Answers have headings of their own, so a word that is nearly a head's says nothing there.
	let inResponse = false;
	const found: { readonly start: number; readonly end: number; readonly meant: string; readonly written: string }[] = [];
	for (const { start, end } of linesOf(text, from)) {
		const line = text.slice(start, end);
		const head = sectionHead(line);
		if (head !== undefined) {
			if (head.kind === 'context') contexts++;
			inResponse ||= head.kind === 'response';
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
		const meant = fence === undefined ? (headMeantBy(line) ?? (inResponse ? undefined : headMisspelledAs(line))) : undefined;
		if (meant === undefined || passOver(start, meant)) continue;
		found.push({ start, end, meant, written: meant.replace('<id>', `source-${contexts + 1}`) });
	}
	const problems = new ProblemList(document);
	for (const { start, end, meant, written } of found) {
		// Without it, nothing is compared with the answer.
		const isOnlyContext = contexts === 0 && meant.startsWith('## Context');
		problems.add(
			errorNumbers.nearHead,
			`This line is content, though it looks like a head: it is not exactly \`${meant}\`.${isOnlyContext ? ' So this trace has no context.' : ''}`,
			`If a section begins here, write \`${meant}\`, with nothing before or behind it.`,
			() => ({ start, end }),
			{
				severity: isOnlyContext ? 'warning' : 'hint',
				fixes: [{ title: `Did you mean \`${written}\`?`, edits: [{ range: { start, end }, newText: written }] }],
			},
		);
	}
	return problems.list();
}
