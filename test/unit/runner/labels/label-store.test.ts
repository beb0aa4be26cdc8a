import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSidecar } from '../../../../src/formats/sidecar-file.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';
import { traceSubject } from '../../../../src/formats/subject.ts';
import { authorIn, userName } from '../../../../src/runner/labels/author.ts';
import { LabelStore } from '../../../../src/runner/labels/label-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { writeTrace } from './workspace.ts';

const now = (): Date => new Date('2026-01-31T10:00:00Z');

test('labels go into the sidecar by name, are changed, and are taken back step by step', async (t) => {
	const folder = temporaryFolder(t);
	const uri = writeTrace(folder, 'ann', 'Ann is 34. She is tall.');
	const sidecar = join(folder, 'ann.rag-assay.json');
	const changed: string[] = [];
	const store = new LabelStore({
		name: () => 'Dana',
		now,
		onChange: (of) => {
			changed.push(of);
		},
	});
	const key = { uri, subject: traceSubject('ann'), textSha256: textSha256('She is tall.') };
	const labels = () => readSidecar(readFileSync(sidecar, 'utf8'), sidecar).labels;

	await store.set({ ...key, label: 'grounded' });
	assert.deepEqual(labels(), [
		{
			label: 'grounded',
			subject: traceSubject('ann'),
			textSha256: key.textSha256,
			who: 'Dana',
			when: '2026-01-31T10:00:00.000Z',
			note: '',
		},
	]);
	await store.set({ ...key, label: 'ungrounded', note: 'no passage says so' });
	await store.set({ ...key, label: 'ungrounded' });
	assert.deepEqual(
		labels().map(({ label, note }) => [label, note]),
		[['ungrounded', 'no passage says so']],
		'a label without a note keeps the one that is there',
	);
	await store.set({ ...key, label: null });
	assert.equal(existsSync(sidecar), false);
	await store.set({ ...key, label: null });

	assert.deepEqual(await store.undo(), { ...key, label: 'ungrounded' });
	assert.equal(labels()[0]?.note, 'no passage says so');
	assert.deepEqual(await store.undo(), { ...key, label: 'grounded' });
	assert.deepEqual(await store.undo(), { ...key, label: null });
	assert.equal(existsSync(sidecar), false);
	assert.equal(await store.undo(), null);
	assert.equal(new Set(changed).size, 1);
	assert.equal(changed[0], uri);
});

test('labels of others stay; a sidecar that cannot be read is not written over', async (t) => {
	const folder = temporaryFolder(t);
	const uri = writeTrace(folder, 'ann', 'Ann is 34.');
	const key = { uri, subject: traceSubject('ann'), textSha256: textSha256('Ann is 34.') };
	let name = 'Dana';
	const store = new LabelStore({ name: () => name, now, onChange: () => undefined });
	await store.set({ ...key, label: 'grounded' });
	name = 'Eli';
	await store.set({ ...key, label: 'ungrounded' });
	await store.set({ ...key, label: null });
	const sidecar = join(folder, 'ann.rag-assay.json');
	assert.deepEqual(
		readSidecar(readFileSync(sidecar, 'utf8'), sidecar).labels.map(({ who }) => who),
		['Dana'],
	);
	writeFileSync(sidecar, '<<<<<<< ours');
	await assert.rejects(store.set({ ...key, label: 'grounded' }), { code: 'RA111' });
	assert.equal(readFileSync(sidecar, 'utf8'), '<<<<<<< ours');
	await assert.rejects(store.set({ ...key, uri: 'untitled:Untitled-1', label: 'grounded' }), { code: 'RA505' });
});

test('what was labeled anew in another window is not taken back here, and what came before it is', async (t) => {
	const folder = temporaryFolder(t);
	const uri = writeTrace(folder, 'ann', 'Ann is 34. She is tall.');
	const sidecar = join(folder, 'ann.rag-assay.json');
	const [first, second] = ['Ann is 34.', 'She is tall.'].map((text) => ({
		uri,
		subject: traceSubject('ann'),
		textSha256: textSha256(text),
	}));
	assert.ok(first !== undefined && second !== undefined);
	const window = () => new LabelStore({ name: () => 'Dana', now, onChange: () => undefined });
	const [here, there] = [window(), window()];
	const labels = (): string[] =>
		existsSync(sidecar) ? readSidecar(readFileSync(sidecar, 'utf8'), sidecar).labels.map(({ label, note }) => `${label} ${note}`) : [];
	for (const newer of [{ label: 'ungrounded', note: '' }, { label: 'grounded', note: 'looked again' }, { label: null }] as const) {
		await here.set({ ...first, label: 'grounded' });
		await here.set({ ...second, label: 'grounded' });
		await there.set({ ...second, ...newer });
		const before = labels();
		await assert.rejects(here.undo(), { code: 'RA516', message: /changed in another window since then/ });
		assert.deepEqual(labels(), before);
		assert.deepEqual(await here.undo(), { ...first, label: null });
		await there.set({ ...second, label: null });
		assert.deepEqual(labels(), []);
	}
	// The same again is no other change.
	await here.set({ ...first, label: 'grounded' });
	await there.set({ ...first, label: 'grounded' });
	assert.deepEqual(await here.undo(), { ...first, label: null });
});

test("who labels: the setting, else git's name here, else the system's", async (t) => {
	const folder = temporaryFolder(t);
	assert.equal(await authorIn(folder, 'Dana'), 'Dana');
	assert.equal(await authorIn(undefined, undefined), userName());
	execFileSync('git', ['init', '-q'], { cwd: folder });
	execFileSync('git', ['config', 'user.name', 'Eli Brook'], { cwd: folder });
	assert.equal(await authorIn(folder, undefined), 'Eli Brook');
	assert.equal(await authorIn(join(folder, 'not there'), undefined), userName());
});
