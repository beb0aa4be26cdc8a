/** `npm run vscode`: sets up, builds, and opens a VS Code with the extension on `examples/`, or on the folder that is named. */
import { spawn, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = setUp(root);
const built = spawnSync(node, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 3);
// Ctrl-C reaches both; the child ends VS Code and then itself.
process.on('SIGINT', () => {});
const child = spawn(node, ['scripts/vscode.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
	throw error;
});
child.on('close', (status) => process.exit(status ?? 0));
