import { basename } from 'node:path';
import { UserError } from '../../src/errors.ts';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { seededRandom, type Random } from '../../src/statistics/random.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { shareOfParts } from '../figure.ts';
import { demoFolder } from '../making/demo-model.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { costParts, hidingCost, type HidingCost } from './bench-origins-cost.ts';
import { byHiding, byShares, type JudgedSpan } from './judge-origins.ts';
import { caseKinds, copiedCases, worldCases, type CaseKind, type OriginCase } from './origin-cases.ts';
import { readPassageQuestions, type PassageQuestion } from './passage-questions.ts';
import { realOriginsTables } from './bench-tables.ts';

/** A case, and what two ways say of its parts. */
interface Judged {
	readonly kind: CaseKind;
	readonly question: number;
	readonly hidden: readonly JudgedSpan[];
	/** By shares of attention in the first and in the second reading of SPAD; absent where they were not asked for. */
	readonly shares?: readonly JudgedSpan[];
	readonly secondShares?: readonly JudgedSpan[];
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
		'whether hiding one context at a time names the passage that words were copied from: the demo model on its world, and each --model DIR on HotpotQA passages of a clone of RUCAIBox/HaluEval in --data DIR',
	takesModel: true,
	takesModels: true,
	takesData: true,
	markdown: realOriginsTables,
	async run({ seed, quick, models, data, log }) {
		const others = models.filter((folder) => folder !== demoFolder);
		if (others.length > 0 && data === undefined)
			throw new UserError('RA658', 'Models other than the demo model are measured on public passages. No folder was named.', {
				place: { file: others[0]! },
				hint: 'Clone https://github.com/RUCAIBox/HaluEval into a folder, and name the folder with --data.',
			});
		const questions = others.length === 0 ? [] : await readPassageQuestions(data!);
		const figures: Figure[] = [];
		const facts: Record<string, string> = {
			...(others.length > 0 && {
				options: `--data DIR, a folder of clones, and --model for ${others.map((folder) => basename(folder)).join(' and ')}`,
			}),
			passages: 'the demo model reads its own world, forms of development; others read paragraphs of Wikipedia (HotpotQA)',
		};
		for (const folder of [...others, demoFolder]) {
			// oxlint-disable-next-line no-await-in-loop -- one model in memory at a time
			const measured = await measuredModel(folder, folder === demoFolder ? null : questions, { seed, quick, log });
			Object.assign(facts, measured.facts);
			figures.push(...measured.figures.map((figure) => ({ ...figure, name: `${basename(folder)}, ${figure.name}` })));
		}
		return { data: facts, figures };
	},
};

/** @param questions about public passages; `null` for the demo model's world. */
async function measuredModel(
	folder: string,
	questions: readonly PassageQuestion[] | null,
	{ seed, quick, log }: { readonly seed: number; readonly quick: boolean; readonly log: (message: string) => void },
): Promise<{ facts: Record<string, string>; figures: Figure[] }> {
	const name = basename(folder);
	const model = await loadDecoder({ files: await checkModelFolder(folder, {}), device: executionProvidersFor('cpu'), name });
	try {
		const random = seededRandom(seed);
		const count = quick ? 4 : 24;
		const cases = questions === null ? await worldCases(random, model, count) : copiedCases(random, questions, count);
		const judged: Judged[] = [];
		for (const [i, one] of cases.entries()) {
			// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
			judged.push(await judge(model, one, !quick));
			if (i % 10 === 9) log(`${name}: ${i + 1} of ${cases.length} responses`);
		}
		const passages =
			questions === null ? cases.flatMap(({ parts }) => parts.contexts.map(({ text }) => text)) : questions.map(({ passage }) => passage);
		const costs: HidingCost[] = [];
		const room = Math.min(costTokens, Math.floor(model.identity.contextWindow * 0.75));
		// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
		for (let i = 0; i < (quick ? 1 : 3); i++)
			costs.push(await hidingCost(model, costParts(passages, room, costRows, questions === null ? 2 : 4)));
		const [{ tokens, rows, passes }] = costs as [HidingCost];
		return {
			facts: {
				[`sha256 of ${name}`]: model.identity.sha256,
				[`responses that ${name} read`]: `${cases.length}, to ${new Set(cases.map(({ question }) => question)).size} questions`,
				[`the cost with ${name}`]: `a plain pass over ${tokens} tokens, ${rows} of them of the response; hiding 5 contexts took ${passes} readings`,
			},
			figures: [...figuresOf(judged, random), ...costFigures(costs, room >= costTokens)],
		};
	} finally {
		await model.dispose();
	}
}

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
	const { attributed } = await model.attribute(one.parts, options);
	const { contextShares } = await model.lens(one.parts, [...attributed.tokenIds.keys()], options);
	return { ...known, shares: byShares(one, attributed), secondShares: byShares(one, { ...attributed, contextShares }) };
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
		...figure('copied: right context first', parts('copied'), isFirst, atLeast(0.97)),
		...figure('copied: named', parts('copied'), isNamed, atLeast(0.9)),
		...figure('copied: right, where named', named('copied'), ({ named: [first], where }) => where.includes(first!)),
		...figure('near-duplicate: a right context first', parts('near-duplicate'), isFirst),
		...figure('near-duplicate: right context first, of words that differ', single, isFirst),
		...figure('near-duplicate: both named, of words in both', shared('near-duplicate'), ({ named: all, where }) =>
			where.every((k) => all.includes(k)),
		),
		...figure('twice: a right context first', parts('twice'), isFirst),
		...figure('twice: named', parts('twice'), isNamed),
		...figure('twice: both named', shared('twice'), ({ named: all, where }) => where.every((k) => all.includes(k))),
		...figure('in no context: named', parts('elsewhere'), isNamed, atMost(0.05)),
		...figure(
			'by shares of attention, copied: right context first',
			parts('copied', ({ shares = [] }) => shares),
			isFirst,
		),
		...figure(
			'by shares of attention in the second reading, copied: right context first',
			parts('copied', ({ secondShares = [] }) => secondShares),
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

/** @param isLong whether the model has room for the text that the target is about. */
function costFigures(costs: readonly HidingCost[], isLong: boolean): Figure[] {
	const figure = (name: string, of: (cost: HidingCost) => number, unit: string, target: Target | null): Figure => ({
		name: `cost: ${name}`,
		value: quantile(
			costs.map(of).toSorted((a, b) => a - b),
			0.5,
		),
		low: null,
		high: null,
		n: costs.length,
		unit,
		target,
	});
	return [
		figure('time of hiding after scoring, of a plain pass', ({ plain, extra }) => extra / plain, '', isLong ? atMost(0.5) : null),
		figure('time of hiding after scoring, of scoring with and without the contexts', ({ scoring, extra }) => extra / scoring, '', null),
		figure('a plain pass', ({ plain }) => plain, 's', null),
	];
}
