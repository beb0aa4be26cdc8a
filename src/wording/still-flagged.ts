import { plural } from './plural.ts';

/** What approving does not do. @param flagged entries that were approved, and that scans flag */
export function stillFlaggedWords(flagged: number): string {
	return `${plural(flagged, 'entry stays', 'entries stay')} flagged for what ${flagged === 1 ? 'it says' : 'they say'}: approving does not change that.`;
}
