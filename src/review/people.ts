/** Who somebody is: names that differ in case, spaces or the way their letters are encoded are one person's. */
export function personKey(name: string): string {
	return name.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Names of people, each person once, as first written. */
export function people(names: Iterable<string>): string[] {
	const known = new Map<string, string>();
	for (const name of names) if (!known.has(personKey(name))) known.set(personKey(name), name);
	return [...known.values()];
}
