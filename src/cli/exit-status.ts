import { errorRoom, errorNumbers, type ErrorRoom } from '../error-numbers.ts';
import { UserError } from '../errors.ts';

/** The command line's contract: what an exit status says. */
export const exitStatus = { done: 0, findings: 1, wrongInput: 2, engineFailed: 3, interrupted: 130 } as const;
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Rooms whose errors are the input's or the arguments'; all others are the engine's. */
const inputRooms: ReadonlySet<ErrorRoom | undefined> = new Set<ErrorRoom>(['files', 'profiles', 'arguments']);
/** Of the other rooms: an empty response, a prompt that leaves no room for one, an unreadable file, a trace that is answered, was changed meanwhile or is none, what a privacy budget does not allow, a private answer that cannot be run as asked, a review that is not at its end or no review. */
const inputCodes = new Set<string>([
	errorNumbers.emptyResponse,
	errorNumbers.promptFillsContextWindow,
	errorNumbers.unreadableFile,
	errorNumbers.alreadyAnswered,
	errorNumbers.traceFileChanged,
	errorNumbers.noTraceToAnswer,
	errorNumbers.privacyBudgetSpent,
	errorNumbers.damagedLedger,
	errorNumbers.noCorpusFolder,
	errorNumbers.budgetNeverRenews,
	errorNumbers.soundLedger,
	errorNumbers.noLedger,
	errorNumbers.noPrivateDocuments,
	errorNumbers.noPublicList,
	errorNumbers.fillerRefused,
	errorNumbers.noDocumentInFile,
	errorNumbers.ownFileAsDocument,
	errorNumbers.privacyBudgetTooSmall,
	errorNumbers.unusableList,
	errorNumbers.reviewUndecided,
	errorNumbers.malformedReview,
	errorNumbers.malformedRelease,
	errorNumbers.reviewOfAnotherText,
	errorNumbers.nothingToReview,
]);

/** Of the input's rooms: a server, or a model, that did not answer. */
const engineCodes = new Set<string>([errorNumbers.endpointFailed, errorNumbers.pipelineAnswersNothing]);

export function statusOf(error: { readonly code: string }): ExitStatus {
	if (engineCodes.has(error.code)) return exitStatus.engineFailed;
	return inputCodes.has(error.code) || inputRooms.has(errorRoom(error.code)) ? exitStatus.wrongInput : exitStatus.engineFailed;
}

/** Of what was read all the same, perhaps not as it was meant: it is told, and the run has done what it was to do. */
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

export function statusOfThrown(error: unknown): ExitStatus {
	if (error instanceof Interrupted) return error.reason === 'unread' ? exitStatus.done : exitStatus.interrupted;
	return error instanceof UserError ? statusOf(error) : exitStatus.engineFailed;
}
