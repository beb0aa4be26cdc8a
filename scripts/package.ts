/**
 * `npm run package -- [FOLDER]`: builds, and writes the tarball of the command line and the VSIX of the extension into a folder
 * (by default `packages/`). vsce comes from the npm registry when this runs: 119 packages and 86 MB, which nothing else needs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { tarball, vsixFiles } from './packed-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'packages'));
const vsce = '@vscode/vsce@4.1.0';
/** vsce needs a newer Node than the product; npm's own programs are found before the machine's. */
const path = `${dirname(process.execPath)}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}`;

function giveUp(line: string): never {
	console.error(`package: ${line}`);
	process.exit(2);
}

function run(program: string, args: readonly string[], stdio: 'inherit' | 'pipe'): string {
	const { status, stdout, error } = spawnSync(program, args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', stdio, 'inherit'],
		env: { ...process.env, PATH: path },
		shell: process.platform === 'win32',
	});
	if (error !== undefined) giveUp(`${program} could not be started (${error.message})`);
	if (status !== 0) giveUp(`${program} ${args.join(' ')} ended with status ${status}; its message is above`);
	return stdout;
}

const say = (file: string, files: number): void => console.log(`${file}: ${files} files, ${(statSync(file).size / 1e6).toFixed(1)} MB`);

run(process.execPath, ['scripts/build.ts'], 'inherit');
mkdirSync(folder, { recursive: true });
const { files, name } = tarball(root, folder);
say(join(folder, name), files.length);

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const listed = run('npx', ['--yes', vsce, 'ls'], 'pipe').trim().split(/\r?\n/).toSorted();
const expected = vsixFiles(root);
const apart = [...listed.filter((one) => !expected.includes(one)), ...expected.filter((one) => !listed.includes(one))];
if (apart.length > 0) giveUp(`vsce chooses other files than scripts/packed-files.ts says: ${apart.join(', ')}`);
const vsix = join(folder, `rag-assay-${version}.vsix`);
// The project has no public address yet that links of the README could lead to: they lead to the package's own files.
run('npx', ['--yes', vsce, 'package', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', vsix], 'inherit');
say(vsix, expected.length);
