import { ownNames } from '../../formats/own-file.ts';

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
