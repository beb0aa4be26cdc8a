import { isAbsolute, relative, sep } from 'node:path';

/** Whether `path` is `folder` or below it; both absolute, links aside. */
export function isWithin(folder: string, path: string): boolean {
	const way = relative(folder, path);
	return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
