import { errorNumbers } from '../../error-numbers.ts';
import { systemReason } from '../../errors.ts';

/** What a person is told and asked where a private answer, which is paid for, could not be written (RA803). */
export function unsavedQuestion(file: string, cause: unknown): { readonly message: string; readonly detail: string } {
	return {
		message: `The private answer was not saved: this file cannot be written. (${errorNumbers.unwritableExport})`,
		detail: [
			file,
			`Why: ${reasonOf(cause)}.`,
			'The answer is paid for and not lost. Choose another place for it. If you cancel, it opens as a document that is not saved yet.',
		].join('\n\n'),
	};
}

/** VS Code hands on what the system says as a text of its own: `Error: ENOENT: no such file or directory, open '/x'`. */
function reasonOf(cause: unknown): string {
	const said = cause instanceof Error ? /\b(E[A-Z0-9]{3,}): .*$/s.exec(cause.message) : null;
	return systemReason(said === null ? cause : Object.assign(new Error(said[0]), { code: said[1] }));
}
