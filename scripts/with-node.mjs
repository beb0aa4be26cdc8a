/**
 * `node scripts/with-node.mjs ARGUMENT…`: sets up, and runs the Node that came with it with these arguments. The scripts of package.json go
 * through here, so that each of them works as the first one, and on every Node that the machine may have.
 */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveUp, setUp } from './setup.mjs';

const node = setUp(dirname(dirname(fileURLToPath(import.meta.url))));
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit' });
child.on('error', (error) => giveUp(`${node} cannot be started (${error.message}). Remove node_modules and run this again.`));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => {
		// A terminal has sent its Ctrl-C to the child as well.
		if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
	});
}
child.on('close', (status, signal) => {
	if (signal === null) process.exit(status);
	process.removeAllListeners(signal);
	process.kill(process.pid, signal);
});
