/**
 * Brings `node_modules` to what `package-lock.json` says. Plain JavaScript without packages: this runs before any is there,
 * on whatever Node the machine has.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';

const oldestNode = 20;

/** Ends the process with one readable line. @param {string} message */
export function giveUp(message) {
	console.error(`rag-assay: ${message}`);
	process.exit(2);
}

/**
 * Whether npm's own record of what it installed (written last, so absent after a broken install) has every package of the lockfile.
 * Optional packages of other platforms are not expected.
 * @param {string} root
 */
function isInstalled(root) {
	const record = join(root, 'node_modules', '.package-lock.json');
	if (!existsSync(record)) return false;
	const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
	const present = JSON.parse(readFileSync(record, 'utf8')).packages;
	return Object.entries(wanted).every(
		([path, { version, optional, link }]) => path === '' || link || optional || present[path]?.version === version,
	);
}

/**
 * Makes a symbolic link, in place of another one if there is one. At no moment is there none: a second script may run beside this one.
 * @param {string} path
 * @param {string} target
 */
function placeLink(path, target) {
	if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path) === target) return;
	const own = `${path}.${process.pid}`;
	symlinkSync(target, own);
	renameSync(own, path);
}

/**
 * Links two commands into `node_modules/.bin`. npm links the commands of dependencies and not those of the package itself; with this,
 * `npx rag-assay` works in a clone. And two packages bring a command `node`, of which npm links any; with this, `npx node` is the newer one.
 * @param {string} root
 */
function linkCommands(root) {
	const folder = join(root, 'node_modules', '.bin');
	if (process.platform === 'win32') {
		writeFileSync(join(folder, 'rag-assay.cmd'), '@node "%~dp0..\\..\\bin\\rag-assay.cjs" %*\r\n');
		writeFileSync(join(folder, 'node.cmd'), '@"%~dp0..\\node\\bin\\node.exe" %*\r\n');
	} else {
		placeLink(join(folder, 'rag-assay'), '../../bin/rag-assay.cjs');
		placeLink(join(folder, 'node'), '../node/bin/node');
	}
}

/**
 * Ends the process when npm cannot be started or fails.
 * @param {string} root
 * @param {[string, ...string[]]} args
 */
function runNpm(root, args) {
	// What started this script; another package manager, which names itself there too, does not know npm's commands.
	const started = process.env.npm_execpath;
	// 'npm ci' removes node_modules, and with it the Node that may run this script.
	const removed = join(root, 'node_modules') + sep;
	const node = [process.env.npm_node_execpath, process.execPath].find((path) => path !== undefined && !path.startsWith(removed));
	const npm = started !== undefined && node !== undefined && /^npm(-cli)?\.c?js$/.test(basename(started)) ? [node, started] : ['npm'];
	const { status, error } = spawnSync(npm[0], [...npm.slice(1), ...args, '--loglevel=error'], {
		cwd: root,
		stdio: ['ignore', 2, 2],
		shell: process.platform === 'win32' && npm.length === 1,
	});
	if (error !== undefined) giveUp(`npm could not be started (${error.message}). Install npm, which comes with Node.js.`);
	if (status === 0) return;
	giveUp(
		`'npm ${args[0]}' failed with status ${status} (its message is above). Is the npm registry reachable, and does no other npm run in this folder?`,
	);
}

/**
 * Installs what is missing; returns the path of the Node that builds and tests (npm's `node` package).
 * @param {string} root folder of package.json
 */
export function setUp(root) {
	if (Number(process.versions.node.split('.')[0]) < oldestNode) {
		giveUp(`needs Node.js ${oldestNode} or newer; this is ${process.version}. Install a newer one from https://nodejs.org.`);
	}
	const program = process.platform === 'win32' ? 'node.exe' : 'node';
	// The Node that builds and tests, and the oldest one that is tested.
	const nodes = ['node', 'node-20'].map((name) => join(root, 'node_modules', name, 'bin', program));
	const absent = () => nodes.find((node) => !existsSync(node));
	const installed = isInstalled(root);
	if (!installed || absent() !== undefined) {
		console.error(`rag-assay: installing ${installed ? 'the Node.js that builds and tests' : 'dependencies (npm ci)'} …`);
		const started = Date.now();
		if (!installed) runNpm(root, ['ci', '--no-audit', '--no-fund']);
		// No package's script runs by itself (.npmrc): those of these two bring the two programs.
		runNpm(root, ['rebuild', '--ignore-scripts=false', 'node', 'node-20']);
		if (absent() !== undefined) giveUp(`'npm rebuild node' left no ${absent()}. Remove node_modules and run this again.`);
		console.error(`rag-assay: installed in ${((Date.now() - started) / 1000).toFixed(0)} s`);
	}
	linkCommands(root);
	return nodes[0];
}
