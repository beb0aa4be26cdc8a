import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { tokenizeConversation, type Conversation } from './conversation.ts';
import type { Layout } from './layout.ts';
import type { PromptParts } from '../model-io/requests.ts';
import type { Truncation } from '../model-io/scores.ts';
import type { Tokenizer } from './tokenizer.ts';

/** A trace that fits into the context window. */
export interface FittedConversation {
	readonly conversation: Conversation;
	/** The contexts that are in it, in their order; the last of them may be cut. */
	readonly contexts: PromptParts['contexts'];
	/** Response tokens to score, from the first. */
	readonly responseTokens: number;
	readonly truncation: Truncation | null;
}

/**
 * Fits a trace into a context window. The rule: system and query are kept; contexts are cut from the end of the last one on,
 * and dropped when nothing of them is left, until the response or half of the window, whichever is less, fits behind them;
 * then only the first response tokens that fit are scored. (A long response does not drive out the contexts: scored without
 * them, it would look ungrounded.)
 * @param window tokens; prompt and response together do not exceed it.
 * @param room tokens to keep free for an answer, for a trace that has none.
 * @throws {UserError} RA407 when system and query alone leave no place for one response token.
 */
export function fitConversation(layout: Layout, tokenizer: Tokenizer, parts: PromptParts, window: number, room = 0): FittedConversation {
	const whole = tokenizeConversation(layout, tokenizer, parts);
	const answer = parts.response === undefined ? room : Math.min(whole.response.ids.length, Math.floor(window / 2));
	let conversation = whole;
	let contexts = parts.contexts;
	const kept = contextSizes(whole, contexts.length);
	const sizes = [...kept];
	for (;;) {
		const over = conversation.withContext.ids.length + answer - window;
		if (over <= 0 || contexts.length === 0) break;
		contexts = cut(conversation, contexts, kept, over);
		conversation = tokenizeConversation(layout, tokenizer, { ...parts, contexts });
		const left = contextSizes(conversation, contexts.length);
		kept.forEach((_, k) => {
			kept[k] = left[k] ?? 0;
		});
	}
	const free = window - Math.max(conversation.withContext.ids.length, conversation.withoutContext.ids.length);
	if (free < 1) {
		throw new UserError(
			errorNumbers.promptFillsContextWindow,
			`System and query take ${conversation.withContext.ids.length} tokens, and the model's context window holds ${window}: no response token fits behind them.`,
			{
				hint: 'Shorten them, or use a model with a longer context window.',
			},
		);
	}
	const responseTokens = Math.min(conversation.response.ids.length, free);
	const unscored = conversation.response.ids.length - responseTokens;
	if (conversation === whole && unscored === 0) return { conversation, contexts, responseTokens, truncation: null };
	const cutContexts = [...parts.contexts.keys()]
		.toReversed()
		.filter((k) => kept[k]! < sizes[k]! || k >= contexts.length)
		.map((k) => ({
			id: parts.contexts[k]!.id,
			index: k,
			tokens: sizes[k]!,
			keptTokens: kept[k]!,
			keptLength: lengthKept(parts.contexts[k]!.text, contexts[k]?.text ?? ''),
		}));
	const [promptTokens, allResponse] = [whole.withContext.ids.length, whole.response.ids.length];
	return {
		conversation,
		contexts,
		responseTokens,
		truncation: {
			contextWindow: window,
			promptTokens,
			responseTokens: allResponse,
			cutContexts,
			unscoredResponseTokens: unscored,
			message: sentence(window, promptTokens, allResponse, cutContexts, unscored),
		},
	};
}

/** Where what was kept of a text ends in it; templates take off the blanks before it. */
function lengthKept(text: string, kept: string): number {
	return kept === '' ? 0 : text.indexOf(kept) + kept.length;
}

function contextSizes(conversation: Conversation, count: number): number[] {
	const sizes = Array.from({ length: count }, () => 0);
	for (const source of conversation.withContext.sources) if (source >= 0) sizes[source]!++;
	return sizes;
}

/** Takes `over` tokens, or a few more, off the end of the contexts. */
function cut(
	conversation: Conversation,
	contexts: PromptParts['contexts'],
	sizes: readonly number[],
	over: number,
): PromptParts['contexts'] {
	let left = over;
	for (let k = contexts.length - 1; k >= 0; k--) {
		const text = shortened(conversation, k, sizes[k]!, left);
		if (text.trim() !== '') return [...contexts.slice(0, k), { id: contexts[k]!.id, text }];
		left -= sizes[k]!;
		if (left <= 0) return contexts.slice(0, k);
	}
	return [];
}

/**
 * The text of a context's first tokens, without the last `over` of its `size`, or more: tokens that share a character end where it ends, and
 * without some of them the text would be as long as before.
 */
function shortened(conversation: Conversation, context: number, size: number, over: number): string {
	const { length } = conversation.contextHead(context, size);
	for (let keep = size - over; keep > 0; keep--) {
		const text = conversation.contextHead(context, keep);
		if (text.length < length) return text;
	}
	return '';
}

function sentence(window: number, prompt: number, response: number, cutContexts: Truncation['cutContexts'], unscored: number): string {
	const parts = [
		...list(
			'dropped',
			cutContexts.filter((context) => context.keptTokens === 0).map(({ id }) => `'${id}'`),
		),
		...cutContexts
			.filter((context) => context.keptTokens > 0)
			.map(({ id, tokens, keptTokens }) => `context '${id}' was cut to its first ${keptTokens} of ${tokens} tokens`),
		...(unscored > 0 ? [`only the first ${response - unscored} of ${response} response tokens were scored`] : []),
	];
	const sizes = response > 0 ? `${prompt} prompt and ${response} response tokens` : `${prompt} prompt tokens`;
	return `This trace has ${sizes}, and the model's context window holds ${window}: ${parts.join('; ')}.`;
}

function list(verb: string, names: readonly string[]): string[] {
	if (names.length === 0) return [];
	const shown = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
	const joined = shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
	return [names.length === 1 ? `context ${joined} was ${verb}` : `contexts ${joined} were ${verb}`];
}
