/** A step into a value: a member's name, or each item of a list. */
export type PathStep = { readonly name: string } | 'items';

/** `docs`, `[]`, `["a.b"]`, with `\` before a sign that is part of a name. */
const step = /\[\]|\[("(?:[^"\\]|\\.)*")\]|((?:[^.[\]\\]|\\.)+)/gsy;

/**
 * Reads the place of a member in a record: names with dots between them, and `[]` for each item of a list, such as `docs[].body`. A name with a dot is
 * written `a\.b` or `["a.b"]`.
 * @returns `null` if the text is no such place
 */
export function memberPath(text: string): readonly PathStep[] | null {
	const steps: PathStep[] = [];
	step.lastIndex = 0;
	for (let at = 0; at < text.length; at = step.lastIndex) {
		// A dot stands before each name but the first, and nothing before a bracket.
		const isDot = text.charAt(at) === '.';
		if (isDot) step.lastIndex = at + 1;
		const match = step.exec(text);
		if (match === null) return null;
		const [written, quoted, plain] = match;
		if (isDot !== (plain !== undefined && at > 0)) return null;
		const name = plain === undefined ? quotedName(quoted) : plain.replaceAll(/\\(.)/gs, '$1');
		if (written !== '[]' && name === undefined) return null;
		steps.push(name === undefined ? 'items' : { name });
	}
	return steps.length === 0 || steps[0] === 'items' ? null : steps;
}

function quotedName(json: string | undefined): string | undefined {
	if (json === undefined) return undefined;
	try {
		const name: unknown = JSON.parse(json);
		return typeof name === 'string' ? name : undefined;
	} catch {
		return undefined;
	}
}

/** Returns a path with one more member, as `memberPath` reads it. */
export function withMember(path: string, name: string): string {
	if (/[.[\]\\,="\s]/.test(name) || name === '') return `${path}[${JSON.stringify(name)}]`;
	return path === '' ? name : `${path}.${name}`;
}
