import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readJson } from './json-document.ts';

const remark = {
	/** The trace's id. */
	trace: z.string(),
	/** SHA-256 of the sentence's text, or of the response's where that is what it is about, line ends as `\n`. */
	textSha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal'),
	who: z.string(),
	when: z.iso.datetime({ offset: true }),
	note: z.string(),
};
const ignored = z.object({ code: z.string(), ...remark });
const label = z.object({ label: z.enum(['grounded', 'ungrounded']), ...remark });
export type IgnoredFinding = z.infer<typeof ignored>;
export type Label = z.infer<typeof label>;

/** `rag-assay/sidecar@1`: what people have said about the traces of the file (or pair) beside which it lies. */
export const sidecarSchema = z.object({
	schema: z.literal('rag-assay/sidecar@1'),
	ignored: z.array(ignored),
	labels: z.array(label),
});
export type Sidecar = z.infer<typeof sidecarSchema>;

export const emptySidecar: Sidecar = { schema: 'rag-assay/sidecar@1', ignored: [], labels: [] };

/** @throws UserError RA111 when the text is no sidecar. */
export function readSidecar(text: string, file: string): Sidecar {
	return readJson(text, file, sidecarSchema, { noun: 'sidecar', code: 'RA111', hint: 'Mend it, or move it away to begin a new one.' });
}

/** The sidecar as it is kept: one entry a line, in an order that does not depend on when they came, so that a version control's merge sees what people did. */
export function formatSidecar(sidecar: Sidecar): string {
	const { schema, ignored: findings, labels } = sidecarSchema.parse(sidecar);
	const list = (name: string, entries: readonly unknown[]): string =>
		`\t${JSON.stringify(name)}: [${entries.length === 0 ? '' : `\n${entries.map((entry) => `\t\t${JSON.stringify(entry)}`).join(',\n')}\n\t`}]`;
	const members = [
		`\t"schema": ${JSON.stringify(schema)}`,
		list('ignored', findings.toSorted(by((e) => [e.trace, e.code, e.textSha256]))),
		list('labels', labels.toSorted(by((e) => [e.trace, e.textSha256, e.who]))),
	];
	return `{\n${members.join(',\n')}\n}\n`;
}

/** Whether nothing is left in it, so that its file may go. */
export function isEmptySidecar(sidecar: Sidecar): boolean {
	return sidecar.ignored.length === 0 && sidecar.labels.length === 0;
}

/** What an ignored finding is known by. */
export type FindingKey = Pick<IgnoredFinding, 'trace' | 'code' | 'textSha256'>;

/** Ignores a finding; takes the place of an earlier entry for the same one. */
export function addIgnored(sidecar: Sidecar, entry: IgnoredFinding): Sidecar {
	return { ...sidecar, ignored: [...sidecar.ignored.filter((other) => !isSame(other, entry)), entry] };
}

/** Takes that back. */
export function removeIgnored(sidecar: Sidecar, key: FindingKey): Sidecar {
	return { ...sidecar, ignored: sidecar.ignored.filter((other) => !isSame(other, key)) };
}

export function isIgnored(sidecar: Sidecar, key: FindingKey): boolean {
	return ignoredKeys(sidecar).has(keyOf(key));
}

/** Keys of what is ignored: a sidecar is asked once for each sentence of a response. */
const keysOfIgnored = new WeakMap<Sidecar['ignored'], ReadonlySet<string>>();

function ignoredKeys({ ignored: entries }: Sidecar): ReadonlySet<string> {
	const known = keysOfIgnored.get(entries) ?? new Set(entries.map(keyOf));
	keysOfIgnored.set(entries, known);
	return known;
}

function keyOf({ trace, code, textSha256: hash }: FindingKey): string {
	return JSON.stringify([trace, code, hash]);
}

/** Entries about a trace whose text is no longer one of its sentences (their hashes): to be shown as stale, never applied. */
export function staleEntries(
	sidecar: Sidecar,
	trace: string,
	sentences: ReadonlySet<string>,
): { ignored: IgnoredFinding[]; labels: Label[] } {
	const isStale = (entry: { trace: string; textSha256: string }): boolean => entry.trace === trace && !sentences.has(entry.textSha256);
	return { ignored: sidecar.ignored.filter(isStale), labels: sidecar.labels.filter(isStale) };
}

/** Hash of a sentence, of its logical text or as it stands in the document (whose line ends may be others). */
export function textSha256(text: string): string {
	return createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n'), 'utf8').digest('hex');
}

function isSame(a: FindingKey, b: FindingKey): boolean {
	return a.trace === b.trace && a.code === b.code && a.textSha256 === b.textSha256;
}

function by<T>(key: (entry: T) => readonly string[]): (a: T, b: T) => number {
	return (a, b) => {
		const [left, right] = [key(a), key(b)];
		const at = left.findIndex((part, i) => part !== right[i]);
		return at === -1 ? 0 : left[at]! < right[at]! ? -1 : 1;
	};
}
