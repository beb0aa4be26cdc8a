import type { AnalysisRecord, AnalysisToken, SpadVerdict } from '../../formats/analysis-record.ts';
import { tokenSourceNames, tokenSources } from '../../formats/token-sources.ts';
import { closedBookFigures, closedBookVerdict } from '../../report/closed-book-words.ts';
import { sentenceVerdicts } from '../../formats/sentence-verdict.ts';
import { notJudgedWords } from '../../report/not-judged-words.ts';
import { repcsComparison } from '../../report/repcs-words.ts';
import { percentOf, roughPercentOf, withinBound } from '../../wording/numbers.ts';
import { codeSpan } from '../lsp/markdown.ts';
import { verdictParagraphs, wordOf, type HoverOptions, type VerdictRecord } from './hover-verdict.ts';

/** Width of the longest bar, characters. */
const width = 12;
/** The longest bar stands for no less than this: what next to nothing is made of would else look like much. */
const minScale = 0.05;
/** Contexts whose hiding is shown; the others are counted. */
const maxContexts = 4;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A part of a probability, with its sign: "+0.612". */
export function part(value: number): string {
	const text = Math.abs(value).toFixed(3);
	return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/**
 * The seven sources as a table with bars: figure and name come first, for those who hear it. Block characters, because they take the
 * colors of whatever theme shows them, in any editor; what took from the probability is hatched, and its number has a minus.
 * `title` heads the names: a hover has few lines to spare.
 */
export function sourceChart(title: string, sources: readonly number[]): string[] {
	const largest = sources.reduce((max, value) => Math.max(max, Math.abs(value)), minScale);
	return [
		`| ${title} | Part | |`,
		'| :-- | --: | :-- |',
		...tokenSources.map((source, s) => `| ${tokenSourceNames[source]} | ${part(sources[s]!)} | ${bar(sources[s]!, largest)} |`),
	];
}

function bar(value: number, largest: number): string {
	const length = (Math.abs(value) / largest) * width;
	if (value < 0) return '▒'.repeat(Math.max(Math.round(length), length > 0.1 ? 1 : 0));
	const whole = Math.floor(length);
	return '█'.repeat(whole) + eighths[Math.floor((length - whole) * 8)]!;
}

/** What a hover says of the record that its token is in. */
export type HoverRecord = VerdictRecord & Pick<AnalysisRecord, 'response' | 'attribution'>;

const absent = '–';

function number(value: number): string {
	return Number.isFinite(value) ? value.toFixed(3) : absent;
}

function signed(value: number): string {
	return `${value >= 0 ? '+' : '−'}${number(Math.abs(value))}`;
}

function percent(logProbability: number): string {
	return percentOf(Math.exp(logProbability));
}

/** What the sign of CG says, in words. */
function verdictOf(cg: number): string {
	return cg > 0.05
		? 'the context made the model surer'
		: cg < -0.05
			? 'the context made the model less sure'
			: 'the context made no difference';
}

/** Both parts of a hover, as Markdown. */
export interface TokenHover {
	/** The verdict, then its evidence in words. */
	readonly verdict: string;
	/** The numbers behind it. */
	readonly numbers: string;
}

/** Writes everything about one response token: what is wrong with it and why, then where it comes from and how sure the model was. */
export function tokenHover(token: AnalysisToken, record: HoverRecord, options: HoverOptions = {}): TokenHover {
	const place = { start: token.start + (token.text.length - token.text.trimStart().length), end: token.end };
	const blocks = [
		[
			`**Numbers** of the token ${codeSpan(token.text)} (${token.pos}, ${percent(token.logprob)})${record.model === null ? '' : `, read by ${codeSpan(record.model.name)}`}`,
		],
		suspicionOf(token, record),
		originOf(token, record),
		sourcesOf(token, record),
		memoryOf(record),
		[`**CG ${signed(token.cg)} nats**: ${verdictOf(token.cg)} \u00b7 KL ${number(token.kl)} nats`],
		bothPaths(token),
	];
	return {
		verdict: verdictParagraphs(record, place.start < place.end ? place : token, token, options).join('\n\n'),
		numbers: blocks
			.filter((lines) => lines.length > 0)
			.map((lines) => lines.join('\n'))
			.join('\n\n'),
	};
}

/** What the classifiers say, each with its name and what it was trained to judge: probabilities of two levels do not compare. */
function suspicionOf(token: AnalysisToken, record: HoverRecord): string[] {
	const { sentences, response } = record;
	const at = sentences.findIndex(({ start, end }) => token.start < end && token.end > start);
	const own = sentences[at];
	const verdict = sentenceVerdicts(record)[at];
	// Numbers that judge nothing would be read as a verdict.
	if (verdict !== undefined && verdict.kind !== 'profile' && verdict.kind !== 'supported' && verdict.kind !== 'none') return [];
	const sentence = own?.spad ?? null;
	const overall = response === null ? null : response.spad;
	const said = [...(sentence === null ? [] : [judged(sentence)]), ...(overall === null ? [] : [judged(overall)])];
	if (token.suspicion === null) return said.length === 0 ? [] : [said.join(' · ')];
	return [[`**Suspicion ${token.suspicion.toFixed(2)}**`, ...said].join(' · ')];
}

function judged({ classifier, level, reads, probability, threshold, hallucinated, notJudged }: SpadVerdict): string {
	const what = `${level === 'response' ? 'whole response' : 'sentence'}${reads === undefined ? '' : ', from its sentences'}`;
	if (hallucinated === null) return `${what}: ${notJudgedWords({ notJudged }) ?? 'not judged'}`;
	return `${classifier.toUpperCase()} on the ${what}: ${probability.toFixed(2)}, ${hallucinated ? 'above' : 'not above'} ${threshold.toFixed(2)}`;
}

/** Of the response as a whole: whether it was recited. The verdict first; where closed book judges, RePCS stands beside. */
function memoryOf({ repcs, closedBook }: HoverRecord): string[] {
	const judge = closedBook !== null && closedBook.threshold !== null ? closedBook : null;
	const said = repcs === null ? null : repcs.memorised === null ? notJudgedWords(repcs) : repcsComparison(repcs);
	if (judge === null) return said === null ? [] : [`RePCS (whole response): ${said}${repcs?.memorised === true ? ', flagged' : ''}`];
	const verdict = closedBookVerdict(judge);
	if (judge.notJudged !== undefined) return [verdict];
	const figures = [closedBookFigures(judge), ...(said === null || judge.memorised === null ? [] : [`RePCS ${said}`])];
	return [`${verdict} · whole response: ${figures.join(' · ')}`];
}

/** How likely the token's word is with contexts and without: the evidence says in words where it comes from. */
function originOf(token: AnalysisToken, record: HoverRecord): string[] {
	const word = wordOf(token, record);
	if (word === undefined) return [];
	const figure = (logprob: number): string => roughPercentOf(Math.exp(logprob));
	const hidden = Object.entries(word.without)
		.toSorted(([, a], [, b]) => a - b)
		.map(([id, without]) => `without ${codeSpan(id)} ${figure(without)}`);
	const shown = [
		figure(word.logprob),
		`without any context ${figure(word.none)}`,
		...hidden.slice(0, maxContexts),
		...(hidden.length > maxContexts ? [`${hidden.length - maxContexts} more`] : []),
	];
	return [`Word ${codeSpan(word.text)}: ${shown.join(' \u00b7 ')}`];
}

function sourcesOf({ sources }: AnalysisToken, { attribution }: HoverRecord): string[] {
	if (sources === null) return [];
	const parallel = attribution?.parallelLayers ?? 0;
	const mixing = attribution?.mixingLayers?.length ?? 0;
	const within = withinBound(attribution?.errorBound ?? 0);
	return [
		...sourceChart('Source of this probability', sources),
		...(within === null ? [] : ['', `Screened: each part is ${within} of the exact one.`]),
		...(parallel === 0
			? []
			: [
					'',
					`In ${parallel} ${parallel === 1 ? 'layer' : 'layers'} attention counts before the model\u2019s own layers, which read the same state.`,
				]),
		...(mixing === 0
			? []
			: [
					'',
					`In ${mixing} ${mixing === 1 ? 'layer' : 'layers'} tokens influence each other without attention. This counts as the model\u2019s own layers.`,
				]),
	];
}

function bothPaths(token: AnalysisToken): string[] {
	const rows = Math.max(token.alternatives.length, token.alternativesWithoutContext.length);
	const alternative = (list: AnalysisToken['alternatives'], i: number): string => {
		const candidate = list[i];
		return candidate === undefined ? '' : `${codeSpan(candidate.text)} ${percent(candidate.logprob)}`;
	};
	return [
		'| | with context | without context |',
		'| :-- | :-- | :-- |',
		`| probability | ${percent(token.logprob)}, rank ${token.rank} | ${percent(token.logprobWithoutContext)}, rank ${token.rankWithoutContext} |`,
		`| entropy | ${number(token.entropy)} nats | ${number(token.entropyWithoutContext)} nats |`,
		...Array.from(
			{ length: rows },
			(_, i) =>
				`| ${i === 0 ? 'candidates' : ''} | ${alternative(token.alternatives, i)} | ${alternative(token.alternativesWithoutContext, i)} |`,
		),
	];
}

/** The token that covers `offset`, by bisection: tokens are in order. */
export function tokenAt(tokens: readonly AnalysisToken[], offset: number): AnalysisToken | undefined {
	let low = 0;
	let high = tokens.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (tokens[middle]!.end <= offset) low = middle + 1;
		else high = middle;
	}
	const found = tokens[low];
	return found !== undefined && found.start <= offset ? found : undefined;
}
