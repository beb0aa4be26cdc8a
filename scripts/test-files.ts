/**
 * `node scripts/test-files.ts LANES PATTERN…`: runs files of tests, each in a process of its own and so many at a time.
 * Used for tests that start programs; unit tests run by rooms (`scripts/test-unit.ts`).
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './child-program.ts';
import { runTestGroups } from './test-groups.ts';

endWithParent();
const [lanes, ...patterns] = process.argv.slice(2);
if (!/^[1-9]\d?$/.test(lanes ?? '')) {
	console.error(`'${lanes ?? ''}' is no number of files to run at a time; run: node scripts/test-files.ts 1 PATTERN…`);
	process.exit(2);
}
const files = globSync(patterns, { cwd: fileURLToPath(new URL('..', import.meta.url)) }).toSorted();
if (files.length === 0) {
	console.error(`no file of tests is ${patterns.join(' or ')}`);
	process.exit(2);
}
/** These take the longest: they begin first, so that no lane is left with one of them at the end. */
const longest = ['store-passwords', 'command-line-private', 'calibration-command-line', 'memory', 'redteam-membership'];
const rank = (name: string): number => (longest.includes(name) ? longest.indexOf(name) : longest.length);
const groups = files.map((file) => ({ name: basename(file, '.test.ts'), files: [file] })).toSorted((a, b) => rank(a.name) - rank(b.name));
process.exitCode = (await runTestGroups(groups, Number(lanes))) ? 0 : 1;
