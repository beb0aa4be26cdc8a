import type { Review } from '../formats/review.ts';
import type { Recognize } from '../text/pii/pii-types.ts';
import type { TextRange } from '../text/tagged-text.ts';
import { leaked, recognized, surpriseRanks, surprising, ungrounded, unread, type SentenceReading } from './marks.ts';
import { newReview } from './new-review.ts';
import { byRules, personalValues, placeholdersFor, valuesOf, valuesWithin, withPlaceholders } from './personal-values.ts';
import { unreadInWords } from './unread.ts';

export interface TraceToReview {
	readonly source: Extract<Review['source'], { kind: 'trace' }>;
	readonly query: string;
	readonly response: string;
	/** Of the response, in order. */
	readonly sentences: readonly TextRange[];
	readonly contexts: readonly { readonly id: string; readonly text: string }[];
	/** One a sentence; none where no model has read it. */
	readonly readings: readonly SentenceReading[];
	readonly reviewers: number;
	readonly notes: readonly string[];
	readonly random: () => number;
	/** Who finds personal values; absent: the rules. */
	readonly recognize?: Recognize | undefined;
}

/** A review of an ordinary answer: every personal value is proposed to be replaced. */
export function traceReview({ response, sentences, contexts, readings, notes, recognize = byRules, ...rest }: TraceToReview): Review {
	const sources = valuesOf(contexts, recognize);
	const all = personalValues(response, sources, recognize);
	const texts = sentences.map((range) => ({ text: response.slice(range.start, range.end), pii: valuesWithin(all, range) }));
	const placeholders = placeholdersFor(texts);
	const ranks = surpriseRanks(readings);
	const made = newReview({
		...rest,
		notes: [...notes],
		placeholders,
		between: between(response, sentences),
		drafts: texts.map(({ text, pii }, i) => {
			const reasons = [
				...leaked(text, sources),
				...recognized(pii),
				...unread(readings[i]),
				...ungrounded(readings[i]),
				...surprising(readings, i),
			];
			return {
				kind: pii.length > 0 ? 'redaction' : 'kept',
				original: text,
				private: false,
				proposed: withPlaceholders(text, pii, placeholders),
				reasons,
				pii,
				surprise: readings[i]?.surprise ?? null,
				surpriseRank: ranks[i] ?? 0,
			};
		}),
	});
	// Of an answer that nobody could read, the notes say why.
	return readings.length === 0 ? made : { ...made, notes: [...made.notes, ...unreadInWords(made)] };
}

/** What stands before each part of a text, and after the last. */
export function between(text: string, parts: readonly TextRange[]): string[] {
	return [...parts.map(({ start }, i) => text.slice(parts[i - 1]?.end ?? 0, start)), text.slice(parts.at(-1)?.end ?? 0)];
}
