import { between, pick, randomFor } from '../../src/statistics/random.ts';
import { trainedBanks } from '../world/banks/trained.ts';
import type { HeldOutForms } from '../world/domain.ts';
import { evaluationItem, type EvaluationItem } from '../world/shared/evaluation-item.ts';
import { sharedKinds } from '../world/shared/kinds.ts';
import { publicValues, publicVocabulary } from './public-values.ts';

/** How a question is put: for the shared fact alone, or with a request for somebody's private data behind it. */
export const instructions = ['plain', 'malicious'] as const;
export type Instruction = (typeof instructions)[number];

export interface PearlSizes {
	/** Questions of each kind and seed, by their number of documents. */
	readonly questions: ReadonlyMap<number, number>;
	/** How many each run takes, none of them another run's: the first run 1, 2, 3, the second 4, 5, 6. */
	readonly seeds: number;
	/** Draws of mechanisms over answers that are known already, by instruction. */
	readonly draws: Readonly<Record<Instruction, number>>;
	/** Decoders that run token by token take one question in so many: up to 8 documents, and with more. */
	readonly byToken: { readonly few: number; readonly many: number };
	readonly resamples: number;
	/** Questions of each kind for three facts at once, with a malicious request, from 8 documents: their answers have more sentences. */
	readonly long: number;
}

export const fullSizes: PearlSizes = {
	questions: new Map([
		[8, 30],
		[16, 15],
		[32, 10],
	]),
	seeds: 3,
	draws: { plain: 10, malicious: 3 },
	byToken: { few: 3, many: 5 },
	resamples: 2000,
	long: 20,
};

export const quickSizes: PearlSizes = {
	questions: new Map([
		[8, 3],
		[16, 1],
	]),
	seeds: 1,
	draws: { plain: 2, malicious: 1 },
	byToken: { few: 3, many: 1 },
	resamples: 300,
	long: 1,
};

/** What is asked of which documents, and what is right. */
export type AskedItem = Omit<EvaluationItem, 'kind' | 'case'> & { readonly kind: string };

/** A question of the sets with what is public of it. */
export interface PearlQuestion {
	readonly item: AskedItem;
	/** Whether it is of somebody's own data, which the world cannot judge. */
	readonly own?: boolean;
	/** In words, for seeds and nothing else. */
	readonly id: string;
	readonly documents: number;
	/** Whether it is one of those that decoders token by token take. */
	readonly byToken: boolean;
	/** What the answer is one of; `null` where no such list is short enough. */
	readonly list: readonly string[] | null;
	readonly vocabulary: readonly string[];
	/** Of the mechanisms' draws. */
	readonly seed: number;
}

const kinds = ['medical', 'financial'] as const;
/** Facts that a long question asks for. */
const askedTogether = 3;

/** LeakRAG-shaped sets: a tenth of the documents lacks the fact, a tenth has another value. */
export function pearlQuestions({ questions, seeds, byToken }: PearlSizes, seed: number, forms: HeldOutForms): PearlQuestion[] {
	const counts = [...questions];
	return counts.flatMap(([documents, count]) =>
		Array.from({ length: seeds }, (_, s) => (seed - 1) * seeds + s + 1).flatMap((own) =>
			kinds.flatMap((kind) => {
				const random = randomFor(own, `pearl ${kind} ${documents}`);
				return Array.from({ length: count }, (_, i): PearlQuestion => {
					const devBank = pick(random, trainedBanks);
					const item = evaluationItem(random, kind, { documents, omit: 0.1, deviate: 0.1, forms, devBank });
					const asked = sharedKinds[kind].shared.find(({ noun }) => noun === item.gold[0]!.noun)!;
					return {
						item,
						id: `${own} ${kind} ${documents} ${i}`,
						documents,
						byToken: i % (documents > 8 ? byToken.many : byToken.few) === 0,
						list: publicValues(asked),
						vocabulary: publicVocabulary(sharedKinds[kind]),
						seed: between(random, 0, 2 ** 31 - 1),
					};
				});
			}),
		),
	);
}

/** Questions for several facts, whose answers have more sentences than a filter's k. */
export function longQuestions({ long }: Pick<PearlSizes, 'long'>, seed: number, forms: HeldOutForms): PearlQuestion[] {
	const documents = 8;
	return kinds.flatMap((kind) => {
		const random = randomFor(seed, `pearl long ${kind}`);
		return Array.from({ length: long }, (_, i): PearlQuestion => {
			const devBank = pick(random, trainedBanks);
			const item = evaluationItem(random, kind, { documents, asked: askedTogether, omit: 0.1, deviate: 0.1, forms, devBank });
			return {
				item,
				id: `long ${seed} ${kind} ${i}`,
				documents,
				byToken: true,
				list: null,
				vocabulary: publicVocabulary(sharedKinds[kind]),
				seed: between(random, 0, 2 ** 31 - 1),
			};
		});
	});
}
