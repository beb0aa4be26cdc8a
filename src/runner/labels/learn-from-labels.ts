import { setImmediate } from 'node:timers/promises';
import { scoreMeasure } from '../../analysis/calibration/score-measure.ts';
import { featuresOf, unpackFeatures } from '../../analysis/calibration/packed-features.ts';
import { sourceMeasure } from '../../analysis/calibration/source-measure.ts';
import { fewLabelsTrees, learningCurve } from '../../analysis/calibration/learning-curve.ts';
import type { LanguageModel } from '../../analysis/language-model.ts';
import { UserError, type Place } from '../../errors.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { featureSets } from '../../methods/spad/feature-sets.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { LearnFromLabels } from '../../protocol/labels.ts';
import { featureMatrix } from '../../statistics/boosted-trees/feature-matrix.ts';
import { lineAndColumn } from '../../text/lines.ts';
import { modelGone } from '../calibration/measure-items.ts';
import { traceGroup } from '../calibration/data-item.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { documentOf, readTraceFile, traceFileOf } from '../traces/trace-file.ts';
import type { Failures } from '../traces/failures.ts';
import { pathOf } from '../lsp/uris.ts';
import { fileLabels } from './label-store.ts';

/** The classifier that labels are to teach. */
const classifier = 'spad+';

/** A labeled sentence as a classifier sees it. */
interface Taught {
	readonly features: Float32Array;
	readonly entropy: number;
	readonly ungrounded: boolean;
	/** As in a calibration: what it holds depends on each other, and stays together on every cut. */
	readonly group: string;
}

/** A trace with at least one sentence that is settled. */
interface LabeledTrace {
	readonly trace: AnsweredTrace;
	/** One a sentence; `null`: nobody says, or it is disputed. */
	readonly labels: readonly ('grounded' | 'ungrounded' | null)[];
	readonly group: string;
	/** Where its response begins. */
	readonly place: () => Place;
}

export interface LearnOptions {
	readonly open: OpenDocuments;
	readonly model: LanguageModel;
	/** Hears of each trace that cannot be read; the others teach without it. */
	readonly failures: Failures;
	readonly signal: AbortSignal;
}

/**
 * The learning curve of SPAD+ on the labeled sentences of files; disputed ones are left out, and so are answers without contexts, which nothing judges, and sentences
 * that have no features (of a language whose parts of speech are not known). Rejects when the model is gone or cannot be looked into, and with the signal's reason.
 */
export async function learnFromLabels(
	uris: readonly string[],
	{ open, model, failures, signal }: LearnOptions,
): Promise<Result<typeof LearnFromLabels>> {
	const taught: Taught[] = [];
	for (const uri of uris) {
		const traces =
			(await failures.gather(
				() => labeledTraces(uri, open),
				signal,
				() => ({ file: pathOf(uri) ?? uri }),
			)) ?? [];
		for (const trace of traces) taught.push(...(await taughtBy(trace, model, failures, signal)));
	}
	const names = featureSets[classifier].map(({ name }) => name);
	const samples = {
		features: featureMatrix(
			taught.map(({ features }) => features),
			names.length,
		),
		labels: Uint8Array.from(taught, ({ ungrounded }) => Number(ungrounded)),
		groups: taught.map(({ group }) => group),
	};
	const { points, more, advice } = await learningCurve(samples, {
		seed: 1,
		learner: fewLabelsTrees({ featureNames: names, signal }),
		fallback: taught.map(({ entropy }) => entropy),
		fallbackName: 'mean entropy',
		// Others want an answer meanwhile.
		onProgress: () => setImmediate(),
	});
	return {
		labels: taught.length,
		points: points.map(({ labels, auc: { value, low, high } }) => ({ labels, auc: { value, low, high } })),
		more,
		advice,
		failures: failures.list(),
	};
}

async function labeledTraces(uri: string, open: OpenDocuments): Promise<LabeledTrace[]> {
	const file = traceFileOf(uri, open);
	const read = file === undefined ? undefined : await readTraceFile(file, open);
	if (read === undefined) return [];
	return (await fileLabels(read)).flatMap(({ trace, sentences }): LabeledTrace[] => {
		const labels = sentences.map(({ settled }) => (settled === 'grounded' || settled === 'ungrounded' ? settled : null));
		if (trace.contexts.length === 0 || labels.every((label) => label === null)) return [];
		const place = (): Place => ({
			file: pathOf(read.key) ?? read.key,
			...lineAndColumn(documentOf(read, read.key)?.getText() ?? '', trace.response.map.toDocument(0)),
		});
		return [{ trace, labels, group: traceGroup(trace), place }];
	});
}

/** None of a trace that the model cannot read. */
async function taughtBy(
	{ trace, labels, group, place }: LabeledTrace,
	model: LanguageModel,
	failures: Failures,
	signal: AbortSignal,
): Promise<Taught[]> {
	try {
		const sources = await sourceMeasure.take(trace, { 'language-model': model }, signal);
		const scores = await scoreMeasure.take(trace, { 'language-model': model }, signal);
		return labels.flatMap((label, i): Taught[] => {
			const [packed, numbers] = [sources.sentences[i] ?? null, scores.sentences[i] ?? null];
			if (label === null || packed === null || numbers === null) return [];
			return [
				{
					features: featuresOf(classifier, unpackFeatures(packed)),
					entropy: numbers.entropyMean,
					ungrounded: label === 'ungrounded',
					group,
				},
			];
		});
	} catch (error) {
		if (error instanceof UserError && (modelGone.has(error.code) || sourceMeasure.unavailableAfter.has(error.code))) throw error;
		await failures.gather(() => Promise.reject(error), signal, place);
		return [];
	}
}
