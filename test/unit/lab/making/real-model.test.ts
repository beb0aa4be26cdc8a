import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../lab/making/real-model/', import.meta.url));
const run = (...args: string[]) => spawnSync(process.execPath, [`${folder}make.ts`, ...args], { encoding: 'utf8' });

test('the real model is made in four steps, each of which can be named before anything is downloaded', () => {
	const { status, stdout, stderr } = run('--list');
	assert.equal(status, 0, stderr);
	assert.deepEqual(
		stdout
			.trim()
			.split('\n')
			.map((line) => line.split(':')[0]),
		['python', 'weights', 'export', 'parity'],
	);
});

test('what it takes is said first, and a Python that is not there is told in words', () => {
	const { status, stderr } = run('--python', `${folder}no-python`);
	assert.equal(status, 1);
	assert.match(stderr, /^This makes SmolLM2-135M-Instruct .* minutes .* of disk:/);
	assert.match(stderr, /There is no Python at '.*no-python'\.$/m);
	assert.doesNotMatch(stderr, /^ +at /m);
});

test('an option that is unknown is told in words', () => {
	const { status, stderr } = run('--fast');
	assert.equal(status, 2);
	assert.match(stderr, /^real-model: Unknown option '--fast'/);
});

test('each package is pinned', () => {
	const lines = readFileSync(`${folder}requirements.txt`, 'utf8').split('\n');
	for (const line of lines) assert.match(line, /^(#.*|[a-z-]+==[\d.]+|)$/);
	assert.equal(
		lines.find((line) => !line.startsWith('#')),
		'torch==2.13.0',
		'first, so that the file on disk is taken',
	);
});
