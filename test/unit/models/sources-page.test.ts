import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withModel } from '../../../lab/making/demo-model.ts';
import { analyzeTrace } from '../../../src/analysis/analyze-trace.ts';
import { canAttribute } from '../../../src/analysis/language-model.ts';
import type { AnalysisRecord, AnalysisToken, LayerStep } from '../../../src/formats/analysis-record.ts';
import { isAnswered, readTraces } from '../../../src/formats/read-traces.ts';
import { withLayers } from '../../../src/runner/traces/recorded-layers.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/sources.md'), 'utf8');

/** Examples as the product reads them, with the path of each token. */
const read = new Map<string, AnalysisRecord>();

before(async () => {
	await withModel({}, async ({ model, profile, classifiers }) => {
		assert.ok(canAttribute(model));
		for (const name of [
			'bank/case-number',
			'hospital/wrong-doctor',
			'hospital/temperature',
			'clients/borrowed',
			'bank/invented-amount',
			'branch/borrowed',
			'sites/borrowed',
		]) {
			const file = join(root, 'examples/traces', `${name}.rag.md`);
			const [trace] = (await readTraces(file, readFileSync(file, 'utf8'), () => Promise.resolve(undefined)))!.traces.filter(isAnswered);
			const options = { signal: new AbortController().signal, onProgress: () => undefined };
			const record = await analyzeTrace(trace!, model, profile, { file, classifiers, ...options });
			read.set(name, await withLayers(record, { trace: trace!, model, options }));
		}
	});
});

/** The only token of an example with this text, or the last one behind so many others with it, and the last step of its path. */
function token(example: string, text: string, others = 0): AnalysisToken & { last: LayerStep } {
	const all = read.get(example)!.tokens.filter((one) => one.text === text);
	const found = all[others];
	assert.ok(found !== undefined && all.length === others + 1, text);
	return { ...found, last: found.layers!.at(-1)! };
}

describe('what the pages say of sources', () => {
	test("the worked examples of docs/sources.md are the product's", () => {
		const rows = Array.from(page.matchAll(/^\| `([^`]+)` \| (\d\.\d\d.*) \|$/gm), ([, text, cells]) => ({
			text: text!,
			cells: cells!.split(' | '),
		}));
		assert.deepEqual(
			rows.map(({ text }) => text),
			[' CS', '02', '12', '8', ' Farrell'],
		);
		for (const { text, cells } of rows) {
			const { logprob, logprobWithoutContext, sources, last } = token(
				cells.length === 5 ? 'hospital/wrong-doctor' : 'bank/case-number',
				text,
			);
			const [, rag, , , ffn, ln] = sources!;
			const figures = [
				Math.exp(logprob),
				Math.exp(logprobWithoutContext),
				rag!,
				ffn!,
				ln!,
				...(cells.length === 5 ? [] : [last.afterAttention, last.afterFfn]),
			];
			assert.equal(cells.length, figures.length);
			// Two decimals, and what devices and builds differ in.
			for (const [i, figure] of figures.entries())
				assert.ok(Math.abs(Number(cells[i]) - figure) < 0.0055, `${text}: ${cells[i]}, and ${figure} by the product`);
		}
		assert.ok(token('bank/case-number', '8').contexts!['case-2']! > 0.9);
	});

	test('so is what examples/README.md says of origins', () => {
		const origin = (example: string, text: string, others = 0) => {
			const found = read.get(example)!.wordOrigins!.words.filter((one) => one.text === text)[others]!;
			const [from, ...more] = found.from;
			assert.deepEqual(more, []);
			return { from, with: Math.exp(found.logprob), without: from === undefined ? null : Math.exp(found.without[from]!) };
		};
		// '`36.7` … from 98.5% to 0.34% without that note', and the README's example
		const value = origin('hospital/temperature', '36.7');
		assert.ok(
			value.from === 'note-1' && Math.abs(value.with - 0.985) < 0.0055 && Math.abs(value.without! - 0.0034) < 0.0003,
			JSON.stringify(value),
		);
		// 'from 99.9% to less than 0.1%'
		const number = origin('bank/case-number', 'CS-02128');
		assert.ok(number.from === 'case-2' && Math.abs(number.with - 0.999) < 0.0015 && number.without! < 0.001, JSON.stringify(number));
		const name = origin('hospital/wrong-doctor', 'Farrell');
		assert.ok(name.from === 'note-1' && name.without! < 0.015, JSON.stringify(name));
		assert.deepEqual(
			[
				origin('branch/borrowed', 'Omar', 1),
				origin('clients/borrowed', 'burnt'),
				origin('clients/borrowed', 'socket'),
				origin('sites/borrowed', 'fibre'),
				origin('sites/borrowed', 'splice'),
			].map(({ from }) => from),
			['case-1', 'record-1', undefined, 'site-log-1', undefined],
		);
		// '` 36` was copied as well, and all of it is the final norm's', which the page on sources says of it, too: '0.99, and all of that is'
		const { logprob: copied, sources: bySource } = token('hospital/temperature', ' 36');
		assert.ok(Math.abs(Math.exp(copied) - 0.99) < 0.0055 && Math.abs(bySource![5]! - Math.exp(copied)) < 1e-3);
		// 'each has a tenth or less, and only the final norm gives it', to two decimals
		for (const text of [' 17', '1', '65']) {
			const { logprob, sources } = token('bank/invented-amount', text);
			assert.ok(Math.exp(logprob) < 0.105 && Math.abs(sources![5]! - Math.exp(logprob)) < 1e-3, text);
		}
	});
});
