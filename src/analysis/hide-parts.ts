import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { WordOrigins } from '../formats/analysis-record.ts';
import { wordOrigins } from '../methods/hiding/word-origins.ts';
import type { HidingResult } from '../model-io/hiding.ts';
import type { PromptParts, ReadOptions } from '../model-io/requests.ts';
import type { PartOfSpeech, TaggedWord } from '../text/tagged-text.ts';
import type { MappedText } from '../text/text-map.ts';
import { finite } from './finite.ts';
import type { TraceReading } from './trace-reading.ts';
import { canHide, type LanguageModel } from './language-model.ts';

/** A response read without each of its contexts, or why it was not, in words. */
type HideAttempt = { readonly result: HidingResult } | { readonly notHidden: string };

/** What the words begin with. */
const beginning = 'Where words come from is not known';

/**
 * Reads a response without each of its contexts if the model allows it. Reasons that a user can see are returned in words, with what would
 * help, because everything else about the response is known anyway.
 * Rejects with the signal's reason, and with RA504 for files that changed meanwhile.
 */
export async function hideParts(parts: PromptParts, model: LanguageModel, options: ReadOptions): Promise<HideAttempt> {
	if (!canHide(model))
		return { notHidden: `${beginning}: this model only answers, and cannot be asked what it makes of a text without a context.` };
	try {
		return { result: await model.hide(parts, options) };
	} catch (error) {
		options.signal.throwIfAborted();
		if (!(error instanceof UserError) || error.code === errorNumbers.modelFilesChanged) throw error;
		const reason = `${beginning}: ${error.message}`;
		return { notHidden: error.hint === undefined ? reason : `${reason} ${error.hint}` };
	}
}

/** Says that contexts were left out of the prompt, and why they were not hidden. Nothing if they were hidden. */
export function leftOutNote(result: Pick<HidingResult, 'how' | 'why'> | null): string[] {
	if (result?.how !== 'left-out') return [];
	return [
		`To see where words come from, the model read the prompt again without each context. It cannot hide contexts in one reading: ${result.why ?? 'the reason is not known'}.`,
	];
}

/** Tags of words that grammar asks for, whatever the contexts say. */
const functionTags: ReadonlySet<PartOfSpeech> = new Set(['ADP', 'AUX', 'CCONJ', 'DET', 'PART', 'PRON', 'PUNCT', 'SCONJ', 'SPACE']);

/**
 * Returns where the words of a response come from, as the record has it. Function words are left out: they come from no context.
 * @param tagged words of the response as it was read
 * @param hidden its readings, with ranges in the response as it was read
 */
export function recordedWordOrigins(
	{ text: written, map }: MappedText,
	{ parts, place }: TraceReading,
	tagged: readonly TaggedWord[],
	hidden: HidingResult,
): WordOrigins {
	const text = parts.response ?? '';
	const inDocument = (start: number, end: number) => {
		const range = place(start, end);
		return { text: written.slice(range.start, range.end), start: map.toDocument(range.start), end: map.toDocument(range.end) };
	};
	const ids = hidden.contextIds;
	return {
		contexts: [...ids],
		how: hidden.how,
		why: hidden.why,
		words: wordOrigins(text, hidden, ids.length)
			.filter((word) => tagged.some(({ start, end, pos }) => start < word.end && end > word.start && !functionTags.has(pos)))
			.map(({ start, end, logProbability, none, gains, from }) => ({
				...inDocument(start, end),
				logprob: finite(logProbability),
				none: finite(none),
				from: [...new Set(from.map((context) => ids[context]!))],
				// Two contexts of one ID are one to whoever reads the record: the one that gives more, which is written last.
				without: Object.fromEntries(gains.toReversed().map(({ context, without }) => [ids[context]!, finite(without)])),
			})),
	};
}
