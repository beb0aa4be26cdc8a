import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { slowTest } from '../../support/slow-test.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const folder = temporaryFolder({ after }, "it's a fresh clöne ");

/** What building reads; the rest of a clone is large. */
const parts = ['.npmrc', 'package.json', 'package-lock.json', 'bin', 'scripts', 'src', 'webview'];

/** A shell's environment: neither this run's npm nor the Node that it put first, and packages from npm's cache where they are there. */
const env = {
	...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') || name === 'npm_config_registry')),
	PATH: process.env['PATH']!.split(delimiter)
		.filter((entry) => !/[/\\]node_modules[/\\]/.test(entry))
		.join(delimiter),
	npm_config_prefer_offline: 'true',
	CI: 'true',
};
const run = (program: string, ...args: string[]) =>
	spawnSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env, shell: process.platform === 'win32' });

slowTest("'npx rag-assay' says what to do, and 'npm ci && npm run build' is all there is to do", () => {
	for (const part of parts) cpSync(join(repository, part), join(folder, part), { recursive: true });
	const early = run('npx', 'rag-assay', '--version');
	assert.equal(early.status, 2, early.stderr);
	assert.match(early.stderr, /^rag-assay: this clone is not built yet\. Run 'npm run build' in .+, and then this again\.$/m);
	for (const args of [['ci'], ['run', 'build']]) {
		const { status, stderr } = run('npm', ...args);
		assert.equal(status, 0, stderr);
	}
	const late = run('npx', 'rag-assay', '--version');
	assert.equal(late.status, 0, late.stderr);
	assert.match(late.stdout, /^\d+\.\d+\.\d+\n$/);
});
