import { writtenEntry } from './sidecar-file.ts';
import { emptySidecar, type IgnoredFinding, type Label, type Sidecar } from './sidecar.ts';
import { subjectId } from './subject.ts';

/**
 * Joins what two people have said, in either order. Labels are kept for each person; of two entries for the same thing the later one
 * stands. What one side has taken away since `base` (their common ancestor, as version control knows it) is gone, unless the other
 * side has changed it since; without a base nothing is taken away.
 */
export function mergeSidecars(ours: Sidecar, theirs: Sidecar, base: Sidecar = emptySidecar): Sidecar {
	return {
		ignored: merged(ours.ignored, theirs.ignored, base.ignored, (e) => [subjectId(e.subject), e.code, e.textSha256]),
		labels: merged(ours.labels, theirs.labels, base.labels, (e) => [subjectId(e.subject), e.textSha256, e.who]),
	};
}

function merged<E extends IgnoredFinding | Label>(
	ours: readonly E[],
	theirs: readonly E[],
	base: readonly E[],
	keyOf: (entry: E) => readonly string[],
): E[] {
	const byKey = (entries: readonly E[]): Map<string, E> => new Map(entries.map((entry) => [JSON.stringify(keyOf(entry)), entry]));
	const [mine, other, before] = [byKey(ours), byKey(theirs), byKey(base)];
	return [...new Set([...mine.keys(), ...other.keys()])].flatMap((key) => {
		const [a, b, was] = [mine.get(key), other.get(key), before.get(key)];
		if (a !== undefined && b !== undefined) return [later(a, b)];
		const kept = (a ?? b)!;
		return was !== undefined && same(was, kept) ? [] : [kept];
	});
}

/** Of entries of one moment the one that is written larger, so that both sides keep the same. */
function later<E extends IgnoredFinding | Label>(a: E, b: E): E {
	const [when, other] = [Date.parse(a.when), Date.parse(b.when)];
	if (when !== other) return when > other ? a : b;
	return asLine(a) >= asLine(b) ? a : b;
}

function same(a: IgnoredFinding | Label, b: IgnoredFinding | Label): boolean {
	return asLine(a) === asLine(b);
}

function asLine(entry: IgnoredFinding | Label): string {
	return JSON.stringify(writtenEntry(entry));
}
