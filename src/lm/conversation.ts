import { renderConversation, type RenderedConversation } from './render.ts';
import type { Layout } from './layout.ts';
import type { PromptParts } from '../model-io/requests.ts';
import type { TextRange } from '../text/tagged-text.ts';
import type { TokenizedText, Tokenizer } from './tokenizer.ts';

/** A prompt token's source is the query (everything that is no context's text) or a context, by its index. */
export const querySource = -1;

/** The tokens of one rendered path up to the answer, each with its source. */
interface Prompt {
	readonly ids: readonly number[];
	/** `[P]`: `querySource`, or the index of the context in the trace. */
	readonly sources: Int32Array;
}

/** The answer's tokens; ranges are UTF-16 offsets into it, in order and together covering it. */
interface ResponseTokens {
	readonly ids: readonly number[];
	readonly start: Uint32Array;
	readonly end: Uint32Array;
}

/** A trace tokenized for both paths (docs/methods/reading.md). */
export interface Conversation {
	readonly withContext: Prompt;
	readonly withoutContext: Prompt;
	readonly response: ResponseTokens;
	/** The prompt with the contexts and an empty question: what they alone make of the answer (`Q` of docs/methods/repcs.md). */
	contextOnly(): Prompt;
	/** The prompt without some of the contexts, by their index in the trace. */
	without(contexts: ReadonlySet<number>): Prompt;
	/** The text that the first `tokens` tokens of a context hold, for cutting it; `context` is its index in the trace. */
	contextHead(context: number, tokens: number): string;
	/** Where the tokens of a context stand in the prompt, and in the context's text. */
	contextTokens(context: number): ContextTokens;
}

/** The prompt tokens of one context. */
interface ContextTokens {
	/** `[n]`: places in the prompt, ascending. */
	readonly positions: readonly number[];
	/** `[n]`: UTF-16 ranges in the context's text, in order. A token that reaches over its ends is cut to it. */
	readonly start: Uint32Array;
	readonly end: Uint32Array;
}

/**
 * Renders and tokenizes a trace once with its contexts and once without. The response's tokens come from the rendering with
 * contexts; without, the prompt ends where the first of them begins, so both paths score the same token ids.
 * With `parts.response` absent the prompts end with the generation prompt, and the response is empty.
 */
export function tokenizeConversation(layout: Layout, tokenizer: Tokenizer, parts: PromptParts): Conversation {
	const rendered = renderConversation(layout, parts);
	const tokens = tokenizeRendered(tokenizer, layout, rendered.text);
	const first = firstBehind(tokens, rendered.answer.start);
	const lead = first < tokens.ids.length ? Math.max(0, rendered.answer.start - tokens.start[first]!) : 0;
	const withContext = { ids: tokens.ids.slice(0, first), sources: sourcesOf(tokens, first, rendered.contexts) };
	let byContext: ReadonlyMap<number, readonly number[]> | undefined;
	const ownTokens = (context: number): readonly number[] => (byContext ??= placesBySource(withContext.sources)).get(context) ?? [];
	return {
		withContext,
		withoutContext: parts.contexts.length === 0 ? withContext : promptOf(layout, tokenizer, { ...parts, contexts: [] }, lead),
		without: (hidden) =>
			promptOf(layout, tokenizer, { ...parts, contexts: parts.contexts.filter((_, context) => !hidden.has(context)) }, lead),
		contextOnly: () => promptOf(layout, tokenizer, { ...parts, query: '' }, lead),
		response: responseTokens(tokens, first, rendered.answer),
		contextTokens: (context) => contextTokens(tokens, ownTokens(context), rendered, context, parts.contexts[context]?.text ?? ''),
		contextHead: (context, count) => {
			const own = ownTokens(context).slice(0, count);
			const range = rendered.contexts[context];
			return own.length === 0 || !range
				? ''
				: rendered.text.slice(range.start, Math.max(range.start, Math.min(range.end, tokens.end[own.at(-1)!]!)));
		},
	};
}

function contextTokens(
	tokens: TokenizedText,
	positions: readonly number[],
	rendered: RenderedConversation,
	context: number,
	text: string,
): ContextTokens {
	const range = rendered.contexts[context];
	// Templates trim texts: what they kept is one piece of the text, from its first character that is not blank at the latest.
	const kept = range ? rendered.text.slice(range.start, range.end) : '';
	const found = text.indexOf(kept);
	const lead = found >= 0 ? found : text.length - text.trimStart().length;
	const inText = (offset: number): number => (range ? Math.min(Math.max(offset, range.start), range.end) - range.start + lead : 0);
	return {
		positions,
		start: Uint32Array.from(positions, (t) => inText(tokens.start[t]!)),
		end: Uint32Array.from(positions, (t) => inText(tokens.end[t]!)),
	};
}

function promptOf(layout: Layout, tokenizer: Tokenizer, parts: PromptParts, lead: number): Prompt {
	const rendered = renderConversation(layout, parts);
	const tokens = tokenizeRendered(tokenizer, layout, rendered.text);
	// `lead`: what the response's first token holds of the template belongs to the response on this path too.
	const first = firstBehind(tokens, rendered.answer.start - lead);
	return { ids: tokens.ids.slice(0, first), sources: sourcesOf(tokens, first, rendered.contexts) };
}

/** Templates write BOS and the like themselves; plain text gets the tokenizer's own, but nothing behind it. */
function tokenizeRendered(tokenizer: Tokenizer, layout: Layout, text: string): TokenizedText {
	if (layout.mode !== null) return tokenizer.tokenize(text, { special: false });
	const tokens = tokenizer.tokenize(text, { special: true });
	const bare = tokenizer.tokenize(text, { special: false });
	const before = tokens.ids.findIndex((_, i) => bare.ids.every((id, k) => tokens.ids[i + k] === id));
	const size = Math.max(0, before) + bare.ids.length;
	return {
		ids: tokens.ids.slice(0, size),
		pieces: tokens.pieces.slice(0, size),
		start: tokens.start.subarray(0, size),
		end: tokens.end.subarray(0, size),
	};
}

/** The first token that reaches beyond `offset`. */
function firstBehind(tokens: TokenizedText, offset: number): number {
	const first = tokens.end.findIndex((end) => end > offset);
	return first < 0 ? tokens.ids.length : first;
}

/** A token that reaches into a context's text belongs to it; one without text of its own goes with the one before it. */
function sourcesOf(tokens: TokenizedText, count: number, contexts: readonly (TextRange | null)[]): Int32Array {
	const sources = new Int32Array(count).fill(querySource);
	const contextAt = contextFinder(contexts);
	for (let t = 0; t < count; t++) {
		const [start, end] = [tokens.start[t]!, tokens.end[t]!];
		if (start === end) sources[t] = t > 0 ? sources[t - 1]! : querySource;
		else sources[t] = contextAt(start, end);
	}
	return sources;
}

/** For ranges that are asked for in their order: the first context, in the order of the trace, whose text they touch, or `querySource`. */
function contextFinder(contexts: readonly (TextRange | null)[]): (start: number, end: number) => number {
	// A template may turn them around.
	const places = contexts
		.flatMap((range, context) => (range === null ? [] : [{ ...range, context }]))
		.toSorted((a, b) => a.start - b.start);
	let next = 0;
	return (start, end) => {
		while (next < places.length && places[next]!.end <= start) next++;
		let found = querySource;
		for (let i = next; i < places.length && places[i]!.start < end; i++) {
			const { end: to, context } = places[i]!;
			if (to > start && (found === querySource || context < found)) found = context;
		}
		return found;
	};
}

/** Places in the prompt by what they belong to, ascending. */
function placesBySource(sources: Int32Array): Map<number, number[]> {
	const places = new Map<number, number[]>();
	for (const [t, source] of sources.entries()) {
		const own = places.get(source);
		if (own === undefined) places.set(source, [t]);
		else own.push(t);
	}
	return places;
}

function responseTokens(tokens: TokenizedText, first: number, { start: from, end: to }: TextRange): ResponseTokens {
	let last = first;
	while (last < tokens.ids.length && tokens.start[last]! < to) last++;
	// The rest of a character that the answer's last token begins.
	while (last > first && last < tokens.ids.length && tokens.start[last] === tokens.end[last] && continuesCharacter(tokens, last)) last++;
	const clip = (offset: number) => Math.min(Math.max(offset, from), to) - from;
	return {
		ids: tokens.ids.slice(first, last),
		start: tokens.start.slice(first, last).map(clip),
		end: tokens.end.slice(first, last).map(clip),
	};
}

function continuesCharacter(tokens: TokenizedText, t: number): boolean {
	const piece = tokens.pieces[t]!;
	return piece.kind === 'text' && piece.bytes.length > 0 && (piece.bytes[0]! & 0xc0) === 0x80;
}

/**
 * White space of the layout between the generation prompt and an answer, with which a generated answer begins:
 * such as the space of `<a> ` where generation begins behind `<a>`.
 */
export function answerLead(layout: Layout): string {
	const prompt = renderConversation(layout, { query: 'Why?', contexts: [] }).text;
	const whole = renderConversation(layout, { query: 'Why?', contexts: [], response: 'So.' });
	const before = whole.text.slice(0, whole.answer.start);
	const lead = before.startsWith(prompt) ? before.slice(prompt.length) : '';
	return lead.trim() === '' ? lead : '';
}
