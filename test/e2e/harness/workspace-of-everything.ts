import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { partOfSet } from '../../support/small-data-sets.ts';
import { repository } from './installation.ts';

/** The data set of the workspace, in `data/`, and how many answers of it there are: enough to calibrate RePCS, which takes a second. */
export const dataSet = { name: 'demo-world-clean', traces: 65 } as const;
/** How many documents `cases/` has: of these the usual settings let one answer out. */
export const documents = 8;

/** Writes something for each view and panel to show into a new folder in `parent`, and returns its path. */
export function workspaceOfEverything(parent: string): string {
	const workspace = join(parent, 'everything');
	mkdirSync(join(workspace, 'cases'), { recursive: true });
	for (const name of ['sample.rag.md', 'ungrounded.rag.md', 'no-response.rag.md'])
		cpSync(join(repository, 'test/e2e/workspace', name), join(workspace, name));
	for (const name of ['traces/bank', 'queries', 'memory'])
		cpSync(join(repository, 'examples', name), join(workspace, basename(name)), { recursive: true });
	partOfSet(dataSet.name, join(workspace, 'data'), { train: 40, test: dataSet.traces - 40 });
	for (let i = 1; i <= documents; i++)
		writeFileSync(join(workspace, `cases/case-${i}.md`), `Patient ${i} had shingles.\nThe usual medication for shingles is aciclovir.\n`);
	return workspace;
}
