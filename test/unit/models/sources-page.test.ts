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
import { withLayers } from '../../../src/runner/traces/recorded-origins.ts';

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
		// 'nearly all of `7` comes from note-1'
		assert.ok(token('hospital/temperature', '7').contexts!['note-1']! > 0.95);
		// '` 36` was copied as well, and all of it is the final norm's', which the page on sources says of it, too: '0.99, and all of that is'
		const { logprob: copied, sources: bySource } = token('hospital/temperature', ' 36');
		assert.ok(Math.abs(Math.exp(copied) - 0.99) < 0.0055 && Math.abs(bySource![5]! - Math.exp(copied)) < 1e-3);
		// 'no context gave to it'
		for (const [file, text] of [
			['clients/borrowed', ' burn'],
			['clients/borrowed', 't'],
			['clients/borrowed', 'ock'],
			['clients/borrowed', 'et'],
			['sites/borrowed', ' fi'],
		] as const)
			assert.ok(Math.abs(token(file, text).sources![1]!) < 0.005, text);
		// 'next to nothing of it comes from a context'
		assert.ok(Math.abs(token('clients/borrowed', ' s').sources![1]!) < 0.01);
		// '`site-log-1` gave to the splice'
		assert.ok(token('sites/borrowed', ' sp').contexts!['site-log-1']! > 0.95);
		// 'each has a tenth or less, and only the final norm gives it', to two decimals
		for (const text of [' 17', '1', '65']) {
			const { logprob, sources } = token('bank/invented-amount', text);
			assert.ok(Math.exp(logprob) < 0.105 && Math.abs(sources![5]! - Math.exp(logprob)) < 1e-3, text);
		}
		// '`case-1` lights up' at the agent's first name, which is the client's, too
		assert.ok(token('branch/borrowed', ' Omar', 1).contexts!['case-1']! > 0.5);
	});
});
