import { join } from 'node:path';
import { build } from 'esbuild';
import { repository } from './installation.ts';

/**
 * Bundles `test/e2e/in-host/suite.ts` into one CommonJS file and returns its path. It lies below the repository, because
 * VS Code gives its `vscode` module only to files below an extension's folder.
 */
export async function bundleInHostSuite(): Promise<string> {
	const outfile = join(repository, '.vscode-test/in-host.cjs');
	await build({
		entryPoints: [join(repository, 'test/e2e/in-host/suite.ts')],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['vscode'],
		logLevel: 'warning',
	});
	return outfile;
}
