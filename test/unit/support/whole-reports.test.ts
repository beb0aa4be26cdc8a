import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { quickTest, slowTest } from '../../support/slow-test.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const preloaded = new URL('../../support/whole-reports.mjs', import.meta.url).href;
const tests = 400;

// Without the preloaded file about one run in three loses its last reports.
for (const [runs, declare] of [
	[3, quickTest],
	[20, slowTest],
] as const)
	declare(`a file that ends by force has written all of its reports: ${runs} runs`, { timeout: 240_000 }, (t) => {
		const file = join(temporaryFolder(t), 'many.test.mjs');
		writeFileSync(
			file,
			`import { test } from 'node:test';
			for (let i = 0; i < ${tests}; i++) test(\`\${i} \${'long name '.repeat(30)}\`, () => {});
			test('the last one', () => { throw new Error('it failed'); });`,
		);
		const { NODE_TEST_CONTEXT: _, ...env } = process.env;
		for (let run = 1; run <= runs; run++) {
			const { stdout } = spawnSync(process.execPath, ['--test', '--import', preloaded, '--test-force-exit', '--test-reporter=spec', file], {
				encoding: 'utf8',
				env,
			});
			assert.match(stdout, new RegExp(`ℹ pass ${tests}\n`), `run ${run}`);
			assert.match(stdout, /✖ the last one[^]*Error: it failed/, `run ${run}`);
		}
	});
