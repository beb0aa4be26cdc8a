import { dirname, join } from 'node:path';
import type { LikenessRow } from '../analysis/likeness/likeness-row.ts';
import { readReference } from '../analysis/likeness/reference-file.ts';
import { UserError } from '../errors.ts';
import { fileKinds } from '../files/file-kind.ts';
import { requireBytes } from '../files/read-file.ts';
import type { Profile } from '../formats/profile.ts';

/** What the answers of a profile looked like. `unreadable`: it names a file that is not there, or is another one; answers are judged all the same. */
export type ReferenceRows = readonly LikenessRow[] | 'unreadable' | null;

/** Rows beside profiles, the last ones kept: what a profile names by its hash does not change. */
export class ReferenceReader {
	#last: { readonly key: string; readonly rows: readonly LikenessRow[] } | undefined;

	/** Of a profile that lies at `file`; `null` where it names none. */
	async of({ reference }: Profile, file: string): Promise<ReferenceRows> {
		if (reference === undefined) return null;
		const path = join(dirname(file), reference.file);
		const key = `${path} ${reference.sha256}`;
		if (this.#last?.key === key) return this.#last.rows;
		try {
			const rows = readReference(await requireBytes(path, fileKinds.classifier), reference);
			if (rows === null) return 'unreadable';
			this.#last = { key, rows };
			return rows;
		} catch (error) {
			// Nothing hangs on it but a word of warning.
			if (error instanceof UserError) return 'unreadable';
			throw error;
		}
	}
}
