import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { changeFile } from '../../../src/files/change-file.ts';
import { realSystem, type WritingSystem } from '../../../src/files/durable-file.ts';
import { ownerText } from '../../../src/files/lock-file.ts';
import { startProcess } from '../../support/start-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { changeText } from './change-options.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

const program = fileURLToPath(new URL('changing-program.ts', import.meta.url));
const plus =
	(line: string) =>
	(text = '') => ({ text: `${text}${line}\n`, result: text.length });

describe('a file that several programs change', () => {
	for (const [times, declare] of [
		[8, quickTest],
		[25, slowTest],
	] as const)
		declare(`has the changes of two processes that change it at once, ${times} times each`, async (t) => {
			const folder = temporaryFolder(t);
			const file = join(folder, 'a');
			const names = ['one', 'two'];
			const running = names.map((name) => {
				const child = startProcess(t, process.execPath, [program, file, name, String(times)], { stdio: ['ignore', 'ignore', 'inherit'] });
				return once(child, 'exit', { signal: t.signal });
			});
			assert.deepEqual(await Promise.all(running), [
				[0, null],
				[0, null],
			]);
			const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
			for (const name of names)
				assert.deepEqual(
					lines.filter((line) => line.startsWith(name)),
					Array.from({ length: times }, (_, i) => `${name} ${i}`),
				);
			assert.equal(lines.length, 2 * times);
			assert.deepEqual(readdirSync(folder), ['a'], 'no lock and no draft is left');
		});

	test('has the change of another process that came after it was read', async (t) => {
		const file = join(temporaryFolder(t), 'a');
		let calls = 0;
		const before = await changeFile(
			file,
			(text) => {
				if (calls++ === 0) assert.equal(spawnSync(process.execPath, [program, file, 'other']).status, 0);
				return plus('ours')(text);
			},
			changeText,
		);
		assert.deepEqual([calls, before, readFileSync(file, 'utf8')], [2, 'other 0\n'.length, 'other 0\nours\n']);
	});

	test('has what a program without a lock has written at the last moment, also where it made or deleted the file', async (t) => {
		const file = join(temporaryFolder(t), 'a');
		/** Acts when the draft is open: the file was read for the last time before it is written. */
		const meddling = (act: () => void): WritingSystem => {
			let isDone = false;
			return {
				...realSystem,
				open: async (...given) => {
					if (!isDone) act();
					isDone = true;
					return realSystem.open(...given);
				},
			};
		};
		const change = (line: string, act: () => void) => changeFile(file, plus(line), { ...changeText, system: meddling(act) });
		await change('first', () => writeFileSync(file, 'made\n'));
		assert.equal(readFileSync(file, 'utf8'), 'made\nfirst\n');
		await change('second', () => writeFileSync(file, 'written\n'));
		assert.equal(readFileSync(file, 'utf8'), 'written\nsecond\n');
		await change('third', () => rmSync(file));
		assert.equal(readFileSync(file, 'utf8'), 'third\n');
	});

	test('that is written again and again is given up at last, with what the others have written', async (t) => {
		const file = join(temporaryFolder(t), 'a');
		let times = 0;
		const system: WritingSystem = {
			...realSystem,
			open: async (path, flags, mode) => {
				if (path.endsWith('.draft')) writeFileSync(file, `busy ${++times}\n`);
				return realSystem.open(path, flags, mode);
			},
		};
		await assert.rejects(changeFile(file, plus('ours'), { ...changeText, system }), {
			code: 'RA507',
			message: /another program has written it meanwhile/,
		});
		assert.equal(readFileSync(file, 'utf8'), `busy ${times}\n`);
	});

	test('is not waited for longer than somebody has patience, and the lock is named', async (t) => {
		const folder = temporaryFolder(t);
		const file = join(folder, 'a');
		const lock = join(folder, '.a.rag-assay-lock');
		writeFileSync(lock, await ownerText('a stopped one'));
		await assert.rejects(changeFile(file, plus('ours'), { ...changeText, patience: 50 }), {
			code: 'RA507',
			message: /another RAG Assay has held its lock, '\.a\.rag-assay-lock'/,
		});
		rmSync(lock);
		await changeFile(file, plus('ours'), changeText);
		assert.equal(readFileSync(file, 'utf8'), 'ours\n');
	});

	test('is left alone by a change that changes nothing, or fails, and goes where there is to be none', async (t) => {
		const folder = temporaryFolder(t);
		const file = join(folder, 'a');
		writeFileSync(file, 'as it is');
		const { ino } = statSync(file);
		assert.equal(await changeFile(file, (text) => ({ text, result: 1 }), changeText), 1);
		assert.equal(statSync(file).ino, ino);
		await assert.rejects(
			changeFile(file, () => Promise.reject(new Error('no such change')), changeText),
			/no such change/,
		);
		assert.equal(readFileSync(file, 'utf8'), 'as it is');
		await changeFile(file, () => ({ text: undefined, result: undefined }), changeText);
		assert.deepEqual(readdirSync(folder), []);
	});

	test('keeps its mode; a new one gets the usual one, or the one that is asked for', {
		skip: process.platform === 'win32' && 'no such modes',
	}, async (t) => {
		const folder = temporaryFolder(t);
		const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;
		const change = (name: string, mode?: number) =>
			changeFile(join(folder, name), plus('x'), { ...changeText, ...(mode === undefined ? {} : { mode }) });
		writeFileSync(join(folder, 'usual'), '');
		await change('a');
		assert.equal(modeOf('a'), modeOf('usual'));
		chmodSync(join(folder, 'a'), 0o640);
		await change('a');
		assert.equal(modeOf('a'), 0o640);
		await change('a', 0o600);
		assert.equal(modeOf('a'), 0o600);
	});
});
