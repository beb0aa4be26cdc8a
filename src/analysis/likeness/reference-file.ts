import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ProfileReference } from '../../formats/profile.ts';
import { randomFor, shuffled } from '../../statistics/random.ts';
import { likenessColumns } from './likeness-columns.ts';
import type { LikenessRow } from './likeness-row.ts';

/** So many rows are kept. */
const maxRows = 400;

/** What a profile's answers looked like, as it lies beside the profile: numbers, no texts. */
const referenceFile = z.object({
	schema: z.literal('rag-assay/reference@1'),
	columns: z.array(z.string()),
	rows: z.array(z.array(z.number())),
});

/** Rows of a run, one a group, at most `maxRows`, drawn by the seed. */
export function drawReference(answers: readonly { readonly group: string; readonly row: LikenessRow }[], seed: number): LikenessRow[] {
	const ofGroups = new Map(shuffled(randomFor(seed, 'reference'), answers).map(({ group, row }) => [group, row]));
	return [...ofGroups.values()].slice(0, maxRows);
}

/** The file of rows, and what the profile says of it. */
export function formatReference(
	rows: readonly LikenessRow[],
	{ english }: { readonly english: boolean },
): { readonly reference: ProfileReference; readonly text: string } {
	const columns = likenessColumns.map(({ name }) => name);
	const text = `{"schema":"rag-assay/reference@1","columns":${JSON.stringify(columns)},"rows":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`;
	const sha256 = sha256Of(Buffer.from(text));
	return { reference: { file: `reference.${sha256.slice(0, 12)}.json`, sha256, rows: rows.length, ...(english && { english }) }, text };
}

/** The rows; `null` for a file that is not the one that the profile was made with, or whose columns another version made: nothing is compared then. */
export function readReference(bytes: Uint8Array, { sha256 }: ProfileReference): readonly LikenessRow[] | null {
	if (sha256Of(bytes) !== sha256) return null;
	const read = referenceFile.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
	if (!read.success) return null;
	const same = read.data.columns.length === likenessColumns.length && likenessColumns.every(({ name }, i) => read.data.columns[i] === name);
	return same && read.data.rows.every((row) => row.length === likenessColumns.length) ? read.data.rows : null;
}

function sha256Of(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}
