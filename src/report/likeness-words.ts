import type { Likeness } from '../formats/data-likeness.ts';
import { listInWords } from '../wording/phrases.ts';

/** Said of a batch that looks unlike the answers that its profile was made from; `null` where nothing is to be said. */
export function likenessWords({ unlike, outside, differs, rows }: Likeness): string | null {
	if (unlike !== true) return null;
	const what = differs.length === 0 ? '' : ` (${listInWords(differs)})`;
	const which = outside === rows ? 'all' : String(outside);
	return `Expect more false alarms: ${which} of the last ${rows} answers differ from the calibration answers${what}. Label some of them and calibrate on your labels.`;
}
