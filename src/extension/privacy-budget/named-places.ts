import { profileFileOf } from '../profile-path.ts';

/** What settings name, as absolute paths; a relative one counts from the workspace's first folder. */
export interface NamedPlaces {
	/** Folder that budgets belong to. */
	readonly corpus: string | undefined;
	/** A ledger's file that takes the place of the corpus' own, and may be shared. */
	readonly ledger: string | undefined;
}

/** `read` gives the value of a setting by its key after `ragAssay.`; `folder` is the workspace's first. An empty text names nothing. */
export function readPlaces(read: (key: string) => unknown, folder: string | undefined): NamedPlaces {
	const placeOf = (key: string): string | undefined => {
		const named = read(key);
		return typeof named !== 'string' || named.trim() === '' ? undefined : profileFileOf(named.trim(), folder);
	};
	return { corpus: placeOf('private.corpus'), ledger: placeOf('private.ledger') };
}
