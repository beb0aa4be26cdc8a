import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { ownerOnly } from '../../files/durable-file.ts';
import { withLabel, type ChangedLabels } from '../../formats/sidecar-labels.ts';
import { shownStore } from '../../wording/store-names.ts';
import { changeSidecar, loadSidecar } from '../traces/sidecar-store.ts';

/** Where it is kept what people said of a store's entries: beside a file, and of what is no file in the user's data directory. */
export function sidecarOfStore(target: string, isFile: boolean, dataDirectory: string): string {
	if (isFile) return sidecarFile(target);
	const name = createHash('sha256').update(shownStore(target)).digest('hex').slice(0, 16);
	return join(dataDirectory, 'memory', `${name}.rag-assay.json`);
}

/** Whether a person has marked a text benign, by its hash: its entry may have another id today. */
export async function isBenignIn(sidecar: string): Promise<(content: string) => boolean> {
	const { labels } = await loadSidecar(sidecar);
	const benign = new Set(
		labels.filter(({ label, subject }) => subject.kind === 'entry' && label === 'benign').map(({ textSha256 }) => textSha256),
	);
	return (content) => benign.has(content);
}

/**
 * Marks entries benign for whoever it is, or takes everybody's mark of their texts back, because each silences the findings; `by`: whose those were.
 * @throws {UserError} RA111, RA505 or RA506.
 */
export async function markBenign(
	sidecar: string,
	entries: readonly MemoryEntry[],
	{ who, note, benign, when }: { readonly who: string; readonly note: string; readonly benign: boolean; readonly when: string },
): Promise<{ file: string; changed: number; by: string[] }> {
	let done: Pick<ChangedLabels, 'changed' | 'by'> = { changed: 0, by: [] };
	await mkdir(dirname(sidecar), { recursive: true, mode: ownerOnly });
	await changeSidecar(sidecar, (before) => {
		const { sidecar: after, ...rest } = withLabel(before, entries, { kind: 'entry', label: 'benign', isGiven: benign, who, when, note });
		done = rest;
		return after;
	});
	return { file: sidecar, changed: done.changed, by: [...done.by] };
}
