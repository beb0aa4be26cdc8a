import { createHash } from 'node:crypto';
import type { LabelName } from './label-classes.ts';
import { isSameSubject, subjectId, type SubjectKey } from './subject.ts';

/** A person's remark about a text of a subject. */
interface Remark {
	readonly subject: SubjectKey;
	/** SHA-256 of the text that the remark is about, with line ends as `\n`. The text is one sentence, or everything that is judged. */
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

/**
 * What people have said about the subjects of a file or pair. The sidecar is beside that file. `sidecar-file.ts` describes how it is
 * written.
 */
export interface Sidecar {
	readonly ignored: readonly IgnoredFinding[];
	readonly labels: readonly Label[];
}

/** The sidecar without any entry. */
export const emptySidecar: Sidecar = { ignored: [], labels: [] };

/** Returns whether a sidecar has no entries left, so that its file can be deleted. */
export function isEmptySidecar(sidecar: Sidecar): boolean {
	return sidecar.ignored.length === 0 && sidecar.labels.length === 0;
}

/** The members that identify an ignored finding. */
export type FindingKey = Pick<IgnoredFinding, 'subject' | 'code' | 'textSha256'>;

/** Returns the sidecar with a finding ignored. The entry replaces an earlier one for the same finding. */
export function addIgnored(sidecar: Sidecar, entry: IgnoredFinding): Sidecar {
	return { ...sidecar, ignored: [...sidecar.ignored.filter((other) => !isSameFinding(other, entry)), entry] };
}

/** Returns the sidecar with a finding no longer ignored. */
export function removeIgnored(sidecar: Sidecar, key: FindingKey): Sidecar {
	return { ...sidecar, ignored: sidecar.ignored.filter((other) => !isSameFinding(other, key)) };
}

/** Returns whether a finding is ignored. */
export function isIgnored(sidecar: Sidecar, key: FindingKey): boolean {
	return ignoredKeys(sidecar).has(keyOf(key));
}

/** Returns whether two keys identify the same finding. */
export function isSameFinding(a: FindingKey, b: FindingKey): boolean {
	return isSameSubject(a.subject, b.subject) && a.code === b.code && a.textSha256 === b.textSha256;
}

/** Keys of ignored findings, kept for each list of entries, because a sidecar is searched once for each sentence of a response. */
const keysOfIgnored = new WeakMap<Sidecar['ignored'], ReadonlySet<string>>();

function ignoredKeys({ ignored: entries }: Sidecar): ReadonlySet<string> {
	const known = keysOfIgnored.get(entries) ?? new Set(entries.map(keyOf));
	keysOfIgnored.set(entries, known);
	return known;
}

function keyOf({ subject, code, textSha256: hash }: FindingKey): string {
	return JSON.stringify([subjectId(subject), code, hash]);
}

/**
 * Returns the entries about a subject whose text has changed. They are shown as stale and never applied.
 * @param texts hashes of the subject's present texts.
 */
export function staleEntries(
	sidecar: Sidecar,
	subject: SubjectKey,
	texts: ReadonlySet<string>,
): { ignored: IgnoredFinding[]; labels: Label[] } {
	const isStale = (entry: Remark): boolean => isSameSubject(entry.subject, subject) && !texts.has(entry.textSha256);
	return { ignored: sidecar.ignored.filter(isStale), labels: sidecar.labels.filter(isStale) };
}

/**
 * Returns the hash of a text with line ends as `\n`. The text and the same text in its document have the same hash, even if the document's
 * line ends differ.
 */
export function textSha256(text: string): string {
	return createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n'), 'utf8').digest('hex');
}
