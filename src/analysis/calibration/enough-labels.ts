import { classCounts } from './scored-span.ts';

/** From so many labelled sentences of either class on a threshold is chosen by labels. */
export const fewestToChoose = 10;

/** A tenth of fewer sentences than this is next to nothing: without labels they give no threshold. */
export const fewestSentences = 20;

export function enoughToChoose(spans: readonly { readonly positive: boolean | null }[]): boolean {
	const { positives, negatives } = classCounts(spans);
	return positives >= fewestToChoose && negatives >= fewestToChoose;
}
