import { plural, isOrAre } from '../../wording/phrases.ts';
import { classCounts } from './scored-span.ts';

/** How many of either class: `120 supported and 30 unsupported sentences`. */
export function countsInWords(spans: readonly { readonly positive: boolean | null }[], noun = 'sentence'): string {
	const { positives, negatives } = classCounts(spans);
	return `${negatives.toLocaleString('en')} supported and ${plural(positives, `unsupported ${noun}`)}`;
}

/** Why labels tell nothing of what a detector of sentences finds, where `areaOf` of them is `null`; a sentence. */
export function notMeasured(labelled: readonly { readonly positive: boolean }[]): string {
	const { positives, negatives } = classCounts(labelled);
	const count = positives + negatives;
	if (count === 0) return 'Not measured: no sentence is labeled, so the share that it finds is unknown.';
	if (positives === 0 || negatives === 0)
		return `Not measured: ${plural(count, 'sentence')} ${isOrAre(count)} labeled, and none of them as ${positives === 0 ? 'unsupported' : 'supported'}.`;
	return `Not measured: ${countsInWords(labelled)} are labeled, and each kind must be in at least two independent traces.`;
}

/** What a class of scores is called of which labels tell nothing. */
export function unlabeledName(labelled: readonly unknown[]): string {
	return labelled.length === 0 ? 'not labeled' : 'not told apart';
}
