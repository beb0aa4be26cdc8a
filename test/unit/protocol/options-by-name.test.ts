import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrationMemory, type CalibrationMemory } from '../../../src/protocol/calibration-panel.ts';

/** As a panel left it before methods declared their options, word for word. */
const left = (draws: object): unknown => ({
	setup: { data: ['/w/data'], alpha: 0.1, seed: 7, ...draws, protocol: 'II', methods: ['repcs', 'spad'], name: 'bank' },
	run: { run: '0123456789abcdef', options: { data: ['/w/data'], alpha: 0.1, seed: 7, ...draws, protocol: 'II' }, was: 'stopped' },
});

test('what a panel left behind before options had names is read, with its options', () => {
	assert.deepEqual(calibrationMemory.parse(left({ draws: 12 })), {
		setup: { data: ['/w/data'], seed: 7, options: { alpha: 0.1, draws: 12, protocol: 'II' }, methods: ['repcs', 'spad'], name: 'bank' },
		run: {
			run: '0123456789abcdef',
			options: { data: ['/w/data'], seed: 7, options: { alpha: 0.1, draws: 12, protocol: 'II' } },
			was: 'stopped',
		},
	});
	assert.deepEqual(calibrationMemory.parse(left({})).setup.options, { alpha: 0.1, protocol: 'II' }, 'draws were left to the protocol');
});

test('what a panel leaves behind today is read as it is', () => {
	const memory: CalibrationMemory = {
		setup: { data: [], seed: 1, options: { size: 3 } },
		run: { run: '0123456789abcdef', options: { data: ['/d'], seed: 1, options: {} }, was: 'done' },
	};
	assert.deepEqual(calibrationMemory.parse(JSON.parse(JSON.stringify(memory))), memory);
	assert.deepEqual(calibrationMemory.parse({ ...memory, run: null }).run, null);
});

test('what is none is refused', () => {
	for (const memory of [null, {}, { setup: null, run: null }, { setup: { data: 3, alpha: 0.1 }, run: null }])
		assert.equal(calibrationMemory.safeParse(memory).success, false, JSON.stringify(memory));
});
