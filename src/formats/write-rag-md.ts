import { readRagMarkdown } from './rag-md.ts';
import { escapeLine, singleHeads } from './section-heads.ts';
import type { Trace } from './trace.ts';

/** What a `*.rag.md` file has no place for. */
export type NotWritten = 'labels' | 'history';

export interface WrittenTrace {
	readonly text: string;
	/** What the trace has beside that. Earlier turns (`history`) stand above the question instead. */
	readonly notWritten: readonly NotWritten[];
}

/**
 * Writes a trace as a `*.rag.md` file. `readRagMarkdown` reads it as the same trace: its ID, model, group and tags, and its texts with line ends as `\n`
 * and without blank lines at their ends.
 */
export function writeRagMarkdown(trace: Trace): WrittenTrace {
	const { labels, history = [] } = trace;
	const usual = written(trace, 'behind');
	return {
		// An answer that leaves a code block open hides a reference behind it.
		text: trace.reference === undefined || hasReference(usual) ? usual : written(trace, 'before'),
		notWritten: [...(labels === undefined ? [] : (['labels'] as const)), ...(history.length === 0 ? [] : (['history'] as const))],
	};
}

function hasReference(text: string): boolean {
	return readRagMarkdown('', text, '').traces[0]?.reference !== undefined;
}

function written(trace: Trace, reference: 'before' | 'behind'): string {
	const question = questionOf(trace);
	const ids = contextIds(trace);
	const part = (head: string, text: string | undefined): string[] => (text === undefined ? [] : [section(head, text)]);
	const ofReference = part(singleHeads.reference, trace.reference?.text);
	const sections = [
		...part(singleHeads.system, trace.system?.text),
		...part(singleHeads.query, question.trim() === '' ? undefined : question),
		...trace.contexts.map(({ text }, i) => section(`## Context ${ids[i]!}`, text.text)),
		...(reference === 'before' ? ofReference : []),
		...part(singleHeads.response, trace.response?.text),
		...(reference === 'behind' ? ofReference : []),
	];
	return `${frontMatter(trace, question)}\n${sections.join('\n\n')}\n`;
}

function section(head: string, text: string): string {
	const lines = text.split(/\r\n?|\n/);
	const isBlank = (line: string): boolean => line.trim() === '';
	const first = lines.findIndex((line) => !isBlank(line));
	if (first === -1) return head;
	const last = lines.findLastIndex((line) => !isBlank(line));
	return `${head}\n\n${lines
		.slice(first, last + 1)
		.map(escapeLine)
		.join('\n')}`;
}

/** The question, below the turns before it. */
function questionOf({ query, history = [] }: Trace): string {
	if (history.length === 0) return query.text;
	const turns = history.map(({ role, text }) => `${role === 'user' ? 'Earlier question' : 'Earlier answer'}:\n\n${text.text}`);
	return [...turns, `Question:\n\n${query.text}`].join('\n\n');
}

/** IDs as a head can have them: on one line, and each different from the others. */
function contextIds({ contexts }: Trace): string[] {
	const taken = new Set<string>();
	return contexts.map(({ id }, i) => {
		const line = id.replaceAll(/\s+/g, ' ').trim() || String(i + 1);
		let own = line;
		for (let count = 2; taken.has(own); count++) own = `${line}#${count}`;
		taken.add(own);
		return own;
	});
}

function frontMatter({ id, model, group, tags }: Trace, question: string): string {
	return [
		'---',
		`id: ${scalar(id)}`,
		...(model === undefined ? [] : [`model: ${scalar(model)}`]),
		...(group === undefined ? [] : [`group: ${scalar(group)}`]),
		...(tags.length === 0 ? [] : [`tags: [${tags.map(scalar).join(', ')}]`]),
		...(question.trim() === '' ? ['query: none'] : []),
		'---',
		'',
	].join('\n');
}

/** A value of YAML: as it is where it reads as such, otherwise in quotes. */
function scalar(text: string): string {
	return /^[A-Za-z0-9](?:[\w ./()-]*[\w./()-])?$/.test(text) ? text : JSON.stringify(text);
}
