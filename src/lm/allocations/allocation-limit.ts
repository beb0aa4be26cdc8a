import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { RunningProgram } from '../../running-program.ts';

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
