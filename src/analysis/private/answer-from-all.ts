import type { LanguageModel } from '../language-model.ts';
import { longestDocument, promptWithout, type PrivateDocument, type PublicPrompt } from './document-paths.ts';

/** Tokens of it at most. */
const maxInputTokens = 256;

/** An answer from as many documents as one prompt holds. */
export interface AnswerFromAll {
	readonly text: string;
	/** So many of the documents, from the first, were read whole; those behind them in part or not at all. */
	readonly whole: number;
}

/** What the model says with every document in one prompt, as pipelines without privacy do: private. Rejects as `generate`. */
export async function answeredFromAll(
	model: LanguageModel,
	prompt: PublicPrompt,
	documents: readonly PrivateDocument[],
	signal: AbortSignal,
): Promise<AnswerFromAll> {
	const contexts = documents.map(({ text }, i) => ({ id: String(i + 1), text: text.slice(0, longestDocument) }));
	const parts = { ...promptWithout(prompt), contexts };
	const { text, truncation } = await model.generate(parts, {
		maxTokens: maxInputTokens,
		temperature: 0,
		topP: 1,
		signal,
		onText: () => undefined,
	});
	signal.throwIfAborted();
	const short = documents.findIndex((document) => document.text.length > longestDocument);
	const cut = [...(short < 0 ? [] : [short]), ...(truncation?.cutContexts ?? []).map(({ index }) => index)];
	return { text, whole: Math.min(documents.length, ...cut) };
}

/** Answers that have read each document once between them. */
export interface AnswersInTurn {
	/** One a prompt. */
	readonly texts: readonly string[];
	/** Documents that are longer than a prompt: their beginning was read. */
	readonly cut: number;
}

/**
 * What the model says with as many documents as one prompt holds, then with the next ones, until each was read: none counts as safe because it stood too far back.
 * Rejects as `generate`.
 */
export async function answeredInTurn(
	model: LanguageModel,
	prompt: PublicPrompt,
	documents: readonly PrivateDocument[],
	signal: AbortSignal,
): Promise<AnswersInTurn> {
	const texts: string[] = [];
	let cut = 0;
	/** Documents that are tried together: of thousands, those far behind are not rendered again and again. */
	let tried = documents.length;
	for (let from = 0; from < documents.length; ) {
		// oxlint-disable-next-line no-await-in-loop -- where a prompt begins depends on the one before it
		const { text, whole } = await answeredFromAll(model, prompt, documents.slice(from, from + tried), signal);
		texts.push(text);
		if (whole === 0) cut++;
		from += Math.max(1, whole);
		tried = 2 * whole + 8;
	}
	return { texts, cut };
}
