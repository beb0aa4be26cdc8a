import { basename, dirname } from 'node:path';
import { listInWords } from '../../wording/list-in-words.ts';

/** Choices where a private answer, or its private original, would take the place of files that are there. */
export const takenChoices = { replace: 'Replace', another: 'Choose Another Place…' } as const;

/** What a person is asked before these files are replaced: no answer that was paid for, and no private original, goes without a word. */
export function takenQuestion(files: readonly string[]): { readonly message: string; readonly detail: string } {
	const one = files.length === 1;
	return {
		message: `${listInWords(files.map((file) => basename(file)))} ${one ? 'is' : 'are'} already there. Replace ${one ? 'it' : 'them'}?`,
		detail: [
			`Folder: ${dirname(files[0] ?? '')}`,
			`A private answer was paid for, and nothing brings back what is replaced. If you choose another place, ${one ? 'it stays' : 'they stay'} as ${one ? 'it is' : 'they are'}.`,
		].join('\n\n'),
	};
}
