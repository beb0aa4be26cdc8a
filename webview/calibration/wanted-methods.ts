/** A method as a person sees it. */
export interface MethodBox {
	readonly name: string;
	/** The data allow it at present; only then can it be ticked. */
	readonly fits: boolean;
	readonly ticked: boolean;
}

/**
 * The methods that a person wants: those that are ticked, and of those that are impossible for a while the ones wanted `before`. Undefined: all.
 */
export function wantedMethods(boxes: readonly MethodBox[], before: readonly string[] | undefined): string[] | undefined {
	const wanted = boxes.filter(({ name, fits, ticked }) => (fits ? ticked : (before?.includes(name) ?? true))).map(({ name }) => name);
	return wanted.length === boxes.length ? undefined : wanted;
}
