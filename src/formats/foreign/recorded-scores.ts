import type { RecordedScore } from '../trace.ts';
import { idOf, itemsOf, memberOf, stringOf, valueAt, type Located, type LocatedObject } from './located.ts';

/** Scores that are read of one record. A record of thousands is no list of metrics. */
const most = 50;

/**
 * Returns the scores that a tool keeps with an answer. Several of one name, as of two people, are called `NAME`, `NAME#2` and so on: DeepEval's `metricsData`, promptfoo's `gradingResult` and `namedScores`, Langfuse's
 * `scores`, MLflow's `info.assessments`, LangSmith's `feedback_stats`.
 */
export function scoresOf(record: Located): RecordedScore[] {
	return distinct([
		...itemsOf(memberOf(record, 'metricsData') ?? memberOf(record, 'metrics_data')).map((metric) => ({
			name: idOf(memberOf(metric, 'name')),
			// A metric that ended in an error has no verdict.
			value:
				valueOf(memberOf(metric, 'score')) ??
				(valueOf(memberOf(metric, 'error')) === undefined ? valueOf(memberOf(metric, 'success')) : undefined),
		})),
		...gradesOf(record),
		...itemsOf(memberOf(record, 'scores')).map((score) => ({
			name: idOf(memberOf(score, 'name')),
			value: valueOf(memberOf(score, 'stringValue')) ?? valueOf(memberOf(score, 'value')),
			byPerson: stringOf(memberOf(score, 'source')) === 'ANNOTATION',
		})),
		// What a later assessment has replaced is kept, and marked.
		...itemsOf(valueAt(record, 'info', 'assessments'))
			.filter((one) => valueOf(memberOf(one, 'valid')) !== false)
			.map((assessment) => ({
				name: idOf(memberOf(assessment, 'assessment_name')) ?? idOf(memberOf(assessment, 'name')),
				value: valueOf(valueAt(assessment, 'feedback', 'value')),
				byPerson: stringOf(valueAt(assessment, 'source', 'source_type')) === 'HUMAN',
			})),
		...membersOf(memberOf(record, 'feedback_stats')).map(([name, stats]) => ({ name, value: valueOf(memberOf(stats, 'avg')) })),
	]);
}

function gradesOf(record: Located): Found[] {
	const grade = memberOf(record, 'gradingResult');
	const passed = valueOf(memberOf(grade, 'pass'));
	return [
		...(passed === undefined ? [] : [{ name: 'pass', value: passed }]),
		...(grade === undefined ? [] : [{ name: 'score', value: valueOf(memberOf(grade, 'score')) ?? valueOf(memberOf(record, 'score')) }]),
		...membersOf(memberOf(record, 'namedScores') ?? memberOf(grade, 'namedScores')).map(([name, value]) => ({
			name,
			value: valueOf(value),
		})),
	];
}

/** Names of numbers that say how an answer came about, and not how good it is. */
const noScore =
	/(?:^|_|\b)(?:id|index|idx|no|num|line|row|page|year|rank|position|time|timestamp|date|latency|duration|tokens?|cost|price|usd|size|length|count|k|temperature|seed|epoch|step|version|created|updated|at|ms|sec(?:ond)?s?)(?:_(?:at|usd|ms|s|secs?))?(?:\s*\([^)]*\))?$/i;

/**
 * Returns the scores in the columns of a row: its members with numbers or truth values, except for those that are something else.
 * @param others names of members that are no scores
 */
export function scoresInColumns(row: LocatedObject, others: ReadonlySet<string>): RecordedScore[] {
	return distinct(
		[...row.members]
			.filter(([name]) => !others.has(name) && !noScore.test(name))
			.map(([name, value]) => ({ name, value: value.kind === 'string' ? numberIn(stringOf(value) ?? '') : valueOf(value) }))
			.filter(({ value }) => typeof value === 'number' || typeof value === 'boolean'),
	);
}

/** What people said of a metric of RAGAS, and what the metric was: `{"metric_output": 0.5, "is_accepted": true, "target": 1}`. */
export function annotatedScores(metric: string, annotation: Located): RecordedScore[] {
	const accepted = valueOf(memberOf(annotation, 'is_accepted'));
	const output = valueOf(memberOf(annotation, 'metric_output'));
	const target = valueOf(memberOf(annotation, 'target')) ?? valueOf(memberOf(annotation, 'edited_output'));
	return distinct([
		{ name: metric, value: output },
		{ name: `${metric} after review`, value: target ?? (accepted === true ? output : undefined), byPerson: true },
	]);
}

interface Found {
	readonly name: string | undefined;
	readonly value: RecordedScore['value'] | undefined;
	readonly byPerson?: boolean;
}

/** Leaves out what is said twice, and numbers other scores of one name. */
function distinct(found: readonly Found[]): RecordedScore[] {
	const scores = new Map<string, RecordedScore>();
	const byName = new Map<string, RecordedScore[]>();
	for (const { name, value, byPerson = false } of found) {
		if (name === undefined || name.trim() === '' || value === undefined || scores.size >= most) continue;
		const known = byName.get(name) ?? [];
		if (known.some((one) => one.value === value && (one.byPerson ?? false) === byPerson)) continue;
		const score = { name: known.length === 0 ? name : `${name}#${known.length + 1}`, value, ...(byPerson && { byPerson }) };
		byName.set(name, [...known, score]);
		if (!scores.has(score.name)) scores.set(score.name, score);
	}
	return [...scores.values()];
}

function membersOf(value: Located | undefined): [name: string, value: Located][] {
	return value?.kind === 'object' ? [...value.members] : [];
}

/** Longest text that counts as the value of a score, such as `partly correct`. */
const longestValue = 60;

function valueOf(value: Located | undefined): RecordedScore['value'] | undefined {
	if (value === undefined) return undefined;
	if (value.kind === 'number' || value.kind === 'boolean') return value.value;
	const text = (stringOf(value) ?? '').trim();
	return text === '' || text.length > longestValue ? undefined : text;
}

/** The number that a cell of a table holds, and nothing else. */
function numberIn(cell: string): number | undefined {
	return /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(cell) ? Number(cell) : undefined;
}
