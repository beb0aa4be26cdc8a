import { cpus } from 'node:os';
import { join } from 'node:path';
import { clopperPearson } from '../../src/statistics/binomial-interval.ts';
import { randomFor, type Random } from '../../src/statistics/random.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { worldPassages } from '../pii/world-passages.ts';
import type { JudgedText } from '../real-text/judged-text.ts';
import { beginTexts } from '../real-text/sets/begin.ts';
import { qagsTexts } from '../real-text/sets/qags.ts';
import { readSnapshot } from '../real-text/snapshot.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { developmentRows, everydayRows, fieldRows, judgeRow, keptRows, type JudgedRow } from './bank.ts';
import { sizes, timeFigures } from './bench-times.ts';
import { flaggedIn, indexOf, plantEdits, plantNames, plantQuotations, supportOf, type AnsweredParts } from './measure-support.ts';
import type { NameEdit, PlantedEdit } from './planted-edits.ts';

/** Values and words that no context has: what is flagged of judged answers, which planted edits are found, and how long it takes. */
export const support: Bench = {
	name: 'support',
	summary:
		'values that contexts contradict or do not have: on judged answers (--data DIR of git clones, as real-text), on planted edits, and the time',
	takesData: true,
	async run({ seed, quick, data, log }) {
		const figures: Figure[] = [];
		log('time');
		figures.push(...(await timeFigures(seed, quick ? 5 : 15)));
		log('planted edits in the invented world');
		const passages = worldPassages(seed, quick ? 100 : 400, 'test').map(({ text }) => text);
		figures.push(...(await plantedFigures('invented world', worldAnswers(passages), randomFor(seed, 'world edits'))));
		log('other words');
		figures.push(...(await bankFigures()), await chanceFigure(randomFor(seed, 'chance'), quick ? 200 : 1000));
		for (const { name, texts } of data === undefined ? [] : await setsIn(data, log)) {
			log(name);
			const some = quick ? texts.slice(0, 200) : texts;
			// oxlint-disable-next-line no-await-in-loop -- one set after another
			figures.push(...(await judgedFigures(name, some)));
			const supported = some.filter(({ isUnsupported }) => !isUnsupported).map(({ parts }) => parts);
			// oxlint-disable-next-line no-await-in-loop -- one set after another
			figures.push(...(await plantedFigures(name, supported, randomFor(seed, name))));
		}
		return {
			data: { processor: cpus()[0]?.model ?? 'unknown', tokens: `${sizes.response} against ${sizes.contexts}, one thread` },
			figures,
		};
	},
};

/** Answers that copy one of five contexts: what is edited in them contradicts it. */
function worldAnswers(passages: readonly string[]): AnsweredParts[] {
	return passages.map((response, i) => ({
		query: 'What is known?',
		contexts: [0, 1, 2, 3, 4].map((k) => ({ id: `c${k + 1}`, text: passages[(i + k * 7) % passages.length]! })),
		response,
	}));
}

/** The sets that a folder of clones has. BEGIN's first half is the one that rules were written with, the second was never looked at. */
async function setsIn(folder: string, log: (message: string) => void): Promise<{ name: string; texts: readonly JudgedText[] }[]> {
	const sets: { name: string; texts: readonly JudgedText[] }[] = [];
	const add = async (
		name: string,
		clone: string,
		file: string,
		read: (text: string) => Promise<JudgedText[]> | JudgedText[],
	): Promise<void> => {
		const text = await readSnapshot(join(folder, clone), file);
		if (text === undefined) log(`${name} is not measured: ${file} is not in the clone ${clone}.`);
		else sets.push({ name, texts: await read(text) });
	};
	await add('BEGIN dev', 'BEGIN-dataset', 'wow/begin_dev_wow.tsv', (text) => beginTexts([text]));
	await add('BEGIN test', 'BEGIN-dataset', 'wow/begin_test_wow.tsv', (text) => beginTexts([text]));
	await add('QAGS-CNN/DM', 'qags', 'data/mturk_cnndm.jsonl', qagsTexts);
	log("RefChecker is not measured: its repository has people's judgments, and not the contexts.");
	return sets;
}

async function judgedFigures(name: string, texts: readonly JudgedText[]): Promise<Figure[]> {
	const flagged: { isFlagged: boolean; isUnsupported: boolean }[] = [];
	for (const { parts, isUnsupported } of texts) {
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		flagged.push({ isFlagged: flaggedIn(await supportOf(parts.response, indexOf(parts))), isUnsupported });
	}
	const alarms = flagged.filter(({ isFlagged }) => isFlagged);
	const supported = flagged.filter(({ isUnsupported }) => !isUnsupported);
	const unsupported = flagged.filter(({ isUnsupported }) => isUnsupported);
	return [
		shareFigure(`${name}: precision, flagged answers that people found unsupported`, alarms, ({ isUnsupported }) => isUnsupported),
		shareFigure(`${name}: supported answers that are flagged`, supported, ({ isFlagged }) => isFlagged, atMost(0.03)),
		shareFigure(`${name}: unsupported answers that are flagged`, unsupported, ({ isFlagged }) => isFlagged),
	];
}

async function plantedFigures(name: string, answers: readonly AnsweredParts[], random: Random): Promise<Figure[]> {
	const edits = [];
	const names: Record<NameEdit, PlantedEdit[]> = { 'another name': [], misspelt: [] };
	const quotations = [];
	for (const parts of answers) {
		/* oxlint-disable no-await-in-loop -- it waits for nothing but the tagger's first load */
		edits.push(...(await plantEdits(random, parts)));
		for (const how of ['another name', 'misspelt'] as const) names[how].push(...(await plantNames(random, how, parts)));
		quotations.push(...(await plantQuotations(random, parts)));
		/* oxlint-enable no-await-in-loop */
	}
	return [
		...editFigures(`${name}: planted edits of numbers and dates`, edits),
		...editFigures(`${name}: names with another name of the contexts in their place`, names['another name']),
		...editFigures(`${name}: misspelt names`, names.misspelt),
		...editFigures(`${name}: quotations with a changed word`, quotations),
		shareFigure(
			`${name}: right quotations that are flagged, as they are or with an ellipsis`,
			quotations,
			({ isFlaggedRight }) => isFlaggedRight,
			atMost(0.03),
		),
	];
}

function editFigures(name: string, edits: readonly PlantedEdit[]): Figure[] {
	return [
		shareFigure(`${name}: found`, edits, ({ isFound }) => isFound, atLeast(0.95)),
		shareFigure(
			`${name}: found ones that are named right`,
			edits.filter(({ isFound }) => isFound),
			({ isNamed }) => isNamed,
			atLeast(0.9),
		),
	];
}

/** Kinds of the bank whose wrong word is no value that is read: ordinal numbers, and words beside values. */
const otherKinds = new Set(['ordinal', 'words']);

/** Answers in other words than their contexts, which somebody else wrote. Targets are for those that nobody read who wrote the rules. */
async function bankFigures(): Promise<Figure[]> {
	const figures: Figure[] = [];
	const sets = [
		{ name: 'other words, kept', rows: keptRows(), isKept: true },
		{ name: 'other words, which the rules were written with', rows: developmentRows(), isKept: false },
		{ name: 'everyday texts, which the rules were written with', rows: everydayRows(), isKept: false },
		{ name: 'texts of many fields, which the rules were written with', rows: fieldRows(), isKept: false },
	];
	for (const { name, rows, isKept } of sets) {
		const judged: JudgedRow[] = [];
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		for (const row of rows) judged.push(await judgeRow(row));
		const right = judged.filter(({ edit }) => edit === null);
		const isFalse = ({ wrongly }: JudgedRow): boolean => wrongly.length > 0;
		const target = isKept ? atMost(0.03) : null;
		figures.push(shareFigure(`${name}: right answers that are flagged`, right, isFalse, target));
		figures.push(shareFigure(`${name}: right answers with a warning or a note`, right, ({ hasNote }) => hasNote));
		figures.push(
			shareFigure(
				`${name}: right answers in English that are flagged`,
				right.filter(({ row }) => row.language === 'en'),
				isFalse,
			),
		);
		const edits = judged.flatMap(({ edit, row }) =>
			edit === null ? [] : [{ ...edit, isEnglish: row.language === 'en', isWritten: typeof row.planted?.right === 'string' }],
		);
		const found = (what: string, some: typeof edits, atBest: Target | null): void => {
			figures.push(shareFigure(`${name}: wrong values that are found${what}`, some, ({ isFound }) => isFound, atBest));
		};
		found('', edits, isKept ? atLeast(0.95) : null);
		const planted = judged.filter(({ edit }) => edit !== null);
		figures.push(shareFigure(`${name}: wrong values with a warning or a note`, planted, ({ hasNote }) => hasNote));
		found(
			', in English, without ordinal numbers and other words',
			edits.filter(({ kind, isEnglish }) => isEnglish && !otherKinds.has(kind)),
			null,
		);
		figures.push(
			shareFigure(
				`${name}: found ones that are named right`,
				// What only follows from the context has no place to name.
				edits.filter(({ isFound, isWritten }) => isFound && isWritten),
				({ isNamed }) => isNamed,
				isKept ? atLeast(0.9) : null,
			),
		);
	}
	return figures;
}

/** How often an invented total happens to follow from eight random numbers of three digits. */
async function chanceFigure(random: Random, rounds: number): Promise<Figure> {
	const number = (least: number, most: number): number => least + Math.floor(random() * (most - least));
	const derived: boolean[] = [];
	for (let round = 0; round < rounds; round++) {
		const text = Array.from({ length: 8 }, (_, i) => `Site ${String.fromCodePoint(65 + i)} has ${number(100, 1000)} beds.`).join(' ');
		const response = `In total, the region has ${number(1000, 5000)} beds.`;
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		const { values } = await supportOf(response, indexOf({ query: '', contexts: [{ id: 'c1', text }], response }));
		derived.push(values.some(({ found }) => found.state === 'derived'));
	}
	return shareFigure('random totals that follow from eight random numbers', derived, (isDerived) => isDerived, atMost(0.05));
}

function shareFigure<T>(name: string, all: readonly T[], isSo: (one: T) => boolean, target: Target | null = null): Figure {
	const count = all.filter(isSo).length;
	const { low, high } = all.length === 0 ? { low: 0, high: 1 } : clopperPearson(count, all.length);
	return { name, value: all.length === 0 ? 0 : count / all.length, low, high, n: all.length, unit: '', target };
}
