import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { withLabel, type ChangedLabels } from '../../formats/sidecar-labels.ts';
import { changeSidecar } from '../sidecar-store.ts';
import { readLogFile } from './log-file.ts';

/** What marks a query benign, or takes that back. */
export interface BenignMark {
	readonly who: string;
	readonly note: string;
	readonly benign: boolean;
	/** ISO 8601. */
	readonly when: string;
}

/**
 * Marks queries of a log benign in its sidecar, by the hash of their text; what is taken back is everybody's mark, because each silences the finding.
 * `by`: whose marks were taken back. @param ids of queries, or hashes of their texts
 * @throws {UserError} RA686 for a query that is not there, RA111, RA505, and as `readLogFile`
 */
export async function markQueriesBenign(log: string, ids: readonly string[], { who, note, benign, when }: BenignMark) {
	const { queries } = await readLogFile(log);
	const wanted = new Set(ids);
	const found = queries.filter(({ id, content }) => wanted.has(id) || wanted.has(content));
	const missing = ids.find((id) => found.every((one) => one.id !== id && one.content !== id));
	if (missing !== undefined)
		throw new UserError(errorNumbers.noSuchQuery, `The log has no query '${missing}'.`, {
			place: { file: log },
			hint: 'Screen it: the queries have their ids in the result.',
		});
	const file = sidecarFile(log);
	let done: Pick<ChangedLabels, 'changed' | 'by'> = { changed: 0, by: [] };
	await changeSidecar(file, (before) => {
		const { sidecar, ...rest } = withLabel(before, found, { kind: 'query', label: 'ordinary', isGiven: benign, who, when, note });
		done = rest;
		return sidecar;
	});
	return { file, changed: done.changed, by: [...done.by] };
}
