import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)';

/**
 * The index that this machine's pip asks where nothing is configured: the public one. `undefined` where there is no Python with a pip that
 * says it, within ten seconds. `-I`: nothing of the current folder is run.
 */
export async function pipDefault(): Promise<string | undefined> {
	for (const python of process.platform === 'win32' ? ['py', 'python'] : ['python3', 'python']) {
		// oxlint-disable-next-line no-await-in-loop -- the first that says it
		const said = await run(python, ['-I', '-c', program], { timeout: 10_000, windowsHide: true }).then(({ stdout }) => stdout.trim(), notThere);
		if (said !== undefined && said !== '') return said;
	}
	return undefined;
}

/** A Python that is not there, has no pip, or another one: there is another way, which the user is told. */
function notThere(): undefined {
	return undefined;
}
