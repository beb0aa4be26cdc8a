import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

/** What keeps a method from being fitted: data that are missing, or labels that tell nothing; `hint`: what to do, where the message does not say it. */
export function cannotFit(message: string, hint?: string): UserError {
	return new UserError(errorNumbers.methodCannotBeFitted, message, hint === undefined ? {} : { hint });
}
