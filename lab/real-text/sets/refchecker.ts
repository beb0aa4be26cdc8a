import * as z from 'zod';
import { wordsOf } from '../../../src/methods/spad/new-words.ts';
import { tagText } from '../../../src/text/sentences.ts';
import type { TextRange } from '../../../src/text/tagged-text.ts';
import type { JudgedSentence, JudgedText } from '../judged-text.ts';

const claim = z.object({ triplet: z.array(z.string()), human_label: z.enum(['Entailment', 'Neutral', 'Contradiction']) });
const answers = z.array(z.object({ id: z.string(), response: z.string(), claude2_response_kg: z.array(claim) }));
const questions = z.array(z.object({ id: z.string(), question: z.string(), context: z.array(z.string()) }));

/** Share of a claim's words that a sentence has at least, so that the claim is taken to be about it. */
const least = 0.5;

/** A part of RefChecker: the answers of each model, and the questions with their contexts. */
export interface RefCheckerPart {
	/** `dolly`, `msmarco`, `nq`. */
	readonly name: string;
	readonly questions: string;
	/** By model. */
	readonly answers: ReadonlyMap<string, string>;
}

/**
 * Reads answers of seven models in RefChecker (Hu et al., arXiv 2405.14486). People judged claims that a model had drawn from each answer:
 * an answer is unsupported if one of its claims is not entailed. Nobody said which sentence a claim is from. It is taken to be about the
 * sentence that has most of its words, at least half of them; of two such sentences, the first. A sentence without a claim is not judged. Where a
 * claim that is not entailed finds no sentence, only the sentences that are unsupported by other claims are judged.
 * Answers without a claim, and of questions without a context, are left out.
 * @throws {z.ZodError} for a file of another form.
 */
export async function refCheckerTexts({ name, questions: asked, answers: given }: RefCheckerPart): Promise<JudgedText[]> {
	const byId = new Map(questions.parse(JSON.parse(asked)).map((question) => [question.id, question]));
	const texts: JudgedText[] = [];
	for (const [model, file] of given) {
		for (const { id, response, claude2_response_kg: claims } of answers.parse(JSON.parse(file))) {
			const question = byId.get(id);
			if (question === undefined || question.context.every((text) => text.trim() === '') || claims.length === 0) continue;
			// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
			const { sentences } = await tagText(response, 'en');
			texts.push({
				id: `refchecker-${name}-${id}-${model}`,
				source: `${name}-${id}`,
				parts: { query: question.question, contexts: question.context.map((text, k) => ({ id: `p${k + 1}`, text })), response },
				isUnsupported: claims.some((one) => one.human_label !== 'Entailment'),
				sentences: judgedSentences(response, sentences, claims),
			});
		}
	}
	return texts;
}

/** Returns the sentences that claims are about, each with the judgment of its claims. */
export function judgedSentences(text: string, sentences: readonly TextRange[], claims: readonly z.infer<typeof claim>[]): JudgedSentence[] {
	const words = sentences.map(({ start, end }) => wordsOf(text.slice(start, end)));
	const about = claims.map(({ triplet }) => {
		const own = [...wordsOf(triplet.join(' '))];
		const shares = words.map((known) => own.filter((word) => known.has(word)).length / own.length);
		const most = Math.max(...shares);
		return most >= least ? shares.indexOf(most) : undefined;
	});
	const wrong = claims.map((one) => one.human_label !== 'Entailment');
	const isSomeErrorLost = about.some((sentence, c) => sentence === undefined && wrong[c] === true);
	return sentences.flatMap((sentence, s) => {
		const own = claims.flatMap((_, c) => (about[c] === s ? [wrong[c] === true] : []));
		const isUnsupported = own.includes(true);
		return own.length === 0 || (isSomeErrorLost && !isUnsupported) ? [] : [{ ...sentence, isUnsupported }];
	});
}
