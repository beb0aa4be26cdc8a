import type { CalibrationPreview } from '../../protocol/calibration.ts';
import { classesInWords, itemsInWords } from '../../protocol/items-in-words.ts';

/** What was found in a data set, in one sentence. */
export function sourceText({
	subject,
	items,
	labelled,
	classes,
}: Pick<CalibrationPreview['sources'][number], 'subject' | 'items' | 'labelled' | 'classes'>): string {
	const found = classesInWords(classes);
	return `${itemsInWords(items, [subject])}, ${labelled.toLocaleString('en')} labeled${found === '' ? '' : `: ${found}`}.`;
}
