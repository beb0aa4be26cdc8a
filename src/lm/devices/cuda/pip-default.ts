import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)';
const names = process.platform === 'win32' ? ['py.exe', 'python.exe'] : ['python3', 'python'];

/**
 * The index that this machine's pip asks where nothing is configured: the public one. `undefined` where there is no Python with a pip that
 * says it, within ten seconds. Of `PATH` absolute entries alone are looked at, and with `-I` nothing of the current folder is read.
 */
export async function pipDefault(path = process.env['PATH'] ?? ''): Promise<string | undefined> {
	const folders = path.split(delimiter).filter(isAbsolute);
	const pythons = names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file));
	for (const python of pythons) {
		// oxlint-disable-next-line no-await-in-loop -- the first that says it
		const said = await run(python, ['-I', '-c', program], { timeout: 10_000, windowsHide: true }).then(
			({ stdout }) => stdout.trim(),
			notThere,
		);
		if (said !== undefined && said !== '') return said;
	}
	return undefined;
}

/** A Python without pip, or with another one: there is another way, which the user is told. */
function notThere(): undefined {
	return undefined;
}
