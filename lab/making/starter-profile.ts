/**
 * Fits the starter profile on public labels, and writes `src/methods/starter/fitted.ts`:
 *
 *     npm run starter-profile -- --data DIR
 *
 * DIR is a folder of the git clones that docs/results/starter.md names.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { starterFeatureNames } from '../../src/methods/starter/starter-features.ts';
import type { FittedStarter, StarterForm } from '../../src/methods/starter/starter-model.ts';
import { fitStarter, mostFalseAlarms } from '../real-text/starter/fit-starter.ts';
import { paraphraseRows } from '../real-text/starter/paraphrase-rows.ts';
import { firstAnswers } from '../real-text/starter/starter-data.ts';
import { starterRows, type StarterRow } from '../real-text/starter/starter-rows.ts';
import { readSets } from '../real-text/read-sets.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
if (data === undefined) {
	say('starter-profile: name a folder of git clones with --data. docs/results/starter.md lists them.');
	process.exit(2);
}

/** Digits beyond these say nothing. */
const digits = 5;

const { sets, missing } = await readSets(data);
for (const { reason } of missing) say(reason);
const rows = await starterRows(firstAnswers(sets));
const fitted: FittedStarter = {
	made: {
		sets: sets.map(({ name, family }) => ({ name, family, answers: count(name, 'answer'), sentences: count(name, 'sentence') })),
		falseAlarms: mostFalseAlarms,
	},
	form: rounded(fitStarter(rows, starterFeatureNames, await paraphraseRows('A'))),
};
const head = `import type { FittedStarter } from './starter-model.ts';

/** Made by \`npm run starter-profile\` (lab/making/starter-profile.ts). Do not change it by hand. */
export const fittedStarter: FittedStarter = `;
const file = fileURLToPath(new URL('../../src/methods/starter/fitted.ts', import.meta.url));
await writeFile(file, `${head}${JSON.stringify(fitted, null, '\t')};\n`);
say(`Written: ${file}. Format it with npm run format.`);

function count(set: string, level: StarterRow['level']): number {
	return rows.filter((row) => row.set === set && row.level === level).length;
}

function rounded({ features, fits }: StarterForm): StarterForm {
	const round = (value: number): number => Number(value.toPrecision(digits));
	// Upwards, and by more than rounded weights add: what lies exactly at a threshold, such as a sentence without a word of its context, is not flagged.
	const roundUp = (value: number): number => Math.ceil(value * 1000 + 0.5) / 1000;
	return {
		features,
		fits: fits.map(({ leftOut, intercept, weights, thresholds: { sentence, answer } }) => ({
			leftOut,
			intercept: round(intercept),
			weights: weights.map(round),
			thresholds: { sentence: roundUp(sentence), answer: roundUp(answer) },
		})),
	};
}
