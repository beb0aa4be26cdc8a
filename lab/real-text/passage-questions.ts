import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

/** A question about a passage. */
export interface PassageQuestion {
	readonly question: string;
	readonly passage: string;
}

/** Files of the public repository RUCAIBox/HaluEval with questions of HotpotQA about passages of Wikipedia. */
const files = ['generation/qa/qa_one-turn_data.json', 'generation/qa/qa_multi-turn_data.json'];
const line = z.object({ knowledge: z.string(), question: z.string() });
const maxBytes = 2 ** 28;

/** @param clone folder of the repository's clone, with or without its files. */
export async function readPassageQuestions(clone: string): Promise<PassageQuestion[]> {
	const found = new Map<string, PassageQuestion>();
	for (const file of files) {
		// oxlint-disable-next-line no-await-in-loop -- two files
		const { stdout } = await promisify(execFile)('git', ['-C', clone, 'show', `HEAD:${file}`], { maxBuffer: maxBytes });
		for (const text of stdout.split('\n')) {
			if (text.trim() === '') continue;
			const { knowledge, question } = line.parse(JSON.parse(text));
			if (!found.has(question)) found.set(question, { question: question.trim(), passage: knowledge.trim() });
		}
	}
	return [...found.values()];
}
