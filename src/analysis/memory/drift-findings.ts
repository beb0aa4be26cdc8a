import { approvalDrift, type Approval } from '../../formats/memory/approval.ts';
import type { StoreRemark } from '../../stores/memory/memory-store.ts';
import type { ScanAdvice } from '../../wording/memory-phrases.ts';
import { plural } from '../../wording/phrases.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';
import type { MeasuredEntry } from './measured-entry.ts';
import { quotedShort } from './scan-words.ts';

/** What has changed in a file of instructions since people approved it. */
export interface Drifted {
	/** By id of the entry. */
	readonly findings: ReadonlyMap<string, FoundInEntry>;
	readonly remarks: readonly StoreRemark[];
}

/** Returns that nobody has approved some files yet: one remark, however many they are. */
export function unapprovedRemarks(files: readonly string[], advice: ScanAdvice): StoreRemark[] {
	const [first] = files;
	if (first === undefined) return [];
	const rest = files.length - 1;
	return [
		{
			message: `Not approved yet: ${nameOf(first)}${rest === 0 ? '' : ` and ${plural(rest, 'more file', 'more files')}`}. Without an approved version, changes cannot be shown.`,
			hint: advice.approve(first),
		},
	];
}

/** A list is too narrow for a path. The hint has it. */
function nameOf(file: string): string {
	return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

/** @param entries of the file, in their order */
export function driftFindings(file: string, entries: readonly MeasuredEntry[], approval: Approval): Drifted {
	const { added, changed, gone } = approvalDrift(approval, entries);
	const last = approval.entries.toSorted((a, b) => (a.when < b.when ? 1 : -1))[0];
	const since = last === undefined ? 'it was approved' : `${last.who} approved the file on ${last.when.slice(0, 10)}`;
	return {
		findings: new Map([
			...added.map(({ id }) => [id, drifted(`New since ${since}.`)] as const),
			...changed.map(
				({ before, after }) =>
					[
						after.id,
						drifted(`Changed since ${before.who} approved it on ${before.when.slice(0, 10)}. It said ${quotedShort(before.text)}.`),
					] as const,
			),
		]),
		remarks:
			gone.length === 0
				? []
				: [
						{
							message: `${plural(gone.length, 'approved entry is', 'approved entries are')} no longer in ${file}: ${gone
								.slice(0, 3)
								.map(({ text }) => quotedShort(text, 40))
								.join(', ')}${gone.length > 3 ? ', \u2026' : ''}.`,
							hint: 'If that is correct, approve the file again.',
						},
					],
	};
}

function drifted(message: string): FoundInEntry {
	return finding('drift', 'rag-assay/memory-drift', { message });
}
