import { aucOf, clusterUnits } from '../../statistics/bootstrap-statistics.ts';
import { bootstrapInterval } from '../../statistics/bootstrap.ts';
import { shuffled } from '../../statistics/random.ts';
import type { Figure } from '../demo-model/figure.ts';
import type { Detector } from './detectors.ts';
import type { JudgedSpan } from './judged-span.ts';
import { scoreSpans, type FitContext } from './score-spans.ts';
import type { Level } from './targets.ts';

/**
 * The whole protocol on labels that were shuffled among the spans of each side: whatever is still found has leaked. The area should
 * be 0.5 within its interval, which once in twenty seeds it is not.
 */
export async function leakageCheck(level: Level, detector: Detector, train: readonly JudgedSpan[], test: readonly JudgedSpan[], context: FitContext, resamples: number): Promise<Figure[]> {
	const { random } = context;
	const permuted = permute(test);
	const { scores } = await scoreSpans(detector, permute(train), permuted, context);
	const { value, low, high } = bootstrapInterval(clusterUnits(test.map(({ group }) => group)), aucOf(scores, permuted.map(({ positive }) => Number(positive))), { random, resamples });
	const name = `${level}, ${detector.name} on shuffled labels`;
	return [
		{ name: `${name}, AUC`, value, low, high, n: test.length, unit: '', target: null },
		{ name: `${name}, 0.5 within its interval`, value: Number(low <= 0.5 && high >= 0.5), low: null, high: null, n: test.length, unit: '', target: '>= 1' },
	];

	function permute(spans: readonly JudgedSpan[]): JudgedSpan[] {
		const truths = shuffled(random, spans.map(({ positive }) => positive));
		return spans.map((span, i) => ({ ...span, positive: truths[i]! }));
	}
}
