import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { parsedJson } from '../../files/read-file.ts';
import { readJsonlEntry } from '../../formats/memory/jsonl-memory.ts';
import { readMcpLine } from '../../formats/memory/mcp-memory.ts';
import type { MemoryLine } from '../../formats/memory/memory-line.ts';
import { quarantineFile, type FileState, type HeldEntry } from '../../formats/quarantine-file.ts';
import { textSha256 } from '../../formats/sidecar.ts';
import { stateOf } from './memory-file.ts';
import { isContinued } from './quarantine-store.ts';

/** What the bytes of an entry that was taken out of its file say, beside the text that its record tells people. */
export type SaidByRemoved = 'it' | 'it and more' | 'other';

/**
 * Reads what was taken out by its form: a line of JSON, an element of a list or a part of a string in JSON, or a piece of Markdown.
 * @param removed as a record has it, which anybody may have edited
 */
export function saidByRemoved(removed: string, text: string): SaidByRemoved {
	const bare = removed.trim().replace(/^,\s*|\s*,$/gu, '');
	const value = parsedJson(bare);
	if (typeof value === 'string') return value === text ? 'it' : 'other';
	if (typeof value === 'object' && value !== null) {
		const said = saidByTexts(textsOfLine(bare), text);
		// A member that a person has named (`?text=MEMBER`) is not known here.
		return said === 'other' && Object.values(value).includes(text) ? 'it and more' : said;
	}
	// A line of a block, as Letta has it: its line ends are escaped.
	const part = parsedJson(`"${removed}"`);
	if (typeof part === 'string' && part.trim() === text) return 'it';
	// The same in a file that is one JSON string.
	const inner = typeof part === 'string' ? parsedJson(`"${part}"`) : undefined;
	if (typeof inner === 'string' && inner.trim() === text) return 'it';
	return saidByMarkdown(removed, text);
}

function textsOfLine(line: string): string[] {
	const whole: MemoryLine = { document: '', text: line, isUtf8: true, start: 0, end: line.length, next: line.length };
	const graph = readMcpLine(whole).entries;
	return (graph.length > 0 ? graph : readJsonlEntry(whole, null).entries).map(({ text }) => text);
}

function saidByTexts(texts: readonly string[], text: string): SaidByRemoved {
	if (!texts.includes(text)) return 'other';
	return texts.every((one) => one === text) ? 'it' : 'it and more';
}

/** Around a text in Markdown stand its mark, or a name in front matter; neither is more than a word. */
function saidByMarkdown(removed: string, text: string): SaidByRemoved {
	const quoted = [...removed.matchAll(/"(?:[^"\\\n]|\\.)*"/gu)].find(([string]) => parsedJson(string) === text);
	const [at, length] = quoted === undefined ? [removed.indexOf(text), text.length] : [quoted.index, quoted[0].length];
	if (at === -1) return 'other';
	const marks = String.raw`[\s\p{P}\p{S}]*`;
	const isBefore = new RegExp(String.raw`^${marks}(?:[\p{L}\p{N}_-]+${marks})?$`, 'u').test(removed.slice(0, at));
	const isBehind = new RegExp(`^${marks}$`, 'u').test(removed.slice(at + length));
	return isBefore && isBehind ? 'it' : 'it and more';
}

/**
 * Records of a quarantine lie where whoever writes to the workspace can edit them: each is compared with the hashes that were taken when its entry was, and what
 * it puts back with the text that it shows. One without hashes puts nothing else back than that text.
 * @throws {UserError} RA688 for one that says something else now
 */
export function requireUnaltered(wanted: Iterable<HeldEntry>, memory: string): void {
	for (const entry of wanted) {
		const { text, content, removed, proof } = entry;
		const said = saidByRemoved(removed, text);
		const isAsWritten =
			textSha256(text) === content &&
			(proof === undefined ? said === 'it' : said !== 'other' && stateOf(Buffer.from(removed, 'utf8')).sha256 === proof.removed);
		if (!isAsWritten) throw altered(entry, memory);
	}
}

/** Hashes of a record. */
type Proof = NonNullable<HeldEntry['proof']>;

/** What the file was before entries were taken out of it, found true. */
export interface ProvenWhole {
	/** Before the first of them was. */
	readonly before: FileState;
	/** By the proof of each: how many bytes others have added behind what the file was then. */
	readonly added: ReadonlyMap<Proof, number>;
}

/**
 * Puts the entries from the `from`-th on back in thought, the last one first, and compares the whole file with what it was before each of them was taken out.
 * @param held in the order in which they were taken out. `bytes`: of the file without them
 * @returns `null`: an earlier version took no hashes
 * @throws {UserError} RA688 where it would become something else
 */
export function provenWhole(
	bytes: Buffer,
	held: readonly HeldEntry[],
	{ from, memory }: { readonly from: number; readonly memory: string },
): ProvenWhole | null {
	const added = new Map<Proof, number>();
	let found: FileState | null = null;
	for (const { entry, whole } of unwound(bytes, held, from)) {
		const { proof } = entry;
		if (proof === undefined || proof.before === null) return null;
		if (!isContinued(proof.before, whole)) throw altered(entry, memory);
		found = proof.before;
		added.set(proof, whole.length - found.bytes);
	}
	return found === null ? null : { before: found, added };
}

/**
 * The same records with what the file is before each of them now, where others have been put back.
 * @param held as above. `bytes`: of the file as it is without them. `added`: as it was found before the others were put back
 */
export function provenAnew(
	bytes: Buffer,
	held: readonly HeldEntry[],
	{ from, added }: Pick<ProvenWhole, 'added'> & { readonly from: number },
): { readonly held: readonly HeldEntry[] /** With the entries from the `from`-th on. */; readonly whole: Buffer } {
	const anew = new Map<HeldEntry, HeldEntry>();
	let last = bytes;
	for (const { entry, whole } of unwound(bytes, held, from)) {
		const { proof } = entry;
		last = whole;
		if (proof === undefined) continue;
		const before = stateOf(whole.subarray(0, whole.length - (added.get(proof) ?? 0)));
		anew.set(entry, { ...entry, proof: { ...proof, before } });
	}
	return { held: held.map((entry) => anew.get(entry) ?? entry), whole: last };
}

/** Records of which nobody knows any more what the whole file was. */
export function unproven(held: readonly HeldEntry[]): HeldEntry[] {
	return held.map((entry) => (entry.proof === undefined ? entry : { ...entry, proof: { ...entry.proof, before: null } }));
}

function* unwound(
	bytes: Buffer,
	held: readonly HeldEntry[],
	from: number,
): Generator<{ readonly entry: HeldEntry; readonly whole: Buffer }> {
	let whole = bytes;
	for (const entry of held.slice(from).toReversed()) {
		const { at, removed } = entry;
		if (at === null) continue;
		whole = Buffer.concat([whole.subarray(0, at), Buffer.from(removed, 'utf8'), whole.subarray(at)]);
		yield { entry, whole };
	}
}

function altered({ id }: HeldEntry, memory: string): UserError {
	const file = quarantineFile(memory);
	return new UserError(
		errorNumbers.alteredQuarantine,
		`The record of '${id}' in the quarantine was changed after it was written. It is not what was taken out of the file, so it is not put back.`,
		{
			place: { file },
			hint: 'Restore the quarantine file from version control or a backup. If you trust its present content, put the entry back by hand: `memory restore --list` shows it.',
		},
	);
}
