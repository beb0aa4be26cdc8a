import { randomFor } from '../../src/statistics/random.ts';
import { share, type Figure } from '../figure.ts';
import type { SpansByLevel } from '../spad/measure-detection.ts';
import { foldsArea } from './folds-area.ts';
import { judgedAnswers, type JudgedAnswer } from './judged-answer.ts';
import { labelAnswers, labelAtRandom, labelingWays, labelNoises, type GivenLabels, type LabelNoise } from './label-answers.ts';
import { labeledTraces } from './labeled-traces.ts';
import { taughtFits, writtenFit } from './product-fits.ts';
import { heldRates, rates, type Rate } from './realized-rates.ts';
import { atLeast, atMost, intervalHolds } from '../target.ts';

/** How many sentences are labeled, in turns. */
const counts = [100, 300];

export interface ProductFitsOptions {
	readonly seed: number;
	readonly draws: {
		/** Of labels at random, for each kind of noise. */
		readonly random: number;
		/** So many of these teach classifiers, too: growing trees takes most of the time. */
		readonly randomForClassifiers: number;
		readonly true: number;
		/** So many of these teach classifiers, too. */
		readonly trueForClassifiers: number;
	};
	/** Progress, for people. */
	readonly log: (message: string) => void;
}

/**
 * Measures what the product's own fits make of labels that are given as users give them (`labelingWays`). Labels at random (`labelNoises`)
 * say nothing: nothing should be written by them, and what is learned should tell nothing apart. True ones: whether what the profile
 * reports of each detector happens on the test side, which had no part in anything.
 */
export async function measureProductFits(train: SpansByLevel, test: SpansByLevel, options: ProductFitsOptions): Promise<Figure[]> {
	const [answers, unseen] = [judgedAnswers(train), judgedAnswers(test)];
	return [...(await byRandom(answers, options)), ...(await byTrue(answers, unseen, options))];
}

function labelsOf(answers: readonly JudgedAnswer[], draw: number, { seed }: ProductFitsOptions, name: string): GivenLabels {
	const way = labelingWays[Math.floor(draw / counts.length) % labelingWays.length]!;
	return labelAnswers(answers, counts[draw % counts.length]!, way, randomFor(seed, `${name} ${draw}`));
}

async function byRandom(answers: readonly JudgedAnswer[], options: ProductFitsOptions): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const noise of labelNoises) {
		figures.push(...(await byNoise(answers, noise, options)));
		options.log(`labels at random, ${noise}: ${options.draws.random} draws`);
	}
	return figures;
}

async function byNoise(answers: readonly JudgedAnswer[], noise: LabelNoise, options: ProductFitsOptions): Promise<Figure[]> {
	const { seed, draws } = options;
	const found = new Map(taughtFits.map(({ id }) => [id as string, { areas: [] as number[], written: [] as boolean[] }]));
	/** Of the draws by which all were taught: whether any was written. */
	const anyWritten: boolean[] = [];
	for (let draw = 0; draw < draws.random; draw++) {
		const labels = labelAtRandom(labelsOf(answers, draw, options, 'random'), noise, randomFor(seed, `${noise} ${draw}`));
		const traces = labeledTraces(answers, labels);
		for (const fit of taughtFits) {
			if ('table' in fit && draw >= draws.randomForClassifiers) continue;
			const { areas, written } = found.get(fit.id)!;
			const area = await foldsArea(traces, fit, randomFor(seed, `${fit.id} ${draw}`));
			if (area !== null) areas.push(area);
			written.push((await writtenFit(fit, traces, { seed: seed + draw })) !== null);
		}
		if (draw < draws.randomForClassifiers) anyWritten.push([...found.values()].some(({ written }) => written.at(-1) === true));
	}
	const any = share(
		`labels at random, ${noise}, any of the ${taughtFits.length}: share of draws in which one is written`,
		anyWritten,
		(is) => is,
	);
	const each = taughtFits.flatMap(({ id }) => {
		const { areas, written } = found.get(id)!;
		const name = `labels at random, ${noise}, ${id}`;
		return [
			// Where labels go with the length of a response, so may the area of a score: no mean is expected.
			...(areas.length < 2 ? [] : [meanArea(`${name}: mean area`, areas, noise === 'each sentence' ? intervalHolds(0.5) : null)]),
			share(`${name}: share of draws in which it is written`, written, (is) => is, atMost(0.05)),
		];
	});
	return [...each, any];
}

/** The mean over draws; the interval is that of the mean. */
function meanArea(name: string, areas: readonly number[], target: Figure['target']): Figure {
	const n = areas.length;
	const value = areas.reduce((sum, area) => sum + area, 0) / n;
	const half = 1.96 * Math.sqrt(areas.reduce((sum, area) => sum + (area - value) ** 2, 0) / (n - 1) / n);
	return { name, value, low: value - half, high: value + half, n, unit: '', target };
}

async function byTrue(answers: readonly JudgedAnswer[], unseen: readonly JudgedAnswer[], options: ProductFitsOptions): Promise<Figure[]> {
	const { seed, draws, log } = options;
	const found = new Map(taughtFits.map(({ id }) => [id as string, [] as (Partial<Record<Rate, boolean>> | null)[]]));
	for (let draw = 0; draw < draws.true; draw++) {
		const traces = labeledTraces(answers, labelsOf(answers, draw, options, 'true'));
		for (const fit of taughtFits) {
			if ('table' in fit && draw >= draws.trueForClassifiers) continue;
			const fitted = await writtenFit(fit, traces, { seed: seed + draw });
			found.get(fit.id)!.push(fitted === null ? null : heldRates(fitted.reported, fitted.threshold, fitted.judge(unseen)));
		}
		if ((draw + 1) % 4 === 0) log(`${draw + 1} of ${draws.true} draws of true labels`);
	}
	return taughtFits.flatMap(({ id }) => {
		const all = found.get(id)!;
		return [
			share(`true labels, ${id}: share of draws in which it is written`, all, (one) => one !== null),
			...rates.flatMap((rate) => {
				const held = all.flatMap((one) => one?.[rate] ?? []);
				const name = `true labels, ${id}: share of draws whose interval of the ${rate} holds that on the test side`;
				return held.length === 0 ? [] : [share(name, held, (is) => is, atLeast(0.95))];
			}),
		];
	});
}
