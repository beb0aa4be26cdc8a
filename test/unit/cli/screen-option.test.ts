import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireSources, screenBound } from '../../../src/cli/commands/analyze.ts';
import { settingsOf } from '../../../src/cli/common-options.ts';

test('a bound is above 0 and at most a thousandth', () => {
	assert.deepEqual(['0.001', '1e-3', ' 0.0002 ', '1e-9'].map(screenBound), [0.001, 0.001, 0.0002, 1e-9]);
	for (const text of ['0', '0.00101', '1', '-0.001', '', ' ', 'fast', 'NaN', 'Infinity'])
		assert.throws(() => screenBound(text), { code: 'RA705', message: new RegExp(`^--screen ${text}: .* at most 0\\.001\\.$`) });
});

test('nothing is screened where nothing is attributed', () => {
	assert.throws(() => requireSources({ screen: 0.001, methods: ['cg', 'repcs'], layers: false }), {
		code: 'RA706',
		message: '--screen is about the sources of spad, and --methods names cg, repcs alone.',
	});
	const none = { layers: false };
	for (const given of [
		{ screen: 0.001 },
		{ screen: 0.001, methods: ['spad' as const] },
		{ screen: 0.001, methods: ['cg' as const], layers: true },
		{ methods: ['cg' as const] },
	])
		requireSources({ ...none, ...given });
});

test('exact is the default', () => {
	const base = { device: 'cpu', json: false, quiet: false, offline: false } as const;
	assert.deepEqual([settingsOf(base).screen, settingsOf({ ...base, screen: 0.0005 }).screen], [0, 0.0005]);
});
