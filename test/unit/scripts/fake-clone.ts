import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { TestOrSuite } from '../../support/test-or-suite.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Stands in for npm: notes its arguments, installs what the lockfile says, or fails. The Node that it brings is the one that runs the tests. */
const fakeNpm = `
	const fs = require('node:fs');
	fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
	if (fs.existsSync('broken')) process.exit(1);
	if (process.argv[2] === 'ci') fs.rmSync('node_modules', { recursive: true, force: true });
	fs.mkdirSync('node_modules/.bin', { recursive: true });
	if (process.argv[2] === 'rebuild') {
		for (const name of process.argv.slice(4, 6)) {
			const folder = 'node_modules/' + name + '/bin/';
			fs.mkdirSync(folder, { recursive: true });
			if (process.platform === 'win32') fs.copyFileSync(process.execPath, folder + 'node.exe');
			else {
				fs.rmSync(folder + 'node', { force: true });
				fs.symlinkSync(process.execPath, folder + 'node');
			}
		}
		process.exit(0);
	}
	const { packages } = JSON.parse(fs.readFileSync('package-lock.json'));
	fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': packages['node_modules/a'] } }));
`;

/** What npm is started with, when everything is missing and when only Node is. */
export const install = 'ci --no-audit --no-fund --loglevel=error';
export const bringNode = 'rebuild --ignore-scripts=false node node-20 --loglevel=error';

/** A folder, removed after its test or suite, with the scripts that set up, a lockfile of two packages and a program that stands in for npm. */
export class FakeClone {
	readonly root: string;
	/** For `npm_execpath`. */
	readonly npm: string;

	constructor(test: TestOrSuite, name = 'clone') {
		this.root = join(temporaryFolder(test, 'setup-'), name);
		mkdirSync(this.root);
		for (const path of ['scripts/setup.mjs', 'scripts/with-node.mjs', 'bin/rag-assay.cjs'])
			cpSync(join(repository, path), join(this.root, path));
		this.npm = join(this.root, 'npm.cjs');
		writeFileSync(this.npm, fakeNpm);
		this.lock('1.0.0');
	}

	/** Writes the lockfile: one package of this version, one that this platform does not have. */
	lock(version: string): void {
		const packages = {
			'': { version: '1.0.0' },
			'node_modules/a': { version },
			'node_modules/b': { version: '3.0.0', optional: true },
		};
		writeFileSync(join(this.root, 'package-lock.json'), JSON.stringify({ packages }));
	}

	/** What npm was started with, call by call. */
	calls(): string[] {
		const file = join(this.root, 'calls');
		return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
	}
}
