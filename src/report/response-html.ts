import { isAboutValue, type AnalysisRecord, type AnalysisToken, type LayerStep } from '../formats/analysis-record.ts';
import { heatKind, heatMeasures, heatStep, heatValue, type HeatMeasure } from '../formats/heat-scale.ts';
import { isFlaggedSentence, sentenceVerdicts, type SentenceVerdict } from '../formats/sentence-verdict.ts';
import { escapeHtml } from './markup.ts';
import { originInWords } from './word-origin-words.ts';

/** What is colored as one piece: tokens `[first, last]` that cover document offsets `[start, end)`. */
export interface TokenGroup {
	readonly first: number;
	readonly last: number;
	readonly start: number;
	readonly end: number;
}

/**
 * Joins a token without characters of its own (a later byte of a split character) with the piece before it,
 * or with the first piece where none is before, so that no token is lost to the eye.
 */
export function tokenGroups(tokens: readonly Pick<AnalysisToken, 'start' | 'end'>[]): TokenGroup[] {
	const groups: TokenGroup[] = [];
	for (const [i, token] of tokens.entries()) {
		const previous = groups.at(-1);
		if (previous !== undefined && (token.end === token.start || previous.end === previous.start)) {
			groups[groups.length - 1] = { first: previous.first, last: i, start: previous.start, end: token.end };
		} else groups.push({ first: i, last: i, start: token.start, end: token.end });
	}
	return groups;
}

/** Class of a measure's steps, before the number of the step. */
export const stepPrefix: Readonly<Record<HeatMeasure, string>> = {
	cg: 'g',
	kl: 'd',
	surprise: 's',
	suspicion: 'p',
	query: 'q',
	rag: 'r',
	past: 'h',
	self: 'e',
	ffn: 'f',
	ln: 'l',
	initial: 'i',
};

/** The step of the group's token that asks most for a look (of a source: that has most to do with it); `null` where it was not computed. */
function stepOf(measure: HeatMeasure, tokens: readonly AnalysisToken[]): number | null {
	const values = tokens.flatMap((token) => heatValue(measure, token) ?? []);
	if (values.length === 0) return null;
	const chosen =
		measure === 'cg'
			? Math.min(...values)
			: heatKind(measure) === 'rising'
				? Math.max(...values)
				: values.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
	return heatStep(measure, chosen);
}

function stepClasses(tokens: readonly AnalysisToken[]): string[] {
	return heatMeasures.flatMap((measure) => {
		const step = stepOf(measure, tokens);
		return step === null ? [] : [`${stepPrefix[measure]}${step}`];
	});
}

type SentenceMark = 'ungrounded' | 'leak' | 'ignored' | undefined;

/** How a sentence is underlined: by its verdict, or dotted when all its own findings are ignored; not at all otherwise. */
function markOf(verdict: SentenceVerdict): SentenceMark {
	if (!isFlaggedSentence(verdict)) return undefined;
	if ('ignored' in verdict && verdict.ignored) return 'ignored';
	return verdict.kind === 'profile' && verdict.verdict === 'leak' ? 'leak' : 'ungrounded';
}

/** A response that no model has read: the values that are flagged are marked, and so are sentences. */
function unreadHtml(record: AnalysisRecord, { start, text }: { readonly start: number; readonly text: string }): string {
	const marks = sentenceVerdicts(record).map(markOf);
	const pieces = [
		...record.sentences.flatMap((sentence, i) => (marks[i] === undefined ? [] : [{ ...sentence, mark: marks[i] }])),
		...record.findings
			.filter(isAboutValue)
			.map((finding) => ({ ...finding, mark: finding.ignored ? ('ignored' as const) : ('ungrounded' as const) })),
	].toSorted((a, b) => a.start - b.start);
	const parts: string[] = [];
	let at = start;
	for (const piece of pieces) {
		// A value of a sentence that is marked has its mark.
		if (piece.start < at) continue;
		parts.push(
			escapeHtml(text.slice(at - start, piece.start - start)),
			`<span class="${piece.mark}">${escapeHtml(text.slice(piece.start - start, piece.end - start))}</span>`,
		);
		at = piece.end;
	}
	return parts.join('') + escapeHtml(text.slice(at - start));
}

/** The response, a span a token group; text that no token covers stands plain, and that it was not scored is said before what was not. */
export function responseHtml(record: AnalysisRecord, response: { readonly start: number; readonly text: string }): string {
	if (record.model === null) return unreadHtml(record, response);
	const slice = (start: number, end: number) => escapeHtml(response.text.slice(start - response.start, end - response.start));
	const marks = sentenceVerdicts(record).map(markOf);
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
	const end = response.start + response.text.length;
	const unscored = record.truncation?.unscored ?? null;
	parts.push(
		unscored === null
			? slice(at, end)
			: `${slice(at, unscored.start)}<span class="unscored"><b>Not scored from here: the context window is full.</b> ${slice(unscored.start, end)}</span>`,
	);
	return parts.join('');
}

function groupHtml(record: AnalysisRecord, group: TokenGroup, mark: SentenceMark, text: string): string {
	const tokens = record.tokens.slice(group.first, group.last + 1);
	const classes = ['t', ...stepClasses(tokens), ...(mark === undefined ? [] : [mark])];
	const last = group.last === group.first ? '' : ` data-l="${group.last}"`;
	return `<span class="${classes.join(' ')}" data-i="${group.first}"${last} tabindex="-1">${text}</span>`;
}

const short = (value: number) => Number(value.toFixed(4));

/**
 * A token's path in few characters, five numbers a layer: attention's query, rag, past and self, then the feed-forward block. What
 * rounding takes from one is given to the next, so that added up they never stray.
 */
function layerData(layers: readonly LayerStep[]): number[] {
	let left = 0;
	return layers
		.flatMap(({ attention, ffn }) => [...attention, ffn])
		.map((part) => {
			const rounded = short(part + left);
			left += part - rounded;
			return rounded;
		});
}

/** Where the token's word comes from, in a line. `null` for a token that is part of no word. */
function wordLine({ start, end }: AnalysisToken, origins: AnalysisRecord['wordOrigins']): string | null {
	const word = origins?.words.find((one) => one.start < end && one.end > start);
	return word === undefined ? null : `“${word.text}” ${originInWords(word)}`;
}

/** The token's word, and the numbers of the contexts that it comes from. `null` if it comes from none. */
function wordPlaces(
	{ start, end }: AnalysisToken,
	origins: AnalysisRecord['wordOrigins'],
	contexts: readonly string[],
): readonly [string, readonly number[]] | null {
	const word = origins?.words.find((one) => one.start < end && one.end > start);
	if (word === undefined || word.from.length === 0) return null;
	return [word.text, contexts.flatMap((id, i) => (word.from.includes(id) ? [i] : []))];
}

/** What the page's script shows of each token, in the order that it reads; `contexts`: their ids, in the order of the page. */
export function tokenData({ tokens, wordOrigins }: Pick<AnalysisRecord, 'tokens' | 'wordOrigins'>, contexts: readonly string[]): unknown[] {
	return tokens.map((t) => [
		t.text,
		short(t.logprob),
		short(t.logprobWithoutContext),
		t.rank,
		t.rankWithoutContext,
		short(t.entropy),
		short(t.entropyWithoutContext),
		short(t.cg),
		short(t.kl),
		t.pos,
		t.alternatives.map((a) => [a.text, short(a.logprob)]),
		t.alternativesWithoutContext.map((a) => [a.text, short(a.logprob)]),
		t.sources?.map(short) ?? null,
		wordLine(t, wordOrigins),
		t.suspicion === null ? null : short(t.suspicion),
		t.layers === undefined ? null : layerData(t.layers),
		wordPlaces(t, wordOrigins, contexts),
	]);
}
