import type { AnalysisToken } from '../../formats/analysis-record.ts';
import { percentOf } from '../../formats/percent.ts';
import { codeSpan } from '../markdown.ts';

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
	return cg > 0.05 ? 'the context made the model surer' : cg < -0.05 ? 'the context made the model less sure' : 'the context made no difference';
}

/** Everything about one response token, as Markdown: first what its colour says. `model` says who read it. */
export function tokenHover(token: AnalysisToken, model: string): string {
	const rows = Math.max(token.alternatives.length, token.alternativesWithoutContext.length);
	const alternative = (list: AnalysisToken['alternatives'], i: number): string => {
		const candidate = list[i];
		return candidate === undefined ? '' : `${codeSpan(candidate.text)} ${percent(candidate.logprob)}`;
	};
	return [
		`${codeSpan(token.text)} ${token.pos} · read by ${codeSpan(model)}`,
		'',
		`**CG ${signed(token.cg)} nats**: ${verdictOf(token.cg)} · KL ${number(token.kl)} nats`,
		'',
		'| | with context | without context |',
		'| :-- | :-- | :-- |',
		`| probability | ${percent(token.logprob)}, rank ${token.rank} | ${percent(token.logprobWithoutContext)}, rank ${token.rankWithoutContext} |`,
		`| entropy | ${number(token.entropy)} nats | ${number(token.entropyWithoutContext)} nats |`,
		...Array.from({ length: rows }, (_, i) => `| ${i === 0 ? 'candidates' : ''} | ${alternative(token.alternatives, i)} | ${alternative(token.alternativesWithoutContext, i)} |`),
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
