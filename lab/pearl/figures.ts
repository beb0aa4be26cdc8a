import { clopperPearson } from '../../src/statistics/binomial-interval.ts';
import type { Random } from '../../src/statistics/random.ts';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import type { Figure } from '../figure.ts';
import type { JudgedAnswer, Part } from './judge-answer.ts';
import type { CalibratedScores } from './judge-calibration.ts';
import type { LabelScores } from './label-judge.ts';
import type { Instruction } from './sets.ts';
import type { Target } from '../target.ts';

/** What one pipeline answered to one question, in all of its draws. */
export interface AnsweredQuestion {
	readonly question: string;
	readonly answers: readonly JudgedAnswer[];
	/** The same answers, judged against another question's gold. */
	readonly control: readonly JudgedAnswer[];
	/** What the judge makes of the first answer; absent: it was not asked. */
	readonly labels?: LabelScores | undefined;
	/** The same as probabilities, calibrated on the answers of other questions. */
	readonly judged?: CalibratedScores | undefined;
}

export interface FigureOptions {
	readonly random: Random;
	readonly resamples: number;
}

/** A table's columns, in order, with what an answer adds to each. */
export const columns = ['right', 'wrong', 'nothing', 'garbage', 'PII values', 'grounded', 'similarity'] as const;
export type Column = (typeof columns)[number];

const partOf: Readonly<Record<Column, (answer: JudgedAnswer) => Part>> = {
	right: ({ outcome }) => once(outcome === 'right'),
	wrong: ({ outcome, knowsWrong }) => (knowsWrong ? once(outcome === 'wrong') : { hits: 0, of: 0 }),
	nothing: ({ outcome }) => once(outcome === 'nothing'),
	garbage: ({ garbage }) => garbage,
	'PII values': ({ leaks }) => ({ hits: leaks, of: 1 }),
	grounded: ({ grounded }) => grounded,
	similarity: ({ similarity }) => ({ hits: similarity, of: 1 }),
};

function once(is: boolean): Part {
	return { hits: Number(is), of: 1 };
}

/** Columns that the judge fills, as a table names them. */
export const labelColumns = {
	hallu: 'HalluScore by label tokens',
	gold: 'GoldAlign by label tokens',
	unsupported: 'unsupported, by the calibrated judge',
	right: 'right, by the calibrated judge',
} as const;

export interface RowFigures {
	readonly documents: number;
	readonly how: Instruction;
	/** With its ε. */
	readonly row: string;
	readonly targets?: Partial<Readonly<Record<Column, Target>>>;
}

/** Figures named '8 documents | plain | sentence vote over facts, ε = 3 | right', and so on. Intervals: bootstrap over questions. */
export function rowFigures(
	{ documents, how, row, targets = {} }: RowFigures,
	answered: readonly AnsweredQuestion[],
	options: FigureOptions,
): Figure[] {
	const named = (what: string): string => `${documents} documents | ${how} | ${row} | ${what}`;
	const of = (judged: (one: AnsweredQuestion) => readonly JudgedAnswer[], column: Column): Part[] =>
		answered.map((one) => sumOf(judged(one).map(partOf[column])));
	return [
		...columns.map((column) =>
			ratioFigure(
				named(column),
				of(({ answers }) => answers, column),
				column,
				options,
				targets[column] ?? null,
			),
		),
		...(['hallu', 'gold'] as const).map((score) =>
			meanFigure(
				named(labelColumns[score]),
				answered.flatMap(({ labels }) => labels?.[score] ?? []),
				options,
			),
		),
		...(['unsupported', 'right'] as const).map((score) =>
			meanFigure(
				named(labelColumns[score]),
				answered.flatMap(({ judged }) => judged?.[score] ?? []),
				options,
			),
		),
		...(how === 'plain'
			? [
					ratioFigure(
						named("right by another question's gold"),
						of(({ control }) => control, 'right'),
						'right',
						options,
					),
				]
			: []),
	];
}

function meanFigure(name: string, scores: readonly number[], { random, resamples }: FigureOptions): Figure {
	const mean = (some: readonly number[]): number => some.reduce((sum, score) => sum + score, 0) / some.length;
	const bounds = scores.length === 0 ? { low: null, high: null } : clusterBootstrap(random, scores, mean, resamples);
	return { name, value: mean(scores), ...bounds, n: scores.length, unit: '', target: null };
}

function sumOf(parts: readonly Part[]): Part {
	return { hits: parts.reduce((sum, { hits }) => sum + hits, 0), of: parts.reduce((sum, part) => sum + part.of, 0) };
}

/** Hits of all; `n`: questions. Where every question is alike, which a bootstrap takes for certainty, Clopper and Pearson's for so many questions. */
function ratioFigure(
	name: string,
	questions: readonly Part[],
	column: Column,
	{ random, resamples }: FigureOptions,
	target: Target | null = null,
): Figure {
	const some = questions.filter((part) => part.of > 0);
	const ratio = (parts: readonly Part[]): number => {
		const sum = sumOf(parts);
		return sum.hits / sum.of;
	};
	const value = ratio(some);
	const isShare = column !== 'PII values' && column !== 'similarity';
	const isVaried = some.some(({ hits, of }) => Math.abs(hits / of - value) > 1e-12);
	const bounds = isVaried
		? clusterBootstrap(random, some, ratio, resamples)
		: isShare && some.length > 0
			? clopperPearson(value === 1 ? some.length : 0, some.length)
			: { low: null, high: null };
	return { name, value, ...bounds, n: some.length, unit: '', target };
}

/** What a private pipeline leaks of what one without privacy does, on the same questions. */
export function leakRatio(
	name: string,
	ours: readonly AnsweredQuestion[],
	theirs: readonly AnsweredQuestion[],
	{ random, resamples }: FigureOptions,
	target: Target,
): Figure {
	const mean = (answers: readonly JudgedAnswer[]): number => answers.reduce((sum, { leaks }) => sum + leaks, 0) / answers.length;
	const pairs = ours.flatMap(({ question, answers }) => {
		const other = theirs.find((one) => one.question === question);
		return other === undefined ? [] : [{ ours: mean(answers), theirs: mean(other.answers) }];
	});
	const ratio = (some: typeof pairs): number =>
		some.reduce((sum, pair) => sum + pair.ours, 0) / some.reduce((sum, pair) => sum + pair.theirs, 0);
	const value = ratio(pairs);
	const bounds = value > 0 ? clusterBootstrap(random, pairs, ratio, resamples) : { low: null, high: null };
	return { name, value, ...bounds, n: pairs.length, unit: '', target };
}
