/** Bundles the programs of the product into `dist/`. `--watch` rebuilds on change. */
import { chmod, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';
import { panels, programOptions, programs } from './bundles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = [...Object.entries(programs).map(([name, entry]) => programOptions(name, entry)), panels];

if (process.argv.includes('--watch')) {
	for (const options of all) await (await context(options)).watch();
} else {
	await rm(`${root}/dist`, { recursive: true, force: true });
	await Promise.all(all.map((options) => build(options)));
	await chmod(`${root}/dist/cli.cjs`, 0o755);
}
