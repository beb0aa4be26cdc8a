import { percentOf } from '../wording/numbers.ts';
import { splitOf, type RunSettings } from './run-steps.ts';

/** Says what was done with shares of a split that somebody asked for, or with a vocabulary that somebody named: in sentences, of public numbers alone. */
export function movedShares(settings: RunSettings, documents: number): string[] {
	const { split, vocabulary = 0, expert } = settings;
	if (hasNothingToDo(settings)) return [];
	const { refill } = splitOf(settings, documents);
	return [
		...(split !== undefined && split.refill > 0 && vocabulary === 0
			? [`The share of keywords, ${percentOf(split.refill)} of ε, goes to decoding: keywords need a public vocabulary.`]
			: []),
		...(split !== undefined && split.filter > 0 && expert.filter === 'none'
			? [`The share of the filter, ${percentOf(split.filter)} of ε, goes to decoding: no filter was chosen.`]
			: []),
		...(vocabulary > 0 && refill === 0
			? ['No keywords are chosen, because they have no share of ε. The vocabulary only sets how words are spelled.']
			: []),
	];
}

/** Whether all of ε is meant for keywords, and there is no vocabulary to choose them from. Such a run is refused. */
export function hasNothingToDo({ split, vocabulary = 0 }: RunSettings): boolean {
	return split?.decode === 0 && split.refill > 0 && vocabulary === 0;
}

/** Parts of a run that somebody asked for and that would not run, because they have no share of ε. */
export interface IdleParts {
	readonly filter: boolean;
	/** Only without a split: a person who gives keywords no share wants the vocabulary for its spelling. */
	readonly keywords: boolean;
}

/** Returns which parts would not run. It follows from settings and the number of documents alone. */
export function idleParts(settings: RunSettings, documents: number): IdleParts {
	const { filter, refill } = splitOf(settings, documents);
	return {
		filter: settings.expert.filter !== 'none' && filter === 0,
		keywords: settings.split === undefined && (settings.vocabulary ?? 0) > 0 && refill === 0,
	};
}
