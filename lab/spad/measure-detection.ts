import type { FitPlan } from '../../src/methods/spad/fit-plan.ts';
import type { Figure } from '../figure.ts';
import { randomFor } from '../../src/statistics/random.ts';
import { detectionFigures } from './detection-figures.ts';
import { detectors, spadPlus } from './detectors.ts';
import type { JudgedSpan } from './judged-span.ts';
import { leakageCheck } from './leakage-check.ts';
import { scoreSpans, type FitContext, type TestScores } from './score-spans.ts';
import { levels, type Level } from './targets.ts';

/** Both levels of a side, and the other way round. */
export type SpansByLevel = Readonly<Record<Level, readonly JudgedSpan[]>>;

export interface DetectionOptions {
	readonly seed: number;
	readonly plan: FitPlan;
	readonly resamples: number;
	/** Whether figures have the twin recipe's targets. */
	readonly targeted: boolean;
	readonly signal: AbortSignal;
	/** Progress, for people. */
	readonly log: (message: string) => void;
}

/** Fits every detector on the training side and judges it on the test side, at both levels, with the leakage check. */
export async function measureDetection(
	train: SpansByLevel,
	test: SpansByLevel,
	{ seed, plan, resamples, targeted, signal, log }: DetectionOptions,
): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const level of levels) {
		const [fitted, judged] = [train[level], test[level]];
		// One detector's numbers do not depend on which others there are.
		const context = (name: string): FitContext => ({ random: randomFor(seed, `${level} ${name}`), plan, signal });
		const results = new Map<string, TestScores>();
		for (const detector of detectors) {
			const start = performance.now();
			// oxlint-disable-next-line no-await-in-loop -- one training at a time
			results.set(detector.name, await scoreSpans(detector, fitted, judged, context(detector.name)));
			log(`${level}, ${detector.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
		}
		figures.push(
			...detectionFigures({ level, spans: judged, results, random: randomFor(seed, `${level} intervals`), resamples, targeted }),
		);
		const checked = detectors.find(({ name }) => name === spadPlus);
		// oxlint-disable-next-line no-await-in-loop -- one training at a time
		if (checked !== undefined) figures.push(await leakageCheck(level, checked, fitted, judged, context('leakage check')));
	}
	return figures;
}
