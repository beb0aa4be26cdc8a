import { calibrationOptions } from '../../protocol/calibration.ts';
import type { RunHead } from './measured-run.ts';

/** Options of `rag-assay calibrate` with what they were given, as they are written; `null`: not given, and there is no usual value to name. */
type Written = Readonly<Record<'--methods' | '--alpha' | '--seed' | '--protocol' | '--draws' | '--name', string | null>>;

function written({ alpha, seed, protocol, draws, name, methods, named }: RunHead['options']): Written {
	return {
		'--methods': named === true ? methods.join(',') : null,
		'--alpha': String(alpha),
		'--seed': String(seed),
		'--protocol': protocol,
		'--draws': draws === undefined ? null : String(draws),
		'--name': name === undefined ? null : `'${name.replaceAll("'", String.raw`'\''`)}'`,
	};
}

const names = ['--methods', '--alpha', '--seed', '--protocol', '--draws', '--name'] as const;

/** The options that have to be given for it; those that are as usual need not be. */
export function givenOptions(options: RunHead['options']): string[] {
	const [own, usual] = [written(options), written({ ...calibrationOptions.omit({ data: true }).parse({}), methods: [] })];
	return names.flatMap((name) => (own[name] === null || own[name] === usual[name] ? [] : [`${name} ${own[name]}`]));
}

/** The options in which two differ, of each as they are written; `null`: in none. */
export function differentOptions(one: RunHead['options'], other: RunHead['options']): readonly [string, string] | null {
	const both = [written(one), written(other)] as const;
	const different = names.filter((name) => both[0][name] !== both[1][name]);
	const inWords = (of: Written): string =>
		different.map((name) => (of[name] === null ? `no \`${name}\`` : `\`${name} ${of[name]}\``)).join(' and ');
	return different.length === 0 ? null : [inWords(both[0]), inWords(both[1])];
}
