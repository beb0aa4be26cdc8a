/** Largest value of a score, by its unit. Units that are not here have none. */
const largest: Readonly<Record<string, number>> = { cosine: 1, probability: 1 };

interface Threshold {
	readonly threshold: number;
	readonly unit: string;
	/** Whether scores above or below the threshold are flagged. */
	readonly direction: 'above' | 'below';
}

/** Returns what is added to a threshold that flags nothing, because no score lies beyond it; empty for any other threshold. */
export function unreachableWords({ threshold, unit, direction }: Threshold): string {
	const most = largest[unit];
	return direction === 'above' && most !== undefined && threshold >= most ? ' (cannot be reached)' : '';
}
