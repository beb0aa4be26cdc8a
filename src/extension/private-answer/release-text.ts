import { basename, dirname } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { systemReason } from '../../errors.ts';
import { ownNames } from '../../formats/product-files.ts';
import { listInWords } from '../../wording/phrases.ts';

const end = `${ownNames.release}.json`;

/** Proposed name of a release's file, from the question's words. */
export function releaseFileName(query: string): string {
	const words = query
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu)
		?.slice(0, 8)
		.join('-')
		.slice(0, 60);
	return `${words ?? 'answer'}${end}`;
}

/** A path that is read as a release, whatever ending was written. */
export function asReleaseFile(path: string): string {
	return path.endsWith(end) ? path : `${path.replace(/\.json$/i, '')}${end}`;
}

/** Choices where a private answer, or its private original, would take the place of files that are there. */
export const takenChoices = { replace: 'Replace', another: 'Choose Another Place…' } as const;

/** What a person is asked before these files are replaced: no answer that was paid for, and no private original, goes without a word. */
export function takenQuestion(files: readonly string[]): { readonly message: string; readonly detail: string } {
	const one = files.length === 1;
	return {
		message: `${listInWords(files.map((file) => basename(file)))} ${one ? 'is' : 'are'} already there. Replace ${one ? 'it' : 'them'}?`,
		detail: [
			`Folder: ${dirname(files[0] ?? '')}`,
			`You paid for a private answer, and a replaced file is lost. If you choose another place, ${one ? 'it stays' : 'they stay'} as ${one ? 'it is' : 'they are'}.`,
		].join('\n\n'),
	};
}

/** What a person is told and asked where a private answer, which is paid for, could not be written (RA803). */
export function unsavedQuestion(file: string, cause: unknown): { readonly message: string; readonly detail: string } {
	return {
		message: `The private answer was not saved: this file cannot be written. (${errorNumbers.unwritableExport})`,
		detail: [
			file,
			`Why: ${systemReason(cause)}.`,
			'You paid for the answer, and it is not lost. Choose another place for it. If you cancel, it opens as an unsaved document.',
		].join('\n\n'),
	};
}
