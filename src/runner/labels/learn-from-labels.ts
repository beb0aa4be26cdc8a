import { scoreMeasure } from '../../analysis/calibration/score-measure.ts';
import { featuresOf, unpackFeatures } from '../../analysis/calibration/packed-features.ts';
import { sourceMeasure } from '../../analysis/calibration/source-measure.ts';
import { learningCurve } from '../../analysis/calibration/learning-curve.ts';
import type { LanguageModel } from '../../analysis/language-model.ts';
import { featureSets } from '../../methods/spad/feature-sets.ts';
import type { Result } from '../../protocol/message.ts';
import type { LearnFromLabels } from '../../protocol/labels.ts';
import { featureMatrix } from '../../statistics/boosted-trees/feature-matrix.ts';
import type { OpenDocuments } from '../editor/open-documents.ts';
import { readTraceFile, traceFileOf } from '../editor/trace-file.ts';
import { fileLabels } from './file-labels.ts';

/** The classifier that labels are to teach. */
const classifier = 'spad+';

/** A labelled sentence as a classifier sees it. */
interface Taught {
	readonly features: Float32Array;
	readonly entropy: number;
	readonly ungrounded: boolean;
	/** Sentences of one trace may depend on each other. */
	readonly group: string;
}

/**
 * The learning curve of SPAD+ on the labelled sentences of files; disputed ones are left out, and so are sentences that have no features (of a language whose parts
 * of speech are not known). Rejects as the model does, and with the signal's reason.
 */
export async function learnFromLabels(uris: readonly string[], open: OpenDocuments, model: LanguageModel, signal: AbortSignal): Promise<Result<typeof LearnFromLabels>> {
	const taught: Taught[] = [];
	for (const uri of uris) taught.push(...await taughtBy(uri, open, model, signal));
	const names = featureSets[classifier].map(({ name }) => name);
	const samples = {
		features: featureMatrix(taught.map(({ features }) => features), names.length),
		labels: Uint8Array.from(taught, ({ ungrounded }) => Number(ungrounded)), groups: taught.map(({ group }) => group),
	};
	const { points, more, advice } = await learningCurve(samples, {
		seed: 1, featureNames: names, signal, fallback: taught.map(({ entropy }) => entropy), fallbackName: 'mean entropy',
		// Others want an answer meanwhile.
		onProgress: () => new Promise((resolve) => { setImmediate(resolve); }),
	});
	return { labels: taught.length, points: points.map(({ labels, auc: { value, low, high } }) => ({ labels, auc: { value, low, high } })), more, advice };
}

async function taughtBy(uri: string, open: OpenDocuments, model: LanguageModel, signal: AbortSignal): Promise<Taught[]> {
	const file = traceFileOf(uri, open);
	const read = file === undefined ? undefined : await readTraceFile(file, open);
	if (read === undefined) return [];
	const taught: Taught[] = [];
	for (const { trace, sentences } of await fileLabels(read)) {
		const labelled = sentences.map(({ settled }) => settled === 'grounded' || settled === 'ungrounded' ? settled : null);
		if (labelled.every((label) => label === null)) continue;
		const sources = await sourceMeasure.take(trace, model, signal);
		const scores = await scoreMeasure.take(trace, model, signal);
		for (const [i, label] of labelled.entries()) {
			const [packed, numbers] = [sources.sentences[i] ?? null, scores.sentences[i] ?? null];
			if (label === null || packed === null || numbers === null) continue;
			taught.push({ features: featuresOf(classifier, unpackFeatures(packed)), entropy: numbers.entropyMean, ungrounded: label === 'ungrounded', group: `${uri} ${trace.id}` });
		}
	}
	return taught;
}
