import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { partOfSet } from '../../support/small-data-sets.ts';
import { repository } from './installation.ts';
import { emptyFolder } from './own-folder.ts';

interface Sides {
	readonly train: number;
	readonly test: number;
}

/** Answers of each set by side: enough for every method, and read in seconds. */
const kept: Readonly<Record<string, Sides>> = {
	'demo-world-clean': { train: 40, test: 25 },
	'demo-world-memorised': { train: 40, test: 25 },
	'demo-world': { train: 130, test: 60 },
};
const sizeOf = ({ train, test }: Sides): number => train + test;

/** The data sets in a workspace's `data/`, and of how many answers each is. */
export const sets: readonly { readonly name: string; readonly traces: number }[] = Object.entries(kept).map(([name, sides]) => ({
	name,
	traces: sizeOf(sides),
}));
/** Of all sets together. */
export const traces: number = Object.values(kept).reduce((sum, sides) => sum + sizeOf(sides), 0);

/** A new folder with the beginnings of the data sets in `data/`, and two traces in `traces/`. */
export function calibrationWorkspace(): string {
	const folder = emptyFolder('calibration');
	mkdirSync(join(folder, 'data'));
	for (const [name, sides] of Object.entries(kept)) partOfSet(name, join(folder, 'data'), sides);
	for (const name of ['sample.rag.md', 'ungrounded.rag.md'])
		cpSync(join(repository, 'test/e2e/workspace', name), join(folder, 'traces', name));
	return folder;
}
