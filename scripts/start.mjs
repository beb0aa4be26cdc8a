/** `npm start`: sets up, builds, analyses the example workspace with the bundled model and writes a report. */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = setUp(root);
for (const [program, ...args] of [
	[node, 'scripts/build.ts'],
	// The product itself runs on the Node that the machine has, which is npm's own: npm puts the one that builds before it.
	[
		process.env.npm_node_execpath ?? process.execPath,
		'bin/rag-assay.cjs',
		'analyze',
		'examples',
		'--offline',
		'--html',
		'examples/report.html',
	],
]) {
	const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 3);
}
