import { percentOf } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';
import type { FitSettings } from './method.ts';
import { classCounts } from './scored-span.ts';
import { withContexts, type TraceItem } from './trace-item.ts';
import { dividedItems } from './train-test-split.ts';

/** From so many labeled sentences of either class on a threshold is chosen by labels. */
export const fewestToChoose = 10;

/** A tenth of fewer sentences than this is next to nothing: without labels they give no threshold. */
export const fewestSentences = 20;

export function enoughToChoose(spans: readonly { readonly positive: boolean | null }[]): boolean {
	const { positives, negatives } = classCounts(spans);
	return positives >= fewestToChoose && negatives >= fewestToChoose;
}

/** What a method that tells supported from unsupported text is fitted and judged on. */
export interface TakingPart<T> {
	/** With a side each, where the data have sides (`dividedItems`). */
	readonly items: readonly T[];
	/** Where sides come from, if anybody uses them; `null` where the data name all of them, or none. */
	readonly onSides: string | null;
	/** What takes no part and why; a sentence each. */
	readonly leftOut: readonly string[];
}

/**
 * Every answer takes part, whatever its tags: `clean` and `memorised` say what the model knew, and nothing of whether the contexts support a
 * sentence. But sets that ask what the model gets right are left out (`leftOutQuerySets`). Answers without contexts take no part anywhere: nothing judges
 * them (`nothingRead`), so no rate may count them.
 */
export function takingPart<T extends TraceItem>(all: readonly T[], { seed }: Pick<FitSettings, 'seed'>): TakingPart<T> {
	const usable = withContexts(all);
	const aside = new Set<TraceItem>(leftOutQuerySets(usable).items);
	const { items, note } = dividedItems(
		usable.filter((item) => !aside.has(item)),
		seed,
	);
	return { items, onSides: note, leftOut: withoutContexts(all.length - usable.length, 'answer') };
}

/** A set is left out if its share of unsupported sentences is less than this part of the other answers' share. */
const farLower = 0.5;

/** Answers that are left out, with the shares of unsupported ones among labeled sentences, theirs and the others'. */
interface LeftOutQuerySets<T> {
	readonly items: readonly T[];
	readonly own: number;
	readonly others: number;
}

/**
 * Sets that were put together for RePCS (`TraceItem.ofQuerySet`) ask what the model gets right, and beside ordinary answers they would make errors
 * look rarer than they are. So each of them whose labels say that it is hardly ever wrong is left out where the others have labels enough to choose by.
 * One that is wrong about as often as the others takes part like them.
 */
function leftOutQuerySets<T extends TraceItem>(usable: readonly T[]): LeftOutQuerySets<T> {
	const ordinary = usable.filter(({ ofQuerySet }) => !ofQuerySet);
	const others = ungroundedShare(ordinary) ?? 0;
	if (!enoughToChoose(truthsOf(ordinary))) return { items: [], own: 0, others };
	const queries = usable.filter(({ ofQuerySet }) => ofQuerySet);
	const sets = [...new Set(queries.map(({ file }) => file))].map((of) => queries.filter(({ file }) => file === of));
	const items = sets.filter((set) => (ungroundedShare(set) ?? others) < farLower * others).flat();
	return { items, own: ungroundedShare(items) ?? 0, others };
}

function truthsOf(items: readonly TraceItem[]): { readonly positive: boolean | null }[] {
	return items.flatMap(({ sentences }) => sentences.map(({ truth }) => ({ positive: truth })));
}

/** Of the labeled sentences; `undefined`: there are none. */
function ungroundedShare(items: readonly TraceItem[]): number | undefined {
	const { positives, negatives } = classCounts(truthsOf(items));
	return positives + negatives === 0 ? undefined : positives / (positives + negatives);
}

/** Says which sets `takingPart` leaves out, and why, once for all methods that go by it. Says nothing if it leaves out none. */
export function querySetsInWords(all: readonly TraceItem[]): string[] {
	const { items, own, others } = leftOutQuerySets(withContexts(all));
	if (items.length === 0) return [];
	return [
		`${plural(items.length, 'answer')} from data sets tagged clean or memorized ${items.length === 1 ? 'is' : 'are'} not used to separate supported from unsupported sentences: few of ${items.length === 1 ? 'its' : 'their'} labeled sentences are unsupported (${percentOf(own)}, elsewhere ${percentOf(others)}).`,
	];
}

/** That nothing is judged without contexts; nothing where there are no such answers. */
export function withoutContexts(count: number, noun: string): string[] {
	return count === 0
		? []
		: [`${plural(count, noun)} without contexts ${count === 1 ? 'takes' : 'take'} no part: nothing is judged without contexts.`];
}
