import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countsIn, linesOfFilesLeftOut, noCounts, settled, summaryLine, timedTestsIn } from '../../../scripts/test-counts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('counts what Node\u2019s own runner prints, with both of its reporters', (t) => {
	const folder = temporaryFolder(t, 'counts-');
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
		assert.deepEqual(countsIn(stdout), { passed: 2, failed: 1, skipped: 2, leftOut: 0 }, stdout);
		assert.deepEqual(countsIn(stdout + stdout), { passed: 4, failed: 2, skipped: 4, leftOut: 0 });
	}
});

test('a suite that dies or runs nothing has failed', () => {
	assert.deepEqual(settled(noCounts, 0), { passed: 0, failed: 1, skipped: 0, leftOut: 0 });
	assert.deepEqual(settled({ passed: 3, failed: 0, skipped: 0, leftOut: 0 }, null), { passed: 3, failed: 1, skipped: 0, leftOut: 0 });
	assert.deepEqual(settled({ passed: 3, failed: 2, skipped: 0, leftOut: 0 }, 1), { passed: 3, failed: 2, skipped: 0, leftOut: 0 });
	assert.deepEqual(settled({ passed: 3, failed: 0, skipped: 1, leftOut: 0 }, 0), { passed: 3, failed: 0, skipped: 1, leftOut: 0 });
});

test('the last line names what there is', () => {
	assert.equal(summaryLine({ passed: 41, failed: 0, skipped: 0, leftOut: 0 }), '41 passed, 0 failed');
	assert.equal(summaryLine({ passed: 41, failed: 1, skipped: 2, leftOut: 0 }), '41 passed, 1 failed, 2 skipped');
	assert.equal(summaryLine({ passed: 41, failed: 0, skipped: 0, leftOut: 3 }), '41 passed, 0 failed, 3 left to test:all');
});

test('slow tests that are left out are counted apart from skipped ones, and run where a file runs by itself', (t) => {
	const folder = temporaryFolder(t, 'counts-');
	const file = join(folder, 'a.test.ts');
	const module = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
	writeFileSync(
		file,
		`import { describe, test } from 'node:test'; import { slowTest } from ${module('support/slow-test.ts')};
		test('passes', () => {}); test('skips', { skip: 'a reason' }, () => {});
		describe('a suite', () => { slowTest('slow', () => {}); test('quick', () => {}); });
		slowTest('slow, too', { timeout: 1000 }, () => { throw new Error('x'); });`,
	);
	const run = (tests: Record<string, string>) => {
		const { NODE_TEST_CONTEXT: _, RAG_ASSAY_TESTS: __, ...env } = process.env;
		return spawnSync(process.execPath, ['--test', '--test-reporter=spec', file], { encoding: 'utf8', env: { ...env, ...tests } }).stdout;
	};
	const quick = run({ RAG_ASSAY_TESTS: 'quick' });
	assert.deepEqual(countsIn(quick), { passed: 2, failed: 0, skipped: 1, leftOut: 2 }, quick);
	const all = run({});
	assert.deepEqual(countsIn(all), { passed: 3, failed: 1, skipped: 1, leftOut: 0 }, all);
	assert.deepEqual(
		timedTestsIn(all).map(({ name, seconds }) => [name, seconds >= 0]),
		[
			['passes', true],
			['a suite', true],
			['slow, too', true],
		],
	);
});

test('a file that is left out as a whole counts as one', () => {
	const ran = '✔ a path (12.5ms)\n﹣ skips (0.1ms) # a reason\nℹ pass 1\nℹ fail 0\nℹ skipped 1\n';
	assert.deepEqual(countsIn(ran + linesOfFilesLeftOut(['e2e/a.test.ts', 'e2e/b.test.ts'])), {
		passed: 1,
		failed: 0,
		skipped: 1,
		leftOut: 2,
	});
	assert.deepEqual(timedTestsIn(ran + linesOfFilesLeftOut(['e2e/a.test.ts'])), [{ name: 'a path', seconds: 0.0125 }]);
});
