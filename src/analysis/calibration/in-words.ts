import { plural } from '../../formats/plural.ts';
import { classCounts } from './scored-span.ts';

/** How many of either class: `120 grounded and 30 ungrounded sentences`. */
export function countsInWords(spans: readonly { readonly positive: boolean | null }[], noun = 'sentence'): string {
	const { positives, negatives } = classCounts(spans);
	return `${negatives.toLocaleString('en')} grounded and ${plural(positives, `ungrounded ${noun}`)}`;
}
