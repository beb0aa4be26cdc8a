/** What a text looks like whatever it says: what a detector of forms could go by. */
export const formFeatures = [
	'characters',
	'words',
	'sentences',
	'commas',
	'colons, semicolons and dashes',
	'questions and exclamations',
	'quotation marks',
	'digits',
	'capitals',
	'addresses',
	'ends with a period',
] as const;

/** What a difference of one counts for, in the order of `formFeatures`. */
const weights: readonly number[] = [0.12, 0.3, 2, 1, 1.5, 2, 1.5, 0.6, 0.6, 2, 1.5];

/** One number for each of `formFeatures`. */
export function formOf(text: string): number[] {
	const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
	const addresses = /\S+@\S+|https?:\/\/\S+|\S+\/\S+/g;
	const plain = text.replace(addresses, 'address');
	const plainCount = (pattern: RegExp): number => plain.match(pattern)?.length ?? 0;
	return [
		text.length,
		count(/\S+/g),
		plainCount(/[.!?](?=\s|$|["”])/g),
		plainCount(/,/g),
		plainCount(/[:;\u2013\u2014]|\s-\s/g),
		plainCount(/[?!]/g),
		plainCount(/["“”]/g),
		plainCount(/\d/g),
		plainCount(/\p{Lu}/gu),
		count(addresses),
		Number(text.endsWith('.')),
	];
}

/** How unlike two texts look. */
export function formDistance(a: readonly number[], b: readonly number[]): number {
	return weights.reduce((sum, weight, i) => sum + weight * Math.abs(a[i]! - b[i]!), 0);
}

/** Of several candidates the one that looks most like the model. @throws RangeError without candidates. */
export function mostAlike<T>(candidates: readonly T[], textOf: (candidate: T) => string, model: string): T {
	const form = formOf(model);
	let [best, least]: [T | undefined, number] = [undefined, Infinity];
	for (const candidate of candidates) {
		const distance = formDistance(formOf(textOf(candidate)), form);
		if (distance < least) [best, least] = [candidate, distance];
	}
	if (best === undefined) throw new RangeError('no candidates');
	return best;
}
