import * as z from 'zod';
import { sample, seededRandom, shuffled } from '../../../src/statistics/random.ts';

const line = z.object({ knowledge: z.string(), question: z.string(), right_answer: z.string(), hallucinated_answer: z.string() });

/** A question of HotpotQA with one passage that answers it, and with passages of other questions. */
export interface HotpotQuestion {
	readonly id: string;
	readonly question: string;
	readonly passages: readonly string[];
	/** Index of the passage that answers the question. */
	readonly own: number;
	readonly answer: string;
}

/**
 * Reads questions of HotpotQA as HaluEval (Li et al., EMNLP 2023) has them.
 * @param files JSON Lines
 * @param others passages of other questions beside each question's own
 * @throws {z.ZodError} for a line of another form.
 */
export function hotpotQuestions(files: readonly string[], others = 2): HotpotQuestion[] {
	const rows = new Map<string, z.infer<typeof line>>();
	for (const one of files.flatMap((file) => file.split('\n')).filter((text) => text.trim() !== '')) {
		const row = line.parse(JSON.parse(one));
		if (!rows.has(row.question)) rows.set(row.question, row);
	}
	const all = [...rows.values()];
	const random = seededRandom(2);
	return all.map(({ question, knowledge, right_answer }, i) => {
		const drawn = sample(random, all, others + 1).filter((row) => row.knowledge !== knowledge);
		const own = knowledge.trim();
		const passages = shuffled(random, [own, ...drawn.slice(0, others).map((row) => row.knowledge.trim())]);
		return { id: `hotpot-${i}`, question: question.trim(), passages, own: passages.indexOf(own), answer: right_answer };
	});
}
