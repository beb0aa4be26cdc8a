import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Command } from 'commander';
import { addLabels } from '../../../src/cli/commands/labels.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const golden = (name: string): string => readFileSync(new URL(`../formats/golden/${name}.rag-assay.json`, import.meta.url), 'utf8');

async function merged(t: TestContext, ours: string, theirs: string, base: string): Promise<string> {
	const folder = temporaryFolder(t, 'rag-assay-labels-');
	for (const [name, text] of Object.entries({ ours, theirs, base })) writeFileSync(join(folder, name), text);
	const program = new Command();
	let status: number | undefined;
	addLabels(program, (done) => {
		status = done;
	});
	const [a, b, c] = ['ours', 'theirs', 'base'].map((name) => join(folder, name));
	await program.parseAsync(['labels', 'merge', a!, b!, '--base', c!, '--out', a!], { from: 'user' });
	assert.equal(status, 0);
	return readFileSync(a!, 'utf8');
}

test('sidecars about traces alone and about every subject are joined, and taken apart again by their ancestor', async (t) => {
	const [traces, every] = [golden('traces'), golden('every-subject')];
	const both = await merged(t, traces, every, '');
	const entries = (text: string): string[] => text.split('\n').filter((line) => line.includes('"who"'));
	assert.match(both, /"rag-assay\/sidecar@2"/);
	assert.deepEqual(
		entries(both)
			.map((line) => line.replace(/,$/, ''))
			.toSorted(),
		[...entries(traces), ...entries(every)].map((line) => line.replace(/,$/, '')).toSorted(),
	);
	assert.equal(await merged(t, both, traces, both), traces, 'what they took away is gone, and the file is what it was');
});
