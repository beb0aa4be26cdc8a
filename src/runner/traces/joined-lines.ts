import type { TracePart } from '../../formats/foreign/foreign-format.ts';

/** Time without another part after which a trace counts as whole, milliseconds. */
const quiet = 3000;
/** Time for which a trace that was handed out waits for late parts, milliseconds. */
const late = 60_000;

/** A line of a file, with its line end. */
export interface PlacedLine {
	readonly text: string;
	/** UTF-16 units of the file before it. */
	readonly units: number;
	/** Lines of the file before it. */
	readonly lines: number;
}

/** Lines that share traces, directly or through other lines. */
interface Group {
	readonly traces: Set<string>;
	readonly lines: PlacedLine[];
	hasRoot: boolean;
	/** Whether something came since it was handed out. */
	isNew: boolean;
	wasDue: boolean;
	changed: number;
}

/**
 * Joins the parts of traces that are lines apart. Traces are handed out when their root came, or nothing came for a moment, and once more if another part
 * comes later. `now` is in milliseconds, from any clock that does not go back.
 */
export class JoinedLines {
	readonly #groups = new Set<Group>();
	readonly #byTrace = new Map<string, Group>();

	/** Adds a line, behind those that were added before. A line that holds no part is handed out by itself, so that what is wrong with it is said. */
	add(line: PlacedLine, parts: readonly TracePart[], now: number): void {
		const known = new Set(parts.flatMap(({ trace }) => this.#byTrace.get(trace) ?? []));
		const [group = { traces: new Set(), lines: [], hasRoot: parts.length === 0, isNew: true, wasDue: false, changed: now }, ...others] =
			known;
		for (const other of others) {
			for (const trace of other.traces) group.traces.add(trace);
			group.lines.push(...other.lines);
			group.hasRoot &&= other.hasRoot;
			group.wasDue ||= other.wasDue;
			this.#groups.delete(other);
		}
		group.lines.push(line);
		group.lines.sort((a, b) => a.units - b.units);
		for (const { trace } of parts) group.traces.add(trace);
		for (const trace of group.traces) this.#byTrace.set(trace, group);
		group.hasRoot ||= parts.some(({ isRoot }) => isRoot);
		group.isNew = true;
		group.changed = now;
		this.#groups.add(group);
	}

	/** Returns the texts of the traces that are whole now, each from its first line on. Lines of others are blank in it, so that places stay what they are. */
	due(now: number): PlacedLine[] {
		const found: PlacedLine[] = [];
		for (const group of this.#groups) {
			const isQuiet = now - group.changed >= quiet;
			if (group.isNew && (isQuiet || (group.hasRoot && !group.wasDue))) {
				group.isNew = false;
				group.wasDue = true;
				found.push(textOf(group));
			} else if (!group.isNew && (now - group.changed >= late || group.traces.size === 0)) this.#forget(group);
		}
		return found;
	}

	/** Returns everything that has not been handed out, and forgets all. */
	rest(): PlacedLine[] {
		const left = [...this.#groups].filter(({ isNew }) => isNew).map(textOf);
		this.#groups.clear();
		this.#byTrace.clear();
		return left;
	}

	/** Milliseconds until something may be due; `undefined` if nothing waits. */
	wait(now: number): number | undefined {
		const waits = [...this.#groups].filter(({ isNew }) => isNew).map(({ changed }) => Math.max(0, changed + quiet - now));
		return waits.length === 0 ? undefined : Math.min(...waits);
	}

	#forget(group: Group): void {
		this.#groups.delete(group);
		for (const trace of group.traces) this.#byTrace.delete(trace);
	}
}

function textOf({ lines }: Group): PlacedLine {
	const { units, lines: before } = lines[0]!;
	let text = '';
	let count = 0;
	for (const line of lines) {
		const breaks = line.lines - before - count;
		const gap = line.units - units - text.length;
		text += ' '.repeat(Math.max(0, gap - breaks)) + '\n'.repeat(Math.min(gap, breaks)) + line.text;
		count += breaks + 1;
	}
	return { text, units, lines: before };
}
