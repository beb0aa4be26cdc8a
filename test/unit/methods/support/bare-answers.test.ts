import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contexts, flagged } from './judged.ts';

const staff = contexts('Omar Said is 35 years old and works in Halden. The office has 12 rooms and 48 desks.');
const tower = contexts('The tower of Halden is 42.7 meters high. It was built in 1874.', 'The tower of Mora is 39 meters high.');

describe('a value that is a whole answer is compared with what the contexts say of the question', () => {
	const rows = [
		[staff, 'How old is Omar Said?', '35'],
		[staff, 'How old is Omar Said?', '39', '39 ~ 35 years'],
		[staff, 'How old is Omar Said?', '**39**', '39 ~ 35 years'],
		[staff, 'How old is Omar Said?', '39 years.', '39 years ~ 35 years'],
		[staff, 'How many desks does the office have?', '84', '84 ~ 48'],
		[tower, 'How high is the tower of Halden?', '47.2 meters', '47.2 meters ~ 42.7 meters'],
		[tower, 'When was the tower built?', '1847', '1847 ~ 1874'],
		// Two towers, and none is named: nobody can tell which one is meant.
		[tower, 'How high is the tower?', '60 m', '60 m'],
		[tower, 'Who is the mayor?', '60 m', '60 m'],
		[tower, '', '60 m', '60 m'],
	] as const;
	for (const [index, query, answer, ...expected] of rows)
		test(`${query} ${answer}`, async () => assert.deepEqual(await flagged(answer, index, query), expected));
});
