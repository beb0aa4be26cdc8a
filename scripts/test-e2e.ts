/**
 * The end-to-end tests in a real VS Code in a real browser, on what `scripts/build.ts` has left in `dist/`.
 * Arguments are file names to run instead of all; `--update-media` makes the README's picture of this run's screenshot.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installation, repository } from '../test/e2e/harness/installation.ts';
import { install } from '../test/e2e/harness/install.ts';
import { meetMachineNeeds } from './machine-needs.ts';

const updateMedia = process.argv.includes('--update-media');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folder = join(repository, 'test/e2e');

function giveUp(line: string): never {
	console.error(`end-to-end tests: ${line}`);
	process.exit(2);
}

const needs = meetMachineNeeds();
if (needs !== undefined) giveUp(needs);
if (!existsSync(join(repository, 'dist/extension.cjs'))) giveUp('dist/ is not built; run: npm run build');
await install(installation(), console.log).catch((error: unknown) => giveUp(error instanceof Error ? error.message : String(error)));

const all = globSync('*.test.ts', { cwd: folder }).toSorted();
const files = named.length === 0 ? all : all.filter((file) => named.some((name) => file.startsWith(name)));
if (files.length === 0) giveUp(`no test file starts with ${named.join(' or ')}; there are ${all.join(', ')}`);
if (named.length === 0) rmSync(join(folder, 'screenshots'), { recursive: true, force: true });

// One VS Code at a time: each is several processes and a browser.
const child = spawn(process.execPath, ['--test', '--test-reporter=spec', '--test-concurrency=1', ...files.map((file) => join('test/e2e', file))], { cwd: repository, stdio: 'inherit' });
const status = await new Promise<number | null>((resolve, reject) => { child.on('error', reject).on('close', resolve); });
if (updateMedia && status === 0) {
	copyFileSync(join(folder, 'screenshots/readme.png'), join(repository, 'media/heatmap.png'));
	console.log('media/heatmap.png is now this run\'s screenshots/readme.png');
}
process.exitCode = status ?? 1;
