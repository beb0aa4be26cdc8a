import { measured } from '../../analysis/memory/measured-entry.ts';
import { wordingFindings } from '../../analysis/memory/wording-findings.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { changeFile } from '../../files/change-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { approvalFile, formatApproval, readApproval } from '../../formats/memory/approval-file.ts';
import { approvalDrift, approve, nothingApproved, type Approval } from '../../formats/memory/approval.ts';
import { isOfInstructions, type MemoryEntry } from '../../formats/memory/memory-entry.ts';
import { shownStore } from '../../wording/store-names.ts';
import { unwritable } from './memory-file.ts';
import { loadApproval } from './scan-rules.ts';

export interface ApproveWish {
	readonly who: string;
	/** ISO 8601. */
	readonly when: string;
	readonly write: boolean;
	/** Those that are approved; `null`: all. */
	readonly ids: ReadonlySet<string> | null;
	/** Whether a person has marked a text benign, by its hash. */
	readonly isBenign: (content: string) => boolean;
}

export interface Approved {
	readonly approved: number;
	readonly added: number;
	readonly gone: number;
	/** Of those that were approved now: how many a scan flags anyway, by what they say. */
	readonly flagged: number;
	/** Files of what is approved, one beside each file of instructions. */
	readonly files: string[];
}

/**
 * Remembers entries of an instruction file, or of several below a folder, as approved.
 * @param entries all of the store, in its order
 * @throws {UserError} RA670 for entries that are no instructions, RA145, RA506 or RA675
 */
export async function approveEntries(
	target: string,
	entries: readonly MemoryEntry[],
	{ who, when, write, ids, isBenign }: ApproveWish,
): Promise<Approved> {
	const files = new Map<string, MemoryEntry[]>();
	for (const entry of entries) {
		if (!isOfInstructions(entry) || entry.place === null)
			throw new UserError(errorNumbers.notApprovable, 'Only instruction files can be approved. Agents change this memory all the time.', {
				place: { file: shownStore(target) },
				hint: 'Sign its entries instead.',
			});
		const some = files.get(entry.place.file);
		if (some === undefined) files.set(entry.place.file, [entry]);
		else some.push(entry);
	}
	let [approved, added, gone, flagged] = [0, 0, 0, 0];
	for (const [path, all] of files) {
		const approving = new Set(ids === null ? all : all.filter(({ id }) => ids.has(id)));
		// oxlint-disable-next-line no-await-in-loop -- files of one store, one after the other
		const { after, drift } = await approveIn(
			path,
			(before) => {
				return { after: approve(before, { all, approving, who, when }), drift: approvalDrift(before, all) };
			},
			write,
		);
		approved += after.entries.length;
		added += [...drift.added, ...drift.changed.map((one) => one.after)].filter((entry) => approving.has(entry)).length;
		gone += drift.gone.length;
		flagged += [...approving].filter((entry) => !isBenign(entry.content) && speaksAgainst(entry)).length;
	}
	return { approved, added, gone, flagged, files: files.size === 0 ? [approvalFile(target)] : [...files.keys()].map(approvalFile) };
}

/** Changes what is approved of the file at `path`; where another process does so at the same time, both count. */
async function approveIn<T extends { readonly after: Approval }>(
	path: string,
	change: (before: Approval) => T,
	write: boolean,
): Promise<T> {
	if (!write) return change((await loadApproval(path)) ?? nothingApproved);
	const file = approvalFile(path);
	return changeFile(
		file,
		(text) => {
			const result = change(text === undefined ? nothingApproved : readApproval(text, file));
			return { text: formatApproval(result.after), result };
		},
		{ kind: fileKinds.approval, notWritable: (cause) => unwritable(file, cause) },
	);
}

function speaksAgainst(entry: MemoryEntry): boolean {
	return wordingFindings(measured(entry, null)).some(({ severity }) => severity !== 'info');
}
