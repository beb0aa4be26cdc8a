import type { Line } from '../text/lines.ts';
import type { SectionHead } from './section-heads.ts';

/** A line that is written as a section's head. */
export interface HeadLine {
	readonly head: SectionHead;
	readonly line: Line;
	/** Whether a code fence of Markdown that was opened before it is closed behind it. */
	readonly isFenced: boolean;
	/** Whether only blank lines are between it and the one before. */
	readonly isNext: boolean;
	/** Whether another heading of Markdown is below it, of its level or above, that is not written as a section's head. */
	readonly hasHeadings: boolean;
}

/** Why it may be meant otherwise than it is read. Of content: `out-of-order`. */
export type HeadDoubt =
	| 'out-of-order'
	| 'context-behind-response'
	| 'system-behind-context'
	| 'early-reference'
	| 'reference-with-headings'
	| 'id-with-blanks'
	| 'fenced';

export interface ResolvedHead extends HeadLine {
	/** Whether a section begins; otherwise the line is content of the section before it. */
	readonly isHead: boolean;
	readonly doubt: HeadDoubt | null;
}

export interface HeadsOf {
	/** Whether the document holds a response; the prompt of a pair does not. */
	readonly hasResponse: boolean;
	/** Whether a code fence is left open where the document ends. */
	readonly endsInFence: boolean;
}

/**
 * Decides which lines that are written as heads begin sections. Up to `## Response` all of them do. Behind it, Markdown headings of the answer
 * are written alike, and a line is content unless it can hardly be: the last `## Reference` that is not code, a context whose id is like those so far,
 * or what has to be there and is not yet. A second `## Query` or `## Response` stays a head, and a problem.
 */
export function settleHeads(lines: readonly HeadLine[], { hasResponse, endsInFence }: HeadsOf): ResolvedHead[] {
	const response = hasResponse ? lines.findIndex(({ head }) => head.kind === 'response') : -1;
	if (response === -1) return settledBefore(lines, false);
	return [...settledBefore(lines.slice(0, response), true), ...settledFrom(lines, response, endsInFence)];
}

function settledBefore(lines: readonly HeadLine[], hasResponse: boolean): ResolvedHead[] {
	const plain = lines.filter(({ head }) => head.kind === 'context' && !/\s/.test(head.name));
	const blanksAreOdd = plain.length > 0 && plain.every(({ head }) => looksLikeId(head.name));
	const firstContext = lines.findIndex(({ head }) => head.kind === 'context');
	const doubtOf = ({ head: { kind, name }, isFenced }: HeadLine, i: number): HeadDoubt | null => {
		const isBehindContext = firstContext !== -1 && firstContext < i;
		if (kind === 'system' && isBehindContext) return 'system-behind-context';
		if (kind === 'reference' && isBehindContext && hasResponse) return 'early-reference';
		if (kind === 'context' && blanksAreOdd && /\s/.test(name)) return 'id-with-blanks';
		return isFenced ? 'fenced' : null;
	};
	return lines.map((line, i) => ({ ...line, isHead: true, doubt: doubtOf(line, i) }));
}

/** From the response's own head on. */
function settledFrom(lines: readonly HeadLine[], response: number, endsInFence: boolean): ResolvedHead[] {
	const before = lines.slice(0, response).map(({ head }) => head);
	// An answer that was cut in a code block leaves its fence open, and the first fence of the reference seems to close it. One fence is then left over.
	const areFencesPaired = !endsInFence && !lines[response]!.isFenced;
	const lastReference = lines.findLastIndex(({ head, isFenced }) => head.kind === 'reference' && !(isFenced && areFencesPaired));
	/** Where a query comes behind the response: from there on sections are in their usual order. */
	const lateQuery = lines.findIndex(({ head }, i) => head.kind === 'query' && i > response);
	const hasQuery = before.some(({ kind }) => kind === 'query');
	const known = new Set(before.flatMap(({ kind, name }) => (kind === 'context' ? [name] : [])));
	/** Of ids of contexts, as far as they are read. */
	const shapes = new Set([...known].map(shapeOf));
	const head = (doubt: HeadDoubt | null): Pick<ResolvedHead, 'isHead' | 'doubt'> => ({ isHead: true, doubt });
	const content = { isHead: false, doubt: 'out-of-order' } as const;
	const contextIs = ({ head: { name }, isFenced, isNext }: HeadLine, i: number): Pick<ResolvedHead, 'isHead' | 'doubt'> => {
		if (isFenced || known.has(name) || /\s/.test(name)) return content;
		const isLike = shapes.has(shapeOf(name));
		if (known.size > 0) return isLike && looksLikeId(name) ? head('context-behind-response') : content;
		if (lateQuery !== -1 && lateQuery < i && looksLikeId(name)) return head(null);
		if (looksLikeId(name)) return head('context-behind-response');
		return isLike || (isNext && i === response + 1) ? head('context-behind-response') : content;
	};
	/** Whether a line behind the reference is a heading in it. */
	const hasContentBehind = (reference: number): boolean => {
		const next = lines.findIndex(({ isFenced }, i) => i > reference && !isFenced);
		return next !== -1 && !settle(lines[next]!, next).isHead;
	};
	const settle = (line: HeadLine, i: number): Pick<ResolvedHead, 'isHead' | 'doubt'> => {
		switch (line.head.kind) {
			case 'context': {
				const settled = contextIs(line, i);
				if (settled.isHead) shapes.add(shapeOf(line.head.name));
				return settled;
			}
			case 'system':
				return hasQuery || line.isFenced ? content : head(null);
			case 'reference': {
				if (i !== lastReference) return content;
				if (line.isFenced) return head('fenced');
				return head(line.hasHeadings || hasContentBehind(i) ? 'reference-with-headings' : null);
			}
			case 'query':
			case 'response':
				return head(line.isFenced ? 'fenced' : null);
		}
	};
	return lines.slice(response).map((line, i) => ({ ...line, ...settle(line, response + i) }));
}

/** Whether a word is rather an id than a word of a heading: it has a digit, or signs between letters. */
function looksLikeId(word: string): boolean {
	return !/\s/.test(word) && /\p{N}|[\p{L}\p{N}][-_./:#]+[\p{L}\p{N}]/u.test(word);
}

/** What ids of one kind have in common: `fees-2024` and `rates-7` are `a-0`. */
function shapeOf(id: string): string {
	return id.replace(/\p{L}+/gu, 'a').replace(/\p{N}+/gu, '0');
}
