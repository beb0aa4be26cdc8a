import type { LanguageModel } from '../../src/analysis/language-model.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import type { Random } from '../../src/statistics/random.ts';
import type { HeldOutForms } from '../world/domain.ts';
import type { Situation } from '../world/situation.ts';
import type { Sizes } from './sizes.ts';

/** The model that is measured. */
export interface Subject {
	readonly model: LanguageModel;
	/** Tokens of the rendered prompt, up to where the answer begins; nothing is cut. */
	readonly promptTokens: (parts: PromptParts) => number;
}

/** What befell the questions of one sort besides being answered. */
export interface Losses {
	/** Not asked, because prompt and answer might not have fitted into the window. */
	tooLong: number;
	/** Asked, and cut where the longest answer of the world would have ended: judged as it is. */
	cutShort: number;
}

/** One run of the measurements. */
export interface Measurement {
	readonly subject: Subject;
	readonly sizes: Sizes;
	/** In whose sentences passages and questions are written. */
	readonly forms: HeldOutForms;
	/** Numbers for what is named; one sort's numbers do not depend on how many the others take. */
	readonly randomFor: (name: string) => Random;
	/** Progress, for people. */
	readonly log: (message: string) => void;
	/** By sort of question. */
	readonly losses: Map<string, Losses>;
}

/** Room for a sentence of an answer in tokens; the world's longest take about 30. */
export const sentenceTokens = 40;

/** The prompt of a situation; the answer is not in it. Passages of one text (the rows of a table) stand there once. */
export function promptOf({ system, query, passages }: Situation): PromptParts {
	const texts = [...new Set(passages.map(({ text }) => text))];
	return { system, query, contexts: texts.map((text, i) => ({ id: String(i + 1), text })) };
}

/** Tokens that an answer may take: a similar case is answered in three sentences at most, a question in one for each asked attribute. */
export function answerRoom({ kind, asked }: Situation): number {
	return sentenceTokens * (kind === 'similar' ? 3 : asked.length);
}
