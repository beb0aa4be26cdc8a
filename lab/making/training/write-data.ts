/**
 * Writes training conversations, one JSON line each, to standard output; the same phase, seed and count give the same bytes.
 *
 *     npx node lab/making/training/write-data.ts bind|read|settle|weigh|widen|share|key|tie|reword|blend|mend SEED COUNT > FILE
 */
import { once } from 'node:events';
import { trainingLine } from '../../world/training/example.ts';
import { makeExample } from '../../world/training/examples.ts';
import { manners, phaseNames, phases } from '../../world/training/phases.ts';
import { pickWeighted, seededRandom } from '../../../src/statistics/random.ts';

const [name, seed, count] = process.argv.slice(2);
const phase = phaseNames.find((each) => each === name);
if (phase === undefined || !/^\d+$/.test(seed ?? '') || !/^\d+$/.test(count ?? '')) {
	process.stderr.write('usage: write-data.ts bind|read|settle|weigh|widen|share|key|tie|reword|blend|mend SEED COUNT\n');
	process.exit(2);
}
const random = seededRandom(Number(seed));
const linesAtOnce = 1000;
for (let written = 0; written < Number(count); ) {
	const block: string[] = [];
	for (; block.length < linesAtOnce && written < Number(count); written++)
		block.push(trainingLine(makeExample(random, pickWeighted(random, phases[phase]), manners[phase])) + '\n');
	if (!process.stdout.write(block.join(''))) await once(process.stdout, 'drain');
}
