import { plural } from '../../wording/phrases.ts';
import { randomFor } from '../../statistics/random.ts';
import { isOthersAnswer } from '../notes.ts';
import { dividedItems, clusterOnBothSides } from './train-test-split.ts';
import type { FitSettings } from './method.ts';
import { withoutContexts } from './training-items.ts';
import { withContexts, type TraceItem } from './trace-item.ts';

/** What RePCS and closed book are calibrated on. */
export interface RepcsAnswers<T> {
	/** One a group, with a side each where the data have sides that can be used. */
	readonly clean: readonly T[];
	/** One a group; those that are not on the train side, where the data have a test side. */
	readonly memorised: readonly T[];
	/** Whether the data's split may be used. */
	readonly hasSplit: boolean;
	/** Where sides come from, if anybody uses them; `null` where the data name all of them, or none. */
	readonly onSides: string | null;
	/** What takes no part and why; a sentence or two each. */
	readonly notes: readonly string[];
}

/**
 * The answers that thresholds of RePCS and closed book are chosen and judged by. A conformal threshold promises something of a new answer that is exchangeable with
 * these, and intervals take them as independent. So copies count once, and of each group (a source, an entity) one answer counts, drawn by the seed and
 * its content, never by its score. What another model wrote says nothing of this one's memory, and a trace that is tagged as both sides nothing at all.
 */
export function repcsAnswers<T extends TraceItem>(
	all: readonly T[],
	{ seed, reader }: Pick<FitSettings, 'seed' | 'reader'>,
): RepcsAnswers<T> {
	const items = withContexts(all);
	const bare = all.filter(({ side, contexts }) => side !== null && contexts === 0).length;
	const contradictory = items.filter(({ side }) => side === 'contradictory');
	const isOthers = ({ writer }: T): boolean => reader !== undefined && writer !== null && isOthersAnswer({ model: writer }, reader);
	const tagged = items.filter(({ side }) => side === 'clean' || side === 'memorised');
	const others = tagged.filter(isOthers);
	const own = (side: 'clean' | 'memorised'): T[] => tagged.filter((item) => item.side === side && !isOthers(item));
	const every = own('clean');
	const both = clusterOnBothSides(every.map(({ split, group }) => ({ split, cluster: group })));
	const { items: sided, note: onSides } = dividedItems(every, seed);
	const [clean, memorised] = [onePerGroup(sided, 'clean answer', seed), onePerGroup(toFind(own('memorised')), 'memorized answer', seed)];
	return {
		clean: clean.kept,
		memorised: memorised.kept,
		hasSplit: both === null,
		onSides: onSides === null ? null : `Clean answers: ${onSides}`,
		notes: [
			...withoutContexts(bare, 'tagged answer'),
			...(contradictory.length === 0
				? []
				: [`Tagged both \`clean\` and \`memorized\`, and left out: ${listed(contradictory.map(({ trace }) => trace))}.`]),
			...(others.length === 0
				? []
				: [
						`${plural(others.length, 'answer')} that another model wrote (${listed([...new Set(others.map(({ writer }) => writer ?? ''))])}) ${others.length === 1 ? 'takes' : 'take'} no part: ${others.length === 1 ? 'it says' : 'they say'} nothing about what ${reader} knows by heart.`,
					]),
			...clean.notes,
			...memorised.notes,
			...(both === null ? [] : [`The split of the clean answers is not used, because '${both}' is on both sides of it.`]),
		],
	};
}

/** Memorized answers choose nothing: those that name no side may be found as well as those of the test side. */
function toFind<T extends Pick<TraceItem, 'split'>>(all: readonly T[]): readonly T[] {
	return all.some(({ split }) => split === 'test') ? all.filter(({ split }) => split !== 'train') : all;
}

function onePerGroup<T extends TraceItem>(all: readonly T[], noun: string, seed: number): { kept: readonly T[]; notes: string[] } {
	const seen = new Set<string>();
	const different = all.filter(({ content }) => {
		const isNew = !seen.has(content);
		seen.add(content);
		return isNew;
	});
	const chosen = new Map<string, { readonly item: T; readonly lot: number }>();
	for (const item of different) {
		const lot = randomFor(seed, `repcs answer ${item.content}`)();
		const best = chosen.get(item.group);
		if (best === undefined || lot < best.lot) chosen.set(item.group, { item, lot });
	}
	const kept = different.filter((item) => chosen.get(item.group)?.item === item);
	const [copies, alike] = [all.length - different.length, different.length - kept.length];
	const why = [
		...(copies === 0 ? [] : [`${copies.toLocaleString('en')} ${copies === 1 ? 'is a copy' : 'are copies'} of another, prompt and all`]),
		...(alike === 0
			? []
			: [`${alike.toLocaleString('en')} ${alike === 1 ? 'shares its' : 'share their'} source or subject with an answer that counts`]),
	];
	return {
		kept,
		notes:
			why.length === 0
				? []
				: [
						`${kept.length.toLocaleString('en')} of ${plural(all.length, noun)} ${kept.length === 1 ? 'counts' : 'count'}: ${why.join('; ')}.`,
					],
	};
}

const maxNamed = 5;

function listed(names: readonly string[]): string {
	return `${names.slice(0, maxNamed).join(', ')}${names.length > maxNamed ? ` and ${(names.length - maxNamed).toLocaleString('en')} more` : ''}`;
}
