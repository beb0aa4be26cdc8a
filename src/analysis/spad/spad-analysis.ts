import type { AnalysisSentence, Attribution } from '../../formats/analysis-record.ts';
import { classifierFormat } from '../../formats/detectors/classifier.ts';
import type { Profile } from '../../formats/profile.ts';
import { attributionError, type AttributeResult } from '../../model-io/attribution.ts';
import type { ScoreResult, ScoredResponse } from '../../model-io/scores.ts';
import type { Language } from '../../text/language.ts';
import { mostOverlapped } from '../../text/sentences.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import type { Classifier } from './classifier-file.ts';

/**
 * A token's suspicion `[T]`, 0 to 1: its sentence's, times how much of that the token gave relative to the one that gave most. A token
 * that belongs to no sentence has none. `null` without a classifier of sentences.
 * @param measured the sentences' ranges in the response text; `judged` are the same sentences.
 */
export function suspicionOfTokens(
	weights: Float64Array | null,
	{ start, end }: ScoredResponse,
	measured: readonly TextRange[],
	judged: readonly AnalysisSentence[],
): Float64Array | null {
	if (weights === null) return null;
	const owner = mostOverlapped(measured, start, end);
	return weights.map((weight, t) => weight * (judged[owner[t]!]?.score ?? 0));
}

/** Probabilities of both passes that lie closer together are the same. */
const samePass = 1e-5;

/** What the record says of an attribution, and which log-probabilities its sources add up to. */
export interface SpadSummary {
	readonly attribution: Attribution;
	/** `[T]`, nats: those of scoring where both passes agree, otherwise those of the attribution. */
	readonly logProbability: Float64Array;
	readonly notes: readonly string[];
}

/**
 * The profile's classifiers that may judge a response, and why they may not where it has some. They know the parts of speech of
 * English; and they were fitted on exact sources, with a threshold whose rates were counted there: what a screen leaves open by its bound
 * may be another side of a tree, of which nothing is proven.
 */
export function judgingClassifiers(
	result: AttributeResult | null,
	language: Language,
	profile: Profile | null,
	read: readonly Classifier[] = [],
): { classifiers: readonly Classifier[]; notes: readonly string[] } {
	const named = profile?.detectors.filter(classifierFormat.is);
	// Of a profile of which a part does not fit, files may have been read that do not judge.
	const classifiers = read.filter(
		({ detector }) => named === undefined || named.some(({ method, level }) => method === detector.method && level === detector.level),
	);
	if (result === null || language !== 'en' || classifiers.length === 0) return { classifiers: [], notes: [] };
	return result.errorBound === 0
		? { classifiers, notes: [] }
		: {
				classifiers: [],
				notes: ['The profile\u2019s classifiers judge only exact sources. These sources are screened, so the classifiers did not judge.'],
			};
}

/**
 * Joins an attribution with the scores of the same response.
 * @throws when the two are not about the same tokens, which is a defect.
 */
export function summarize(
	{ attributed, parallelLayers, mixingLayers, errorBound, unscreened }: AttributeResult,
	{ scored }: ScoreResult,
	classifiers: readonly Classifier[],
): SpadSummary {
	const { tokenIds, contextIds } = attributed;
	if (tokenIds.length !== scored.tokenIds.length || tokenIds.some((id, t) => id !== scored.tokenIds[t]))
		throw new Error('attributed and scored tokens differ');
	const own = attributed.logProbability;
	const furthest = (a: Float64Array, b: Float64Array): number =>
		a.reduce((max, x, t) => Math.max(max, x === b[t] ? 0 : Math.abs(x - b[t]!)), 0);
	const { withContext } = scored;
	const agrees = furthest(own.map(Math.exp), withContext.logProbability.map(Math.exp)) <= samePass;
	const logProbability = agrees ? withContext.logProbability : own;
	return {
		logProbability,
		attribution: {
			contexts: [...contextIds],
			parallelLayers,
			...(mixingLayers.length === 0 ? {} : { mixingLayers: [...mixingLayers] }),
			errorBound,
			sumError: attributionError({ ...attributed, logProbability }).sources,
			classifiers: classifiers.map(({ detector: { method, level, file, sha256 } }) => ({ classifier: method, level, file, sha256 })),
		},
		notes: [
			...(agrees
				? []
				: [
						`Sources are of another reading than entropy, confidence gap and KL, and the probabilities are theirs: log-probabilities of the two differ by up to ${furthest(own, withContext.logProbability).toPrecision(2)} nats, entropies by up to ${furthest(attributed.entropy, withContext.entropy).toPrecision(2)}.`,
					]),
			...(unscreened === null ? [] : [`The sources are exact, though a screen was asked for: ${unscreened.replace(/\.$/, '')}.`]),
			...(parallelLayers === 0
				? []
				: [
						`In ${parallelLayers} layers attention and another branch (the feed-forward block, or one without attention) read the same state: attention counts first, and the other order would give other sources.`,
					]),
			...(mixingLayers.length === 0
				? []
				: [
						`In ${mixingLayers.length} of the model\u2019s layers, tokens influence each other without attention, in a convolution or a recurrence. What such a layer takes from contexts and question counts as the model\u2019s own layers, because the layer does not show which token it came from. The shares of contexts and question contain only what attention took.`,
					]),
		],
	};
}

/** A token's sources and what each context gave, as the record has them. */
export function tokenSourcesAt(
	{ attributed: { sources, contextIds, contextShares } }: AttributeResult,
	t: number,
): { sources: number[]; contexts: Record<string, number> } {
	const width = contextIds.length;
	const contexts = new Map<string, number>();
	// Two contexts of one id are one to whoever reads the record.
	for (const [k, id] of contextIds.entries()) contexts.set(id, (contexts.get(id) ?? 0) + contextShares[t * width + k]!);
	return {
		sources: Array.from(sources.subarray(t * 7, (t + 1) * 7), plus),
		contexts: Object.fromEntries([...contexts].map(([id, share]) => [id, plus(share)])),
	};
}

/** JSON has no negative zero. */
function plus(value: number): number {
	return value + 0;
}
