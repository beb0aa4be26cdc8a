import { classCounts } from './scored-span.ts';

export function plural(count: number, noun: string): string {
	return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** How many of either class: `120 grounded and 30 ungrounded sentences`. */
export function countsInWords(spans: readonly { readonly positive: boolean | null }[], noun = 'sentence'): string {
	const { positives, negatives } = classCounts(spans);
	return `${negatives.toLocaleString('en')} grounded and ${plural(positives, `ungrounded ${noun}`)}`;
}
