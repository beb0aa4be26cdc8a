import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { executionProvidersFor } from '../../../src/lm/devices/execution-providers.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';
import type { JudgedText } from '../judged-text.ts';
import { answerKey } from './answer-key.ts';
import type { ReadTokens } from './few-labels.ts';

/** Not in the repository: numbers, to be used again. */
const work = fileURLToPath(new URL('../../bench/work/starter', import.meta.url));
/** Least time between two reports of progress, in milliseconds. */
const betweenReports = 30_000;

const numbers = z.array(z.number());
const path = z.object({ entropy: numbers, logProbability: numbers });
const line = z.object({ id: z.string(), start: numbers, end: numbers, withContext: path, withoutContext: path });

/** A model's numbers of answers. */
export interface ReadAnswers {
	/** Name of the model's folder. */
	readonly model: string;
	readonly sha256: string;
	/** By `answerKey`. */
	readonly read: ReadonlyMap<string, ReadTokens>;
}

/**
 * Reads each answer with and without its contexts. Numbers are kept by model, answer and contexts, so that an interrupted run goes on and a
 * larger one reads the rest.
 * @param folder of the model
 */
export async function readAnswers(
	folder: string,
	texts: readonly Pick<JudgedText, 'id' | 'parts'>[],
	log: (message: string) => void,
): Promise<ReadAnswers> {
	const model = await loadDecoder({
		files: await checkModelFolder(folder),
		device: executionProvidersFor('cpu'),
		name: basename(folder),
	});
	try {
		const { sha256 } = model.identity;
		const kept = join(work, `${sha256.slice(0, 16)}.jsonl`);
		const read = await readKept(kept);
		await mkdir(dirname(kept), { recursive: true });
		const missing = texts.filter((text) => !read.has(answerKey(text)));
		let said = performance.now();
		for (const [i, text] of missing.entries()) {
			// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
			const { scored } = await model.score(text.parts, { topK: 0, signal: new AbortController().signal, onProgress: () => undefined });
			read.set(answerKey(text), scored);
			const side = ({ entropy, logProbability }: ReadTokens['withContext']) => ({
				entropy: Array.from(entropy),
				logProbability: Array.from(logProbability),
			});
			const own = {
				id: answerKey(text),
				start: Array.from(scored.start),
				end: Array.from(scored.end),
				withContext: side(scored.withContext),
				withoutContext: side(scored.withoutContext),
			};
			// oxlint-disable-next-line no-await-in-loop -- a run that is interrupted keeps what it has read
			await appendFile(kept, `${JSON.stringify(own)}\n`);
			if (performance.now() - said < betweenReports) continue;
			said = performance.now();
			log(`${basename(folder)} has read ${i + 1} of ${missing.length} answers`);
		}
		return { model: basename(folder), sha256, read };
	} finally {
		await model.dispose();
	}
}

async function readKept(file: string): Promise<Map<string, ReadTokens>> {
	if ((await stat(file).catch(() => undefined)) === undefined) return new Map();
	const text = await readFile(file, 'utf8');
	const side = ({ entropy, logProbability }: z.infer<typeof path>) => ({
		entropy: Float64Array.from(entropy),
		logProbability: Float64Array.from(logProbability),
	});
	// What an interrupted run left behind the last line end is no line.
	return new Map(
		text
			.slice(0, text.lastIndexOf('\n') + 1)
			.split('\n')
			.filter((one) => one !== '')
			.map((one) => {
				const { id, start, end, withContext, withoutContext } = line.parse(JSON.parse(one));
				return [
					id,
					{
						start: Uint32Array.from(start),
						end: Uint32Array.from(end),
						withContext: side(withContext),
						withoutContext: side(withoutContext),
					},
				];
			}),
	);
}
