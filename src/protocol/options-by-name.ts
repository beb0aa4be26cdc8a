/** Members of a calibration's options from before methods declared their own. */
const before = ['alpha', 'draws', 'protocol'] as const;

/** What a panel was set up with, as it is written today: options of methods that stood beside the seed stand in `options`. Anything else is left as it is. */
export function withOptionsByName(setup: unknown): unknown {
	if (typeof setup !== 'object' || setup === null || 'options' in setup) return setup;
	const entries = Object.entries(setup);
	const isOld = ([name]: readonly [string, unknown]): boolean => before.some((one) => one === name);
	return { ...Object.fromEntries(entries.filter((one) => !isOld(one))), options: Object.fromEntries(entries.filter(isOld)) };
}
