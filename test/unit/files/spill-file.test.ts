import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SpillFile, sweepSpills } from '../../../src/files/spill-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder({ after }, 'rag-assay-spill-');

test('what was added is read again, anywhere in it', async () => {
	await using file = await SpillFile.make(folder);
	const at = [await file.add(Buffer.from('one')), await file.add(Buffer.from('three')), await file.add(Buffer.from('x'))];
	assert.deepEqual(at, [0, 3, 8]);
	assert.deepEqual([String(await file.read(3, 5)), String(await file.read(0, 3)), String(await file.read(8, 1))], ['three', 'one', 'x']);
	await assert.rejects(file.read(8, 2), { code: 'RA506' });
	assert.deepEqual(readdirSync(folder).length, process.platform === 'win32' ? 1 : 0);
});

test('where none can be made, that is said with its folder', async () => {
	const file = join(folder, 'a file');
	writeFileSync(file, '');
	await assert.rejects(SpillFile.make(join(file, 'below')), {
		name: 'UserError',
		code: 'RA507',
		message: /^What does not fit into the memory cannot be kept: a part of its path is a file/,
		place: { file: join(file, 'below') },
	});
	rmSync(file);
});

test('a process that is killed leaves nothing that the next one keeps', async () => {
	const program = `
		const { SpillFile } = await import(${JSON.stringify(new URL('../../../src/files/spill-file.ts', import.meta.url).href)});
		const file = await SpillFile.make(${JSON.stringify(folder)});
		await file.add(Buffer.from('a private text'));
		process.kill(process.pid, 'SIGKILL');`;
	const { signal, pid } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
	assert.equal(signal, 'SIGKILL');
	// As Windows leaves it.
	const [gone, ours, other] = [`${pid}-${crypto.randomUUID()}.spill`, `${process.pid}-${crypto.randomUUID()}.spill`, 'a.jsonl'];
	if (process.platform !== 'win32') assert.deepEqual(readdirSync(folder), []);
	for (const name of [gone, ours, other]) writeFileSync(join(folder, name), 'text');
	await sweepSpills(folder);
	assert.deepEqual(readdirSync(folder).toSorted(), [ours, other].toSorted());
	await sweepSpills(join(folder, 'none'));
});
