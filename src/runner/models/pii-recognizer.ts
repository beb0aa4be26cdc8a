import { recognizePii } from '../../text/pii/recognize.ts';
import { unknownLabels } from '../../text/pii/model-findings.ts';
import type { Recognize } from '../../text/pii/pii-types.ts';
import { listInWords } from '../../wording/phrases.ts';
import type { ModelService } from './model-service.ts';

/** Who looks for personal values, and what is to be known of it, in sentences. */
export interface PiiRecognizer {
	/** Of the texts that it was made for; of others what rules find. */
	readonly recognize: Recognize;
	readonly notes: readonly string[];
}

/** Labels that are named of those that nobody knows. */
const shown = 20;

/**
 * The rules, joined by the model of the settings, which has read `texts`; the rules alone where none is set. Rejects with a `UserError` for a model that
 * cannot be used: who asks for one is not served without it.
 */
export async function recognizerOf(
	models: Pick<ModelService, 'classify'>,
	texts: readonly string[],
	options: {
		readonly owner: string;
		readonly signal: AbortSignal;
		readonly onProgress?: (message: string, done: number, total: number) => void;
	},
): Promise<PiiRecognizer> {
	const asked = [...new Set(texts)].filter((text) => text.trim() !== '');
	const found = await models.classify(asked, options);
	if (found === null) return { recognize: (text) => recognizePii(text), notes: [] };
	const { name, sha256, labels } = found;
	const spans = new Map(asked.map((text, i) => [text, found.texts[i]!]));
	const unknown = unknownLabels(labels);
	return {
		recognize: (text) => recognizePii(text, { model: { model: name, spans: spans.get(text) ?? [] } }),
		notes: [
			`Rules and a model looked for personal values. The model is ${name} (SHA-256 ${sha256.slice(0, 12)}…).`,
			...(unknown.length === 0
				? []
				: [
						`It calls some values ${listInWords(unknown.slice(0, shown))}${unknown.length > shown ? ' and others' : ''}. RAG Assay does not know these names, so they count as other personal values.`,
					]),
		],
	};
}
