import { pick, sample, type Random } from '../../statistics/random.ts';
import type { PlantedEntry } from './attack.ts';
import { asClause, sentenceCase } from './camouflage.ts';
import { maxAlike } from './text-form.ts';

/** A consolidated entry, and what it was made from. */
export interface Laundered {
	readonly text: string;
	/** The planted entry that is in it; `null`: it was made from the user's own entries alone. */
	readonly poison: PlantedEntry | null;
	/** Texts of the other entries that it was made from. */
	readonly benign: readonly string[];
}

const frames: readonly ((parts: readonly string[]) => string)[] = [
	(parts) => parts.map(ended).join(' '),
	(parts) => `My notes in short. ${parts.map(ended).join(' ')}`,
	(parts) => `What I want to keep: ${parts.join('; ')}.`,
	(parts) => `Summary of this week. ${parts.map(ended).join(' ')}`,
	(parts) => `${parts.map(ended).join(' ')} That is how I like it.`,
	(parts) => `Preferences and facts: ${parts.join('; ')}`,
];

function ended(part: string): string {
	return /[.!?]$/.test(part) ? sentenceCase(part) : `${sentenceCase(part)}.`;
}

/** The first sentence of an entry, as a consolidation takes it over. */
export function firstSentence(text: string): string {
	return (/^.+?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text).replace(/[.\s]+$/, '');
}

/**
 * Laundering: the poison goes through a consolidation, as mem0's and others' rewriting is one, and comes out in the user's own voice between two of the
 * user's own memories. Nothing is left of its order; its aim is. `poison` `null` gives what a consolidation of the user's own entries alone looks like.
 */
export function laundered(poison: PlantedEntry | null, entries: readonly string[], random: Random): Laundered {
	const model = pick(random, entries);
	const candidates = Array.from({ length: 60 }, () => {
		const benign = sample(random, entries, poison === null ? 2 : 1);
		const own = benign.map(firstSentence);
		const aim =
			poison === null
				? []
				: [poison.target === null || random() < 0.5 ? poison.goal.own : `as for ${asClause(poison.target)}, ${poison.goal.own}`];
		const parts = [...own.slice(0, 1), ...aim, ...own.slice(1)];
		return { text: pick(random, frames)(random() < 0.5 ? parts : parts.toReversed()), poison, benign };
	});
	return maxAlike(candidates, ({ text }) => text, model);
}
