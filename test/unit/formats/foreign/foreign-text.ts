import assert from 'node:assert/strict';
import { readForeign, type ForeignTraces } from '../../../../src/formats/foreign/registry.ts';
import type { Trace } from '../../../../src/formats/trace.ts';
import type { MappedText } from '../../../../src/text/text-map.ts';

/** Reads a text of a format that must be recognized. */
export function readKnown(text: string, document = 'd.json'): ForeignTraces {
	const read = readForeign({ document, text });
	assert.ok(read !== null && read.format !== null, `no format is recognized in ${text.slice(0, 200)}`);
	return read;
}

/** What a trace says, without places. */
export function saidBy({ id, model, group, system, history, query, contexts, response, reference, labels }: Trace) {
	return {
		id,
		...(model === undefined ? {} : { model }),
		...(group === undefined ? {} : { group }),
		...(system === undefined ? {} : { system: system.text }),
		...(history === undefined ? {} : { history: history.map(({ role, text }) => `${role}: ${text.text}`) }),
		query: query.text,
		contexts: contexts.map((context) => `${context.id}: ${context.text.text}`),
		response: response?.text,
		...(reference === undefined ? {} : { reference: reference.text }),
		...(labels === undefined ? {} : { labels: labels.map(({ start, end, type }) => `${type}: ${response?.text.slice(start, end) ?? ''}`) }),
	};
}

/** The texts of a trace. */
export function textsOf({ system, history = [], query, contexts, response, reference }: Trace): MappedText[] {
	return [system, ...history.map((turn) => turn.text), query, ...contexts.map((context) => context.text), response, reference].filter(
		(text) => text !== undefined,
	);
}

/**
 * Checks that each text of each trace is where it says: letters and digits are written as they are in every notation, so each must be found at its
 * own place.
 */
export function requirePlaces({ traces }: Pick<ForeignTraces, 'traces'>, document: string): void {
	for (const trace of traces) {
		for (const { text, map } of textsOf(trace)) {
			for (let i = 0; i < text.length; i++) {
				if (/[A-Za-z0-9]/.test(text.charAt(i))) assert.equal(document.charAt(map.toDocument(i)), text.charAt(i), `${trace.id}: ${text}`);
			}
		}
	}
}

/** The problems as `line: number message`. */
export function problemsIn({ problems }: Pick<ForeignTraces, 'problems'>, text: string): string[] {
	return problems.map(
		({ code, severity, message, range }) =>
			`${text.slice(0, range.start).split('\n').length}: ${severity === undefined ? '' : `${severity} `}${code} ${message}`,
	);
}
