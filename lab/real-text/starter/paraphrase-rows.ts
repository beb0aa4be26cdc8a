import { bankHalf, type Half } from '../../support/bank.ts';
import { starterRows, type StarterRow } from './starter-rows.ts';

/**
 * Returns the rows of English answers that say in other words what their contexts say, and of answers in which one value is wrong
 * (`lab/support/bank/`). Thresholds are chosen with half A; half B is for figures alone.
 */
export function paraphraseRows(half: Half): Promise<StarterRow[]> {
	const texts = bankHalf(half)
		.filter(({ language }) => language === 'en')
		.map(({ id, context, answer, planted }) => ({
			id,
			source: id,
			parts: { query: '', contexts: [{ id: 'c1', text: context }], response: answer },
			isUnsupported: planted !== null,
			sentences: [{ start: 0, end: answer.length, isUnsupported: planted !== null }],
		}));
	const name = `other words (half ${half})`;
	return starterRows([{ name, family: name, texts }]);
}
