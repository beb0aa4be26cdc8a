import { posix, win32 } from 'node:path';

/** What is known of a machine when Node is looked for. */
export interface Surroundings {
	readonly platform: NodeJS.Platform;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** The user's folder. */
	readonly home: string;
	/** Names in a folder; none where there is no such folder or it cannot be read. */
	readonly list: (folder: string) => readonly string[];
}

/**
 * Absolute paths at which a Node may be, best first, each once: on `PATH`, then where nvm, fnm, volta, Homebrew and Windows' installer put
 * it, the newest version of each manager first. Nothing is looked at but the folders of versions.
 */
export function nodePlaces(surroundings: Surroundings): string[] {
	return [
		...new Set([...onPath(surroundings), ...(surroundings.platform === 'win32' ? onWindows(surroundings) : elsewhere(surroundings))]),
	];
}

/** Relative entries count from the folder that a process happens to be in: none is used. */
function onPath({ platform, environment }: Surroundings): string[] {
	const paths = platform === 'win32' ? win32 : posix;
	const path =
		Object.entries(environment).find(([name]) => name === 'PATH' || (platform === 'win32' && name.toUpperCase() === 'PATH'))?.[1] ?? '';
	return path
		.split(paths.delimiter)
		.filter((folder) => paths.isAbsolute(folder))
		.map((folder) => paths.join(folder, platform === 'win32' ? 'node.exe' : 'node'));
}

function elsewhere({ platform, environment, home, list }: Surroundings): string[] {
	const versions = (folder: string, ...below: string[]): string[] =>
		newestFirst(list(folder)).map((version) => posix.join(folder, version, ...below));
	// Empty counts as unset, and a relative one is invalid: https://specifications.freedesktop.org/basedir-spec/latest/.
	const named = (variable: string, otherwise: string): string =>
		posix.isAbsolute(environment[variable] ?? '') ? environment[variable]! : posix.join(home, otherwise);
	const config = named('XDG_CONFIG_HOME', '.config');
	const data = named('XDG_DATA_HOME', '.local/share');
	const nvm = given(environment['NVM_DIR'], posix.join(home, '.nvm'), posix.join(config, 'nvm'));
	const fnm = given(
		environment['FNM_DIR'],
		posix.join(data, 'fnm'),
		posix.join(home, '.fnm'),
		...(platform === 'darwin' ? [posix.join(home, 'Library/Application Support/fnm')] : []),
	);
	const volta = given(environment['VOLTA_HOME'], posix.join(home, '.volta'));
	const brew = given(environment['HOMEBREW_PREFIX'], '/opt/homebrew', '/usr/local', '/home/linuxbrew/.linuxbrew');
	return [
		...nvm.flatMap((folder) => versions(posix.join(folder, 'versions/node'), 'bin/node')),
		...fnm.flatMap((folder) => versions(posix.join(folder, 'node-versions'), 'installation/bin/node')),
		...volta.flatMap((folder) => versions(posix.join(folder, 'tools/image/node'), 'bin/node')),
		...brew.flatMap((folder) => [
			posix.join(folder, 'bin/node'),
			// Versions that are installed beside the current one and not linked.
			...newestFirst(list(posix.join(folder, 'opt')).filter((name) => name.startsWith('node@'))).map((name) =>
				posix.join(folder, 'opt', name, 'bin/node'),
			),
		]),
		'/usr/bin/node',
	];
}

function onWindows({ environment, home, list }: Surroundings): string[] {
	const versions = (folder: string, ...below: string[]): string[] =>
		newestFirst(list(folder)).map((version) => win32.join(folder, version, ...below));
	const roaming = environment['APPDATA'] ?? win32.join(home, 'AppData\\Roaming');
	const local = environment['LOCALAPPDATA'] ?? win32.join(home, 'AppData\\Local');
	return [
		...given(environment['NVM_HOME'], win32.join(roaming, 'nvm'), win32.join(local, 'nvm')).flatMap((folder) =>
			versions(folder, 'node.exe'),
		),
		...given(environment['FNM_DIR'], win32.join(roaming, 'fnm')).flatMap((folder) =>
			versions(win32.join(folder, 'node-versions'), 'installation\\node.exe'),
		),
		...given(environment['VOLTA_HOME'], win32.join(local, 'Volta')).flatMap((folder) =>
			versions(win32.join(folder, 'tools\\image\\node'), 'node.exe'),
		),
		...given(environment['ProgramW6432'], environment['ProgramFiles'], 'C:\\Program Files').map((folder) =>
			win32.join(folder, 'nodejs\\node.exe'),
		),
		win32.join(local, 'Programs\\nodejs\\node.exe'),
	];
}

/** Names that begin with a version, such as `v22.3.0` or `node@22`, the highest first; others are no versions. */
function newestFirst(names: readonly string[]): string[] {
	const numbers = (name: string): number[] => /\d+(?:\.\d+)*/.exec(name)?.[0].split('.').map(Number) ?? [];
	return names
		.filter((name) => /^(?:v|node@)?\d/.test(name))
		.toSorted((a, b) => {
			const [left, right] = [numbers(a), numbers(b)];
			const differs = left.findIndex((part, i) => part !== (right[i] ?? 0));
			return differs === -1 ? right.length - left.length : (right[differs] ?? 0) - left[differs]!;
		});
}

/** Folders that are named, each once. */
function given(...folders: readonly (string | undefined)[]): string[] {
	return [...new Set(folders.filter((folder): folder is string => folder !== undefined && folder !== ''))];
}
