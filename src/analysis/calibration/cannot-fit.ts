import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

/** What keeps a method from being fitted: data that are missing, and how to get them. */
export function cannotFit(message: string): UserError {
	return new UserError(errorNumbers.methodCannotBeFitted, message);
}
