/** Where in a value a token with this label stands. `inside` also where nothing is said: it goes on with what has the same kind. */
export interface Tag {
	readonly place: 'begin' | 'inside' | 'end' | 'single';
	readonly kind: string;
}

const places: Readonly<Record<string, Tag['place']>> = {
	B: 'begin',
	I: 'inside',
	M: 'inside',
	E: 'end',
	L: 'end',
	S: 'single',
	U: 'single',
};
const marked = /^([BIMELSU])[-_](.+)$/su;
const outside = /^(?:o|none|outside)$/iu;

/**
 * What labels say by the usual schemes: BIO, BIOES, BILOU and BMES (`B-PER`), or kinds alone (`PER`). Marks are read as such only where every label but
 * 'outside' has one: 'E-MAIL' beside 'PHONE' is a kind. `undefined`: outside of any value.
 */
export function tagsOf(labels: readonly string[]): (Tag | undefined)[] {
	const isMarked = labels.every((label) => outside.test(label) || marked.test(label));
	return labels.map((label) => {
		if (outside.test(label)) return undefined;
		const [, mark = '', kind = label] = (isMarked ? marked.exec(label) : null) ?? [];
		return { place: places[mark] ?? 'inside', kind };
	});
}
