import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addLabels } from '../../../src/cli/commands/labels.ts';
import { addLabel } from '../../../src/formats/sidecar-labels.ts';
import { emptySidecar } from '../../../src/formats/sidecar.ts';
import { formatSidecar, readSidecar } from '../../../src/formats/sidecar-file.ts';
import { outputOf, startProcess } from '../../support/start-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';
import { labelOf } from './label-of.ts';

const labelingProgram = fileURLToPath(new URL('labeling.ts', import.meta.url));

const people = (name: string): string[] => Array.from({ length: 15 }, (_, i) => `${name} ${i}`);

const golden = (name: string): string => readFileSync(new URL(`../formats/golden/${name}.rag-assay.json`, import.meta.url), 'utf8');

async function merge(...args: readonly string[]): Promise<void> {
	const program = new Command();
	let status: number | undefined;
	addLabels(program, (done) => {
		status = done;
	});
	await program.parseAsync(['labels', 'merge', ...args], { from: 'user' });
	assert.equal(status, 0);
}

async function merged(t: TestContext, ours: string, theirs: string, base: string): Promise<string> {
	const folder = temporaryFolder(t, 'rag-assay-labels-');
	for (const [name, text] of Object.entries({ ours, theirs, base })) writeFileSync(join(folder, name), text);
	const [a, b, c] = ['ours', 'theirs', 'base'].map((name) => join(folder, name));
	await merge(a!, b!, '--base', c!, '--out', a!);
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

for (const [out, isFirst] of [
	['the first input', true],
	['the second input, named by a link', false],
] as const)
	test(`no label is lost that another process gives while sidecars are merged into ${out}`, async (t) => {
		const folder = temporaryFolder(t);
		const [sidecar, theirs, link] = ['t.rag-assay.json', 'theirs', 'link'].map((name) => join(folder, name));
		symlinkSync(sidecar!, link!);
		const [given, taken] = [people('given'), people('taken')];
		const other = startProcess(t, process.execPath, [labelingProgram, sidecar!, ...given]);
		const ended = outputOf(other);
		await until(() => existsSync(sidecar!), 'the first label of the other process');
		for (const who of taken) {
			writeFileSync(theirs!, formatSidecar(addLabel(emptySidecar, labelOf(who))));
			await (isFirst ? merge(sidecar!, theirs!, '--out', sidecar!) : merge(theirs!, sidecar!, '--out', link!));
		}
		const { status, stderr } = await ended;
		assert.equal(status, 0, stderr);
		const { labels } = readSidecar(readFileSync(sidecar!, 'utf8'), sidecar!);
		assert.deepEqual(labels.map(({ who }) => who).toSorted(), [...given, ...taken].toSorted());
		assert.ok(lstatSync(link!).isSymbolicLink());
		assert.deepEqual(readdirSync(folder).toSorted(), ['link', 't.rag-assay.json', 'theirs']);
	});

test('a merge that cannot be written says so, and so does one of a file that is not there', async (t) => {
	const folder = temporaryFolder(t);
	const [ours, none] = [join(folder, 'ours'), join(folder, 'none')];
	writeFileSync(ours, formatSidecar(addLabel(emptySidecar, labelOf('Dana'))));
	await assert.rejects(merge(ours, ours, '--out', join(none, 'out')), { code: 'RA507' });
	await assert.rejects(merge(none, ours, '--out', none), { code: 'RA506' });
	assert.deepEqual(readdirSync(folder), ['ours']);
});
