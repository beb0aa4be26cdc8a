import type { CalibrationSetup, Previewing } from './calibration-panel.ts';

/**
 * What a run is asked for by what is set up: of the wanted methods those that the data allow at present, and none by name where these are
 * all that they allow; of the options those that such a method has. A method that is impossible for a while stays wanted in the setup, and
 * what was set for one that is left out stays set.
 */
export function runOptions({ methods: wanted, options, ...others }: CalibrationSetup, previewing: Previewing): CalibrationSetup {
	if (previewing.kind !== 'ready') return { ...others, options, ...(wanted === undefined ? {} : { methods: wanted }) };
	const { methods: known, options: declared } = previewing.preview;
	const allowed = known.filter(({ fits }) => fits).map(({ name }) => name);
	const possible = allowed.filter((name) => wanted?.includes(name) ?? true);
	const methods = possible.length === 0 && wanted !== undefined ? wanted : possible;
	const had = new Set(declared.filter((one) => one.methods.some((name) => methods.includes(name))).map(({ name }) => name));
	return {
		...others,
		options: Object.fromEntries(Object.entries(options).filter(([name]) => had.has(name))),
		...(possible.length === allowed.length ? {} : { methods }),
	};
}
