import type { AnalysisToken } from '../../formats/analysis-record.ts';
import { codeSpan } from '../markdown.ts';

const absent = '–';

function number(value: number): string {
	return Number.isFinite(value) ? value.toFixed(3) : absent;
}

function signed(value: number): string {
	return `${value >= 0 ? '+' : '−'}${number(Math.abs(value))}`;
}

/** `exp` of a log-probability in nats, in per cent; very small ones as a power of ten. */
export function percent(logProbability: number): string {
	const share = Math.exp(logProbability) * 100;
	if (share >= 99.995) return '100 %';
	if (share >= 0.01) return `${share.toPrecision(share >= 10 ? 4 : 3)} %`;
	const exponent = Math.floor((logProbability + Math.log(100)) / Math.LN10);
	// What a model holds impossible stands in a record as the largest finite number.
	return exponent > -1e6 ? `10^${exponent} %` : '0 %';
}

/** Everything about one response token, as Markdown. `model` says who read it. */
export function tokenHover(token: AnalysisToken, model: string): string {
	const rows = Math.max(token.alternatives.length, token.alternativesWithoutContext.length);
	const alternative = (list: AnalysisToken['alternatives'], i: number): string => {
		const candidate = list[i];
		return candidate === undefined ? '' : `${codeSpan(candidate.text)} ${percent(candidate.logprob)}`;
	};
	return [
		`**RAG Assay** ${codeSpan(token.text)} (${token.pos}), read by ${codeSpan(model)}`,
		'',
		'| | with context | without context |',
		'| :-- | :-- | :-- |',
		`| probability | ${percent(token.logprob)} | ${percent(token.logprobWithoutContext)} |`,
		`| rank | ${token.rank} | ${token.rankWithoutContext} |`,
		`| entropy (nats) | ${number(token.entropy)} | ${number(token.entropyWithoutContext)} |`,
		...Array.from({ length: rows }, (_, i) => `| ${i === 0 ? 'candidates' : ''} | ${alternative(token.alternatives, i)} | ${alternative(token.alternativesWithoutContext, i)} |`),
		'',
		`CG ${signed(token.cg)} nats: ${token.cg > 0.05 ? 'the context made the model surer' : token.cg < -0.05 ? 'the context made the model less sure' : 'the context made no difference'}. KL ${number(token.kl)} nats.`,
	].join('\n');
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
