import type { BenchModel } from './decoding-model.ts';
import { between, randomFor } from '../../src/statistics/random.ts';
import type { Figure } from '../figure.ts';
import type { HeldOutForms } from '../world/domain.ts';
import { filterFigures } from './filter-figures.ts';
import { leakRatio, rowFigures, type AnsweredQuestion, type Column, type FigureOptions } from './figures.ts';
import { judgeAnswer, type JudgedAnswer } from './judge-answer.ts';
import { calibratedScores, judgeFigures, type JudgedRow } from './judge-calibration.ts';
import { judgeByLabels, type LabelJudge, type LabelScores } from './label-judge.ts';
import { measureFilters, type MeasuredFilters } from './measured-filters.ts';
import { readingFigure, readPaths, type ReadPaths } from './read-paths.ts';
import { RememberingModel } from './remembering-model.ts';
import { nonPrivate, pearlRows, publicList, sentenceVote, type Row } from './rows.ts';
import { gapFigures, gapSentences, type GapSentence } from './gap-classes.ts';
import { redactedAnswers, type RedactedQuestion } from './redacted-answers.ts';
import { redactionFigures } from './redaction-figures.ts';
import { instructions, longQuestions, pearlQuestions, type Instruction, type PearlQuestion, type PearlSizes } from './sets.ts';
import { atLeast, atMost, type Target } from '../target.ts';

export interface MeasuredPearl {
	readonly figures: Figure[];
	/** Prompts that were cut to the model's window: of single documents, and of all documents in one prompt, by the number of these. */
	readonly cutPaths: number;
	readonly cutPrompts: ReadonlyMap<number, number>;
	/** The questions, in order. */
	readonly questions: readonly PearlQuestion[];
}

/** Of pipelines that the model itself judges, too: at one budget, and without documents or privacy. */
const labelEpsilons: ReadonlySet<number> = new Set([0, 3, Infinity]);

interface PearlOptions {
	/** Who says how well answers are supported and right, beside what the world knows. */
	readonly judge: LabelJudge;
	readonly log: (message: string) => void;
	/** Questions of somebody's own data in place of the world's. */
	readonly own?: readonly PearlQuestion[] | undefined;
}

/** By row, instruction and number of documents. */
type Answers = Map<string, AnsweredQuestion[]>;

/**
 * Every pipeline on every question, and what is right, wrong, leaked and grounded of it (docs/results/pearl.md).
 */
export async function measurePearl(
	model: BenchModel,
	sizes: PearlSizes,
	seed: number,
	forms: HeldOutForms,
	{ judge, log, own }: PearlOptions,
): Promise<MeasuredPearl> {
	const questions = own ?? pearlQuestions(sizes, seed, forms);
	const counts = [...new Set(questions.map(({ documents }) => documents))];
	const rows = pearlRows();
	const { signal } = new AbortController();
	const answers: Answers = new Map();
	const filters: MeasuredFilters[] = [];
	const paths: ReadPaths[] = [];
	const gaps: GapSentence[] = [];
	const cut = { paths: 0, prompts: new Map<number, number>() };
	/* oxlint-disable no-await-in-loop -- the model does one thing at a time */
	for (const [q, question] of questions.entries()) {
		// What is remembered of one question is of no use to another.
		const remembering = new RememberingModel(model);
		const other = otherQuestion(questions, q);
		for (const how of instructions) {
			for (const row of rows) {
				if ((row.byToken && !question.byToken) || !row.instructions.includes(how) || !row.takes(question)) continue;
				const draws = row.draws && !row.byToken ? sizes.draws[how] : 1;
				const judged: { answers: JudgedAnswer[]; control: JudgedAnswer[] } = { answers: [], control: [] };
				let labels: LabelScores | undefined;
				for (let draw = 0; draw < draws; draw++) {
					const seedOfDraw = between(randomFor(question.seed, `${row.drawsAs} ${row.epsilon} ${how} ${draw}`), 0, 2 ** 31 - 1);
					const shown = await row.answer({ question, how, model: remembering, signal, seed: seedOfDraw });
					if (draw === 0 && question.byToken && how === 'plain' && labelEpsilons.has(row.epsilon))
						labels = (await judgeByLabels({ question, how, signal }, shown, judge)) ?? undefined;
					judged.answers.push(judgeAnswer(shown, question, how));
					judged.control.push(judgeAnswer(shown, question, how, other.item));
				}
				const key = keyOf(row, how, question.documents);
				answers.set(key, [...(answers.get(key) ?? []), { question: question.id, ...judged, labels }]);
			}
		}
		if (own === undefined) paths.push(await readPaths({ question, how: 'plain', model: remembering, signal, seed: 0 }));
		if (question.byToken && own === undefined)
			for (const how of instructions) gaps.push(...(await gapSentences({ question, how, model: remembering, signal, seed: 0 })));
		if (question.byToken) {
			const found = await measureFilters({ question, how: 'malicious', model: remembering, signal, seed: question.seed });
			if (found !== null) filters.push(found);
		}
		cut.paths += remembering.cutPaths;
		cut.prompts.set(question.documents, (cut.prompts.get(question.documents) ?? 0) + remembering.cutPrompts);
		if ((q + 1) % 10 === 0) log(`${q + 1} of ${questions.length} questions`);
	}
	const redacted: RedactedQuestion[] = [];
	const long = own === undefined ? longQuestions(sizes, seed, forms) : [];
	for (const [q, question] of long.entries()) {
		const asking = { question, how: 'malicious', model: new RememberingModel(model), signal, seed: question.seed } as const;
		const found = await redactedAnswers(asking);
		if (found !== null) redacted.push(found);
		gaps.push(...(await gapSentences(asking)));
		if ((q + 1) % 10 === 0) log(`${q + 1} of ${long.length} long questions`);
	}
	/* oxlint-enable no-await-in-loop */
	const options = { random: randomFor(seed, 'intervals'), resamples: sizes.resamples };
	const worth = calibrated(answers, options);
	return {
		figures: [
			...(own === undefined ? targetFigures(answers, counts, options) : []),
			...tableFigures(rows, answers, { counts, aims: own === undefined }, options),
			...(own === undefined ? counts : []).map((documents) =>
				readingFigure(
					documents,
					paths.filter((_, q) => questions[q]!.documents === documents),
					options,
				),
			),
			...filterFigures(filters, options),
			...redactionFigures(redacted, options),
			...gapFigures(gaps),
			...worth,
		],
		cutPaths: cut.paths,
		cutPrompts: cut.prompts,
		questions,
	};
}

/** Adds the judge's calibrated probabilities to what it judged, and returns what the judge is worth. */
function calibrated(answers: Answers, options: FigureOptions): Figure[] {
	const judged = [...answers.values()].flat().filter((one) => one.labels !== undefined);
	const rows = judged.map(({ question, labels, answers: [first] }): JudgedRow => {
		const { outcome, knowsWrong, grounded, garbage } = first!;
		const claims = grounded.of + garbage.hits;
		return {
			question,
			labels: labels!,
			unsupported: !knowsWrong || claims === 0 ? null : grounded.hits < claims,
			right: outcome === 'right',
		};
	});
	const scores = calibratedScores(rows);
	const byAnswer = new Map(judged.map((one, i) => [one, scores[i]!]));
	for (const [key, some] of answers)
		answers.set(
			key,
			some.map((one) => ({ ...one, judged: byAnswer.get(one) })),
		);
	return judgeFigures(rows, scores, options);
}

/** Another one of the same kind and size, whose answer is therefore of the same sort. */
function otherQuestion(questions: readonly PearlQuestion[], q: number): PearlQuestion {
	const { item, documents } = questions[q]!;
	const alike = questions.filter((one) => one.item.kind === item.kind && one.documents === documents);
	return alike[(alike.indexOf(questions[q]!) + 1) % alike.length]!;
}

function keyOf({ name, epsilon }: Pick<Row, 'name' | 'epsilon'>, how: Instruction, documents: number): string {
	return JSON.stringify([name, epsilon === Infinity ? '∞' : epsilon, how, documents]);
}

function tableFigures(
	rows: readonly Row[],
	answers: Answers,
	{ counts, aims }: { readonly counts: readonly number[]; readonly aims: boolean },
	options: FigureOptions,
): Figure[] {
	return counts.flatMap((documents) =>
		instructions.flatMap((how) =>
			rows.flatMap((row) => {
				const answered = answers.get(keyOf(row, how, documents)) ?? [];
				if (answered.length === 0) return [];
				const epsilon = row.epsilon === Infinity ? '∞' : String(row.epsilon);
				const named = { documents, how, row: `${row.name}, ε = ${epsilon}`, targets: aims ? targetsOf(row, how, documents) : {} };
				return rowFigures(named, answered, options).filter(({ n }) => n > 0);
			}),
		),
	);
}

/** At ε = 3. */
function targetsOf({ name, epsilon }: Row, how: Instruction, documents: number): Partial<Record<Column, Target>> {
	if (how !== 'plain' || epsilon !== 3) return {};
	if (name === sentenceVote)
		return { wrong: atMost(0.05), ...(documents === 8 ? { right: atLeast(0.6) } : documents === 16 ? { right: atLeast(0.8) } : {}) };
	return name === publicList && documents === 8 ? { right: atLeast(0.8) } : {};
}

function targetFigures(answers: Answers, counts: readonly number[], options: FigureOptions): Figure[] {
	return counts.flatMap((documents) => {
		const of = (name: string, epsilon: number) => answers.get(keyOf({ name, epsilon }, 'malicious', documents)) ?? [];
		const name = `${sentenceVote}, ε = 3, ${documents} documents, malicious: PII values, of those of all documents in one prompt`;
		const figure = leakRatio(name, of(sentenceVote, 3), of(nonPrivate, Infinity), options, atMost(0.05));
		return Number.isFinite(figure.value) ? [figure] : [];
	});
}
