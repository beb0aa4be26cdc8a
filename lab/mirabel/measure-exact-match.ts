import type { ScreeningRule } from '../../src/formats/query-screen-record.ts';
import { share, type Figure } from '../figure.ts';
import { read, type MeasuredCorpus } from './measure-screening.ts';
import { isFlagged } from './screen-texts.ts';

/** Whether an answer to a benign query has the right value in it, as the pipeline is, and with detect-and-hide. */
interface MatchedAnswer {
	readonly open: boolean;
	readonly hidden: boolean;
}

/** Rejects as the reader does. @param count queries that are asked at most */
export async function exactMatchFigures(
	encoder: string,
	{ name, texts, benign }: MeasuredCorpus,
	rule: ScreeningRule,
	{ reader, answer, count }: { readonly reader: string; readonly answer: Answer; readonly count: number },
): Promise<Figure[]> {
	const matched: MatchedAnswer[] = [];
	for (const { seen, gold } of benign['known-item'].filter((one) => one.gold !== undefined).slice(0, count)) {
		const has = async (rows: readonly number[]): Promise<boolean> =>
			says(
				await answer(
					seen.text,
					rows.slice(0, read).map((row) => texts[row]!),
				),
				gold!,
			);
		// oxlint-disable-next-line no-await-in-loop -- a model does one thing at a time
		const open = await has(seen.found);
		// oxlint-disable-next-line no-await-in-loop -- see above
		matched.push({ open, hidden: isFlagged(seen, rule) ? await has(seen.found.slice(1)) : open });
	}
	const row = `${encoder} | exact match: the right value in answers to known-item queries, ${rule} threshold | ${name}, ${reader}`;
	return [share(`${row} | EM`, matched, ({ open }) => open), share(`${row} | EM, hidden`, matched, ({ hidden }) => hidden)];
}

/** Whether a text has a value in it, word by word, whatever their case and punctuation. */
function says(text: string, value: string): boolean {
	const words = (of: string): string => ` ${(of.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
	return words(text).includes(words(value));
}

/** Tokens of an answer at most. */
export const answerTokens = 48;

/** What is answered to a query from these documents. */
type Answer = (query: string, documents: readonly string[]) => Promise<string>;
