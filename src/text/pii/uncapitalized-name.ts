import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { isGivenName } from './given-names.ts';
import { isNoName } from './no-names.ts';

const said =
	/\b(?:(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir) (?:full )?name(?:['’]s| is| was)|(?:[Ff]ull )?[Nn]ame\s?[:=])\s(?<name>\p{Ll}[\p{L}\p{M}'’-]{1,40})(?<rest>(?:\s\p{Ll}[\p{L}\p{M}'’-]{0,40}){0,2})/gu;
/** What people do behind a name: no family is called so. */
const doing = /(?:ing|ed|ly)$/u;

/** 'my name is john smith': in small letters where it is said to be a name, and begins with a given one. */
export function uncapitalizedNames({ text }: PiiText): Candidate[] {
	return Array.from(text.matchAll(said)).flatMap((match) => {
		const { name = '', rest = '' } = match.groups ?? {};
		if (!isGivenName(name)) return [];
		const start = match.index + match[0].length - rest.length - name.length;
		const [family, next] = rest.trim().split(/\s/u);
		// A family name is the last word of what is said, or stands before one that is none.
		const isFamily = family !== undefined && family.length > 1 && isNoOther(family) && (next === undefined || !isNoOther(next));
		return [candidate(start, isFamily ? text.slice(start, start + name.length + 1 + family.length) : name, 'name', 'name by cue', 'cue')];
	});
}

function isNoOther(word: string): boolean {
	return !isNoName(word) && !doing.test(word);
}
