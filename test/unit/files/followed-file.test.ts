import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileKinds } from '../../../src/files/file-kind.ts';
import { FollowedFile, type FileEvent } from '../../../src/files/followed-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { followRotations, roundsOfTwo, someSeed } from './follow-rotations.ts';

const folder = temporaryFolder({ after }, 'rag-assay-follow-');

test('whole lines, new ones alone, a cut, one that is as long afterwards, and a rotation', async () => {
	const path = join(folder, 'log');
	const controller = new AbortController();
	writeFileSync(path, 'one\ntw');
	await using followed = await FollowedFile.open(path, fileKinds.dataSet);
	const events = followed.events({ signal: controller.signal, pace: 5 });
	const next = async (): Promise<FileEvent | undefined> => (await events.next()).value ?? undefined;
	assert.deepEqual(await next(), { kind: 'lines', text: 'one\n' });
	appendFileSync(path, 'o\nthree\nfö');
	assert.deepEqual(await next(), { kind: 'lines', text: 'two\nthree\n' });
	truncateSync(path, 0);
	assert.deepEqual(await next(), { kind: 'missed', missed: { why: 'cut' } });
	assert.deepEqual(await next(), { kind: 'cut' });
	writeFileSync(path, 'anew\n');
	assert.deepEqual(await next(), { kind: 'lines', text: 'anew\n' });
	// Longer than before, and not the same.
	writeFileSync(path, 'other lines\nnow\n');
	assert.deepEqual(await next(), { kind: 'missed', missed: { why: 'cut' } });
	assert.deepEqual(await next(), { kind: 'cut' });
	assert.deepEqual(await next(), { kind: 'lines', text: 'other lines\nnow\n' });
	const waiting = next();
	appendFileSync(path, 'late\n');
	assert.deepEqual(await waiting, { kind: 'lines', text: 'late\n' });
	renameSync(path, `${path}.1`);
	writeFileSync(path, 'rotated\n');
	assert.deepEqual(await next(), { kind: 'replaced' });
	assert.deepEqual(await next(), { kind: 'lines', text: 'rotated\n' });
	const ended = assert.rejects(next(), /enough/);
	controller.abort(new Error('enough'));
	await ended;
});

test('a line of more than a piece comes whole; a file that is not there is said', async () => {
	const path = join(folder, 'long');
	const line = `${'é'.repeat(2 ** 20)}\n`;
	writeFileSync(path, `${line}short\n`);
	const { signal } = new AbortController();
	const found: string[] = [];
	await using followed = await FollowedFile.open(path, fileKinds.dataSet);
	for await (const event of followed.events({ signal, pace: 5 })) {
		assert.equal(event.kind, 'lines');
		found.push(event.kind === 'lines' ? event.text : '');
		if (found.join('').length === line.length + 6) break;
	}
	assert.equal(found.join(''), `${line}short\n`);
	await assert.rejects(FollowedFile.open(join(folder, 'none'), fileKinds.dataSet), { code: 'RA506' });
});

test('what is written just before a rotation, at any moment, is read once, and before what comes after it', async (t) => {
	// One rotation at a time, each over the file that was put away before.
	await followRotations(t, { rotations: 200, seed: someSeed(), rounds: ['over'], ahead: 1 });
});

test('a folder that takes the name ends the reading, with what it is', async (t) => {
	const path = join(folder, 'taken');
	writeFileSync(path, 'one\n');
	await using followed = await FollowedFile.open(path, fileKinds.dataSet);
	const events = followed.events({ signal: t.signal, pace: 5 });
	assert.deepEqual((await events.next()).value, { kind: 'lines', text: 'one\n' });
	renameSync(path, `${path}.1`);
	// Not empty: a folder without files has no size on some file systems.
	mkdirSync(join(path, 'within'), { recursive: true });
	await assert.rejects(events.next(), { code: 'RA506', message: 'This file cannot be read: it is a folder, and a file was expected.' });
});

test('a last line without an end is handed on when another file has taken the name', async (t) => {
	const path = join(folder, 'half');
	writeFileSync(path, 'whole\nhal');
	await using followed = await FollowedFile.open(path, fileKinds.dataSet);
	const events = followed.events({ signal: t.signal, pace: 5 });
	const next = async (): Promise<FileEvent | undefined> => (await events.next()).value ?? undefined;
	assert.deepEqual(await next(), { kind: 'lines', text: 'whole\n' });
	renameSync(path, `${path}.1`);
	writeFileSync(path, '');
	const waiting = next();
	// As a program does that has not opened the new file yet.
	appendFileSync(`${path}.1`, 'f\nlast');
	assert.deepEqual(await waiting, { kind: 'lines', text: 'half\n' });
	appendFileSync(path, 'new\n');
	assert.deepEqual(await next(), { kind: 'lines', text: 'last' });
	assert.deepEqual(await next(), { kind: 'replaced' });
	assert.deepEqual(await next(), { kind: 'lines', text: 'new\n' });
});

test('a log that another process rotates in every way, twice between two looks, too, is read as a whole, once and in order', async (t) => {
	await followRotations(t, { rotations: 60, seed: someSeed() });
});

for (const names of ['ids', 'days', 'aged'] as const)
	test(`a log that another process rotates twice between two looks, to ${names} that differ in more than numbers, is read as a whole`, async (t) => {
		await followRotations(t, { rotations: 60, seed: someSeed(), rounds: roundsOfTwo, ahead: 1, names });
	});
