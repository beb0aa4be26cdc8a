import { itemsOf, memberOf, stringOf, type Located, type LocatedObject } from './located.ts';

/** Parts of an attribute's name that are taken as levels. */
const mostLevels = 30;

/**
 * Returns an object in which each dotted name is a level of its own: `{"a.b": 1}` is `{"a": {"b": 1}}`, and `{"a.0.b": 1}` is `{"a": [{"b": 1}]}`. It reads
 * attributes as OTLP writes them, too: `[{"key": "a.b", "value": {"stringValue": "x"}}]`.
 */
export function withLevels(value: LocatedObject | Extract<Located, { kind: 'array' }>): LocatedObject {
	const root: Tree = new Map();
	for (const [name, member] of value.kind === 'object' ? value.members : keyedValues(value)) put(root, name, expanded(member));
	return objectOf(root, value);
}

type Tree = Map<string, Tree | Located>;

function put(root: Tree, name: string, value: Located): void {
	const levels = name.split('.');
	const path = levels.length > mostLevels ? [name] : levels;
	let tree = root;
	for (const level of path.slice(0, -1)) {
		const inner = tree.get(level);
		if (inner instanceof Map) tree = inner;
		else {
			// An object that is there as a whole gets what is written beside it.
			const made: Tree = new Map(inner?.kind === 'object' ? inner.members : []);
			tree.set(level, made);
			tree = made;
		}
	}
	const last = path.at(-1) ?? name;
	if (!(tree.get(last) instanceof Map)) tree.set(last, value);
}

/** A value within attributes, in which names may be dotted again. */
function expanded(value: Located): Located {
	if (value.kind === 'object') return withLevels(value);
	return value.kind === 'array' ? { ...value, items: value.items.map(expanded) } : value;
}

function objectOf(tree: Tree, { source, start, end }: Located): LocatedObject {
	const members = new Map<string, Located>();
	for (const [name, value] of tree)
		members.set(name, value instanceof Map ? listOrObject(value, { kind: 'null', source, start, end }) : value);
	return { kind: 'object', source, start, end, members, cut: false };
}

function listOrObject(tree: Tree, place: Located): Located {
	const object = objectOf(tree, place);
	const isList = [...tree.keys()].every((key) => /^\d{1,6}$/.test(key));
	if (!isList) return object;
	const items = [...object.members].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item);
	return { ...object, kind: 'array', items };
}

function keyedValues(list: Located): [string, Located][] {
	return itemsOf(list).flatMap((item): [string, Located][] => {
		const key = stringOf(memberOf(item, 'key'));
		const value = otlpValue(memberOf(item, 'value'));
		return key === undefined || value === undefined ? [] : [[key, value]];
	});
}

/** OTLP wraps each value in an object that says its kind. */
function otlpValue(value: Located | undefined): Located | undefined {
	if (value?.kind !== 'object') return value;
	const member = (...names: string[]): Located | undefined => names.map((name) => value.members.get(name)).find((one) => one !== undefined);
	const list = member('arrayValue', 'array_value');
	if (list !== undefined) {
		const values = memberOf(list, 'values');
		const items = itemsOf(values).flatMap((item) => otlpValue(item) ?? []);
		const { source, start, end } = values ?? list;
		return { kind: 'array', source, start, end, items, cut: false };
	}
	const named = member('kvlistValue', 'kvlist_value');
	if (named !== undefined) {
		const values = memberOf(named, 'values');
		return values?.kind === 'array' ? withLevels(values) : named;
	}
	return member('stringValue', 'string_value', 'intValue', 'int_value', 'doubleValue', 'double_value', 'boolValue', 'bool_value');
}
