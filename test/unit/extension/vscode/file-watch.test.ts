import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { FileWatch, type FileLook } from '../../../../src/extension/vscode/file-watch.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/until.ts';

const folder = temporaryFolder({ after }, 'rag-assay-file-watch-');

/** What a watch tells; it keeps no process alive, so that the wait has to. */
function watching(t: TestContext): { watch: FileWatch; next: () => Promise<FileLook | undefined>; told: FileLook[] } {
	const told: FileLook[] = [];
	const watch = new FileWatch((look) => told.push(look));
	t.after(() => {
		watch.dispose();
	});
	return {
		watch,
		told,
		next: async () => {
			await until(() => told.length > 0, 'what the watch tells');
			return told.shift();
		},
	};
}

const [there, gone] = [
	{ isThere: true, isFirst: false },
	{ isThere: false, isFirst: false },
];

test('a watch begins with a look, so that who has read the file before reads it once more, and no later change is missed', async (t) => {
	const { watch, next, told } = watching(t);
	const file = join(folder, 'first.md');
	writeFileSync(file, 'One.');
	let read = readFileSync(file, 'utf8');
	// Another program, before the watch has begun.
	writeFileSync(file, 'Two, longer.');
	const begun = watch.of(file);
	writeFileSync(file, 'Three, longer still.');
	await begun;
	assert.deepEqual(told, [{ isThere: true, isFirst: true }]);
	read = readFileSync(file, 'utf8');
	assert.equal(read, 'Three, longer still.');
	told.pop();
	await watch.of(file);
	assert.deepEqual(told, [], 'it is watched already');
	writeFileSync(file, 'Four, at once.');
	assert.deepEqual(await next(), there);
});

test('a file that is made, changed, replaced and removed is told, with whether it is there', async (t) => {
	const { watch, next } = watching(t);
	const file = join(folder, 'a.md');
	await watch.of(file);
	assert.deepEqual(await next(), { isThere: false, isFirst: true }, 'it is not there yet');
	writeFileSync(file, 'One.');
	assert.deepEqual(await next(), there);
	writeFileSync(file, 'Two, longer.');
	assert.deepEqual(await next(), there);
	writeFileSync(`${file}.new`, 'Three.');
	renameSync(`${file}.new`, file);
	assert.deepEqual(await next(), there);
	rmSync(file);
	assert.deepEqual(await next(), gone);
});

test('a file from the beginning of time is there', async (t) => {
	const { watch, next } = watching(t);
	const file = join(folder, 'epoch.md');
	await watch.of(file);
	assert.deepEqual(await next(), { isThere: false, isFirst: true });
	writeFileSync(file, 'One.');
	assert.deepEqual(await next(), there);
	utimesSync(file, 0, 0);
	assert.deepEqual(await next(), there);
});

test('one file at a time, and none after the end', async (t) => {
	const [ours, others] = [watching(t), watching(t)];
	const [one, other] = [join(folder, 'one.md'), join(folder, 'other.md')];
	await Promise.all([ours.watch.of(one), ours.watch.of(other), others.watch.of(one)]);
	const first = { isThere: false, isFirst: true };
	assert.deepEqual([await ours.next(), await others.next()], [first, first], 'of the other, and of the one');
	writeFileSync(one, 'Told to whom it concerns.');
	assert.deepEqual(await others.next(), there);
	assert.deepEqual(ours.told, []);
	ours.watch.dispose();
	await ours.watch.of(one);
	writeFileSync(one, 'Told to whom it still concerns.');
	assert.deepEqual(await others.next(), there);
	assert.deepEqual(ours.told, []);
});
