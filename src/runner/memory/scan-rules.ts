import { driftFindings, unapprovedRemarks, type Drifted } from '../../analysis/memory/drift-findings.ts';
import { provenanceFindings } from '../../analysis/memory/provenance-findings.ts';
import { graphFindings, type GraphEntry } from '../../analysis/memory/graph-findings.ts';
import { finding, type FoundInEntry } from '../../analysis/memory/judge-entry.ts';
import type { MeasuredEntry } from '../../analysis/memory/measured-entry.ts';
import { wordingFindings } from '../../analysis/memory/wording-findings.ts';
import { isShown } from '../../methods/memsad/validation/instructions.ts';
import { isReadLanguage } from '../../methods/memsad/validation/read-language.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { languageNotKnown } from '../../formats/memory-scan-record.ts';
import { approvalFile, readApproval } from '../../formats/memory/approval-file.ts';
import type { Approval } from '../../formats/memory/approval.ts';
import type { StoredSignatures } from '../../formats/memory-signatures.ts';
import { entryDigest, provenanceOf, signatureIndex, signedSources, type KeyRing } from '../../methods/memsad/provenance.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import { plural } from '../../wording/phrases.ts';
import type { ScanAdvice } from '../../wording/memory-phrases.ts';
import type { StoreRules } from './scan.ts';

/** What judges the entries of a store besides their scores: their words, edges of a graph, and what has changed since it was approved. */
export async function storeRules(
	store: MemoryStore,
	entries: () => AsyncIterable<MeasuredEntry>,
	signatures: { readonly of: StoredSignatures; readonly ring: KeyRing } | null,
	advice: ScanAdvice,
): Promise<StoreRules> {
	const drift = store.kind === 'instructions' ? await driftOf(entries(), advice) : [];
	const { edges, unread } = await edgesAndLanguages(entries());
	const graph = graphFindings(edges);
	const { provenance, sources } = await signedIn(entries(), signatures);
	return {
		rules: (entry) => [
			...wordingFindings(entry),
			...lengthFindings(entry),
			...languageFindings(entry),
			...provenanceFindings(provenance(entry)),
			...drift.flatMap(({ findings }) => findings.get(entry.id) ?? []),
			...(graph.get(entry.id) ?? []),
		],
		provenance,
		sources,
		remarks: [...drift.flatMap(({ remarks }) => remarks), ...unreadRemarks(unread)],
	};
}

/** That only the beginning of an entry was judged. */
export function lengthFindings({ text, wholeLength }: MeasuredEntry): FoundInEntry[] {
	if (wholeLength === undefined) return [];
	const message = `Only the first ${text.length.toLocaleString('en')} of its ${wholeLength.toLocaleString('en')} characters were judged.`;
	return [finding('validation', 'rag-assay/memory-long-entry', { severity: 'info', message })];
}

/** That an entry is in a language whose orders the patterns do not know; of code nothing, which gives no order. */
export function languageFindings({ text, kind }: Pick<MeasuredEntry, 'text' | 'kind'>): FoundInEntry[] {
	if (kind === 'script' || (kind === 'instruction' && isShown(text)) || isReadLanguage(text)) return [];
	const message = 'The patterns do not know the language of this entry. They do not find orders in it.';
	return [finding('validation', languageNotKnown, { severity: 'info', message })];
}

/** What people have approved of a file; `null`: nothing yet. @throws {UserError} RA145, RA506 or RA513. */
export async function loadApproval(file: string): Promise<Approval | null> {
	const path = approvalFile(file);
	const text = await readText(path, fileKinds.approval);
	return text === undefined ? null : readApproval(text, path);
}

async function driftOf(entries: AsyncIterable<MeasuredEntry>, advice: ScanAdvice): Promise<Drifted[]> {
	const byFile = new Map<string, MeasuredEntry[]>();
	for await (const entry of entries) {
		if (entry.place === null) continue;
		const some = byFile.get(entry.place.file);
		if (some === undefined) byFile.set(entry.place.file, [entry]);
		else some.push(entry);
	}
	const read = await Promise.all([...byFile].map(async ([file, some]) => ({ file, some, approval: await loadApproval(file) })));
	const unapproved = read.filter(({ approval }) => approval === null).map(({ file }) => file);
	return [
		{ findings: new Map(), remarks: unapprovedRemarks(unapproved, advice) },
		...read.flatMap(({ file, some, approval }) => (approval === null ? [] : [driftFindings(file, some, approval)])),
	];
}

interface Unread {
	readonly count: number;
	readonly entries: number;
}

/** Of a memory that is a graph what is known of its edges, without their texts; and how many entries are in a language whose orders the patterns do not know. */
async function edgesAndLanguages(entries: AsyncIterable<MeasuredEntry>): Promise<{ edges: GraphEntry[]; unread: Unread }> {
	const edges: GraphEntry[] = [];
	let [count, all] = [0, 0];
	for await (const entry of entries) {
		const { id, relation, when } = entry;
		if (relation !== null) edges.push({ id, relation, when });
		all++;
		if (languageFindings(entry).length > 0) count++;
	}
	return { edges, unread: { count, entries: all } };
}

function unreadRemarks({ count, entries }: Unread): StoreRules['remarks'] {
	if (count === 0) return [];
	return [
		{
			message: `${count} of ${plural(entries, 'entry', 'entries')} ${count === 1 ? 'is' : 'are'} in a language that the patterns do not know. Orders in ${count === 1 ? 'it' : 'them'} are not found by wording.`,
			hint: 'The patterns know core orders in English, Chinese, French, German, Italian, Japanese, Portuguese, Russian and Spanish.',
		},
	];
}

/**
 * What signatures say of entries: whether they are as they were, and what they were made from. An id that only moved on is told from an entry that was changed by
 * what else stands in the store.
 */
export async function signedIn(
	entries: AsyncIterable<MeasuredEntry>,
	signatures: { readonly of: StoredSignatures; readonly ring: KeyRing } | null,
): Promise<Pick<StoreRules, 'provenance' | 'sources'>> {
	if (signatures === null) return { provenance: () => 'not-checked', sources: () => [] };
	const { of, ring } = signatures;
	const index = signatureIndex(of.signatures);
	// Of a large store only what signatures speak of is held.
	const spokenOf = new Set(of.signatures.flatMap(({ digest, madeFrom }) => [digest, ...madeFrom]));
	const here = new Map<string, string>();
	const ids = new Set<string>();
	for await (const entry of entries) {
		const digest = entryDigest(entry);
		if (spokenOf.has(digest)) here.set(digest, entry.id);
		if (index.byId.has(entry.id)) ids.add(entry.id);
	}
	const idsOf = (digest: string): string[] => {
		const found = here.get(digest);
		// What is gone was signed under an id, by which the quarantine may know it; another entry may have that id by now.
		return found === undefined ? (index.byDigest.get(digest) ?? []).map(({ id }) => id).filter((id) => !ids.has(id)) : [found];
	};
	return {
		provenance: (entry) => provenanceOf(entry, index, ring, (digest) => here.has(digest)),
		sources: (entry) => signedSources(entry, index, ring).flatMap(idsOf),
	};
}
