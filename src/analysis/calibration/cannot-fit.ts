import { UserError } from '../../errors.ts';

/** What keeps a method from being fitted: data that are missing, and how to get them. */
export function cannotFit(message: string): UserError {
	return new UserError('RA652', message);
}
