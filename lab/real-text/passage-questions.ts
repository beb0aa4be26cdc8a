import { join } from 'node:path';
import * as z from 'zod';
import { UserError } from '../../src/errors.ts';
import { readSnapshot } from './snapshot.ts';

/** A question about a passage. */
export interface PassageQuestion {
	readonly question: string;
	readonly passage: string;
}

/** Files of the public repository RUCAIBox/HaluEval with questions of HotpotQA about passages of Wikipedia. */
const files = ['generation/qa/qa_one-turn_data.json', 'generation/qa/qa_multi-turn_data.json'];
const line = z.object({ knowledge: z.string(), question: z.string() });

/**
 * Reads the questions from a folder of git clones, as `bench real-text` takes it.
 * @throws {UserError} RA658 if the clone HaluEval is not there.
 */
export async function readPassageQuestions(folder: string): Promise<PassageQuestion[]> {
	const found = new Map<string, PassageQuestion>();
	for (const file of files) {
		// oxlint-disable-next-line no-await-in-loop -- two files
		const texts = await readSnapshot(join(folder, 'HaluEval'), file);
		if (texts === undefined)
			throw new UserError('RA658', `Without the passages of HotpotQA nothing can be measured: ${file} is not in the clone HaluEval.`, {
				place: { file: folder },
				hint: 'The set is published at https://github.com/RUCAIBox/HaluEval. Clone it into this folder.',
			});
		for (const text of texts.split('\n')) {
			if (text.trim() === '') continue;
			const { knowledge, question } = line.parse(JSON.parse(text));
			if (!found.has(question)) found.set(question, { question: question.trim(), passage: knowledge.trim() });
		}
	}
	return [...found.values()];
}
