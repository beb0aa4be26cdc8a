import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withModel } from '../../../lab/making/demo-model.ts';
import { analyseTrace } from '../../../src/analysis/analyse-trace.ts';
import { canAttribute } from '../../../src/analysis/language-model.ts';
import type { AnalysisRecord, AnalysisToken, LayerStep } from '../../../src/formats/analysis-record.ts';
import { isAnswered, readTraces } from '../../../src/formats/read-traces.ts';
import { withLayers } from '../../../src/runner/files/token-layers.ts';

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
			const file = join(root, 'examples', `${name}.rag.md`);
			const [trace] = (await readTraces(file, readFileSync(file, 'utf8'), () => Promise.resolve(undefined)))!.traces.filter(isAnswered);
			const options = { signal: new AbortController().signal, onProgress: () => undefined };
			const record = await analyseTrace(trace!, model, profile, { file, classifiers, ...options });
			read.set(name, await withLayers(record, { trace: trace!, model, options }));
		}
	});
});

/** The only token of an example with this text, and the last step of its path. */
function token(example: string, text: string): AnalysisToken & { last: LayerStep } {
	const [found, another] = read.get(example)!.tokens.filter((one) => one.text === text);
	assert.ok(found !== undefined && another === undefined, text);
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
		// 'most of ` 36` and nearly all of `7` comes from note-1'
		assert.ok(token('hospital/temperature', ' 36').contexts!['note-1']! > 0.5);
		assert.ok(token('hospital/temperature', '7').contexts!['note-1']! > 0.95);
		// 'no context gave to it'
		for (const [file, text] of [
			['clients/borrowed', ' fault'],
			['clients/borrowed', ' bo'],
			['clients/borrowed', 'il'],
			['clients/borrowed', 'er'],
			['sites/borrowed', 'enna'],
			['sites/borrowed', 'ment'],
		] as const)
			assert.ok(Math.abs(token(file, text).sources![1]!) < 0.005, text);
		// 'each pair has less than a tenth, and only the final norm gives it'
		for (const text of [' 97', '1', '16']) {
			const { logprob, sources } = token('bank/invented-amount', text);
			assert.ok(Math.exp(logprob) < 0.1 && Math.abs(sources![5]! - Math.exp(logprob)) < 1e-3, text);
		}
		// '`case-1` lights up'
		assert.ok(token('branch/borrowed', ' St').contexts!['case-1']! > 0.5);
	});
});
