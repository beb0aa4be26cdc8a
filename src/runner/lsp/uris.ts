import { fileURLToPath, pathToFileURL } from 'node:url';

/** Returns the path of a `file:` URI, or `undefined` for other schemes and for a URI that cannot be a path. */
export function pathOf(uri: string): string | undefined {
	if (!/^file:/i.test(uri)) return undefined;
	try {
		return fileURLToPath(uri);
	} catch (error) {
		// For example, an encoded slash. Such a file cannot be read.
		if (error instanceof TypeError || error instanceof URIError) return undefined;
		throw error;
	}
}

/** Returns the `file:` URI of a path. */
export function uriOf(path: string): string {
	return pathToFileURL(path).href;
}

/** Returns one form for every way to write a URI. Editors differ in what they percent-encode and in the case of a drive letter. */
export function canonicalUri(uri: string): string {
	const path = pathOf(uri);
	return path === undefined ? uri : uriOf(path.replace(/^[A-Z](?=:)/, (letter) => letter.toLowerCase()));
}

/**
 * Returns a function that says whether another URI is the same as `uri`, however it is spelled. It looks at each string once, because
 * thousands of parts of one document ask with the same string.
 */
export function sameUri(uri: string): (other: string) => boolean {
	const here = canonicalUri(uri);
	const known = new Map<string, boolean>([[uri, true]]);
	return (other) => {
		const isSame = known.get(other) ?? canonicalUri(other) === here;
		known.set(other, isSame);
		return isSame;
	};
}
