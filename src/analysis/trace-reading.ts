import type { PromptParts } from '../model-io/requests.ts';
import { answerReading } from '../text/answer-reading.ts';
import type { Language } from '../text/language.ts';
import { tagText } from '../text/sentences.ts';
import type { TaggedText, TaggedWord, TextRange } from '../text/tagged-text.ts';

/** Ranges of tokens, UTF-16 offsets. */
interface TokenRanges {
	readonly start: Uint32Array;
	readonly end: Uint32Array;
}

/** The texts of a trace as models read them: its response without what only changes its form (`answerReading`). */
export interface TraceReading {
	/** What every reading of a model is given: scores, sources, readings without a context. */
	readonly parts: PromptParts;
	/** Numbers of tokens with the tokens' ranges in the response as it is written. What was not read has no token. */
	readonly placed: <T extends TokenRanges>(tokens: T) => T;
	/** Range in the response as it is written of a range in `parts.response`, UTF-16 units. */
	readonly place: (start: number, end: number) => TextRange;
}

/** Returns how models read the texts of a trace (`promptParts`). Without a response there is nothing to leave out. */
export function traceReading(parts: PromptParts): TraceReading {
	const asWritten: TraceReading = { parts, placed: (tokens) => tokens, place: (start, end) => ({ start, end }) };
	if (parts.response === undefined) return asWritten;
	const reading = answerReading(
		parts.response,
		parts.contexts.map(({ id }) => id),
	);
	if (reading.text === parts.response) return asWritten;
	return {
		parts: { ...parts, response: reading.text },
		place: reading.place,
		placed: (tokens) => {
			const places = Array.from(tokens.start, (start, t) => reading.place(start, tokens.end[t]!));
			return { ...tokens, start: Uint32Array.from(places, ({ start }) => start), end: Uint32Array.from(places, ({ end }) => end) };
		},
	};
}

/** Sentences and words of a response as it is read, and its words with their ranges in the response as it is written. */
export interface TaggedReading {
	readonly asRead: TaggedText;
	readonly placed: readonly TaggedWord[];
}

/**
 * Cuts and tags a response as it is read: marks among its words would change what the tagger makes of them.
 * @param response its text, and what that is cut into as it is written
 */
export async function taggedReading(
	{ parts, placed }: TraceReading,
	response: { readonly text: string; readonly language: Language; readonly written: TaggedText },
): Promise<TaggedReading> {
	if (parts.response === response.text) return { asRead: response.written, placed: response.written.words };
	const asRead = await tagText(parts.response ?? '', response.language);
	const { start, end } = placed({
		start: Uint32Array.from(asRead.words, (word) => word.start),
		end: Uint32Array.from(asRead.words, (word) => word.end),
	});
	return { asRead, placed: asRead.words.map(({ pos }, w) => ({ start: start[w]!, end: end[w]!, pos })) };
}
