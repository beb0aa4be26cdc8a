import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';

const entry = z.object({
	version: z.string().optional(),
	resolved: z.string().optional(),
	optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const text = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
const { packages } = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(text));

test('the lockfile has every platform\u2019s packages, without which npm ci refuses to install', () => {
	const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
	const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
		Object.keys(optionalDependencies ?? {})
			.filter((name) => !names.has(name))
			.map((name) => `${path} wants ${name}`),
	);
	assert.deepEqual(missing, []);
});

test('the lockfile names no registry', () => {
	assert.deepEqual(
		Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined),
		[],
	);
});
