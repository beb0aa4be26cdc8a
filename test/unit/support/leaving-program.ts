/** Makes a folder and starts a process that would run for a minute, tells its parent of both, and waits to be killed. With `ends`: ends it, and itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { endLeftBehind } from '../../support/left-behind.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ends = process.argv[2] === 'ends';
const hooks: (() => void | Promise<void>)[] = [];
const folder = temporaryFolder({ after: (hook) => void hooks.push(hook) });
const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], { stdio: 'ignore' });
endLeftBehind(child);
if (ends) {
	child.kill('SIGKILL');
	await once(child, 'exit');
	if (!existsSync(folder)) throw new Error('the folder went before its time');
	for (const hook of hooks) await hook();
	process.disconnect();
} else process.send!({ folder, pid: child.pid });
