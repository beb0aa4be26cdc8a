/**
 * `node scripts/run-test-room.ts FILE…`: runs files of tests in this one process. Unlike with `node --test`, programs that a test forks
 * inherit no flags of the test runner.
 */
import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

run({ files: process.argv.slice(2).map((file) => resolve(file)), isolation: 'none', forceExit: true })
	.on('test:fail', () => {
		process.exitCode = 1;
	})
	.compose(spec)
	.pipe(process.stdout);
