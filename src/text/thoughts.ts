import { codeInBlocks } from './code-spans.ts';
import type { TextRange } from './tagged-text.ts';

/** Names of tags that models put around what they think before they answer. */
const names = '(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|seed:think)';
const opening = new RegExp(String.raw`<${names}>|\[THINK\]|◁think▷`, 'giu');
const closing = new RegExp(String.raw`</${names}>|\[/THINK\]|◁/think▷`, 'giu');

/**
 * Returns the thoughts of a reasoning model in its answer, with their tags: from an opening tag that begins a line to its closing tag. Without an
 * opening tag, which chat templates often write themselves, a thought runs from the beginning of the text. Without a closing tag, the answer was cut
 * while the model thought, and the thought runs to the end. Tags in code are content.
 * @returns UTF-16 ranges in order, which do not overlap, and neither begin nor end with white space.
 */
export function thoughtsOf(text: string): TextRange[] {
	if (!text.includes('<') && !text.includes('◁') && !text.includes('[')) return [];
	const bare = withoutCode(text);
	const ends = [...bare.matchAll(closing)];
	const starts = [...bare.matchAll(opening)].filter(({ index }) => /(?:^|\n)[ \t]*$/u.test(bare.slice(0, index).slice(-80)));
	const thoughts: TextRange[] = [];
	let at = 0;
	for (;;) {
		const start = starts.find(({ index }) => index >= at);
		const end = ends.find(({ index }) => index >= at);
		if (at === 0 && end !== undefined && (start === undefined || start.index > end.index) && standsAlone(bare, end)) {
			at = end.index + end[0].length;
			thoughts.push(trimmed(text, 0, at));
		} else if (start === undefined) break;
		else {
			const own = ends.find(({ index }) => index > start.index);
			// An answer that names the tag at the head of a line somewhere in its middle has not been cut while it thought.
			if (own === undefined && bare.slice(at, start.index).trim() !== '') break;
			at = own === undefined ? text.length : own.index + own[0].length;
			thoughts.push(trimmed(text, start.index, at));
			if (own === undefined) break;
		}
	}
	return thoughts;
}

/** 'Models write </think> when they are done' speaks of a tag, and does not end a thought. */
function standsAlone(text: string, { index, 0: tag }: RegExpExecArray): boolean {
	return !(/[^\s] +$/u.test(text.slice(0, index).slice(-80)) && /^ +[^\s]/u.test(text.slice(index + tag.length).slice(0, 80)));
}

/** With blanks in place of code. */
function withoutCode(text: string): string {
	let bare = '';
	let at = 0;
	for (const { start, end } of codeInBlocks(text)) {
		bare += text.slice(at, start) + ' '.repeat(end - start);
		at = end;
	}
	return bare + text.slice(at);
}

function trimmed(text: string, start: number, end: number): TextRange {
	const thought = text.slice(start, end);
	return { start: start + thought.length - thought.trimStart().length, end: start + thought.trimEnd().length };
}
