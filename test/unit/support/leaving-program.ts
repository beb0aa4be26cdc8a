/** Makes a folder and starts a process that would run for a minute, tells its parent of both, and waits to be killed. With `ends`: ends it, and itself. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { startProcess } from '../../support/start-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ends = process.argv[2] === 'ends';
const hooks: (() => void | Promise<void>)[] = [];
const test = { after: (hook: () => void | Promise<void>) => void hooks.push(hook) };
const folder = temporaryFolder(test);
const child = startProcess(test, process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], { stdio: 'ignore' });
if (ends) {
	child.kill('SIGKILL');
	await once(child, 'exit');
	if (!existsSync(folder)) throw new Error('the folder went before its time');
	for (const hook of hooks) await hook();
	process.disconnect();
} else process.send!({ folder, pid: child.pid });
