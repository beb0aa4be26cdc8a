import { subjectKinds, subjectNouns, type SubjectKind } from '../formats/subject.ts';
import { plural } from '../wording/plural.ts';

const lists = new Intl.ListFormat('en');

/** How many subjects of these kinds together: `450 traces`, `75 memory entries and queries`; where nobody said of which: `450 items`. */
export function itemsInWords(items: number, subjects: readonly SubjectKind[] = []): string {
	const [only] = subjects;
	if (only === undefined) return plural(items, 'item');
	if (subjects.length > 1) return `${items.toLocaleString('en')} ${lists.format(subjects.map((kind) => subjectNouns[kind].many))}`;
	return plural(items, subjectNouns[only].one, subjectNouns[only].many);
}

/** How many of each kind: `450 traces and 40 queries`. */
export function kindsInWords(counts: readonly { readonly subject: SubjectKind; readonly items: number }[]): string {
	const sums = new Map<SubjectKind, number>();
	for (const { subject, items } of counts) sums.set(subject, (sums.get(subject) ?? 0) + items);
	return sums.size === 0 ? itemsInWords(0) : lists.format([...sums].map(([subject, items]) => itemsInWords(items, [subject])));
}

/** What stands in which class: `120 grounded and 30 ungrounded sentences; 3 clean and 2 memorised traces`. Empty where nothing does. */
export function classesInWords(classes: readonly { readonly of: string; readonly class: string; readonly count: number }[]): string {
	return [...new Set(classes.map((one) => one.of))]
		.map((of) => ({ of, counted: classes.filter((one) => one.of === of) }))
		.filter(({ counted }) => counted.some(({ count }) => count > 0))
		.map(({ of, counted }) => {
			const isOne = counted.at(-1)?.count === 1 && counted.every(({ count }, i) => count === 0 || i === counted.length - 1);
			const { one, many } = nounsOf(of);
			return `${lists.format(counted.map(({ count, class: name }) => `${count.toLocaleString('en')} ${name}`))} ${isOne ? one : many}`;
		})
		.join('; ');
}

/** A subject by its kind or its noun, or a part of one. */
function nounsOf(of: string): { readonly one: string; readonly many: string } {
	return (
		subjectKinds.filter((kind) => kind === of || subjectNouns[kind].one === of).map((kind) => subjectNouns[kind])[0] ?? {
			one: of,
			many: `${of}s`,
		}
	);
}
