import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

/** RA312: the error of a folder of the store that cannot be written to. */
export function notWritable(folder: string, cause: unknown): UserError {
	return new UserError(errorNumbers.unwritableStore, 'The folder of what is downloaded cannot be written to.', {
		place: { file: folder },
		hint: 'Check its permissions and the space left, or choose another cache directory.',
		cause,
	});
}
