import { indexGiven } from '../../../src/methods/support/given-index.ts';
import { judgeSupport } from '../../../src/methods/support/support.ts';
import { textFeatures, wholeAnswer, type StarterSentence } from '../../../src/methods/starter/starter-features.ts';
import type { StarterLevel } from '../../../src/methods/starter/starter-model.ts';
import { mostOverlapped, tagText } from '../../../src/text/sentences.ts';
import type { JudgedSet, JudgedText } from '../judged-text.ts';

/** A sentence or an answer that people judged, and what speaks against it. */
export interface StarterRow {
	readonly set: string;
	readonly family: string;
	/** What it was written from. */
	readonly source: string;
	readonly level: StarterLevel;
	readonly isUnsupported: boolean;
	readonly subject: Pick<StarterSentence, 'contentWords' | 'sharesValue' | 'features'>;
	/** What a judge sees who cannot read: number of characters, place among the answer's sentences (0 for an answer), number of sentences. */
	readonly form: readonly number[];
}

/** Returns the rows of judged answers: one for each answer, and one for each judged sentence. */
export async function starterRows(sets: readonly JudgedSet[]): Promise<StarterRow[]> {
	const rows: StarterRow[] = [];
	for (const { name, family, texts } of sets) {
		for (const text of texts) {
			// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
			rows.push(...(await rowsOf(text)).map((row) => ({ ...row, set: name, family, source: text.source })));
		}
	}
	return rows;
}

async function rowsOf({
	parts: { response, contexts, query },
	sentences: judged,
	isUnsupported,
}: JudgedText): Promise<Omit<StarterRow, 'set' | 'family' | 'source'>[]> {
	const tagged = await tagText(response, 'en');
	const index = indexGiven([...contexts.map(({ id, text }) => ({ context: id, text })), { context: null, text: query }]);
	const support = judgeSupport({ response, tagged, language: 'en' }, index);
	const sentences = textFeatures(response, support, index);
	const whole = wholeAnswer(sentences.filter((sentence) => !isAnnouncement(response, sentence)));
	const owner = mostOverlapped(
		sentences,
		judged.map(({ start }) => start),
		judged.map(({ end }) => end),
	);
	return [
		...(whole === null ? [] : [{ level: 'answer' as const, isUnsupported, subject: whole, form: [response.length, 0, sentences.length] }]),
		...judged.flatMap((sentence, i) => {
			const place = owner[i]!;
			const subject = sentences[place];
			return subject === undefined || isAnnouncement(response, subject)
				? []
				: [
						{
							level: 'sentence' as const,
							isUnsupported: sentence.isUnsupported,
							subject,
							form: [sentence.end - sentence.start, place, sentences.length],
						},
					];
		}),
	];
}

/** Whether a sentence only says what comes next, such as 'Here is a summary:'. */
function isAnnouncement(response: string, { start, end }: Pick<StarterSentence, 'start' | 'end'>): boolean {
	return response.slice(start, end).trimEnd().endsWith(':');
}
