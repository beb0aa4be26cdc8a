import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { countsIn, noCounts, settled, summaryLine } from '../../../scripts/test-counts.ts';

test('counts what Node\u2019s own runner prints, with both of its reporters', () => {
	const folder = mkdtempSync(join(tmpdir(), 'counts-'));
	try {
		const file = join(folder, 'a.test.mjs');
		writeFileSync(
			file,
			`import { test } from 'node:test';
			test('passes', () => {}); test('passes too', () => {});
			test('fails', () => { throw new Error('x'); });
			test('skips', { skip: 'a reason' }, () => {}); test('later', { todo: true }, () => {});`,
		);
		for (const reporter of ['spec', 'tap']) {
			// Without the variable that marks a child of the running test runner, which would change its output.
			const { NODE_TEST_CONTEXT: _, ...env } = process.env;
			const { stdout, status } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, file], {
				encoding: 'utf8',
				env: { ...env, FORCE_COLOR: '1' },
			});
			assert.equal(status, 1);
			assert.deepEqual(countsIn(stdout), { passed: 2, failed: 1, skipped: 2 }, stdout);
			assert.deepEqual(countsIn(stdout + stdout), { passed: 4, failed: 2, skipped: 4 });
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('a suite that dies or runs nothing has failed', () => {
	assert.deepEqual(settled(noCounts, 0), { passed: 0, failed: 1, skipped: 0 });
	assert.deepEqual(settled({ passed: 3, failed: 0, skipped: 0 }, null), { passed: 3, failed: 1, skipped: 0 });
	assert.deepEqual(settled({ passed: 3, failed: 2, skipped: 0 }, 1), { passed: 3, failed: 2, skipped: 0 });
	assert.deepEqual(settled({ passed: 3, failed: 0, skipped: 1 }, 0), { passed: 3, failed: 0, skipped: 1 });
});

test('the last line names what there is', () => {
	assert.equal(summaryLine({ passed: 41, failed: 0, skipped: 0 }), '41 passed, 0 failed');
	assert.equal(summaryLine({ passed: 41, failed: 1, skipped: 2 }), '41 passed, 1 failed, 2 skipped');
});
