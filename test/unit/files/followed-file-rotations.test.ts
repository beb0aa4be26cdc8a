import { slowTest } from '../../support/slow-test.ts';
import { followRotations, someSeed } from './follow-rotations.ts';

slowTest(
	'a log that another process rotates 2,000 times, in every way and at any moment, is read as a whole, once and in order',
	async (t) => {
		await followRotations(t, { rotations: 2000, seed: someSeed() });
	},
);
