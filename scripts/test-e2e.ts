/**
 * The end-to-end tests in a real VS Code in a real browser, on what `scripts/build.ts` has left in `dist/`.
 * `npm test` runs one path through each view and panel, and leaves the other files to `npm run test:all`.
 * Arguments are file names to run instead, in either case; `--update-media` makes the pictures of README and docs of this run's screenshots.
 */
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { installation, repository } from '../test/e2e/harness/installation.ts';
import { install } from '../test/e2e/harness/install.ts';
import { isQuick } from '../test/support/slow-test.ts';
import { endWithParent } from './child-program.ts';
import { meetMachineNeeds } from './machine-needs.ts';
import { linesOfFilesLeftOut } from './test-counts.ts';
import { runTestGroups } from './test-groups.ts';

const updateMedia = process.argv.includes('--update-media');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folder = join(repository, 'test/e2e');
/** What `npm test` runs. */
const quickFile = 'each-view-and-panel.test.ts';
/** Of a picture in the repository. */
const maxBytes = 80_000;

function giveUp(line: string): never {
	console.error(`end-to-end tests: ${line}`);
	process.exit(2);
}

endWithParent();
const needs = meetMachineNeeds();
if (needs !== undefined) giveUp(needs);
if (!existsSync(join(repository, 'dist/extension.cjs'))) giveUp('dist/ is not built; run: npm run build');
await install(installation(), console.log).catch((error: unknown) => giveUp(error instanceof Error ? error.message : String(error)));

const all = globSync('*.test.ts', { cwd: folder }).toSorted();
const chosen = named.length > 0 ? named : isQuick ? [quickFile] : [''];
const files = all.filter((file) => chosen.some((name) => file.startsWith(name)));
if (files.length === 0) giveUp(`no test file starts with ${chosen.join(' or ')}; there are ${all.join(', ')}`);
if (named.length === 0 && !isQuick) rmSync(join(folder, 'screenshots'), { recursive: true, force: true });

// Two VS Codes at a time: each waits for its window half of the time. More would only wait for each other.
const groups = files.map((file) => ({ name: basename(file, '.test.ts'), files: [join('test/e2e', file)] }));
const hasPassed = await runTestGroups(groups, 2);
if (named.length === 0 && isQuick) console.log(linesOfFilesLeftOut(all.filter((file) => !files.includes(file))));
if (updateMedia && hasPassed) {
	const pictures = globSync('*.png', { cwd: join(folder, 'screenshots/docs') }).toSorted();
	for (const name of pictures) {
		// Text on a few colors: a palette makes a third of it, and a page with all of them comes at once.
		const small = await sharp(join(folder, 'screenshots/docs', name))
			.png({ palette: true, colors: 128, effort: 10, dither: 0 })
			.toBuffer();
		if (small.length > maxBytes) giveUp(`${name} has ${small.length} bytes, more than ${maxBytes}`);
		// README's own goes with the package; the others are for whoever reads docs/.
		writeFileSync(join(repository, name === 'heatmap.png' ? 'media' : 'docs/pictures', name), small);
	}
	console.log(`this run's pictures are now in media/ and docs/pictures/: ${pictures.join(', ')}`);
}
process.exitCode = hasPassed ? 0 : 1;
