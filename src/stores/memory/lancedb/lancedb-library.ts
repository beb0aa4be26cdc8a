import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as LanceDb from '@lancedb/lancedb';
import { errorNumbers } from '../../../error-numbers.ts';
import { hasCode, UserError } from '../../../errors.ts';
import { firstLine } from '../server-errors.ts';

/** Names a folder into which somebody has installed LanceDB. */
const lanceDbFolder = 'RAG_ASSAY_LANCEDB';

/** LanceDB's own library: where RAG Assay is installed, or in the folder that an environment variable names; never in a workspace. */
export type LanceDbLibrary = Pick<typeof LanceDb, 'connect'>;

/**
 * Loads it: native code of some 150 MB, which therefore does not come with RAG Assay.
 * @throws {UserError} RA346 where it is not installed, or not for this machine.
 */
export async function lanceDbLibrary(environment: NodeJS.ProcessEnv = process.env): Promise<LanceDbLibrary> {
	const folder = environment[lanceDbFolder];
	try {
		if (folder === undefined || folder === '') return await import('@lancedb/lancedb');
		const program = createRequire(join(resolve(folder), 'package.json')).resolve('@lancedb/lancedb');
		// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what that package exports
		return (await import(pathToFileURL(program).href)) as LanceDbLibrary;
	} catch (cause) {
		const isAbsent = hasCode(cause, 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND');
		const why = isAbsent ? 'is not installed' : `cannot be loaded (${firstLine(cause)})`;
		throw new UserError(errorNumbers.noLanceDb, `LanceDB's library ${why}; being native and large, it does not come with RAG Assay.`, {
			hint: `Install it in a folder of its own, 'npm install --prefix FOLDER @lancedb/lancedb@0.31.0 apache-arrow@18.1.0', and set ${lanceDbFolder} to that folder; beside a command line that npm installed globally, 'npm install --global' of both does as well.`,
			cause,
		});
	}
}
