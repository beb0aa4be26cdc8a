import { isRecord, isText, textOf } from '../record-entry.ts';

/**
 * What an agent reads of an item's value: the member that tools keep text in, also one within another (langmem's
 * `{"kind": …, "content": {"content": …}}`), or, of a value without one, all of it, since agents are then given its JSON.
 */
export function valueText(value: unknown): string {
	return knownText(value, 3) ?? JSON.stringify(value);
}

function knownText(value: unknown, depth: number): string | null {
	if (isText(value)) return value;
	if (!isRecord(value) || depth === 0) return null;
	const own = textOf(value);
	if (own !== null) return own.text;
	for (const holder of ['content', 'value', 'memory', 'data']) {
		const inner = knownText(value[holder], depth - 1);
		if (inner !== null) return inner;
	}
	return null;
}
