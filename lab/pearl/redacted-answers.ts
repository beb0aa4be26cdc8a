import { answeredFromAll } from '../../src/analysis/private/answer-from-all.ts';
import { pathOfEach } from '../../src/analysis/private/document-paths.ts';
import { gap } from '../../src/analysis/private/filler.ts';
import { gapSensitivity, sentenceGaps } from '../../src/analysis/private/filter-answer.ts';
import { topKSides, type FilterSides } from '../../src/methods/pearl/filter.ts';
import { privateKeywords } from '../../src/methods/pearl/keywords.ts';
import { joinRedacted, redaction } from '../../src/methods/pearl/redact.ts';
import { seededBits } from '../../src/privacy/random-bits.ts';
import { randomFor, sample } from '../../src/statistics/random.ts';
import { sentencesOf } from '../world/label-answer.ts';
import { judgeAnswer, type JudgedAnswer, type ShownAnswer } from './judge-answer.ts';
import { documentsOf, ownFiller, promptOf, type Asking } from './pipelines.ts';

/** An answer of several sentences, of which some were cut and some refilled. */
export interface RedactedAnswer {
	/** How the sentences were chosen, and what became of them. */
	readonly row: string;
	readonly judged: JudgedAnswer;
	/** Facts that were asked for, and those of them that the answer states as they are. */
	readonly facts: { readonly hits: number; readonly of: number };
}

/** One question with all that was made of its answer. */
export interface RedactedQuestion {
	readonly question: string;
	readonly sentences: number;
	readonly answers: readonly RedactedAnswer[];
}

/** Numbers of sentences on each side: with answers of about five sentences, all but the last are below. */
export const filteredCounts = [1, 2, 3, 8] as const;
/** The filter's part of an ε of 3, and one whose noise says nothing any more; the keywords' part of 3. */
const [filterEpsilons, keywordEpsilon] = [[0.3, 64], 0.9] as const;

/**
 * What becomes of an answer without privacy if `k` sentences are cut and `k` refilled: those that the confidence gap chooses, against as many at random
 * (RandomRefill), cut without a refill (Full Redaction), and left as they are (NoRefill). `null` for an empty answer. Rejects as the model does.
 */
export async function redactedAnswers(asking: Asking): Promise<RedactedQuestion | null> {
	const { question, model, signal, seed } = asking;
	const prompt = promptOf(asking);
	const documents = documentsOf(question);
	const text = (await answeredFromAll(model, prompt, documents, signal)).text.trim();
	const found = sentencesOf(text);
	if (found.length === 0) return null;
	const ranges = found.map((sentence) => ({ start: sentence.start, end: sentence.start + sentence.text.length }));
	const sentences = found.map((sentence) => sentence.text);
	const reading = { model, signal, onProgress: () => undefined };
	const gaps = await sentenceGaps(text, ranges, pathOfEach(prompt, documents), reading);
	const keywords = privateKeywords(
		documents.map((document) => document.text),
		[...question.vocabulary],
		{ k: 4, epsilon: keywordEpsilon, bits: seededBits(seed) },
	);
	const judged = (row: string, shown: ShownAnswer): RedactedAnswer => ({
		row,
		judged: judgeAnswer(shown, question, asking.how),
		facts: {
			hits: question.item.gold.filter(({ sentence }) => shown.some((one) => one.text === sentence)).length,
			of: question.item.gold.length,
		},
	});
	const filler = ownFiller(asking);
	const refilled = async ({ high, low }: FilterSides): Promise<ShownAnswer> => {
		const pieces: { text: string; kind: 'released' | 'redacted' | 'refilled' }[] = sentences.map((sentence, i) =>
			high.includes(i) || low.includes(i) ? { text: redaction, kind: 'redacted' } : { text: sentence, kind: 'released' },
		);
		for (const i of low) {
			if (high.includes(i)) continue;
			const masked = joinRedacted(pieces.map((piece, at) => (at === i ? gap : piece.text)));
			// oxlint-disable-next-line no-await-in-loop -- what is written stands in the next prompt
			const [written] = sentencesOf(await filler.write({ query: prompt.query, masked, keywords }, signal));
			if (written !== undefined) pieces[i] = { text: written.text, kind: 'refilled' };
		}
		return pieces;
	};
	const answers = [
		judged(
			'NoRefill',
			sentences.map((sentence) => ({ text: sentence, kind: 'released' })),
		),
	];
	for (const k of filteredCounts) {
		const count = Math.min(k, sentences.length);
		const random = randomFor(seed, `sentences ${k}`);
		const indices = [...sentences.keys()];
		const chosen: [string, FilterSides][] = [
			...filterEpsilons.map((epsilon): [string, FilterSides] => [
				`confidence gap, filter's ε = ${epsilon}`,
				topKSides(gaps, count, { sensitivity: gapSensitivity(documents.length), epsilon, bits: seededBits(seed) }),
			]),
			['sentences at random (RandomRefill)', { high: sample(random, indices, count), low: sample(random, indices, count) }],
		];
		for (const [how, sides] of chosen) {
			const cut: ShownAnswer = sentences.map((sentence, i) =>
				sides.high.includes(i) || sides.low.includes(i) ? { text: redaction, kind: 'redacted' } : { text: sentence, kind: 'released' },
			);
			// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
			answers.push(judged(`k = ${k}, ${how}, refilled`, await refilled(sides)), judged(`k = ${k}, ${how}, Full Redaction`, cut));
		}
	}
	return { question: question.id, sentences: sentences.length, answers };
}
