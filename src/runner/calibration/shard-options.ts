import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import { commandToPaste, type GivenWord } from '../../wording/command-line.ts';
import type { RunHead } from './measured-run.ts';

/** Options of methods that `rag-assay calibrate` has a flag of its own for; every other is given by `--set`. */
const ownFlags: ReadonlySet<string> = new Set(['alpha', 'protocol', 'draws']);

/** Options of `rag-assay calibrate` as they are written, by what is before their value; one that was not given and has no usual value is not there. */
type Written = ReadonlyMap<string, string>;

function written({ seed, options, name, methods, named }: RunHead['options']): Written {
	return new Map([
		...(named === true ? [['--methods ', methods.join(',')] as const] : []),
		['--seed ', String(seed)],
		...Object.entries(options).map(([own, value]) => [ownFlags.has(own) ? `--${own} ` : `--set ${own}=`, String(value)] as const),
		...(name === undefined ? [] : [['--name ', name] as const]),
	]);
}

/** Lists the options that have to be given for it, for a command to paste; those that are as usual need not be. */
export function givenOptions(
	options: RunHead['options'],
	{ allOptions }: Pick<CalibrationFamily, 'allOptions'>,
): readonly (string | GivenWord)[] {
	const usual = written({ seed: 1, options: allOptions({}), methods: [] });
	return [...written(options)].filter(([flag, value]) => usual.get(flag) !== value).flatMap(([flag, value]) => wordsOf(flag, value));
}

/** An option as words of a command; a shard's file is not trusted. */
function wordsOf(flag: string, value: string): (string | GivenWord)[] {
	const name = flag.slice(0, flag.indexOf(' '));
	return [name, { value: `${flag.slice(name.length + 1)}${value}`, otherwise: name === '--name' ? 'NAME' : 'VALUE' }];
}

/** The options in which two differ, of each as they are written; `null`: in none. */
export function differentOptions(one: RunHead['options'], other: RunHead['options']): readonly [string, string] | null {
	const both = [written(one), written(other)] as const;
	const flags = [...new Set(both.flatMap((of) => [...of.keys()]))].filter((flag) => both[0].get(flag) !== both[1].get(flag));
	const inWords = (of: Written): string =>
		flags
			.map((flag) => {
				const value = of.get(flag);
				return value === undefined ? `no \`${flag.replace(/[ =]$/, '')}\`` : `\`${commandToPaste(wordsOf(flag, value))}\``;
			})
			.join(' and ');
	return flags.length === 0 ? null : [inWords(both[0]), inWords(both[1])];
}
