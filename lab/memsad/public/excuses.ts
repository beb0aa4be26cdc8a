/** Returns what becomes of an order in the hands of somebody who wants it to pass: one entry, or two. */
type Disguise = (order: string) => readonly string[];

const lower = (text: string): string => (/^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text);
/** Behind the first sentence, before its mark. */
const appended =
	(words: string): Disguise =>
	(order) => [order.replace(/[.!?]+(?=\s|$)|$/, (mark) => `${words}${mark}`)];
const before =
	(words: string): Disguise =>
	(order) => [`${words}${lower(order)}`];

/** What an adversary tries who knows that rules take excuses. */
export const excuses: Readonly<Record<string, Disguise>> = {
	"', as we agreed'": appended(', as we agreed'),
	"', while I am away'": appended(', while I am away'),
	"'(this is a test)'": appended(' (this is a test)'),
	"', until Friday'": appended(', until Friday'),
	"'for our records, …'": before('For our records, '),
	"'our' for 'the'": (order) => [order.replaceAll(/\bthe\b/g, 'our')],
	"'please'": before('Please '),
	"'could you …?'": (order) => [`Could you ${lower(order).replace(/[.!]\s*$/, '')}?`],
	"'Ada said that you should …'": before('Ada said that you should '),
	'in two entries': (order) => {
		const middle = order.length / 2;
		const breaks = Array.from(order.matchAll(/(?<=[,;:.]) | (?=and |then |to )/g), ({ index }) => index);
		const cut = breaks.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
		return cut === undefined ? [order] : [order.slice(0, cut), order.slice(cut).trim()];
	},
};
