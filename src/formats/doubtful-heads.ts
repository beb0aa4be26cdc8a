import { errorNumbers } from '../error-numbers.ts';
import { ProblemList } from './problem-list.ts';
import { singleHeads, type SectionHead } from './section-heads.ts';
import type { DoubtfulHead, ReadSections } from './sections.ts';
import type { HeadDoubt } from './resolve-headings.ts';
import type { DocumentRange, FormatProblem, ProblemFix } from './trace.ts';
import { oneLineOf } from '../wording/phrases.ts';

/** Longest head that a message repeats, UTF-16 units. */
const longestShown = 60;

/** Says of each line that may be meant otherwise than it is read how it is read, and how to write what is meant. */
export function doubtfulHeads(document: string, text: string, read: ReadSections): FormatProblem[] {
	const problems = new ProblemList(document);
	for (const doubtful of read.doubtful) {
		const { line, isHead, within, doubt } = doubtful;
		const above = within === null ? 'the text above' : partInWords(within);
		const escaped = `\`\\${oneLineOf(text.slice(line.start, line.end), longestShown)}\``;
		const move = moved(text, doubtful, read);
		const fixes = [...(within === null ? [] : [escapes(line, within)]), ...(move === null ? [] : [move])];
		problems.add(
			errorNumbers.doubtfulHead,
			isHead
				? `A section begins with this line, so that ${above} ends before it; ${reasons[doubt]}.`
				: `This line is read as part of ${above}, though it is written as the head of a section.`,
			isHead
				? `If the line is part of ${above}, write it as ${escaped}. ${orElse[doubt]}`
				: `If that is right, write the line as ${escaped}. If a section begins here, ${whereTo(doubtful)}.`,
			() => ({ start: line.start, end: line.end }),
			{ severity: isHead && doubt === 'fenced' ? 'hint' : 'warning', fixes },
		);
	}
	return problems.list();
}

/** Why a head is doubtful. */
const reasons: Readonly<Record<HeadDoubt, string>> = {
	'out-of-order': 'sections of this kind come before it',
	'context-behind-response': `it comes after \`${singleHeads.response}\``,
	'system-behind-context': 'a system prompt comes before the contexts',
	'early-reference': `it comes between a context and \`${singleHeads.response}\``,
	'reference-with-headings': 'headings come below it, as in an answer',
	'id-with-blanks': 'the other contexts have ids without blanks',
	fenced: 'it is between the marks of a code block',
};

/** What says that a head is one. */
const orElse: Readonly<Record<HeadDoubt, string>> = {
	'out-of-order': '',
	'context-behind-response': `If a context begins here, move it before \`${singleHeads.response}\`.`,
	'system-behind-context': `If it is the system prompt, move it before \`${singleHeads.query}\`.`,
	'early-reference': `If it is the reference, move it to the end of the file.`,
	'reference-with-headings': 'If it is the reference, write the headings in it with three marks, such as `### Next steps`.',
	'id-with-blanks': 'If a context begins here, give it an id without blanks.',
	fenced: 'If a section begins here, close the code block above it.',
};

function whereTo({ head: { kind }, isFenced }: DoubtfulHead): string {
	if (kind === 'reference' && isFenced) return 'close the code block above it';
	if (kind === 'reference') return 'delete the other `## Reference` or make it content';
	return kind === 'context'
		? `move it before \`${singleHeads.response}\`, with an id that no other context has`
		: `move it before \`${singleHeads.query}\``;
}

/** Names the part of a trace that a head begins. */
export function partInWords({ kind, name }: SectionHead): string {
	switch (kind) {
		case 'system':
			return 'the system prompt';
		case 'query':
			return 'the question';
		case 'context':
			return `context '${oneLineOf(name, longestShown)}'`;
		case 'response':
			return 'the answer';
		case 'reference':
			return 'the reference';
	}
}

/** Makes a head content of the section above it, by a backslash. */
export function escapes({ start }: Pick<DocumentRange, 'start'>, within: SectionHead): ProblemFix {
	return { title: `This is part of ${partInWords(within)}`, edits: [{ range: { start, end: start }, newText: '\\' }] };
}

/** Moves a context or a system prompt that is behind the response before it; `null` where the trace has one of this kind and name. */
function moved(text: string, { head, line, end, next, doubt }: DoubtfulHead, { sections }: ReadSections): ProblemFix | null {
	if (doubt !== 'out-of-order' && doubt !== 'context-behind-response') return null;
	const response = sections.find(({ section }) => section.kind === 'response')?.section.heading.start;
	const isThere = sections.some(
		({ section: { kind, name, heading } }) => kind === head.kind && name === head.name && heading.start !== line.start,
	);
	if (response === undefined || response > line.start || isThere || head.kind === 'reference') return null;
	const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
	return {
		title: `This is ${head.kind === 'system' ? 'the system prompt' : 'a context'}: move it before the answer`,
		edits: [
			{ range: { start: response, end: response }, newText: text.slice(line.start, end) + lineEnd.repeat(2) },
			{ range: { start: line.start, end: next }, newText: '' },
		],
	};
}
