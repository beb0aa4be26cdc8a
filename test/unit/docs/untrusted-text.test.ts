import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Files of the product whose code has something, by what is looked for. */
function filesWith(pattern: RegExp): string[] {
	return globSync('{src,webview}/**/*.ts', { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => pattern.test(readFileSync(`${root}${path}`, 'utf8')));
}

test('no panel inserts HTML', () => {
	assert.deepEqual(filesWith(/\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment)\b|document\.write\(/), []);
});

test('no process is started through a shell', () => {
	assert.deepEqual(filesWith(/\bshell: (?!false)|import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'/), []);
	assert.deepEqual(filesWith(/'node:child_process'/).toSorted(), [
		'src/cli/runner-client.ts',
		'src/extension/runner/check-program.ts',
		'src/extension/runner/process.ts',
		'src/lm/devices/cuda/machine-libraries.ts',
		'src/lm/devices/cuda/package-index.ts',
		'src/lm/devices/probe-device.ts',
		'src/runner/labels/author.ts',
		'src/runner/models/model-process.ts',
		'src/runner/models/ram-monitor.ts',
	]);
});
