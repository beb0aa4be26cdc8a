import { areaUnderCurve } from '../../src/statistics/auc.ts';
import { shuffled } from '../../src/statistics/random.ts';
import type { Figure } from '../figure.ts';
import type { Detector } from './detectors.ts';
import type { JudgedSpan } from './judged-span.ts';
import { scoreSpans, type FitContext } from './score-spans.ts';
import type { Level } from './targets.ts';
import { intervalHolds } from '../target.ts';

/** Of Student's t with one degree of freedom less than this, for 95 %. */
const shuffles = 10;
const t95 = 2.262157162740992;

/**
 * Protocol I on labels that were shuffled among the spans of each side, ten times anew: whatever is still found has leaked. The figure is
 * the mean area, which must be 0.5 within its interval. That the ten share their spans ties none to another: each shuffles the judged
 * labels on its own, and over those shuffles the area of any scores, however they were found, is 0.5 on average. So the ten are independent
 * draws with that mean, and Student's interval of them misses it once in twenty times: one check in twenty fails without a leak. To save time, settings are drawn once for each instead of searched for: of the search, only its folds and its
 * threshold take part. Shuffled span by span, labels do not show whether a step cuts through groups; the protocols' own tests do.
 */
export async function leakageCheck(
	level: Level,
	detector: Detector,
	train: readonly JudgedSpan[],
	test: readonly JudgedSpan[],
	context: FitContext,
): Promise<Figure> {
	const permute = (spans: readonly JudgedSpan[]): JudgedSpan[] => {
		const truths = shuffled(
			context.random,
			spans.map(({ positive }) => positive),
		);
		return spans.map((span, i) => ({ ...span, positive: truths[i]! }));
	};
	const areas: number[] = [];
	for (let i = 0; i < shuffles; i++) {
		const permuted = permute(test);
		// oxlint-disable-next-line no-await-in-loop -- one training at a time
		const { scores } = await scoreSpans(detector, permute(train), permuted, { ...context, plan: { ...context.plan, draws: 1 } });
		areas.push(
			areaUnderCurve(
				scores,
				permuted.map(({ positive }) => Number(positive)),
			),
		);
	}
	const mean = areas.reduce((sum, area) => sum + area, 0) / shuffles;
	const half = t95 * Math.sqrt(areas.reduce((sum, area) => sum + (area - mean) ** 2, 0) / (shuffles - 1) / shuffles);
	return {
		name: `${level}, ${detector.name} on shuffled labels, AUC`,
		value: mean,
		low: mean - half,
		high: mean + half,
		n: shuffles * test.length,
		unit: '',
		target: intervalHolds(0.5),
	};
}
