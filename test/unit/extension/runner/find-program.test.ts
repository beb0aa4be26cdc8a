import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../../src/errors.ts';
import { checkProgram } from '../../../../src/extension/runner/check-program.ts';
import { chooseProgram } from '../../../../src/extension/runner/choose-program.ts';
import { findProgram } from '../../../../src/extension/runner/find-program.ts';
import { until } from '../../../support/until.ts';
import { isRunning } from '../../../support/is-running.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';
import { temporaryFolder, temporaryFolders } from '../../../support/temporary-folder.ts';

const script = fileURLToPath(new URL('../../../../dist/runner.cjs', import.meta.url));
const editor = { path: '/opt/code/code', node: '22.19.0', electron: '38.2.0' };
const newer = realpathSync(process.execPath);
const newerProgram = { path: newer, node: process.versions.node, electron: null };

// The programs are scripts with a line that says what runs them.
describe('which program runs the runner', { skip: process.platform === 'win32' ? 'stand-ins are shell scripts' : false }, () => {
	let older: string;
	const newHome = temporaryFolders({ after }, 'rag-assay-programs-');
	let home: string;
	let log: string[];
	let remembered: unknown;
	before(() => {
		older = realpathSync(fileURLToPath(new URL('../../../../node_modules/node-20/bin/node', import.meta.url)));
	});
	beforeEach(() => {
		home = newHome();
		[log, remembered] = [[], undefined];
	});

	const link = (to: string, ...path: string[]): string => {
		const file = join(home, ...path);
		mkdirSync(dirname(file), { recursive: true });
		symlinkSync(to, file);
		return file;
	};
	/** A program of the shell; each start leaves a line in the file `starts` beside it. */
	const program = (body: string, ...path: string[]): string => {
		const file = join(home, ...path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `#!/bin/sh\necho >> "${file}.starts"\n${body}\n`, { mode: 0o755 });
		return file;
	};
	const starts = (file: string): number => (existsSync(`${file}.starts`) ? readFileSync(`${file}.starts`, 'utf8').length : 0);
	const answer = (change: object): string =>
		`printf '%s' '${JSON.stringify({ path: newer, node: '22.0.0', name: 'node', platform: process.platform, arch: process.arch, electron: null, other: null, ...change })}'`;
	/** Homebrew's prefix is set, but its other places and /usr/bin are the machine's: what these tests look for comes before. */
	const find = (options: { path?: string; setting?: string; workspace?: string[]; own?: typeof editor; limit?: number } = {}) =>
		findProgram({
			script,
			own: options.own ?? editor,
			home,
			environment: { PATH: options.path ?? '' },
			setting: options.setting,
			workspace: options.workspace ?? [],
			memory: {
				read: () => remembered,
				write: (each) => {
					remembered = each;
				},
			},
			log: (line) => {
				log.push(line);
			},
			limit: options.limit ?? 30_000,
		});

	it('what the extension runs on, where that is a plain Node: nothing is looked for', async () => {
		const plain = { path: '/usr/lib/code-server/node', node: '22.1.0', electron: null };
		const first = program('exit 1', 'bin', 'node');
		assert.deepEqual(
			await findProgram({
				script,
				own: plain,
				home,
				environment: { PATH: dirname(first) },
				setting: undefined,
				workspace: [],
				memory: { read: () => undefined, write: () => assert.fail() },
				log: assert.fail,
			}),
			plain,
		);
		assert.equal(starts(first), 0);
	});

	it('the first on PATH', async () => {
		link(newer, 'a', 'node');
		link(older, 'b', 'node');
		assert.deepEqual(await find({ path: `${join(home, 'a')}:${join(home, 'b')}` }), newerProgram);
		assert.equal((await find({ path: `${join(home, 'b')}:${join(home, 'a')}` })).path, older);
	});

	for (const [manager, path] of Object.entries({
		nvm: ['.nvm', 'versions', 'node', 'v20.20.2', 'bin', 'node'],
		fnm: ['.local', 'share', 'fnm', 'node-versions', 'v20.20.2', 'installation', 'bin', 'node'],
		volta: ['.volta', 'tools', 'image', 'node', '20.20.2', 'bin', 'node'],
	})) {
		it(`one of ${manager}, where PATH has none`, async () => {
			link(older, ...path);
			assert.deepEqual(await find(), { path: older, node: '20.20.2', electron: null });
		});
	}

	for (const [declare, others, limit] of [
		[quickTest, '', 30_000],
		[slowTest, ', one that never answers', 2000],
	] as const)
		declare(`what cannot run it is passed over, and said: broken, too old, another machine's, Electron, Bun${others}`, async () => {
			const broken = join(home, '0', 'node');
			mkdirSync(dirname(broken));
			writeFileSync(broken, '\x7fELF nonsense', { mode: 0o755 });
			const bodies = {
				1: [answer({ node: '18.20.4' }), 'it is Node.js 18.20.4; 20 or newer is needed'],
				2: [answer({ arch: 'riscv64' }), `it is built for ${process.platform} on riscv64;`],
				3: [answer({ electron: '38.2.0' }), 'it is Electron 38.2.0, not a plain Node.js'],
				4: [answer({ other: 'Bun' }), 'it is Bun, not Node.js'],
				5: ['echo v18.20.4', 'it does not answer as Node.js does'],
				6: ['exit 3', 'it ended with status 3'],
				7: [answer({ path: '/nowhere/node' }), 'it says that it is /nowhere/node, which does not exist'],
				...(others === '' ? {} : { 8: ['sleep 1000 & wait', 'it did not say within 2 s what it is'] as const }),
			} as const;
			for (const [name, [body]] of Object.entries(bodies)) program(body, name, 'node');
			link(newer, '9', 'node');
			assert.deepEqual(await find({ path: Array.from({ length: 10 }, (_, i) => join(home, String(i))).join(':'), limit }), newerProgram);
			assert.match(log[0]!, /\/0\/node does not run the runner: it (cannot be started|ended with)/);
			for (const [name, [, reason]] of Object.entries(bodies))
				assert.ok(
					log.some((line) => line.startsWith(`${join(home, name, 'node')} does not run the runner: ${reason}`)),
					`${reason}\n${log.join('\n')}`,
				);
		});

	it('a stand-in is asked in a folder of ours and answers for the program behind it', async () => {
		const standIn = program(`pwd > "${home}/folder"\nexec "${older}" "$@"`, 'bin', 'node');
		assert.equal((await find({ path: dirname(standIn) })).path, older);
		assert.equal(readFileSync(join(home, 'folder'), 'utf8').trim(), realpathSync(dirname(script)));
	});

	it('a program is asked once, and again when it is another file', async () => {
		const [bad, good] = [program(`exec "${older}" -p 1`, '1', 'node'), program(`exec "${newer}" "$@"`, '2', 'node')];
		const old = program(answer({ node: '18.0.0', path: join(home, '0', 'node') }), '0', 'node');
		const path = ['0', '1', '2'].map((name) => join(home, name)).join(':');
		for (let i = 0; i < 3; i++) assert.deepEqual(await find({ path }), newerProgram);
		assert.deepEqual([starts(old), starts(bad), starts(good)], [1, 3, 1], 'what failed is asked again, what said what it is is not');
		utimesSync(old, 1, 1);
		utimesSync(good, 1, 1);
		await find({ path });
		assert.deepEqual([starts(old), starts(good)], [2, 2]);
		remembered = { [good]: 'of another version' };
		assert.deepEqual(await find({ path }), newerProgram);
	});

	it('nothing in the workspace is run, by whatever way', async () => {
		const within = program(`exec "${newer}" "$@"`, 'clone', 'node_modules', '.bin', 'node');
		link(within, 'linked', 'node');
		link(join(home, 'clone'), 'other');
		const path = [dirname(within), join(home, 'linked'), join(home, 'other', 'node_modules', '.bin')].join(':');
		link(older, 'last', 'node');
		assert.equal((await find({ path: `${path}:${join(home, 'last')}`, workspace: [join(home, 'clone')] })).path, older);
		assert.equal(starts(within), 0);
		assert.equal((await find({ path, workspace: [join(home, 'elsewhere')] })).path, newer);
	});

	it("the setting's, or an error that says why not: nothing else is taken in its place", async () => {
		link(newer, 'bin', 'node');
		assert.equal((await find({ path: join(home, 'bin'), setting: older })).path, older);
		const said =
			(pattern: RegExp) =>
			(error: unknown): boolean =>
				error instanceof UserError && error.code === 'RA802' && pattern.test(error.message);
		await assert.rejects(
			find({ path: join(home, 'bin'), setting: program(answer({ node: '18.20.4' }), 'old') }),
			said(/'.*old': it is Node\.js 18\.20\.4; 20 or newer is needed\.$/),
		);
		await assert.rejects(find({ setting: join(home, 'none') }), said(/it cannot be started: spawn .* ENOENT/));
	});

	it("the editor's own, where no other is", async () => {
		const chosen = await chooseProgram({
			setting: undefined,
			own: editor,
			places: () => [join(home, 'none'), join(home)],
			check: () => assert.fail('there is no program'),
			workspace: [],
			memory: { read: () => undefined, write: () => assert.fail('nothing was learned') },
			log: (line) => {
				log.push(line);
			},
		});
		assert.deepEqual([chosen, log], [editor, ["no plain Node.js was found; the runner runs on the editor's own binary"]]);
	});

	it('none for whose architecture ONNX Runtime is not here', async () => {
		const verdict = await checkProgram(newer, { platform: process.platform, architectures: ['other'] }, { folder: home });
		assert.deepEqual(verdict, {
			kind: 'refused',
			lasting: true,
			reason: `it is built for ${process.platform} on ${process.arch}; ONNX Runtime is here for ${process.platform} on other`,
		});
	});
});

describe('a program that hangs', { skip: process.platform === 'linux' ? false : 'processes are looked at through /proc' }, () => {
	it('is ended with what it has started', async (t) => {
		const folder = temporaryFolder(t, 'rag-assay-hangs-');
		const file = join(folder, 'node');
		writeFileSync(file, `#!/bin/sh\nsleep 987 & echo $! > "${folder}/child"\nwait\n`, { mode: 0o755 });
		const verdict = await checkProgram(file, { platform: 'linux', architectures: [process.arch] }, { folder, limit: 1500 });
		assert.deepEqual(verdict, { kind: 'refused', lasting: false, reason: 'it did not say within 1.5 s what it is' });
		const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
		await until(() => !isRunning(child), 'its child ends');
	});
});
