import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
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
		...(name === undefined ? [] : [['--name ', `'${name.replaceAll("'", String.raw`'\''`)}'`] as const]),
	]);
}

/** The options that have to be given for it; those that are as usual need not be. */
export function givenOptions(options: RunHead['options'], { allOptions }: Pick<CalibrationFamily, 'allOptions'>): string[] {
	const usual = written({ seed: 1, options: allOptions({}), methods: [] });
	return [...written(options)].filter(([flag, value]) => usual.get(flag) !== value).map(([flag, value]) => `${flag}${value}`);
}

/** The options in which two differ, of each as they are written; `null`: in none. */
export function differentOptions(one: RunHead['options'], other: RunHead['options']): readonly [string, string] | null {
	const both = [written(one), written(other)] as const;
	const flags = [...new Set(both.flatMap((of) => [...of.keys()]))].filter((flag) => both[0].get(flag) !== both[1].get(flag));
	const inWords = (of: Written): string =>
		flags
			.map((flag) => {
				const value = of.get(flag);
				return value === undefined ? `no \`${flag.replace(/[ =]$/, '')}\`` : `\`${flag}${value}\``;
			})
			.join(' and ');
	return flags.length === 0 ? null : [inWords(both[0]), inWords(both[1])];
}
