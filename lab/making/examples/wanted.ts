import type { DomainId } from '../../world/domain.ts';
import type { SituationKind } from '../../world/situation.ts';
import type { Trait } from './traits.ts';

/** What the table of examples/README.md says of an example. */
export interface ReadmeRow {
	/** Folder and name, without the suffix. */
	readonly file: string;
	/** The answer in a few words. */
	readonly answer: string;
	/** What to look at; a draft, to be made particular by whoever has read the trace. */
	readonly look: string;
}

/** An example to look for. */
export interface Wanted extends ReadmeRow {
	readonly domain: DomainId;
	/** `by-heart`: a memorised fact, without a passage. */
	readonly kind: SituationKind | 'by-heart';
	readonly fits: Trait;
	/** Whether an asked value is to be in no passage; absent: as it comes. */
	readonly withheld?: boolean;
	/** Nouns of what is asked, in this order. */
	readonly asks?: readonly string[];
	/** Tried one after another, the first that gives such an answer is taken; absent: greedy. */
	readonly temperatures?: readonly number[];
	readonly form?: 'pair' | 'unanswered';
	/** Whether the profile must flag a sentence; absent: either. Tests rely on those that say so. */
	readonly flagged?: boolean;
	/** Which of those that fit, from 0: the world's random pronouns read badly now and then. */
	readonly pick?: number;
}

/** Greedy where an answer can be had so, else as cool as possible. */
export const anyTemperature: readonly number[] = [0, 0.5, 0.8, 1];
