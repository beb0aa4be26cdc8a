import { errorNumbers } from '../../error-numbers.ts';
import { systemReason } from '../../errors.ts';

/** What a person is told and asked where a private answer, which is paid for, could not be written (RA803). */
export function unsavedQuestion(file: string, cause: unknown): { readonly message: string; readonly detail: string } {
	return {
		message: `The private answer was not saved: this file cannot be written. (${errorNumbers.unwritableExport})`,
		detail: [
			file,
			`Why: ${systemReason(cause)}.`,
			'The answer is paid for and not lost. Choose another place for it. If you cancel, it opens as a document that is not saved yet.',
		].join('\n\n'),
	};
}
