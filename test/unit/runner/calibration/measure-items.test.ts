import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersOf, type ItemNumbers } from '../../../../src/analysis/calibration/measure.ts';
import { scoreMeasure } from '../../../../src/analysis/calibration/score-measure.ts';
import { sourceMeasure } from '../../../../src/analysis/calibration/source-measure.ts';
import type { PromptParts, ScoreOptions } from '../../../../src/model-io/requests.ts';
import { UserError } from '../../../../src/errors.ts';
import { isAnswered } from '../../../../src/formats/read-traces.ts';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { measureItems } from '../../../../src/runner/calibration/measure-items.ts';
import type { DataItem } from '../../../../src/runner/calibration/data-item.ts';
import { Failures } from '../../../../src/runner/traces/failures.ts';
import { FakeModel } from '../../../support/fake-model.ts';
import { madeTrace } from '../../analysis/calibration/made-traces.ts';

function item(name: string): DataItem {
	const [trace] = readRagMarkdown(`${name}.rag.md`, `## Query\nWhere?\n\n## Response\nIn ${name}.\n`, name).traces;
	assert.ok(trace !== undefined && isAnswered(trace));
	const { numbers: _, ...known } = madeTrace(name, [{ truth: null }]);
	return { subject: trace, key: name, item: known, place: () => ({ file: `${name}.rag.md`, line: 5 }) };
}

/** Fails for some responses. */
class Failing extends FakeModel {
	readonly #errors: Readonly<Record<string, Error>>;

	constructor(errors: Readonly<Record<string, Error>>) {
		super();
		this.#errors = errors;
	}

	override score(parts: PromptParts, options: ScoreOptions) {
		const error = Object.entries(this.#errors).find(([name]) => parts.response?.includes(name))?.[1];
		return error === undefined ? super.score(parts, options) : Promise.reject(error);
	}
}

function store(): {
	kept: Map<string, ItemNumbers>;
	get: (key: string) => ItemNumbers;
	add: (key: string, numbers: ItemNumbers) => Promise<void>;
} {
	const kept = new Map<string, ItemNumbers>();
	return {
		kept,
		get: (key) => kept.get(key) ?? {},
		add: async (key, numbers) => {
			kept.set(key, { ...kept.get(key), ...numbers });
		},
	};
}

const log = { error: () => undefined, warn: assert.fail, info: assert.fail, debug: assert.fail };
const items = ['Rome', 'Oslo', 'Bern'].map(item);

test('a trace that cannot be read is told with its place, costs no other, and is tried again', async () => {
	const kept = store();
	const failures = new Failures(log);
	const seen: unknown[] = [];
	const options = {
		store: kept,
		wanted: [scoreMeasure],
		failures,
		signal: new AbortController().signal,
		onProgress: (step: unknown) => {
			seen.push(step);
		},
	};
	const first = await measureItems(items, {
		...options,
		readers: { 'language-model': new Failing({ Oslo: new UserError('RA407', 'too long') }) },
	});
	assert.deepEqual(
		first.items.map((one) => (one?.subject === 'trace' ? one.trace : null)),
		['Rome', null, 'Bern'],
	);
	assert.deepEqual(failures.list(), [{ code: 'RA407', message: 'too long', place: { file: 'Oslo.rag.md', line: 5 } }]);
	assert.deepEqual(seen, [
		{ done: 1, failed: 0, fresh: true },
		{ done: 2, failed: 1, fresh: true },
		{ done: 3, failed: 1, fresh: true },
	]);
	const model = new FakeModel();
	const second = await measureItems(items, { ...options, readers: { 'language-model': model } });
	assert.deepEqual(
		model.asked.map(({ parts }) => parts.response),
		['In Oslo.'],
		'what is kept is not asked for',
	);
	assert.deepEqual(
		second.items.map((trace) => trace?.numbers),
		['Rome', 'Oslo', 'Bern'].map((name) => kept.kept.get(name)),
	);
	assert.ok(second.items.every((trace) => trace !== null && numbersOf(trace, scoreMeasure)?.sentences.length === 1));
});

test('a model whose inside cannot be looked into is asked once, and the rest is measured', async () => {
	const { items: measured, unavailable } = await measureItems(items, {
		readers: { 'language-model': new FakeModel() },
		store: store(),
		wanted: [scoreMeasure, sourceMeasure],
		failures: new Failures(log),
		signal: new AbortController().signal,
		onProgress: () => undefined,
	});
	assert.deepEqual([...unavailable.keys()], ['sources']);
	assert.ok(
		measured.every(
			(trace) => trace !== null && numbersOf(trace, scoreMeasure) !== undefined && numbersOf(trace, sourceMeasure) === undefined,
		),
	);
});

test('a model whose files changed ends the run, and so does a cancel', async () => {
	const options = { store: store(), wanted: [scoreMeasure], failures: new Failures(log), onProgress: () => undefined };
	await assert.rejects(
		measureItems(items, {
			...options,
			readers: { 'language-model': new Failing({ Rome: new UserError('RA504', 'changed') }) },
			signal: new AbortController().signal,
		}),
		/changed/,
	);
	const controller = new AbortController();
	await assert.rejects(
		measureItems(items, {
			...options,
			readers: { 'language-model': new FakeModel() },
			signal: controller.signal,
			onProgress: () => controller.abort(),
		}),
		{ name: 'AbortError' },
	);
	assert.deepEqual([...options.store.kept.keys()], ['Rome'], 'what was measured is kept');
});
