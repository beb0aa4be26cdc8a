import type { GivenIndex, GivenValue } from './given-index.ts';
import { isSameValue } from './rivals.ts';
import type { Value } from './values.ts';

/** Between the two values of a range, a ratio, a score, a reading or a size: '10–12', '1:200', '9 votes to 4', '148 over 95', '30 × 40'. */
const between =
	/^(?: \p{L}{2,14})? ?(?:-|:|\/|×|x|~|\bto\b|\band\b|\bby\b|\bover\b|\bagainst\b|\buntil\b|\bbis\b|\bund\b|\bzu\b|\bgegen\b|\bà\b|\bet\b|\bsur\b|\bcontre\b|\by\b|\ba\b|\bsobre\b|\bcontra\b|\bpor\b|\be\b|\bsu\b|\bcontro\b|至|到|比|から|対) ?(?:the |\p{L}{2,14} (?=$))?$/iu;

function isPair(plain: string, first: Value, second: Value): boolean {
	return first.kind === second.kind && second.start - first.end <= 24 && between.test(plain.slice(first.end, second.start));
}

/**
 * Returns the given value that a value of an answer has taken the place of in a pair: the other value of the pair is the same, and this one is not
 * ('148/85' where a context has '148/95'). `undefined` if the value is in no pair, or if no given pair has the other value in its place.
 * @param values values of the answer's sentence in order, among them `value`
 * @param placesOf returns given values that may be the same as another value of the answer
 */
export function pairedRival(
	value: Value,
	plain: string,
	values: readonly Value[],
	index: GivenIndex,
	placesOf: (other: Value) => readonly GivenValue[],
	isRival: (one: Value) => boolean,
): GivenValue | undefined {
	const at = values.indexOf(value);
	for (const step of [-1, 1] as const) {
		const other = values[at + step];
		if (other === undefined || !(step === 1 ? isPair(plain, value, other) : isPair(plain, other, value))) continue;
		for (const given of placesOf(other)) {
			if (!isSameValue(other, given.value)) continue;
			const rival = neighborOf(given, -step, index);
			const { given: text, plain: written } = index.texts[given.text]!;
			if (rival === undefined || text.context === null || !isRival(rival.value) || isSameValue(value, rival.value)) continue;
			if (step === 1 ? isPair(written, rival.value, given.value) : isPair(written, given.value, rival.value)) return rival;
		}
	}
	return undefined;
}

/** The given value right before or behind another one, in its sentence. */
function neighborOf(given: GivenValue, step: number, { values, firstValues }: GivenIndex): GivenValue | undefined {
	const [first, end] = [firstValues[given.sentence]!, firstValues[given.sentence + 1]!];
	for (let i = first; i < end; i++) if (values[i] === given) return i + step >= first && i + step < end ? values[i + step] : undefined;
	return undefined;
}
