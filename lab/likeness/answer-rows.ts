import { likenessRow, type LikenessRow } from '../../src/analysis/likeness/likeness-row.ts';
import type { AttributingModel } from '../../src/analysis/language-model.ts';
import { syntaxOf } from '../../src/methods/spad/syntax.ts';
import { tagText } from '../../src/text/sentences.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';

/** The model's answers to prompts, greedily, as rows that batches are compared by; those that are cut or empty are left out. */
export async function answerRows(
	model: AttributingModel,
	prompts: Iterable<PromptParts>,
	count: number,
	signal: AbortSignal,
): Promise<LikenessRow[]> {
	const rows: LikenessRow[] = [];
	for (const parts of prompts) {
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const { text, finish } = await model.generate(parts, { maxTokens: 128, temperature: 0, topP: 1, seed: 1, signal, onText: () => {} });
		if (finish !== 'stop' || text.trim() === '') continue;
		// oxlint-disable-next-line no-await-in-loop -- as above
		const { attributed } = await model.attribute({ ...parts, response: text }, { signal, onProgress: () => undefined });
		if (attributed.tokenIds.length === 0) continue;
		// oxlint-disable-next-line no-await-in-loop -- as above
		const tagged = await tagText(text, 'en');
		const syntax = syntaxOf({ text, words: tagged.words, start: attributed.start, end: attributed.end }, parts.query);
		rows.push(likenessRow({ ...parts, response: text }, tagged, attributed, syntax));
		if (rows.length === count) break;
	}
	return rows;
}
