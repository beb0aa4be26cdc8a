/**
 * Brings `node_modules` to what `package-lock.json` says. Plain JavaScript without packages: this runs before any is there,
 * on whatever Node the machine has.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const oldestNode = 20;

/** Ends the process with one readable line. @param {string} message */
function giveUp(message) {
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
 * npm links the commands of dependencies and not those of the package itself; with this, `npx rag-assay` works in a clone.
 * @param {string} root
 */
function linkCommand(root) {
	const link = join(root, 'node_modules', '.bin', 'rag-assay');
	if (process.platform === 'win32') writeFileSync(`${link}.cmd`, '@node "%~dp0..\\..\\dist\\cli.cjs" %*\r\n');
	else {
		try {
			symlinkSync('../../dist/cli.cjs', link);
		} catch (error) {
			if (error.code !== 'EEXIST') throw error;
		}
	}
}

/**
 * Two packages bring a command `node`, and which one npm links when it installs them one after the other is chance: the scripts of
 * package.json need the newer one.
 * @param {string} root
 */
function linkNode(root) {
	const link = join(root, 'node_modules', '.bin', 'node');
	if (process.platform === 'win32') writeFileSync(`${link}.cmd`, '@"%~dp0..\\node\\bin\\node.exe" %*\r\n');
	else {
		rmSync(link, { force: true });
		symlinkSync('../node/bin/node', link);
	}
}

/**
 * Ends the process when npm cannot be started or fails.
 * @param {string} root
 * @param {[string, ...string[]]} args
 */
function runNpm(root, args) {
	const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath];
	const { status, error } = spawnSync(npm[0], [...npm.slice(1), ...args, '--loglevel=error'], {
		cwd: root,
		stdio: ['ignore', 2, 2],
		shell: process.platform === 'win32' && npm.length === 1,
	});
	if (error !== undefined) giveUp(`npm could not be started (${error.message}). Install npm, which comes with Node.js.`);
	if (status !== 0) giveUp(`'npm ${args[0]}' failed with status ${status} (its message is above). Is the npm registry reachable?`);
}

/**
 * Installs what is missing; returns the path of the Node that builds and tests (npm's `node` package).
 * @param {string} root folder of package.json
 */
export function setUp(root) {
	if (Number(process.versions.node.split('.')[0]) < oldestNode) {
		giveUp(`needs Node.js ${oldestNode} or newer; this is ${process.version}. Install a newer one from https://nodejs.org.`);
	}
	const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	const installed = isInstalled(root);
	if (!installed || !existsSync(node)) {
		console.error('rag-assay: installing dependencies (npm ci) …');
		const started = Date.now();
		if (!installed) runNpm(root, ['ci', '--no-audit', '--no-fund']);
		// No package's script runs by itself (.npmrc): those of these two bring the Node that builds and tests, and the oldest that is tested.
		runNpm(root, ['rebuild', '--ignore-scripts=false', 'node', 'node-20']);
		if (!existsSync(node)) giveUp(`'npm rebuild node' left no ${node}. Remove node_modules and run this again.`);
		console.error(`rag-assay: dependencies installed in ${((Date.now() - started) / 1000).toFixed(0)} s`);
	}
	linkCommand(root);
	linkNode(root);
	return node;
}
