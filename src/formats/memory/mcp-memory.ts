import { errorNumbers } from '../../error-numbers.ts';
import { hiddenRuns } from '../../text/hidden-characters.ts';
import { elementsOf } from '../json-ranges.ts';
import { textSha256 } from '../sidecar.ts';
import type { DocumentRange, FormatProblem } from '../trace.ts';
import { contentId, type MemoryEntry } from './memory-entry.ts';
import { jsonStringPart, type JsonSource } from './json-string-entry.ts';
import { readMemoryLine, type MemoryLine, type ObjectLine } from './memory-line.ts';
import { bareEntry, type ReadEntries } from './read-entries.ts';

const example = '{"type":"entity","name":"Ada","entityType":"person","observations":["Ada likes tea."]}';
const edgeExample = '{"type":"relation","from":"Ada","to":"Tea","relationType":"likes"}';

/** Names are names: what is longer is a text that an agent reads, and is looked at as one. UTF-16 units. */
const longestName = 100;

/** Whether a value is what a line of the MCP memory server's file holds. */
export function isMcpRecord(value: unknown): boolean {
	return typeof value === 'object' && value !== null && graphKind(value) !== null;
}

/** What a record of a graph is. `read_graph` and other tools leave `type` away. */
function graphKind(value: object): 'entity' | 'relation' | null {
	const type = 'type' in value ? value.type : undefined;
	if (
		(type === 'entity' || type === undefined) &&
		'name' in value &&
		('observations' in value ? Array.isArray(value.observations) : type !== undefined || 'entityType' in value)
	)
		return 'entity';
	if (type === 'relation' && 'from' in value && 'to' in value) return 'relation';
	return type === undefined && 'from' in value && 'to' in value && 'relationType' in value ? 'relation' : null;
}

/**
 * Reads a line of the MCP memory server's file (`memory.jsonl`): an entry for each observation of an entity, one for a relation; and one for a name
 * or type that is longer than names are or hides something. Ids are by content, since the format has none.
 */
export function readMcpLine(line: MemoryLine): ReadEntries {
	const { line: object, problems } = readMemoryLine(line, example);
	// The server gives up at the first line that is no JSON.
	const allProblems = problems.map((problem) =>
		problem.code === errorNumbers.malformedJsonLine
			? { ...problem, message: `${problem.message} The memory server reads nothing of a file with such a line.` }
			: problem,
	);
	if (object === null) return { entries: [], problems: allProblems };
	const read = object.value['type'] === 'relation' || graphKind(object.value) === 'relation' ? readRelation(object) : readEntity(object);
	return { entries: read.entries, problems: [...allProblems, ...read.problems] };
}

function readEntity(line: ObjectLine): ReadEntries {
	const { value, members, source, whole } = line;
	const { type: _, name, observations = [], ...metadata } = value;
	if (graphKind(value) !== 'entity' || typeof name !== 'string' || !Array.isArray(observations))
		return unexpected(line, 'This line is neither an entity with a `name` and `observations` nor a relation.', example);
	const problems: FormatProblem[] = [];
	const entries: MemoryEntry[] = ['name', 'entityType'].flatMap((member) => {
		const text = value[member];
		if (typeof text !== 'string' || text.trim() === '') return [];
		if (text.length <= longestName && hiddenRuns(text).length === 0) return [];
		const part = jsonStringPart(source, members.get(member)!);
		return [{ ...bareEntry, ...part, id: contentId(member, text), about: name, whole, metadata }];
	});
	const list = members.get('observations');
	const ranges = list === undefined ? [] : elementsOf(source.text, list.start);
	ranges.forEach((range, i) => {
		const text: unknown = observations[i];
		if (typeof text === 'string' && text.trim() === '') {
			const [problem] = unexpected(line, 'This observation is an empty text, and is passed over.', example, range).problems;
			problems.push({ ...problem!, severity: 'hint' });
			return;
		}
		if (typeof text !== 'string') {
			problems.push(...unexpected(line, 'This observation is no text.', example, range).problems);
			return;
		}
		entries.push({
			...bareEntry,
			...jsonStringPart(source, range),
			id: contentId(name, text),
			kind: 'observation',
			about: name,
			whole: shifted(source, elementWhole(ranges, i)),
			metadata,
		});
	});
	return { entries, problems };
}

function readRelation(line: ObjectLine): ReadEntries {
	const { value, source, range, whole } = line;
	const { type: _, from, to, relationType, ...metadata } = value;
	if (typeof from !== 'string' || typeof to !== 'string' || typeof relationType !== 'string')
		return unexpected(line, 'This relation lacks `from`, `to` or `relationType`, or one of them is no text.', edgeExample);
	const text = `${from} ${relationType} ${to}`;
	if (text.trim() === '') return unexpected(line, 'This relation is empty.', edgeExample);
	const entry: MemoryEntry = {
		...bareEntry,
		id: contentId('relation', from, relationType, to),
		kind: 'relation',
		text,
		content: textSha256(text),
		place: { file: source.document, ...range },
		whole,
		about: from,
		metadata,
		relation: { from, to, type: relationType },
	};
	return { entries: [entry], problems: [] };
}

/** An element of a list with a comma, so that the list is one without it. */
function elementWhole(ranges: readonly DocumentRange[], i: number): DocumentRange {
	const [before, range, behind] = [ranges[i - 1], ranges[i]!, ranges[i + 1]];
	if (behind !== undefined) return { start: range.start, end: behind.start };
	return { start: before?.end ?? range.start, end: range.end };
}

function shifted({ base }: JsonSource, { start, end }: DocumentRange): DocumentRange {
	return { start: base + start, end: base + end };
}

function unexpected({ source, range }: ObjectLine, message: string, expected: string, part?: DocumentRange): ReadEntries {
	const place = part === undefined ? range : shifted(source, part);
	return {
		entries: [],
		problems: [
			{
				code: errorNumbers.unexpectedJsonLine,
				message,
				hint: `Expected a line such as ${expected}`,
				document: source.document,
				range: place,
			},
		],
	};
}
