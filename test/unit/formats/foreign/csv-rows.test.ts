import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csvHeader, csvRows } from '../../../../src/formats/foreign/csv-rows.ts';
import { documentText, rangeOf, textOf } from '../../../../src/formats/foreign/located.ts';
import { ProblemList } from '../../../../src/formats/problem-list.ts';

function read(text: string): { rows: Record<string, string | null>[]; problems: string[] } {
	const problems = new ProblemList('d.csv');
	const rows = [...csvRows(documentText('d.csv', text), problems)].map(({ members }) =>
		Object.fromEntries([...members].map(([name, cell]) => [name, cell.kind === 'string' ? textOf(cell).text : null])),
	);
	return { rows, problems: problems.list().map(({ message, range }) => `${range.start} ${message}`) };
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('CSV', () => {
	it('reads what was written, with each delimiter and line end', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', 'a', '\u2028') })), {
					minLength: 1,
					maxLength: 5,
				}),
				fc.constantFrom(',', ';', '\t'),
				fc.constantFrom('\n', '\r\n'),
				fc.boolean(),
				(cells, delimiter, lineEnd, mark) => {
					const lines = [['a', 'b'], ...cells].map((row) => row.map(quoted).join(delimiter));
					const { rows, problems } = read(`${mark ? '\uFEFF' : ''}${lines.join(lineEnd)}`);
					assert.deepEqual(problems, []);
					assert.deepEqual(
						rows,
						cells.map(([a, b]) => ({ a, b })),
					);
				},
			),
		);
	});

	it('places a cell with doubled quotes', () => {
		const text = 'a,b\n"x ""y"" z",w\n';
		const [row] = csvRows(documentText('d.csv', text), new ProblemList('d.csv'));
		const cell = row?.members.get('a');
		assert.equal(cell?.kind, 'string');
		const { text: said, map } = textOf(cell);
		assert.equal(said, 'x "y" z');
		assert.equal(text.slice(map.toDocument(2), map.toDocument(5)), '""y""');
		assert.equal(text.slice(rangeOf(cell).start, rangeOf(cell).end), '"x ""y"" z"');
	});

	it('names rows that cannot be read, and reads the others', () => {
		assert.deepEqual(read('a,b\n1,2\n3\n"4" x,5\n6,7\n"8,9\n'), {
			rows: [
				{ a: '1', b: '2' },
				{ a: '6', b: '7' },
			],
			problems: [
				'8 This row has 1 cell, and the first row names 2.',
				'13 A quotation mark ends the cell before this text.',
				'22 A quotation mark begins a cell here, and none ends it.',
			],
		});
	});

	it('knows a header from prose', () => {
		const header = (text: string) => csvHeader(documentText('d.csv', text));
		assert.deepEqual(header('question,"the answer"\n'), ['question', 'the answer']);
		assert.equal(header('No columns here.\n'), undefined);
		assert.equal(header('a,a\n1,2\n'), undefined);
		assert.equal(header(''), undefined);
	});
});
