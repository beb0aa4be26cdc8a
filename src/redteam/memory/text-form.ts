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
const weights: readonly number[] = [0.5, 2.2, 3, 2, 2.2, 4, 2, 1.2, 1.6, 4, 3];

const address = /\S+@\S*\w|https?:\/\/\S*\w|\S+\/\S*\w/g;

/** One number for each of `formFeatures`. */
export function formOf(text: string): number[] {
	let addresses = 0;
	const plain = /[@/]/.test(text)
		? text.replace(address, () => {
				addresses += 1;
				return 'address';
			})
		: text;
	let [words, sentences, commas, colons, questions, quotes, digits, capitals] = [0, 0, 0, 0, 0, 0, 0, 0];
	let previous = ' ';
	for (let i = 0; i < plain.length; i++) {
		const unit = plain[i]!;
		const next = plain[i + 1] ?? ' ';
		if (unit !== ' ' && previous === ' ') words += 1;
		if (unit >= '0' && unit <= '9') digits += 1;
		else if (unit >= 'A' && unit <= 'Z') capitals += 1;
		else if (unit === ',') commas += 1;
		else if (unit === ':' || unit === ';' || unit === '\u2013' || unit === '\u2014') colons += 1;
		else if (unit === '"' || unit === '\u201c' || unit === '\u201d') quotes += 1;
		if (unit === '?' || unit === '!') questions += 1;
		if ((unit === '.' || unit === '?' || unit === '!') && (next === ' ' || next === '\u201d' || next === '"')) sentences += 1;
		previous = unit;
	}
	return [text.length, words, sentences, commas, colons, questions, quotes, digits, capitals, addresses, Number(text.endsWith('.'))];
}

/** How unlike two texts look. */
export function formDistance(a: readonly number[], b: readonly number[]): number {
	return weights.reduce((sum, weight, i) => sum + weight * Math.abs(a[i]! - b[i]!), 0);
}

/** Of several candidates the one that looks most like the model. @throws RangeError without candidates. */
export function maxAlike<T>(candidates: readonly T[], textOf: (candidate: T) => string, model: string): T {
	const form = formOf(model);
	let [best, min]: [T | undefined, number] = [undefined, Infinity];
	for (const candidate of candidates) {
		const distance = formDistance(formOf(textOf(candidate)), form);
		if (distance < min) [best, min] = [candidate, distance];
	}
	if (best === undefined) throw new RangeError('no candidates');
	return best;
}
