import { cannotFit } from './method-options.ts';
import type { MethodClasses } from './method.ts';
import type { TraceItem } from './trace-item.ts';

/** Of methods that tell sentences of answers that their contexts support from others. */
export const supportClasses: MethodClasses<TraceItem> = {
	of: 'sentence',
	negative: 'supported',
	positive: 'unsupported',
	truths: ({ sentences }) => sentences.map(({ truth }) => truth),
};

/** That what labels chose did not pass a check. */
export interface FailedCheck {
	/** In a sentence. */
	readonly found: string;
	/** What to do about it, in a sentence. */
	readonly advice: string;
}

const howToForce = 'To write it anyway, name its method with --methods and add --force.';
const wasForced = 'You used --force, so the profile uses it. Do not rely on it.';

/**
 * Notes on a detector that is written though it failed checks; none where it passed all.
 * @param title of the detector
 * @param checks `null` for one that was passed
 * @throws UserError RA652 with the first that failed, unless it was named and forced.
 */
export function notesOnFailed(
	title: string,
	checks: readonly (FailedCheck | null)[],
	{ forced, leftOut = [] }: { readonly forced: boolean; readonly leftOut?: readonly string[] },
): string[] {
	const failed = checks.filter((check) => check !== null);
	const [first] = failed;
	if (first !== undefined && !forced) throw cannotFit([`${title}: ${first.found}`, ...leftOut].join(' '), `${first.advice} ${howToForce}`);
	return failed.map(({ found }) => `${found} ${wasForced}`);
}
