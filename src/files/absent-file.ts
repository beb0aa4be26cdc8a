import { hasCode } from '../errors.ts';

/** Whether a file operation failed because there is no such file or folder. */
export function isAbsent(error: unknown): boolean {
	return hasCode(error, 'ENOENT', 'ENOTDIR');
}
