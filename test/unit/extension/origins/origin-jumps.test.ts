import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OriginJumps, type Place } from '../../../../src/extension/origins/origin-jumps.ts';

function place(line: number, character = 0, uri = 'file:///a'): Place {
	return { uri, range: [line, character, line, character + 4] };
}

/** A cursor at the start of a place. */
function at({ uri, range: [line, character] }: Place): Place {
	return { uri, range: [line, character, line, character] };
}

describe('jumps to origins', () => {
	const origins = [place(3), place(1, 5), place(8, 2, 'file:///b')];
	const response = at(place(20, 7));

	test('go through the origins, strongest first, round and round, and back to where the first one began', () => {
		const jumps = new OriginJumps();
		assert.equal(jumps.isAway, false);
		assert.deepEqual(jumps.next(response, origins), { place: origins[0], at: 0, count: 3 });
		assert.equal(jumps.isAt(at(origins[0]!)), true);
		// What is lit meanwhile does not matter.
		assert.deepEqual(jumps.next(at(origins[0]!), [place(99)])?.place, origins[1]);
		assert.deepEqual(jumps.next(at(origins[1]!), [])?.place, origins[2]);
		assert.deepEqual(jumps.next(at(origins[2]!), [])?.at, 0);
		assert.deepEqual(jumps.back(), response);
		assert.equal(jumps.back(), undefined);
		assert.equal(jumps.isAt(at(origins[0]!)), false);
	});

	test('begin anew from any other place', () => {
		const jumps = new OriginJumps();
		jumps.next(response, origins);
		const other = at(place(20, 11));
		assert.equal(jumps.isAt(other), false);
		assert.deepEqual(jumps.next(other, [place(4)]), { place: place(4), at: 0, count: 1 });
		assert.deepEqual(jumps.back(), other);
	});

	test('the same position in another document is another place', () => {
		const jumps = new OriginJumps();
		jumps.next(response, origins);
		assert.equal(jumps.isAt(at(place(3, 0, 'file:///b'))), false);
	});

	test('nowhere to go: the place to go back to stays', () => {
		const jumps = new OriginJumps();
		assert.equal(jumps.next(response, []), undefined);
		assert.equal(jumps.isAway, false);
		jumps.next(response, origins);
		assert.equal(jumps.next(at(place(50)), []), undefined);
		assert.deepEqual(jumps.back(), response);
		jumps.next(response, origins);
		jumps.forget();
		assert.equal(jumps.isAway, false);
	});
});
