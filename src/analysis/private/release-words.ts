import type { PrivateSettings } from '../../formats/private-settings.ts';
import { decoderOutlook } from '../../privacy/decoder-outlook.ts';
import type { KeywordOutlook } from '../../privacy/keyword-outlook.ts';
import { partsOf, type Decoder } from '../../privacy/run-steps.ts';
import { percentOf } from '../../wording/numbers.ts';
import { listInWords } from '../../wording/phrases.ts';
import { runSettings } from './require-affordable.ts';

/** What is said where nothing comes out although enough documents that agree would nearly always have told: the same whatever the documents say. */
export const nothingToTell = 'The documents share nothing that this budget can release.';

/** What documents can agree on, by decoder. */
const agreed: Readonly<Record<Exclude<Decoder, 'per-token'>, string>> = {
	'sentence-vote': 'a sentence that all documents share',
	'public-list': 'a value that all documents name',
	'gated-votes': 'an uncertain word that all documents vote for',
};

/**
 * Returns what is said where nothing comes out. It speaks of what the documents say only if the budget cannot be the cause, and it follows from public numbers alone.
 * @param isCut Whether something came out of the decoder, which is a release, and the filter cut all of it.
 */
export function nothingInWords(settings: PrivateSettings, documents: number, isCut: boolean): string {
	if (isCut) return 'The filter cut everything that could be released.';
	const run = runSettings(settings);
	const { decode } = partsOf(run, documents);
	if (decode === 0) return 'Keywords alone were chosen, and no sentence was written from them.';
	const { possible, sure, releaseProbability } = decoderOutlook(settings.decoder, run, decode, documents);
	if (settings.decoder === 'per-token') return possible ? nothingToTell : 'Nothing came out. With this budget, a text would be only noise.';
	if (sure !== null) return nothingToTell;
	return `Nothing can be released this time. With this budget, ${agreed[settings.decoder]} comes out in ${percentOf(releaseProbability.at(-1) ?? 0)} of cases.`;
}

/** Keywords that were chosen, and what their choice can tell at best. */
export interface Keywords {
	readonly words: readonly string[];
	readonly outlook: KeywordOutlook | null;
}

/** A sentence that stands where nothing was released, which tells nothing of the documents but for keywords that were paid for. */
export interface FallbackPiece {
	readonly text: string;
	readonly kind: 'fallback';
}

/** Returns the sentences of a release without an answer. @param nothing `nothingInWords`. */
export function fallback(nothing: string, { words, outlook }: Keywords): FallbackPiece[] {
	const what =
		outlook?.possible === true
			? 'Words that many documents seem to have, chosen with noise'
			: 'Words that are mostly noise, and may be in no document';
	return [
		{ text: nothing, kind: 'fallback' },
		...(words.length === 0 ? [] : [{ text: `${what}: ${listInWords(words)}.`, kind: 'fallback' as const }]),
	];
}

/** Says which keywords were chosen, and how far they can be trusted, which follows from public numbers alone. */
export function keywordNotes({ words, outlook }: Keywords): string[] {
	if (words.length === 0) return [];
	const chosen = `Keywords, chosen with a part of the budget and with noise: ${listInWords(words)}.`;
	return [outlook === null || outlook.possible ? chosen : `${chosen} ${outlook.says}`];
}

/** Says if the filter had nothing to choose. @param sentences that it chose from; 0 if it did not run. */
export function filterNotes({ expert }: PrivateSettings, sentences: number): string[] {
	return expert.filter === 'top-k' && sentences > 0 && sentences <= expert.filtered
		? [`The filter's k is ${expert.filtered}, and the answer has no more sentences than that, so it picks all of them.`]
		: [];
}
