import { tokenSourceNames, tokenSources } from '../../formats/token-sources.ts';
import { codeSpan } from '../markdown.ts';

/** Width of the longest bar, characters. */
const width = 12;
/** The longest bar stands for no less than this: what next to nothing is made of would else look like much. */
const leastScale = 0.05;
/** Contexts that are named; the others are counted. */
const namedContexts = 4;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A part of a probability, with its sign: "+0.612". */
export function part(value: number): string {
	const text = Math.abs(value).toFixed(3);
	return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/**
 * The seven sources as a table with bars: figure and name come first, for those who hear it. Block characters, because they take the
 * colours of whatever theme shows them, in any editor; what took from the probability is hatched, and its number has a minus.
 * `title` heads the names: a hover has few lines to spare.
 */
export function sourceChart(title: string, sources: readonly number[]): string[] {
	const largest = sources.reduce((most, value) => Math.max(most, Math.abs(value)), leastScale);
	return [
		`| ${title} | part | |`,
		'| :-- | --: | :-- |',
		...tokenSources.map((source, s) => `| ${tokenSourceNames[source]} | ${part(sources[s]!)} | ${bar(sources[s]!, largest)} |`),
	];
}

/** What each context gave, the most first, in one line; empty without contexts. */
export function contextLine(contexts: Readonly<Record<string, number>>): string {
	const shares = Object.entries(contexts).toSorted(([, a], [, b]) => b - a);
	const others = shares.slice(namedContexts);
	return [
		...shares.slice(0, namedContexts).map(([id, share]) => `${codeSpan(id)} ${part(share)}`),
		...(others.length === 0 ? [] : [`${others.length} more ${part(others.reduce((sum, [, share]) => sum + share, 0))}`]),
	].join(' · ');
}

function bar(value: number, largest: number): string {
	const length = (Math.abs(value) / largest) * width;
	if (value < 0) return '▒'.repeat(Math.max(Math.round(length), length > 0.1 ? 1 : 0));
	const whole = Math.floor(length);
	return '█'.repeat(whole) + eighths[Math.floor((length - whole) * 8)]!;
}
