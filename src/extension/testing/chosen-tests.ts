/** The part of a test item that says what a run includes: a file, or a trace of a file of many. */
export interface TestNode<T> {
	readonly id: string;
	readonly parent?: T | undefined;
	readonly children: Iterable<readonly [id: string, child: T]>;
}

/**
 * Returns the tests of a run: the leaves that are included and not excluded, each once, by the file that they belong to, in the order of the view. A file
 * of many traces has its traces as children.
 * @param roots all files
 * @param include what the user chose; undefined: everything
 */
export function chosenTests<T extends TestNode<T>>(
	roots: readonly T[],
	include: readonly T[] | undefined,
	exclude: readonly T[] = [],
): ReadonlyMap<T, readonly T[]> {
	const left = new Set(exclude.map(({ id }) => id));
	const chosen = new Map<T, Map<string, T>>();
	const add = (item: T): void => {
		if (left.has(item.id)) return;
		const children = [...item.children].map(([, child]) => child);
		if (children.length > 0) return children.forEach(add);
		const file = item.parent ?? item;
		if (left.has(file.id)) return;
		const tests = chosen.get(file) ?? new Map<string, T>();
		chosen.set(file, tests.set(item.id, item));
	};
	for (const item of include ?? roots) add(item);
	return new Map([...chosen].map(([file, tests]) => [file, [...tests.values()]]));
}
