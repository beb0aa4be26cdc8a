import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { forkProcess, killAfter } from '../../support/start-process.ts';
import { until } from '../../support/until.ts';
import { isRunning } from '../../support/is-running.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('a process ends with its parent though its own thread never comes up for air', async (t) => {
	const folder = temporaryFolder(t, 'rag-assay-parent-');
	const watch = new URL('../../../src/model-process/parent-watch.ts', import.meta.url).href;
	writeFileSync(
		join(folder, 'child.mjs'),
		`
		const { endWithParent } = await import(${JSON.stringify(watch)});
		endWithParent();
		process.send(process.pid, () => { for (;;); });
	`,
	);
	writeFileSync(
		join(folder, 'parent.mjs'),
		`
		import { fork } from 'node:child_process';
		fork(${JSON.stringify(join(folder, 'child.mjs'))}).once('message', (pid) => process.send(pid));
	`,
	);
	const parent = forkProcess(t, join(folder, 'parent.mjs'));
	const [pid] = (await once(parent, 'message')) as [number];
	killAfter(t, pid);
	assert.equal(isRunning(pid), true);
	parent.kill('SIGKILL');
	await until(() => !isRunning(pid), 'the child ends');
});
