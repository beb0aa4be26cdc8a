export interface TextPlace {
	readonly start: number;
	readonly end: number;
}

/**
 * Where a text stands in a file: as it is, or within the quotes of JSON; `null`: nowhere.
 * @param at where it stood once, which counts first
 * @param beside stands in the line of the wanted one where several have the text
 */
export function placeOfText(file: string, text: string, { at, beside }: { at?: TextPlace; beside?: string } = {}): TextPlace | null {
	const written = [...new Set([inJson(text), inAscii(inJson(text)), text])];
	if (at !== undefined && written.includes(file.slice(at.start, at.end))) return at;
	const places = written.flatMap((one) => occurrences(file, one));
	return places.find(({ start }) => beside !== undefined && lineAt(file, start).includes(inJson(beside))) ?? places[0] ?? null;
}

/** More of them than a person would look through. */
const max = 1000;

function occurrences(file: string, text: string): TextPlace[] {
	const places: TextPlace[] = [];
	if (text === '') return places;
	for (let start = file.indexOf(text); start !== -1 && places.length < max; start = file.indexOf(text, start + text.length))
		places.push({ start, end: start + text.length });
	return places;
}

function lineAt(file: string, at: number): string {
	const end = file.indexOf('\n', at);
	return file.slice(file.lastIndexOf('\n', at) + 1, end === -1 ? file.length : end);
}

function inJson(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

/** As Python's `json.dumps` writes it. */
function inAscii(json: string): string {
	// oxlint-disable-next-line no-control-regex -- everything but ASCII
	return json.replaceAll(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
