import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a `file:` URI; `undefined` for other schemes. */
export function pathOf(uri: string): string | undefined {
	if (!/^file:/i.test(uri)) return undefined;
	try {
		return fileURLToPath(uri);
	} catch (error) {
		// Such as an encoded slash: no file that we could read.
		if (error instanceof TypeError || error instanceof URIError) return undefined;
		throw error;
	}
}

export function uriOf(path: string): string {
	return pathToFileURL(path).href;
}

/** One name for every way to write a URI: editors differ in what they percent-encode and in a drive letter's case. */
export function canonicalUri(uri: string): string {
	const path = pathOf(uri);
	return path === undefined ? uri : uriOf(path.replace(/^[A-Z](?=:)/, (letter) => letter.toLowerCase()));
}

/** Whether other URIs are the one at `uri`, however they are spelled. Thousands of parts of one document ask with the same string, which is looked at once. */
export function sameUri(uri: string): (other: string) => boolean {
	const here = canonicalUri(uri);
	const known = new Map<string, boolean>([[uri, true]]);
	return (other) => {
		const isSame = known.get(other) ?? canonicalUri(other) === here;
		known.set(other, isSame);
		return isSame;
	};
}
