import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { part, sourceChart } from '../../../../src/runner/traces/token-hover.ts';

describe('sourceChart', () => {
	it('has a line for each source with its part as a number, and a bar by the largest; what takes is hatched', () => {
		assert.deepEqual(sourceChart('from', [0.05, 0.6, -0.3, 0.0001, 0.15, -0.001, 0]), [
			'| from | Part | |',
			'| :-- | --: | :-- |',
			'| question and instructions | +0.050 | █ |',
			'| contexts | +0.600 | ████████████ |',
			'| the answer so far | −0.300 | ▒▒▒▒▒▒ |',
			'| the token before | 0.000 |  |',
			'| the model’s own layers | +0.150 | ███ |',
			'| final norm | −0.001 |  |',
			'| embedding | 0.000 |  |',
		]);
	});

	it('grows by eighths of a character', () => {
		const bar = (value: number): string => sourceChart('from', [1.2, value, 0, 0, 0, 0, 0])[3]!.split('|')[3]!.trim();
		assert.deepEqual([0.1, 0.1125, 0.15, 0.1875, 1.2].map(bar), ['█', '█▏', '█▌', '█▉', '████████████']);
	});

	it('draws next to nothing as next to nothing', () => {
		assert.deepEqual(
			sourceChart('from', [0.00001, -0.00002, 0.01, 0, 0, 0, 0])
				.slice(2, 5)
				.map((line) => line.split('|')[3]),
			['  ', '  ', ' ██▍ '],
		);
	});

	it('is empty of bars where nothing gave anything', () => {
		assert.ok(
			sourceChart('from', [0, 0, 0, 0, 0, 0, 0])
				.slice(2)
				.every((line) => line.endsWith('| 0.000 |  |')),
		);
	});
});

describe('part', () => {
	it('has a sign unless it is nothing', () =>
		assert.deepEqual([0.5, -0.5, 0.0004, -0.0004].map(part), ['+0.500', '−0.500', '0.000', '0.000']));
});
