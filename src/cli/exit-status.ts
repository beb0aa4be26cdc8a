import { errorNumbers, isInputFault } from '../error-numbers.ts';
import { UserError } from '../errors.ts';

/** The command line's contract: what an exit status says. */
export const exitStatus = { done: 0, findings: 1, wrongInput: 2, engineFailed: 3, interrupted: 130 } as const;
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Returns the exit status that an error ends a command with. */
export function statusOf(error: { readonly code: string }): ExitStatus {
	return isInputFault(error.code) ? exitStatus.wrongInput : exitStatus.engineFailed;
}

/** Of what was read anyway, perhaps not as it was meant: it is told, and the run has done what it was to do. */
const warnings = new Set<string>([errorNumbers.unknownMember]);

/** Status of a run with these failures: the engine's weigh more, for they say that the input was not judged. */
export function worstStatus(failures: readonly { readonly code: string }[]): ExitStatus {
	return failures
		.filter(({ code }) => !warnings.has(code))
		.reduce<ExitStatus>((worst, failure) => (statusOf(failure) > worst ? statusOf(failure) : worst), exitStatus.done);
}

/** The user stopped it (Ctrl-C), or nobody reads the output any more (`| head`), which is no failure. */
export class Interrupted extends Error {
	override readonly name = 'Interrupted';
	readonly reason: 'stopped' | 'unread';

	constructor(reason: 'stopped' | 'unread', cause?: unknown) {
		super(reason, cause === undefined ? undefined : { cause });
		this.reason = reason;
	}
}

/** Returns the exit status for an error that ended a command. */
export function statusOfThrown(error: unknown): ExitStatus {
	if (error instanceof Interrupted) return error.reason === 'unread' ? exitStatus.done : exitStatus.interrupted;
	return error instanceof UserError ? statusOf(error) : exitStatus.engineFailed;
}
