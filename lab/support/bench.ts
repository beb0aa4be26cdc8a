import { cpus } from 'node:os';
import { join } from 'node:path';
import { judgeSupport } from '../../src/methods/support/support.ts';
import { clopperPearson } from '../../src/statistics/binomial-interval.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor, type Random } from '../../src/statistics/random.ts';
import { tagText } from '../../src/text/sentences.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import { worldPassages } from '../pii/world-passages.ts';
import type { JudgedText } from '../real-text/judged-text.ts';
import { beginTexts } from '../real-text/sets/begin.ts';
import { qagsTexts } from '../real-text/sets/qags.ts';
import { readSnapshot } from '../real-text/snapshot.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { flaggedIn, indexOf, plantEdits, supportOf, type AnsweredParts } from './measure-support.ts';

/** Tokens of the response and of its contexts that the time is measured with. */
const sizes = { response: 2000, contexts: 16_000 };

/** Values and words that no context has: what is flagged of judged answers, which planted edits are found, and how long it takes. */
export const support: Bench = {
	name: 'support',
	summary:
		'values that contexts contradict or do not have: on judged answers (--data DIR of git clones, as real-text), on planted edits, and the time',
	takesData: true,
	async run({ seed, quick, data, log }) {
		const figures: Figure[] = [];
		log('time');
		figures.push(...(await times(seed, quick ? 10 : 40)));
		log('planted edits in the invented world');
		const passages = worldPassages(seed, quick ? 100 : 400, 'test').map(({ text }) => text);
		figures.push(...(await plantedFigures('invented world', worldAnswers(passages), randomFor(seed, 'world edits'))));
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
	for (const parts of answers) {
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		edits.push(...(await plantEdits(random, parts)));
	}
	return [
		shareFigure(`${name}: planted edits that are found`, edits, ({ isFound }) => isFound, atLeast(0.95)),
		shareFigure(
			`${name}: found edits that are named right`,
			edits.filter(({ isFound }) => isFound),
			({ isNamed }) => isNamed,
			atLeast(0.9),
		),
	];
}

function shareFigure<T>(name: string, all: readonly T[], isSo: (one: T) => boolean, target: Target | null = null): Figure {
	const count = all.filter(isSo).length;
	const { low, high } = all.length === 0 ? { low: 0, high: 1 } : clopperPearson(count, all.length);
	return { name, value: all.length === 0 ? 0 : count / all.length, low, high, n: all.length, unit: '', target };
}

/** What this process has computed, in ms: other programs on the machine take none of it. */
function cpuTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** Half of the response's sentences are those of contexts, and half are of others: their values are looked for to the end. */
async function times(seed: number, rounds: number): Promise<Figure[]> {
	const passages = worldPassages(seed, 1200, 'test').map(({ text }) => text);
	const tokensOf = async (texts: readonly string[]): Promise<number> => (await tagText(texts.join('\n'), 'en')).words.length;
	const filled = async (from: readonly string[], tokens: number): Promise<string[]> => {
		const each = (await tokensOf(from)) / from.length;
		return from.slice(0, Math.round(tokens / each));
	};
	const contexts = await filled(passages.slice(0, 800), sizes.contexts);
	const others = await filled(passages.slice(800), sizes.response / 2);
	const response = [...others, ...contexts.slice(0, others.length)].join('\n');
	const parts = { query: 'What is known?', contexts: contexts.map((text, i) => ({ id: `c${i}`, text })), response };
	const spent: { index: number; tag: number; judge: number; again: number }[] = [];
	for (let round = -3; round < rounds; round++) {
		const began = cpuTime();
		const index = indexOf(parts);
		const indexed = cpuTime();
		// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
		const tagged = await tagText(response, 'en');
		const cut = cpuTime();
		judgeSupport({ response, tagged, language: 'en' }, index);
		const judged = cpuTime();
		judgeSupport({ response, tagged, language: 'en' }, index);
		if (round >= 0) spent.push({ index: indexed - began, tag: cut - indexed, judge: judged - cut, again: cpuTime() - judged });
	}
	const middle = (values: readonly number[]): number =>
		quantile(
			values.toSorted((a, b) => a - b),
			0.5,
		);
	const random = randomFor(seed, 'times');
	const figure = (what: string, values: readonly number[], target: Target | null): Figure => ({
		name: `CPU time: ${what}`,
		value: middle(values),
		...clusterBootstrap(random, values, middle),
		n: values.length,
		unit: 'ms',
		target,
	});
	return [
		figure(
			'while typing, with contexts that were read before',
			spent.map(({ tag, again }) => tag + again),
			atMost(20),
		),
		figure(
			'of each time, sentences and parts of speech of the response',
			spent.map(({ tag }) => tag),
			null,
		),
		figure(
			'of the first time, the index of the contexts',
			spent.map(({ index }) => index),
			null,
		),
		figure(
			'all of it, the first time',
			spent.map(({ index, tag, judge }) => index + tag + judge),
			null,
		),
	];
}
