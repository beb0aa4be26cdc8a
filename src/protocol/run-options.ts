import type { CalibrationSetup, Previewing } from './calibration-panel.ts';

/**
 * What a run is asked for by what is set up: of the wanted methods those that the data allow at present, and none by name where these are
 * all that they allow. One that is impossible for a while stays wanted in the setup.
 */
export function runOptions({ methods: wanted, ...others }: CalibrationSetup, previewing: Previewing): CalibrationSetup {
	if (wanted === undefined || previewing.kind !== 'ready') return { ...others, ...(wanted === undefined ? {} : { methods: wanted }) };
	const allowed = previewing.preview.methods.filter(({ fits }) => fits).map(({ name }) => name);
	const methods = allowed.filter((name) => wanted.includes(name));
	return { ...others, ...(methods.length === allowed.length ? {} : { methods: methods.length === 0 ? wanted : methods }) };
}
