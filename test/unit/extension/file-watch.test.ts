import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { FileWatch } from '../../../src/extension/file-watch.ts';
import { until } from '../../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'rag-assay-file-watch-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What a watch tells; it keeps no process alive, so that the wait has to. */
function watching(t: TestContext): { watch: FileWatch; next: () => Promise<boolean | undefined>; told: boolean[] } {
	const told: boolean[] = [];
	const watch = new FileWatch((isThere) => told.push(isThere));
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

test('a file that is made, changed, replaced and removed is told, with whether it is there', async (t) => {
	const { watch, next } = watching(t);
	const file = join(folder, 'a.md');
	assert.equal(watch.of(file), true);
	assert.equal(watch.of(file), false, 'it is watched already');
	assert.equal(await next(), false, 'it is not there yet');
	writeFileSync(file, 'One.');
	assert.equal(await next(), true);
	writeFileSync(file, 'Two, longer.');
	assert.equal(await next(), true);
	writeFileSync(`${file}.new`, 'Three.');
	renameSync(`${file}.new`, file);
	assert.equal(await next(), true);
	rmSync(file);
	assert.equal(await next(), false);
});

test('a file from the beginning of time is there', async (t) => {
	const { watch, next } = watching(t);
	const file = join(folder, 'epoch.md');
	watch.of(file);
	assert.equal(await next(), false);
	writeFileSync(file, 'One.');
	assert.equal(await next(), true);
	utimesSync(file, 0, 0);
	assert.equal(await next(), true);
});

test('one file at a time, and none after the end', async (t) => {
	const [ours, others] = [watching(t), watching(t)];
	const [one, other] = [join(folder, 'one.md'), join(folder, 'other.md')];
	ours.watch.of(one);
	ours.watch.of(other);
	others.watch.of(one);
	assert.deepEqual([await ours.next(), await others.next()], [false, false], 'of the other, and of the one');
	writeFileSync(one, 'Told to whom it concerns.');
	assert.equal(await others.next(), true);
	assert.deepEqual(ours.told, []);
	ours.watch.dispose();
	assert.equal(ours.watch.of(one), false);
	writeFileSync(one, 'Told to whom it still concerns.');
	assert.equal(await others.next(), true);
	assert.deepEqual(ours.told, []);
});
