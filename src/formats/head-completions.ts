import { singleHeads } from './section-heads.ts';
import type { Section } from './trace.ts';

/** A head line that may be completed; `snippet` has `${1:…}` places. */
export interface HeadCompletion {
	readonly kind: keyof typeof details | 'context';
	readonly label: string;
	readonly snippet: string;
	readonly detail: string;
}

const details = {
	system: 'Instructions to the model',
	query: 'The question',
	response: 'What the model answered',
	reference: 'What a right answer says',
} as const;

/** Heads that a `*.rag.md` file may still take, in the order in which sections stand; a context always. */
export function headCompletions(sections: readonly Section[]): HeadCompletion[] {
	const missing = (kind: keyof typeof details): HeadCompletion[] =>
		sections.some((section) => section.kind === kind)
			? []
			: [{ kind, label: singleHeads[kind], snippet: `${singleHeads[kind]}\n\n$0`, detail: details[kind] }];
	const number = sections.filter((section) => section.kind === 'context').length + 1;
	return [
		...missing('system'),
		...missing('query'),
		{ kind: 'context', label: '## Context', snippet: `## Context \${1:${number}}\n\n$0`, detail: 'A retrieved text, with its id' },
		...missing('response'),
		...missing('reference'),
	];
}
