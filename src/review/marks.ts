import type { MarkReason, PiiFound } from '../formats/review.ts';
import { normalizedValue, occurrencesOf } from '../text/normalized-value.ts';
import { listInWords, plural } from '../wording/phrases.ts';
import { piiNames, type SourceValue } from './personal-values.ts';

/** What a model's reading says of the sentences of an answer, one entry each. */
export interface SentenceReading {
	/** Mean of −log p without contexts, nats a token; `null` where it was not read. */
	readonly surprise: number | null;
	/** The finding of the profile in force, in its words; `null`: none. */
	readonly ungrounded: string | null;
	/** How much of it the model had no room for; `null`: none. */
	readonly unread: 'all' | 'part' | null;
}

/** Share of the sentences that count as surprising: the threshold is relative, one of an answer's own. */
const surprisingShare = 0.25;

/** Why recognizers mark a text: what rules find, then what a model does. */
export function recognized(pii: readonly PiiFound[]): MarkReason[] {
	if (pii.length === 0) return [];
	const rules = pii.some(({ model }) => model === undefined) ? [undefined] : [];
	const models = [...rules, ...new Set(pii.flatMap(({ model }) => model ?? []))];
	const parts = models.map((name) => {
		const kinds = new Set(pii.filter(({ model }) => model === name).map(({ type }) => piiNames[type]));
		return `${listInWords([...kinds])}${name === undefined ? '' : `, by ${name}`}`;
	});
	return [{ kind: 'recognizer', text: `Reads like personal data: ${parts.join('; ')}.` }];
}

/** Why values of the retrieved texts mark a text: each value once. */
export function leaked(text: string, sources: readonly SourceValue[]): MarkReason[] {
	return sources.flatMap(({ value, type, contexts }): MarkReason[] => {
		const [first] = occurrencesOf(value, text);
		if (first === undefined) return [];
		const others =
			contexts.length > 2 ? ` and ${plural(contexts.length - 1, 'other')}` : contexts.length === 2 ? ` and ${contexts[1]}` : '';
		return [
			{
				kind: 'leak',
				text: `The ${piiNames[type]} “${text.slice(first.start, first.end)}” is also in context ${contexts[0]}${others}.`,
			},
		];
	});
}

/** Of each sentence, the share of the others that are less surprising, 0 to 1; 0 where nobody has read it. */
export function surpriseRanks(readings: readonly (SentenceReading | undefined)[]): number[] {
	const known = readings.flatMap((one) => one?.surprise ?? []);
	return readings.map((one) => {
		const surprise = one?.surprise ?? null;
		return surprise === null || known.length < 2 ? 0 : known.filter((other) => other < surprise).length / (known.length - 1);
	});
}

/** Why a sentence's surprise without contexts marks it: it is among the quarter of the answer that is the most surprising. Of fewer than four it only orders. */
export function surprising(readings: readonly (SentenceReading | undefined)[], index: number): MarkReason[] {
	const surprise = readings[index]?.surprise ?? null;
	if (surprise === null) return [];
	const known = readings.flatMap((one) => one?.surprise ?? []);
	const place = known.filter((other) => other > surprise).length + 1;
	if (place > Math.floor(known.length * surprisingShare)) return [];
	return [
		{
			kind: 'public-surprise',
			text: 'Hard to guess without the contexts: among the most surprising sentences of this answer.',
			figures: `Number ${place} of the ${known.length} sentences that the model read: ${surprise.toFixed(1)} nats a token on average. This is an order within the answer, not a threshold.`,
		},
	];
}

export function ungrounded(reading: SentenceReading | undefined): MarkReason[] {
	const words = reading?.ungrounded ?? null;
	return words === null ? [] : [{ kind: 'ungrounded', text: 'The contexts do not seem to support it.', figures: words }];
}

/** Why a sentence that the model has not read, or not whole, is to be decided by a person. */
export function unread(reading: SentenceReading | undefined): MarkReason[] {
	const how = reading?.unread ?? null;
	if (how === null) return [];
	const what = how === 'all' ? 'The model did not read this sentence' : 'The model read only the beginning of this sentence';
	return [{ kind: 'unread', text: `${what}: the answer is longer than its window. Only recognizers screened it.` }];
}

/** Words of a text, normalized. */
export function wordsOf(text: string): ReadonlySet<string> {
	return new Set(
		text
			.split(/\s+/)
			.map(normalizedValue)
			.filter((word) => word !== ''),
	);
}
