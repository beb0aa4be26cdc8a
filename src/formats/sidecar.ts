import { createHash } from 'node:crypto';
import type { LabelName } from './label-classes.ts';
import { isSameSubject, subjectId, type SubjectKey } from './subject.ts';

/** What a person has said of a text of a subject. */
interface Remark {
	readonly subject: SubjectKey;
	/** SHA-256 of the text that it is about, line ends as `\n`: a sentence's, or the whole of what is judged. */
	readonly textSha256: string;
	readonly who: string;
	/** ISO 8601 with an offset. */
	readonly when: string;
	readonly note: string;
}

export interface IgnoredFinding extends Remark {
	/** The finding's code, such as `rag-assay/ungrounded`. */
	readonly code: string;
}

export interface Label extends Remark {
	/** One of the classes of the subject's kind. */
	readonly label: LabelName;
}

/** What people have said about the subjects of the file (or pair) beside which it lies; `sidecar-file.ts` has how it is written. */
export interface Sidecar {
	readonly ignored: readonly IgnoredFinding[];
	readonly labels: readonly Label[];
}

export const emptySidecar: Sidecar = { ignored: [], labels: [] };

/** Whether nothing is left in it, so that its file may go. */
export function isEmptySidecar(sidecar: Sidecar): boolean {
	return sidecar.ignored.length === 0 && sidecar.labels.length === 0;
}

/** What an ignored finding is known by. */
export type FindingKey = Pick<IgnoredFinding, 'subject' | 'code' | 'textSha256'>;

/** Ignores a finding; takes the place of an earlier entry for the same one. */
export function addIgnored(sidecar: Sidecar, entry: IgnoredFinding): Sidecar {
	return { ...sidecar, ignored: [...sidecar.ignored.filter((other) => !isSameFinding(other, entry)), entry] };
}

/** Takes that back. */
export function removeIgnored(sidecar: Sidecar, key: FindingKey): Sidecar {
	return { ...sidecar, ignored: sidecar.ignored.filter((other) => !isSameFinding(other, key)) };
}

export function isIgnored(sidecar: Sidecar, key: FindingKey): boolean {
	return ignoredKeys(sidecar).has(keyOf(key));
}

export function isSameFinding(a: FindingKey, b: FindingKey): boolean {
	return isSameSubject(a.subject, b.subject) && a.code === b.code && a.textSha256 === b.textSha256;
}

/** Keys of what is ignored: a sidecar is asked once for each sentence of a response. */
const keysOfIgnored = new WeakMap<Sidecar['ignored'], ReadonlySet<string>>();

function ignoredKeys({ ignored: entries }: Sidecar): ReadonlySet<string> {
	const known = keysOfIgnored.get(entries) ?? new Set(entries.map(keyOf));
	keysOfIgnored.set(entries, known);
	return known;
}

function keyOf({ subject, code, textSha256: hash }: FindingKey): string {
	return JSON.stringify([subjectId(subject), code, hash]);
}

/** Entries about a subject whose text is no longer one of its texts (their hashes): to be shown as stale, never applied. */
export function staleEntries(
	sidecar: Sidecar,
	subject: SubjectKey,
	texts: ReadonlySet<string>,
): { ignored: IgnoredFinding[]; labels: Label[] } {
	const isStale = (entry: Remark): boolean => isSameSubject(entry.subject, subject) && !texts.has(entry.textSha256);
	return { ignored: sidecar.ignored.filter(isStale), labels: sidecar.labels.filter(isStale) };
}

/** Hash of a text, of the logical one or as it stands in the document (whose line ends may be others). */
export function textSha256(text: string): string {
	return createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n'), 'utf8').digest('hex');
}
