/**
 * What the two packages hold, both by `files` in package.json: npm's tarball (the command line), which never takes `node_modules`, and the
 * VSIX (the extension), which brings what is not bundled: the native runtime.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, relative, sep } from 'node:path';
import * as z from 'zod';

const packed = z.object({ files: z.array(z.object({ path: z.string() })), filename: z.string() });
/** What npm says of the packages that it packed: a list, and since npm 11 an object. */
const answers = z.union([z.array(packed), z.record(z.string(), packed)]);
const manifest = z.object({ files: z.array(z.string()) });
const lockfile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

/** npm's tarball of the folder: its files by path, in order, and its name in `folder` (`undefined`: nothing is written). */
export function tarball(root: string, folder?: string): { readonly files: string[]; readonly name: string } {
	const npm = process.env['npm_execpath'] === undefined ? ['npm'] : [process.execPath, process.env['npm_execpath']];
	const args = [
		'pack',
		'--json',
		'--ignore-scripts',
		'--loglevel=error',
		...(folder === undefined ? ['--dry-run'] : ['--pack-destination', folder]),
	];
	const { status, stdout, stderr, error } = spawnSync(npm[0]!, [...npm.slice(1), ...args], {
		cwd: root,
		encoding: 'utf8',
		shell: process.platform === 'win32' && npm.length === 1,
	});
	if (error !== undefined) throw error;
	if (status !== 0) throw new Error(`npm pack failed with status ${status}: ${stderr}`);
	const [one] = Object.values(answers.parse(JSON.parse(stdout)));
	if (one === undefined) throw new Error(`npm pack packed nothing: ${stdout}`);
	return { files: one.files.map(({ path }) => path).toSorted(), name: one.filename };
}

/**
 * The VSIX's files by path, in order, as vsce chooses them: of the folder and of the packages that are not for development, those that
 * a pattern of `files` matches, or that lie in a folder that one names; `npm run package` holds this against vsce itself.
 */
export function vsixFiles(root: string): string[] {
	const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
	const { packages } = lockfile.parse(read('package-lock.json'));
	const roots = Object.keys(packages).filter((path) => path === '' || packages[path]?.dev !== true);
	const wanted = ['package.json', 'README.md', ...manifest.parse(read('package.json')).files].flatMap((one) => [one, `${one}/**`]);
	const all = roots.flatMap((path) =>
		globSync('**', { cwd: join(root, path), withFileTypes: true, exclude: ({ name }) => name === 'node_modules' })
			.filter((entry) => entry.isFile())
			.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
	);
	return [...new Set(all)].filter((path) => wanted.some((pattern) => matchesGlob(path, pattern))).toSorted();
}
