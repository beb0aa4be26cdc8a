import { errorNumbers } from '../../error-numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import type { ForeignFormat, ForeignTrace } from './foreign-format.ts';
import { itemsOf, memberOf, rangeOf, textOf, type Located, type LocatedObject } from './located.ts';
import { scoresOf } from './recorded-scores.ts';
import { holdsText, memberAmong, readRow, rowTraces, type RowNames } from './row-reader.ts';

const names: RowNames = {
	query: ['input'],
	contexts: ['retrieval_context', 'retrievalContext', 'context'],
	response: ['actual_output', 'actualOutput'],
	reference: ['expected_output', 'expectedOutput'],
	// Each has an ID that differs from run to run beside a name that people gave.
	id: ['name', 'id'],
};

/** Test cases of DeepEval: data sets in JSON, JSON Lines and CSV, and test runs (`testCases`). */
export const deepEvalCases: ForeignFormat = {
	name: 'DeepEval test cases',
	recognizes: (record) =>
		(memberOf(record, 'input') !== undefined &&
			['actual_output', 'actualOutput', 'expected_output', 'expectedOutput'].some((name) => memberOf(record, name) !== undefined) &&
			[...contextNames].some((name) => memberOf(record, name) !== undefined)) ||
		itemsOf(memberOf(record, 'testCases')).some((one) => holdsText(memberOf(one, 'actualOutput'))),
	read: ({ values }, problems) => ({ traces: rowTraces(runCases(values(problems)), (row) => readCase(row, problems)) }),
};

const contextNames: ReadonlySet<string> = new Set(names.contexts);

/** The cases of test runs, which say more about themselves than an envelope does, or the values as they are. */
function* runCases(values: Iterable<Located>): Generator<Located> {
	for (const value of values) yield memberOf(value, 'testCases') ?? value;
}

function readCase(row: LocatedObject, problems: ProblemList): ForeignTrace | null {
	const given = memberAmong(row, names.contexts);
	// JSON Lines and CSV hold all contexts in one string, with `|` between them.
	const text = given?.[1].kind === 'string' ? textOf(given[1]).text : '';
	if (given !== undefined && text.includes('|') && !text.trimStart().startsWith('['))
		problems.add(
			errorNumbers.doubtfulReading,
			`\`${given[0]}\` is one text with \`|\` in it. It was read as one context: a \`|\` may be part of a context, or be between two.`,
			'Save the data set as JSON, which keeps contexts apart: `save_as(file_type="json", …)`.',
			() => rangeOf(given[1]),
			{ severity: 'warning' },
		);
	const trace = readRow(row, names, problems);
	return trace === null ? null : { ...trace, scores: scoresOf(row) };
}
