import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';

export interface RunnerProgram {
	/** What Node is started with. */
	readonly path: string;
	/** The product's. */
	readonly version: string;
}

/**
 * Returns the path of the runner beside this program: bundled in `dist/`, or in `src/`.
 * @param program `process.argv[1]`, or a link to it
 */
export function runnerProgram(program: string): RunnerProgram {
	const real = realpathSync(program);
	const folder = dirname(real);
	const bundled = real.endsWith('.cjs');
	const root = bundled ? dirname(folder) : resolve(folder, '../..');
	const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
	return { path: bundled ? join(folder, 'runner.cjs') : join(root, 'src', 'runner', 'main.ts'), version };
}
