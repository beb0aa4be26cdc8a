import { basename } from 'node:path';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { seededRandom, type Random } from '../../src/statistics/random.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { shareOfParts } from '../figure.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { costParts, hidingCost, type HidingCost } from './bench-origins-cost.ts';
import { byHiding, byShares, type JudgedSpan } from './judge-origins.ts';
import { caseKinds, copiedCases, worldCases, type CaseKind, type OriginCase } from './origin-cases.ts';
import { readPassageQuestions } from './passage-questions.ts';

/** A case, and what two ways say of its parts. */
interface Judged {
	readonly kind: CaseKind;
	readonly question: number;
	readonly hidden: readonly JudgedSpan[];
	/** By shares of attention; absent where they were not asked for. */
	readonly shares?: readonly JudgedSpan[];
	/** Readings of the response, and what they may be at most. */
	readonly passes: number;
	readonly contexts: number;
}

/** The text whose cost is measured, tokens, as far as the model's window has room for it. */
const costTokens = 1000;
const costRows = 100;

/** Whether hiding contexts names the one that words were copied from, and what it costs. */
export const realOrigins: Bench = {
	name: 'real-origins',
	summary:
		'whether hiding one context at a time names the passage that words were copied from: HotpotQA passages of a clone of RUCAIBox/HaluEval in --data DIR, else the world of the demo model; --model DIR',
	takesModel: true,
	takesData: true,
	async run({ seed, quick, model: folder, data, log }) {
		const files = await checkModelFolder(folder, {});
		const model = await loadDecoder({ files, device: executionProvidersFor('cpu'), name: basename(folder) });
		try {
			const random = seededRandom(seed);
			const count = quick ? 4 : 24;
			const questions = data === undefined ? [] : await readPassageQuestions(data);
			const cases = data === undefined ? await worldCases(random, model, count) : copiedCases(random, questions, count);
			const judged: Judged[] = [];
			for (const [i, one] of cases.entries()) {
				// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
				judged.push(await judge(model, one, !quick));
				if (i % 10 === 9) log(`${i + 1} of ${cases.length} responses`);
			}
			const passages =
				data === undefined ? cases.flatMap(({ parts }) => parts.contexts.map(({ text }) => text)) : questions.map(({ passage }) => passage);
			const costs: HidingCost[] = [];
			const room = Math.min(costTokens, Math.floor(model.identity.contextWindow * 0.75));
			// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
			for (let i = 0; i < (quick ? 1 : 3); i++)
				costs.push(await hidingCost(model, costParts(passages, room, costRows, data === undefined ? 2 : 4)));
			return {
				data: {
					model: model.identity.name,
					dtype: model.identity.dtype,
					passages: data === undefined ? 'the world of the demo model, forms of development' : 'HotpotQA passages of RUCAIBox/HaluEval',
					questions: new Set(cases.map(({ question }) => question)).size,
					responses: cases.length,
				},
				figures: [...figuresOf(judged, random), ...costFigures(costs)],
			};
		} finally {
			await model.dispose();
		}
	},
};

async function judge(model: DecoderModel, one: OriginCase, compares: boolean): Promise<Judged> {
	const options = { signal: new AbortController().signal, onProgress: () => undefined };
	const hidden = await model.hide(one.parts, options);
	const known = {
		kind: one.kind,
		question: one.question,
		hidden: byHiding(one, hidden),
		passes: hidden.passes,
		contexts: hidden.contextIds.length,
	};
	// The old way is only asked which of several passages it was.
	if (!compares || one.kind !== 'copied') return known;
	return { ...known, shares: byShares(one, (await model.attribute(one.parts, options)).attributed) };
}

const isFirst = ({ first, where }: JudgedSpan): boolean => where.includes(first);
const isNamed = ({ named }: JudgedSpan): boolean => named.length > 0;

function figuresOf(judged: readonly Judged[], random: Random): Figure[] {
	const parts = (kind: CaseKind, of: (one: Judged) => readonly JudgedSpan[] = ({ hidden }) => hidden): (readonly JudgedSpan[])[] =>
		judged.filter((one) => one.kind === kind).map(of);
	const figure = (
		name: string,
		cases: readonly (readonly JudgedSpan[])[],
		isSo: (span: JudgedSpan) => boolean,
		target: Target | null = null,
	): Figure[] => (cases.every((one) => one.length === 0) ? [] : [shareOfParts(name, random, cases, isSo, target)]);
	const named = (kind: CaseKind) => parts(kind).map((spans) => spans.filter(isNamed));
	const shared = (kind: CaseKind) => named(kind).map((spans) => spans.filter(({ where }) => where.length > 1));
	const single = parts('near-duplicate').map((spans) => spans.filter(({ where }) => where.length === 1));
	return [
		...figure('copied: right passage first', parts('copied'), isFirst, atLeast(0.97)),
		...figure('copied: named', parts('copied'), isNamed, atLeast(0.9)),
		...figure('copied: right, where named', named('copied'), ({ named: [first], where }) => where.includes(first!)),
		...figure('near-duplicate: a right passage first', parts('near-duplicate'), isFirst),
		...figure('near-duplicate: right passage first, of words that differ', single, isFirst),
		...figure('near-duplicate: both named, of words in both', shared('near-duplicate'), ({ named: all, where }) =>
			where.every((k) => all.includes(k)),
		),
		...figure('twice: a right passage first', parts('twice'), isFirst),
		...figure('twice: named', parts('twice'), isNamed),
		...figure('twice: both named', shared('twice'), ({ named: all, where }) => where.every((k) => all.includes(k))),
		...figure('in no context: named', parts('elsewhere'), isNamed, atMost(0.05)),
		...figure(
			'by shares of attention, copied: right passage first',
			parts('copied', ({ shares = [] }) => shares),
			isFirst,
		),
		...caseKinds.map((kind) =>
			passesFigure(
				kind,
				judged.filter((one) => one.kind === kind),
			),
		),
	];
}

function passesFigure(kind: CaseKind, judged: readonly Judged[]): Figure {
	const value = judged.reduce((sum, { passes, contexts }) => sum + passes / contexts, 0) / judged.length;
	return {
		name: `${kind}: readings of the response for each context`,
		value,
		low: null,
		high: null,
		n: judged.length,
		unit: '',
		target: null,
	};
}

function costFigures(costs: readonly HidingCost[]): Figure[] {
	const { tokens, rows, passes } = costs[0]!;
	const median = (of: (cost: HidingCost) => number): number =>
		quantile(
			costs.map(of).toSorted((a, b) => a - b),
			0.5,
		);
	const figure = (name: string, value: number, unit: string, target: Target | null): Figure => ({
		name,
		value,
		low: null,
		high: null,
		n: costs.length,
		unit,
		target,
	});
	return [
		figure(
			`extra time of hiding 5 contexts, of a plain pass over ${tokens} tokens with ${rows} of the response (${passes} readings)`,
			median(({ plain, extra }) => extra / plain),
			'',
			atMost(0.5),
		),
		figure(
			'extra time of hiding, of scoring with and without the contexts',
			median(({ scoring, extra }) => extra / scoring),
			'',
			null,
		),
		figure(
			'the plain pass',
			median(({ plain }) => plain),
			's',
			null,
		),
	];
}
