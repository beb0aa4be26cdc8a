import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readForeign, type ForeignTraces } from '../../../../src/formats/foreign/registry.ts';
import { readKnown, requirePlaces, saidBy } from './foreign-text.ts';

const folder = new URL('fixtures/', import.meta.url);
const fixtures = readdirSync(folder)
	.filter((name) => name !== 'README.md')
	.map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

/** Whether the last line is blank or JSON of its own. */
function endsWhole(text: string): boolean {
	const line = text.slice(text.lastIndexOf('\n') + 1);
	if (line.trim() === '') return true;
	try {
		JSON.parse(line);
		return true;
	} catch {
		return false;
	}
}

/** What the traces say by all that a broken file cannot change. */
function sayings(read: Pick<ForeignTraces, 'traces'>): Set<string> {
	return new Set(read.traces.map((trace) => JSON.stringify(saidBy(trace))));
}

/** Whether a cut is at the end of a line, where the last record may be whole. */
function isLineEnd(text: string, at: number): boolean {
	return /[\r\n]/.test(text.slice(Math.max(0, at - 1), at + 1));
}

describe('files of other tools, damaged', () => {
	for (const { name, text } of fixtures) {
		it(`${name}: places hold, and a byte order mark and CRLF change nothing`, () => {
			const whole = readKnown(text, name);
			requirePlaces(whole, text);
			assert.ok(whole.traces.length > 0);
			const marked = `\uFEFF${text}`;
			const read = readKnown(marked, name);
			requirePlaces(read, marked);
			assert.deepEqual(sayings(read), sayings(whole));
			// In CSV, a line end in a cell is part of what it says.
			if (!name.endsWith('.csv')) assert.deepEqual(sayings(readKnown(text.replaceAll('\n', '\r\n'), name)), sayings(whole));
		});

		it(`${name}: cut anywhere, nothing is read otherwise than in the whole file, and what is lost is named`, () => {
			const whole = readKnown(text, name);
			const known = sayings(whole);
			fc.assert(
				fc.property(fc.nat(text.length), (length) => {
					const cut = text.slice(0, length);
					const read = readForeign({ document: name, text: cut });
					if (read === null || read.format === null) return;
					requirePlaces(read, cut);
					// Nobody can see that a file ends early which ends with a line.
					if (endsWhole(cut) || /^[\r\n]/.test(text.slice(length))) return;
					for (const saying of sayings(read)) assert.ok(known.has(saying), `${length}: ${saying}`);
					if (read.traces.length < whole.traces.length && !isLineEnd(text, length))
						assert.ok(read.problems.length > 0, `nothing is said of what was lost at ${length}`);
				}),
				{ numRuns: 60 },
			);
		});

		it(`${name}: no value of another kind ends the reading`, () => {
			fc.assert(
				fc.property(
					fc.nat(text.length),
					fc.nat(40),
					fc.constantFrom('null', '7', '[]', '{}', '""', '[[[', '\\ud83e', 'NaN', '\u2028', '\0', "'", '"', '\uFFFD'),
					(at, length, inserted) => {
						const changed = text.slice(0, at) + inserted + text.slice(at + length);
						const read = readForeign({ document: name, text: changed });
						if (read !== null && read.format !== null) assert.ok(read.traces.length > 0 || read.problems.length > 0);
					},
				),
				{ numRuns: 60 },
			);
		});
	}
});
