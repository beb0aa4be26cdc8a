/** What a row of the list says of a profile beside its name. */
export interface ProfileRowText {
	readonly description: string;
	readonly tooltip: string;
	/** For screen readers. */
	readonly label: string;
}

/** `left`: what the runner says of the detectors of the active one that do not judge, a sentence or two each. */
export function profileRowText(
	{ label, path, active, bundled }: { readonly label: string; readonly path: string; readonly active: boolean; readonly bundled: boolean },
	left: readonly string[],
): ProfileRowText {
	const inPart = active && left.length > 0;
	const state = inPart ? ['active in part'] : active ? ['active'] : [];
	return {
		description: [...state, ...(bundled ? ['bundled'] : [])].join(', '),
		tooltip: [path, ...(inPart ? left : [])].join('\n\n'),
		label: [`Profile ${label}`, ...(active ? state : ['not active']), ...(bundled ? ['bundled'] : [])].join(', '),
	};
}
