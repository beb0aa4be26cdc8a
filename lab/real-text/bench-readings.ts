import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { tagText } from '../../src/text/sentences.ts';
import { graphHash } from '../spad/bench-graph-hash.ts';
import { cachedNumbers } from '../spad/number-cache.ts';
import type { JudgedSet, JudgedText } from './judged-text.ts';
import type { ScoredSet } from './measure-scores.ts';
import { scoredTexts, type ScoredText } from './text-scores.ts';

/** Not in the repository: numbers, to be used again. */
const work = fileURLToPath(new URL('../bench/work/real-text', import.meta.url));

/** What one model makes of the sets. */
export interface Readings {
	/** Name of the model's folder. */
	readonly model: string;
	readonly sha256: string;
	readonly byAnswer: readonly ScoredSet[];
	readonly bySentence: readonly ScoredSet[];
}

/**
 * Reads each answer once, as the product does: attributed with its contexts, and scored with and without them. Numbers are kept by model,
 * instrumented graph, answer and contexts, so that an interrupted run goes on and a larger one reads the rest.
 */
export async function readingsOf(folder: string, sets: readonly JudgedSet[], log: (message: string) => void): Promise<Readings> {
	const files = await checkModelFolder(folder);
	const model = await loadDecoder({ files, device: executionProvidersFor('cpu'), name: basename(folder) });
	try {
		const { sha256 } = model.identity;
		const kept = join(work, 'numbers', `${[sha256, graphHash(files)].map((hash) => hash.slice(0, 16)).join('-')}.jsonl`);
		const byAnswer: ScoredSet[] = [];
		const bySentence: ScoredSet[] = [];
		for (const { name, texts } of sets) {
			log(`${basename(folder)} reads ${texts.length} answers of ${name}`);
			const asked = texts.map((text) => ({ id: keptAs(text), parts: text.parts }));
			// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
			const numbers = await cachedNumbers(kept, asked, model, new AbortController().signal, log);
			const answers: ScoredText[] = [];
			const sentences: ScoredText[] = [];
			for (const text of texts) {
				// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
				const scored = scoredTexts(text, numbers.get(keptAs(text))!, await tagText(text.parts.response, 'en'));
				answers.push(scored.answer);
				sentences.push(...scored.sentences);
			}
			byAnswer.push({ name, texts: answers });
			bySentence.push({ name, texts: sentences });
		}
		return { model: basename(folder), sha256, byAnswer, bySentence };
	} finally {
		await model.dispose();
	}
}

/** A name that changes with what is read. */
function keptAs({ id, parts }: JudgedText): string {
	return `${id}-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`;
}
