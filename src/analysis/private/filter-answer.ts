import { UserError } from '../../errors.ts';
import type { PrivateSettings } from '../../formats/private-settings.ts';
import { boundedGap, boundedGapSensitivity, sparseVectorFilter, topKFilter, type Filtered } from '../../methods/pearl/filter.ts';
import type { RandomBits } from '../../privacy/random-bits.ts';
import type { PromptParts, ReadOptions } from '../../model-io/requests.ts';
import type { ScoredResponse } from '../../model-io/scores.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import type { LanguageModel } from '../language-model.ts';

/** A document's share of a gap is held below it, nats: what it can add beyond says less than the noise that it would cost. */
const gapBound = 2;
/** Shares of what is open without documents above which a sentence is theirs, and below which it is not. Public; the paper fits them to labeled answers. */
const [highShare, lowShare] = [0.9, 0.1];

/**
 * Which sentences of a released text are cut and which refilled, by what the documents make of them, at `epsilon`. `paths`: each
 * document's prompt; `without`: the one without any. A document that the model cannot read this text with counts as a blank one.
 */
export async function filterAnswer(
	text: string,
	sentences: readonly TextRange[],
	{ paths, without }: FilterPrompts,
	{ expert }: PrivateSettings,
	{ epsilon, bits, ...reading }: FilterReading & { readonly epsilon: number; readonly bits: RandomBits },
): Promise<Filtered> {
	const gaps = await sentenceGaps(text, sentences, paths, reading);
	const options = { sensitivity: gapSensitivity(paths.length), epsilon, bits };
	if (expert.filter === 'top-k') return topKFilter(gaps, expert.filtered, options);
	const thresholds = await sparseVectorThresholds(text, sentences, without, reading);
	return sparseVectorFilter(gaps, { ...thresholds, k: expert.filtered }, options);
}

/** The prompt of each document, `null` of a blank one, and the one without any. */
export interface FilterPrompts {
	readonly paths: readonly (PromptParts | null)[];
	readonly without: PromptParts;
}

export type FilterReading = ReadOptions & { readonly model: LanguageModel };

/** What the documents make of each sentence, held between bounds, nats: private. */
export async function sentenceGaps(
	text: string,
	sentences: readonly TextRange[],
	paths: readonly (PromptParts | null)[],
	{ model, signal, onProgress }: FilterReading,
): Promise<number[]> {
	const ofDocuments: number[][] = [];
	for (const [i, path] of paths.entries()) {
		onProgress(i, paths.length);
		const scored = path && (await scoredOrNothing(model, { ...path, response: text }, signal));
		ofDocuments.push(sentences.map((range) => (scored === null ? 0 : meanOver(scored, range, gapAt))));
	}
	return sentences.map((_, s) =>
		boundedGap(
			ofDocuments.map((own) => own[s]!),
			gapBound,
		),
	);
}

/** How far one document can move one of `sentenceGaps`, nats. */
export function gapSensitivity(documents: number): number {
	return boundedGapSensitivity(documents, gapBound);
}

/** Gaps above and below which the sparse vector chooses: of a released text without documents, so public. */
export async function sparseVectorThresholds(
	text: string,
	sentences: readonly TextRange[],
	without: PromptParts,
	{ model, signal }: FilterReading,
): Promise<{ readonly high: number; readonly low: number }> {
	const { scored } = await model.score({ ...without, response: text }, { topK: 1, unkept: true, signal, onProgress: () => undefined });
	const open = sentences.map((range) => meanOver(scored, range, (of, t) => of.withoutContext.entropy[t]!));
	const openness = open.reduce((sum, one) => sum + one, 0) / Math.max(1, open.length);
	return { high: highShare * openness, low: lowShare * openness };
}

function gapAt({ withContext, withoutContext }: ScoredResponse, t: number): number {
	return withoutContext.entropy[t]! - withContext.entropy[t]!;
}

/** Mean over the tokens that begin in a range; 0 where none does. */
function meanOver(scored: ScoredResponse, { start, end }: TextRange, of: (scored: ScoredResponse, t: number) => number): number {
	let [sum, count] = [0, 0];
	for (let t = 0; t < scored.start.length; t++)
		if (scored.start[t]! >= start && scored.start[t]! < end) {
			sum += of(scored, t);
			count++;
		}
	return count === 0 ? 0 : sum / count;
}

/**
 * What a user could mend about one document would tell of its text: that it is too long for the window, say. So it counts as nothing,
 * and nothing is said of it; what ends the model, or is a defect, ends the run.
 */
async function scoredOrNothing(model: LanguageModel, parts: PromptParts, signal: AbortSignal): Promise<ScoredResponse | null> {
	try {
		return (await model.score(parts, { topK: 1, unkept: true, signal, onProgress: () => undefined })).scored;
	} catch (error) {
		if (error instanceof UserError && !signal.aborted) return null;
		throw error;
	}
}
