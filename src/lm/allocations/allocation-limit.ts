import { errorNumbers } from '../../error-numbers.ts';
import { UserError, type Place } from '../../errors.ts';
import type { RunningProgram } from '../../running-program.ts';
import { mebibytes } from '../../wording/numbers.ts';

/** Bytes that no single allocation of a process may reach. */
export type AllocationLimit = number;

/** Environment variable that sets the limit in bytes whatever the process runs on; `0`: none. */
export const limitVariable = 'RAG_ASSAY_ALLOCATION_LIMIT';

/**
 * Chromium's allocator, on which the editor's own program runs, ends the process at a single allocation of 2 GiB or more, and rounds
 * what is to be aligned to more than 16 bytes, as all that ONNX Runtime asks for is, up to the next power of two: its own bytes included,
 * that is 2 GiB from 1 GiB on (Chromium's `partition_alloc_constants.h`, `partition_root.h`).
 */
const chromium: AllocationLimit = 2 ** 30;

/**
 * The limit of this process; `undefined` where there is none, as on a plain Node.
 * @throws {UserError} RA415 for a limit in the environment that is no number of bytes.
 */
export function allocationLimit(
	environment: NodeJS.ProcessEnv,
	{ electron }: Pick<RunningProgram, 'electron'>,
): AllocationLimit | undefined {
	const given = environment[limitVariable];
	if (given === undefined) return electron === null ? undefined : chromium;
	if (!/^\d{1,15}$/.test(given))
		throw new UserError(
			errorNumbers.allocationLimitExceeded,
			`The environment variable ${limitVariable} is '${given}', and a number of bytes was expected.`,
			{
				hint: 'Set it to a whole number, such as 1073741824, or take it away; 0 means no limit.',
			},
		);
	return Number(given) === 0 ? undefined : Number(given);
}

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
