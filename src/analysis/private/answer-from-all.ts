import type { LanguageModel } from '../language-model.ts';
import { longestDocument, promptWithout, type PrivateDocument, type PublicPrompt } from './document-paths.ts';

/** Tokens of it at most. */
const mostTokens = 256;

/** What the model says with every document in one prompt, as pipelines without privacy do: private. Rejects as `generate`. */
export async function answeredFromAll(
	model: LanguageModel,
	prompt: PublicPrompt,
	documents: readonly PrivateDocument[],
	signal: AbortSignal,
): Promise<string> {
	const contexts = documents.map(({ text }, i) => ({ id: String(i + 1), text: text.slice(0, longestDocument) }));
	const parts = { ...promptWithout(prompt), contexts };
	const { text } = await model.generate(parts, { maxTokens: mostTokens, temperature: 0, topP: 1, signal, onText: () => undefined });
	signal.throwIfAborted();
	return text;
}
