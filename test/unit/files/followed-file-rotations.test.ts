import { slowTest } from '../../support/slow-test.ts';
import { followRotations, roundsOfTwo, someSeed } from './follow-rotations.ts';

slowTest(
	'a log that another process rotates 2,000 times, in every way and at any moment, is read as a whole, once and in order',
	async (t) => {
		await followRotations(t, { rotations: 2000, seed: someSeed() });
	},
);

slowTest('a log that another process rotates 300 times to names of each other shape is read as a whole, once and in order', async (t) => {
	// oxlint-disable-next-line no-await-in-loop -- each as quick as the machine is
	for (const names of ['ids', 'days', 'aged'] as const)
		await followRotations(t, { rotations: 300, seed: someSeed(), rounds: roundsOfTwo, ahead: 1, names });
});
