import type { AnalysisRecord, AnalysisToken } from '../analysis-record.ts';
import { heatStep, heatValue, type HeatMeasure } from '../heat-scale.ts';
import { escapeHtml } from './markup.ts';
import { tokenGroups, type TokenGroup } from './token-groups.ts';

/** The step of the group's token that asks most for a look. */
function stepOf(measure: HeatMeasure, tokens: readonly AnalysisToken[]): number {
	const values = tokens.map((token) => heatValue(measure, token) ?? 0);
	return heatStep(measure, measure === 'cg' ? Math.min(...values) : Math.max(...values));
}

export type SentenceMark = 'ungrounded' | 'leak' | 'ignored' | undefined;

/** How each sentence is underlined: by its verdict, or dotted when all its findings are ignored; not at all otherwise. */
export function sentenceMarks({ sentences, findings }: AnalysisRecord): SentenceMark[] {
	const inOrder = findings.toSorted((a, b) => a.start - b.start);
	let next = 0;
	return sentences.map(({ start, end, verdict }) => {
		while (next < inOrder.length && inOrder[next]!.end <= start) next++;
		let open = false;
		let ignored = false;
		for (let i = next; i < inOrder.length && inOrder[i]!.start < end; i++) {
			if (inOrder[i]!.ignored) ignored = true;
			else open = true;
		}
		if (verdict !== 'ungrounded' && verdict !== 'leak') return undefined;
		return ignored && !open ? 'ignored' : verdict;
	});
}

/** The response, a span a token group; text that no token covers stands plain. */
export function responseHtml(record: AnalysisRecord, response: { readonly start: number; readonly text: string }): string {
	const slice = (start: number, end: number) => escapeHtml(response.text.slice(start - response.start, end - response.start));
	const marks = sentenceMarks(record);
	const parts: string[] = [];
	let at = response.start;
	let sentence = 0;
	for (const group of tokenGroups(record.tokens)) {
		// A token that begins with the space between two sentences belongs to the one that holds most of it.
		const middle = (group.start + group.end) / 2;
		while (sentence < record.sentences.length && record.sentences[sentence]!.end <= middle) sentence++;
		const inside = (record.sentences[sentence]?.start ?? Infinity) <= middle;
		parts.push(slice(at, group.start), groupHtml(record, group, inside ? marks[sentence] : undefined, slice(group.start, group.end)));
		at = group.end;
	}
	parts.push(slice(at, response.start + response.text.length));
	return parts.join('');
}

function groupHtml(record: AnalysisRecord, group: TokenGroup, mark: SentenceMark, text: string): string {
	const tokens = record.tokens.slice(group.first, group.last + 1);
	const classes = ['t', `g${stepOf('cg', tokens)}`, `s${stepOf('surprise', tokens)}`, ...(mark === undefined ? [] : [mark])];
	const last = group.last === group.first ? '' : ` data-l="${group.last}"`;
	return `<span class="${classes.join(' ')}" data-i="${group.first}"${last} tabindex="-1">${text}</span>`;
}

const short = (value: number) => Number(value.toFixed(4));

/** What the page's script shows of each token, in the order that it reads. */
export function tokenData(tokens: readonly AnalysisToken[]): unknown[] {
	return tokens.map((t) => [
		t.text, short(t.logprob), short(t.logprobWithoutContext), t.rank, t.rankWithoutContext,
		short(t.entropy), short(t.entropyWithoutContext), short(t.cg), short(t.kl), t.pos,
		t.alternatives.map((a) => [a.text, short(a.logprob)]), t.alternativesWithoutContext.map((a) => [a.text, short(a.logprob)]),
	]);
}
