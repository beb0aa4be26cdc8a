import type { AnalysisRecord, AnalysisSentence, AnalysisToken } from '../analysis-record.ts';
import { heatStep, heatValue, type HeatMeasure } from '../heat-scale.ts';
import { escapeHtml } from './markup.ts';
import { tokenGroups, type TokenGroup } from './token-groups.ts';

/** The step of the group's token that asks most for a look. */
function stepOf(measure: HeatMeasure, tokens: readonly AnalysisToken[]): number {
	const values = tokens.map((token) => heatValue(measure, token));
	return heatStep(measure, measure === 'cg' ? Math.min(...values) : Math.max(...values));
}

/** How a sentence is underlined: by its verdict, or dotted when all its findings are ignored; nothing otherwise. */
export function sentenceMark(record: AnalysisRecord, sentence: AnalysisSentence): 'ungrounded' | 'leak' | 'ignored' | undefined {
	if (sentence.verdict !== 'ungrounded' && sentence.verdict !== 'leak') return undefined;
	const findings = record.findings.filter((f) => f.start < sentence.end && sentence.start < f.end);
	return findings.length > 0 && findings.every((f) => f.ignored) ? 'ignored' : sentence.verdict;
}

/** The response, a span a token group; text that no token covers stands plain. */
export function responseHtml(record: AnalysisRecord, response: { readonly start: number; readonly text: string }): string {
	const slice = (start: number, end: number) => escapeHtml(response.text.slice(start - response.start, end - response.start));
	const groups = tokenGroups(record.tokens);
	const parts: string[] = [];
	let at = response.start;
	for (const group of groups) {
		parts.push(slice(at, group.start), groupHtml(record, group, slice(group.start, group.end)));
		at = group.end;
	}
	parts.push(slice(at, response.start + response.text.length));
	return parts.join('');
}

function groupHtml(record: AnalysisRecord, group: TokenGroup, text: string): string {
	const tokens = record.tokens.slice(group.first, group.last + 1);
	// A token that begins with the space between two sentences belongs to the one that holds most of it.
	const middle = (group.start + group.end) / 2;
	const sentence = record.sentences.find((s) => s.start <= middle && middle < s.end);
	const mark = sentence === undefined ? undefined : sentenceMark(record, sentence);
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
