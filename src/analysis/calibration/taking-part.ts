import { plural } from '../../formats/plural.ts';
import { dividedItems } from './divided-sides.ts';
import { enoughToChoose } from './enough-labels.ts';
import type { FitSettings } from './method.ts';
import { withContexts, type TraceItem } from './trace-item.ts';

/** What a method that tells grounded from ungrounded text is fitted and judged on. */
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
 * sentence. Sets that were put together for RePCS (`TraceItem.ofQuerySet`) stand aside where the others have labels enough to choose by: they
 * ask what the model gets right, and beside ordinary answers they would make errors look rarer than they are. Answers without contexts take no
 * part anywhere: nothing judges them (`nothingRead`), so no rate may count them.
 */
export function takingPart<T extends TraceItem>(all: readonly T[], { seed }: Pick<FitSettings, 'seed'>): TakingPart<T> {
	const usable = withContexts(all);
	const ordinary = usable.filter(({ ofQuerySet }) => !ofQuerySet);
	const suffices = enoughToChoose(ordinary.flatMap(({ sentences }) => sentences.map(({ truth }) => ({ positive: truth }))));
	const taken = suffices ? ordinary : usable;
	const { items, note } = dividedItems(taken, seed);
	const [bare, aside] = [all.length - usable.length, usable.length - taken.length];
	return {
		items, onSides: note,
		leftOut: [
			...withoutContexts(bare, 'answer'),
			...(aside === 0 ? [] : [`${plural(aside, 'answer')} of sets that are tagged \`clean\` or \`memorised\` throughout ${aside === 1 ? 'takes' : 'take'} no part: such a set is for RePCS and hardly ever wrong, and the other answers have labels enough.`]),
		],
	};
}

/** That nothing is judged without contexts; nothing where there are no such answers. */
export function withoutContexts(count: number, noun: string): string[] {
	return count === 0 ? [] : [`${plural(count, noun)} without contexts ${count === 1 ? 'takes' : 'take'} no part: nothing is judged without contexts.`];
}
