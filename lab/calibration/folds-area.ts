import { fewLabelsTrees } from '../../src/analysis/calibration/learning-curve.ts';
import { numbersOf, type MeasuredTrace } from '../../src/analysis/calibration/measure.ts';
import { unpackFeatures, featuresOf } from '../../src/analysis/calibration/packed-features.ts';
import { scoreMeasure } from '../../src/analysis/calibration/score-measure.ts';
import { sourceMeasure } from '../../src/analysis/calibration/source-measure.ts';
import { otherRows, samplesAt, type Samples } from '../../src/methods/spad/samples.ts';
import { areaUnderCurve } from '../../src/statistics/auc.ts';
import { featureMatrix } from '../../src/statistics/boosted-trees/feature-matrix.ts';
import { stratifiedFolds } from '../../src/statistics/grouped-folds.ts';
import type { Random } from '../../src/statistics/random.ts';
import { tableColumns } from '../spad/feature-tables.ts';
import type { TaughtFit } from './product-fits.ts';

const folds = 5;

/** A labeled span as `TaughtFit` sees it. */
interface Row {
	readonly group: string;
	readonly truth: boolean;
	readonly features: ArrayLike<number>;
}

/**
 * The area of what is learned from labeled traces: the mean over five grouped folds, each judged by trees that the others taught, weighted by the pairs in
 * it. Folds are not pooled: those with many positives leave few to teach, so that pooled scores of labels that say nothing fall below 0.5.
 * @returns `null` where the product's labels leave a class in fewer than five groups
 */
export async function foldsArea(traces: readonly MeasuredTrace[], fit: TaughtFit, random: Random): Promise<number | null> {
	const samples = samplesOf(traces, fit);
	const groups = [0, 1].map((label) => new Set(samples.groups.filter((_, i) => samples.labels[i] === label)).size);
	if (Math.min(...groups) < folds) return null;
	let [sum, weights] = [0, 0];
	for (const fold of stratifiedFolds(random, samples, folds)) {
		const judged = samplesAt(samples, fold);
		const positives = judged.labels.reduce((total, label) => total + label, 0);
		const pairs = positives * (judged.labels.length - positives);
		if (pairs === 0) continue;
		sum +=
			pairs *
			areaUnderCurve(await scoresOf(fit, samplesAt(samples, otherRows(samples.labels.length, fold)), judged, random), judged.labels);
		weights += pairs;
	}
	return weights === 0 ? null : sum / weights;
}

async function scoresOf(fit: TaughtFit, taught: Samples, judged: Samples, random: Random): Promise<ArrayLike<number>> {
	if ('reads' in fit) return judged.features.values;
	return (await fewLabelsTrees({ featureNames: tableColumns[fit.table] })(taught, random))(judged.features);
}

function samplesOf(traces: readonly MeasuredTrace[], fit: TaughtFit): Samples {
	const rows = traces.flatMap((trace) => rowsOf(trace, fit));
	return {
		features: featureMatrix(
			rows.map(({ features }) => features),
			'reads' in fit ? 1 : tableColumns[fit.table].length,
		),
		labels: Uint8Array.from(rows, ({ truth }) => Number(truth)),
		groups: rows.map(({ group }) => group),
	};
}

function rowsOf(trace: MeasuredTrace, fit: TaughtFit): Row[] {
	const { group } = trace;
	const row = (truth: boolean | null, features: ArrayLike<number> | null): Row[] =>
		truth === null || features === null ? [] : [{ group, truth, features }];
	if ('reads' in fit) {
		const scores = numbersOf(trace, scoreMeasure)?.sentences ?? [];
		return trace.sentences.flatMap(({ truth }, i) =>
			row(truth, scores[i] ? [fit.reads === 'entropy' ? scores[i].entropyMean : -scores[i].cgMean] : null),
		);
	}
	const { table, level } = fit;
	const sources = numbersOf(trace, sourceMeasure);
	const unpacked = (packed: string | null | undefined): Float32Array | null =>
		packed === null || packed === undefined ? null : featuresOf(table, unpackFeatures(packed));
	return level === 'response'
		? row(trace.response.truth, unpacked(sources?.response))
		: trace.sentences.flatMap(({ truth }, i) => row(truth, truth === null ? null : unpacked(sources?.sentences[i])));
}
