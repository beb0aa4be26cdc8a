import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { CannotGoOn } from './cannot-go-on.ts';
import { runProgram } from './run-program.ts';

/** PyTorch 2.13 knows no older one. */
const oldestMinor = 10;
/** Exit status of our own question, which Python itself does not end with. */
const noGpu = 42;
const isWindows = process.platform === 'win32';

/** The interpreter of a virtual environment. */
export function pythonOf(environment: string): string {
	return join(environment, ...(isWindows ? ['Scripts', 'python.exe'] : ['bin', 'python']));
}

/** What a program needs of Python. */
export interface PythonNeeds {
	/** File that lists the packages for pip. */
	readonly requirements: string;
	/** Names by which the packages are imported. */
	readonly modules: readonly string[];
	/** Whether PyTorch has to find a CUDA device. */
	readonly cuda: boolean;
}

/** Makes a virtual environment and installs what `requirements` lists. */
export async function makeEnvironment(environment: string, requirements: string, cwd: string): Promise<void> {
	await runProgram(systemPython(), ['-m', 'venv', environment], { cwd, hint: 'On Debian and Ubuntu the package python3-venv is needed.' });
	await runProgram(pythonOf(environment), ['-m', 'pip', 'install', '--quiet', '-r', requirements], {
		cwd,
		hint: `The Python packages come from a package index: set PIP_INDEX_URL to one that can be reached, or name with --python an interpreter that has what ${relative(cwd, requirements)} lists.`,
	});
}

/**
 * @param root folder of the repository, from which messages name files
 * @throws CannotGoOn unless the interpreter is there, young enough and has the packages, and PyTorch a GPU where one is wanted.
 */
export function checkPython(python: string, { requirements, modules, cuda }: PythonNeeds, root: string): void {
	const found = versionOf(python);
	if (found === undefined) throw new CannotGoOn(`There is no Python at '${python}'.`);
	requireVersion(python, found);
	const { status, stderr } = spawnSync(
		python,
		['-c', `import ${modules.join(', ')}, sys; sys.exit(${cuda ? `0 if torch.cuda.is_available() else ${noGpu}` : 0})`],
		{ encoding: 'utf8' },
	);
	if (status === noGpu)
		throw new CannotGoOn(
			`PyTorch of '${python}' finds no CUDA device here. Install a PyTorch that is built for this machine's driver and name its interpreter with --python, or leave out --device.`,
		);
	const list = relative(root, requirements);
	if (status !== 0)
		throw new CannotGoOn(
			`'${python}' lacks a package: ${stderr.trim().split('\n').at(-1) ?? ''}. Install what ${list} lists: ${python} -m pip install -r ${list}`,
		);
}

/** Name of the machine's Python. */
function systemPython(): string {
	const names = isWindows ? ['python', 'python3', 'py'] : ['python3', 'python'];
	const found = names.map((name) => ({ name, version: versionOf(name) })).find(({ version }) => version !== undefined);
	if (found?.version === undefined)
		throw new CannotGoOn(
			`Python is needed to train and to export, and there is no ${names.join(' or ')} here. Install Python 3.${oldestMinor} or newer, or name one with --python.`,
		);
	requireVersion(found.name, found.version);
	return found.name;
}

function requireVersion(python: string, version: readonly [number, number]): void {
	const [major, minor] = version;
	if (major !== 3 || minor < oldestMinor)
		throw new CannotGoOn(`'${python}' is Python ${major}.${minor}; 3.${oldestMinor} or newer is needed. Name another one with --python.`);
}

function versionOf(python: string): readonly [number, number] | undefined {
	const { status, stdout } = spawnSync(python, ['-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' });
	const [major, minor] = (stdout ?? '').trim().split(' ').map(Number);
	return status === 0 && major !== undefined && minor !== undefined ? [major, minor] : undefined;
}
