import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { defaultBuiltIns } from './built-in-extensions.ts';
import { HostClient } from './host-client.ts';
import { installation, repository } from './installation.ts';
import { emptyFolder } from './own-folder.ts';
import { processesWith, signal, type RunningProcess } from './processes.ts';
import { killAtExit } from '../../support/left-behind.ts';
import { until } from '../../support/until.ts';
import { prepareUserData } from './user-data.ts';
import { quietSettings } from './user-settings.ts';

export interface ServerOptions {
	/** Folders to put into the workspace; without `inPlace` a copy is opened, so that tests may change files. */
	readonly workspace: string;
	readonly inPlace?: boolean;
	/** Folders in `workspace` that are opened side by side, as the roots of a multi-root workspace, in its place. */
	readonly roots?: readonly string[];
	/** User settings, over the quiet ones. */
	readonly settings?: Readonly<Record<string, unknown>>;
	/** `false`: the workspace opens in Restricted Mode. */
	readonly trust?: boolean;
	/** Without the test companion, for a person to use. */
	readonly companion?: boolean;
	/** `all`: with every extension that comes with VS Code, as people have it; otherwise with those that the tests need. */
	readonly builtIns?: 'all';
	readonly env?: Readonly<Record<string, string>>;
}

/** A real VS Code on a free port of 127.0.0.1, with user data, extensions folder and home of its own. */
export class Server {
	readonly url: string;
	/** The opened folder, or the one that holds the opened roots. */
	readonly workspace: string;
	/** Runs code in the extension host. */
	readonly host: HostClient;
	/** Home and user data of this run. */
	readonly directory: string;
	readonly #stop: () => Promise<void>;
	readonly #mark: string;

	constructor(parts: { url: string; workspace: string; host: HostClient; directory: string; mark: string; stop: () => Promise<void> }) {
		this.url = parts.url;
		this.workspace = parts.workspace;
		this.host = parts.host;
		this.directory = parts.directory;
		this.#mark = parts.mark;
		this.#stop = parts.stop;
	}

	/** Every process that this VS Code started, directly or not. */
	processes(): RunningProcess[] {
		return processesWith(this.#mark);
	}

	/** The processes that run one of our programs, for example `runner` or `model-process`. */
	programs(name: string): RunningProcess[] {
		return this.processes().filter(({ command }) => command.includes(`/dist/${name}.cjs`));
	}

	/** Asks VS Code to end, then makes sure of it; removes the run's folder. */
	stop(): Promise<void> {
		return this.#stop();
	}
}

const extensionFolders = (companion: boolean): string[] => [repository, ...(companion ? [join(import.meta.dirname, '../companion')] : [])];

/** Starts VS Code; `stop()` ends it together with everything that it started. */
export async function startServer(options: ServerOptions): Promise<Server> {
	const installed = installation();
	// A short path, because a Unix socket's must not be longer than 107 characters.
	const directory = emptyFolder('code');
	const home = join(directory, 'home');
	const temporary = join(directory, 'tmp');
	for (const path of [home, temporary]) mkdirSync(path);
	const { userData, extensions } = prepareUserData(directory, { ...quietSettings, ...options.settings });
	const workspace = options.inPlace ? resolve(options.workspace) : join(directory, basename(resolve(options.workspace)));
	if (!options.inPlace) cpSync(options.workspace, workspace, { recursive: true });
	let opened = `folder=${encodeURIComponent(workspace)}`;
	if (options.roots !== undefined) {
		const file = join(directory, 'roots.code-workspace');
		writeFileSync(file, JSON.stringify({ folders: options.roots.map((root) => ({ path: join(workspace, root) })) }));
		opened = `workspace=${encodeURIComponent(file)}`;
	}
	for (const folder of extensionFolders(options.companion ?? true)) {
		const { publisher, name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
			publisher: string;
			name: string;
			version: string;
		};
		symlinkSync(folder, join(extensions, `${publisher}.${name}-${version}`));
	}

	const socket = join(directory, 'host.sock');
	const mark = `RAG_ASSAY_E2E_RUN=${randomUUID()}`;
	const child = spawn(
		process.execPath,
		[
			installed.codeServer,
			'--config',
			join(directory, 'config.yaml'),
			'--user-data-dir',
			userData,
			'--extensions-dir',
			extensions,
			...(options.builtIns === 'all' ? [] : ['--builtin-extensions-dir', defaultBuiltIns(installed, directory)]),
			'--auth',
			'none',
			'--bind-addr',
			'127.0.0.1:0',
			'--disable-telemetry',
			'--disable-update-check',
			'--disable-getting-started-override',
			// The last resort, should this process be killed.
			...(options.inPlace ? [] : ['--idle-timeout-seconds', '120']),
			...((options.trust ?? true) ? ['--disable-workspace-trust'] : []),
		],
		{
			detached: true, // a group of its own, so that one signal reaches VS Code's forks
			stdio: ['ignore', 'pipe', 'pipe'],
			env: {
				...cleanEnvironment(home, temporary),
				RAG_ASSAY_E2E_SOCKET: socket,
				...Object.fromEntries([mark.split('=') as [string, string]]),
				...options.env,
			},
		},
	);
	killAtExit(child);
	let log = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => {
			log += chunk.toString();
		});
	const alive = () => child.exitCode === null && child.signalCode === null;
	const killAll = () => {
		if (child.pid !== undefined) signal(-child.pid, 'SIGKILL');
		for (const { pid } of processesWith(mark)) signal(pid, 'SIGKILL');
	};
	const atExit = () => {
		killAll();
		rmSync(directory, { recursive: true, force: true });
	};
	process.once('exit', atExit);

	const stop = async () => {
		// Politely first, so that the extension is deactivated. VS Code's watchers of files outlive it by seconds, and nothing of ours waits for them.
		if (alive()) child.kill('SIGTERM');
		const isWatcher = ({ command }: RunningProcess) => command.includes('--type=fileWatcher');
		const end = performance.now() + 4000;
		await until(() => (!alive() && processesWith(mark).every(isWatcher)) || performance.now() > end, 'a polite end', { signal: null });
		killAll();
		await until(() => processesWith(mark).length === 0, "the end of VS Code's processes", { signal: null });
		process.off('exit', atExit);
		rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
	};
	try {
		const address = await until(
			() => {
				if (!alive()) throw new Error(`VS Code ended early:\n${log}`);
				return /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(log)?.[1];
			},
			() => `VS Code's address; it said:\n${log}`,
		);
		await until(async () => (await fetch(`${address}/healthz`).catch(() => undefined))?.ok, "VS Code's first answer");
		return new Server({ url: `${address}/?${opened}`, workspace, directory, mark, stop, host: new HostClient(socket) });
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Without what a terminal in VS Code, Node's test runner or a hosting service would bring along. */
function cleanEnvironment(home: string, temporary: string): Record<string, string | undefined> {
	const foreign = /^(VSCODE_|ELECTRON_|CODE_SERVER_|NODE_OPTIONS$|NODE_TEST_CONTEXT$|PORT$|PASSWORD$|HF_TOKEN$)/;
	return {
		...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
		HOME: home,
		XDG_CONFIG_HOME: join(home, '.config'),
		XDG_DATA_HOME: join(home, '.local/share'),
		XDG_CACHE_HOME: join(home, '.cache'),
		TMPDIR: temporary,
		XDG_RUNTIME_DIR: temporary,
		// No marketplace: the same with and without a network.
		EXTENSIONS_GALLERY: '{"serviceUrl":""}',
	};
}
