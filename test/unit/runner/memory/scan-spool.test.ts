import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownerText } from '../../../../src/files/lock-file.ts';
import { sweepScans } from '../../../../src/runner/memory/scan-spool.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const key = (digit: string): string => digit.repeat(32);

test('old scans are swept, but for one that another process goes on with', async (t) => {
	const folder = temporaryFolder(t);
	const put = (name: string, text: string, isOld: boolean): void => {
		writeFileSync(join(folder, name), text);
		if (isOld) utimesSync(join(folder, name), 1, 1);
	};
	const running = await ownerText('another');
	const ended = JSON.stringify({ ...JSON.parse(running), pid: spawnSync(process.execPath, ['-e', '']).pid });
	put(`${key('0')}.jsonl`, 'own, and old', true);
	put(`${key('0')}.lock`, running, false);
	put(`${key('1')}.jsonl`, 'left', true);
	put(`${key('2')}.jsonl`, 'left by a process that was killed', true);
	put(`${key('2')}.lock`, ended, true);
	put(`${key('3')}.lock`, ended, true);
	put(`${key('4')}.jsonl`, 'gone on with, and nothing was written yet', true);
	put(`${key('4')}.lock`, running, false);
	put(`${key('5')}.jsonl`, 'young', false);
	await sweepScans(folder, key('0'), Date.now());
	assert.deepEqual(readdirSync(folder).toSorted(), [`${key('0')}.lock`, `${key('4')}.jsonl`, `${key('4')}.lock`, `${key('5')}.jsonl`]);
});
