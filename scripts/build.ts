/** Bundles the programs of the product into `dist/`. `--watch` rebuilds on change. */
import { chmod, copyFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';
import { library, libraryOptions, panels, programOptions, programs } from './bundles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = [...Object.entries(programs).map(([name, entry]) => programOptions(name, entry)), ...libraryOptions, panels];

if (process.argv.includes('--watch')) {
	for (const options of all) await (await context(options)).watch();
} else {
	await rm(`${root}/dist`, { recursive: true, force: true });
	await Promise.all(all.map((options) => build(options)));
	await chmod(`${root}/dist/cli.cjs`, 0o755);
	for (const file of library.files.filter((name) => name.includes('.d.')))
		await copyFile(`${root}/${library.types}`, `${root}/dist/${file}`);
}
