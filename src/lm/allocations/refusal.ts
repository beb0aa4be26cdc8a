import { errorNumbers } from '../../error-numbers.ts';
import { UserError, type Place } from '../../errors.ts';
import { mebibytes } from '../../wording/mebibytes.ts';
import type { AllocationLimit } from './allocation-limit.ts';

/** What makes a process without the limit. */
const plainNode =
	'Install Node.js 20 or newer (https://nodejs.org), or name one that you have in the setting ragAssay.runner.execPath, then run RAG Assay: Restart Runner: a plain Node.js has no such limit.';

/**
 * The refusal of what cannot be kept below the limit.
 * @param bytes that would be allocated at once.
 * @param what the beginning of the sentence.
 * @param options.other what would help beside a plain Node, a sentence.
 */
export function cannotKeepBelow(
	limit: AllocationLimit,
	bytes: number,
	what: string,
	{ place, other }: { readonly place?: Place; readonly other?: string } = {},
): UserError {
	return new UserError(
		errorNumbers.allocationLimitExceeded,
		`${what} takes about ${mebibytes(bytes)} of memory in one piece, and the editor's own program, which the model runs on, ends when a piece reaches ${mebibytes(limit)}.`,
		{
			...(place === undefined ? {} : { place }),
			hint: other === undefined ? plainNode : `${plainNode} ${other}`,
		},
	);
}
