import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Command } from 'commander';
import { analyzeTrace } from '../../../src/analysis/analyze-trace.ts';
import type { PromptParts, ScoreOptions } from '../../../src/model-io/requests.ts';
import { addAnalyze } from '../../../src/cli/commands/analyze.ts';
import {
	analysisMethodNamed,
	analysisMethodNames,
	analysisMethods,
	furtherReadings,
	modelReadings,
	namesInProfiles,
	readingsFor,
	type ModelReading,
} from '../../../src/formats/analysis-methods.ts';
import { isAnswered } from '../../../src/formats/read-traces.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import type { MemoryJob } from '../../../src/lm/ram-fit.ts';
import { methodSupport, modelInspection } from '../../../src/protocol/models.ts';
import { modelRequest } from '../../../src/protocol/model-process.ts';
import { AnalyzeFiles } from '../../../src/protocol/requests.ts';
import { UserError } from '../../../src/errors.ts';
import { FakeModel } from '../../support/fake-model.ts';

const root = new URL('../../../', import.meta.url);
const names: readonly string[] = analysisMethodNames;

/** Every reading takes memory of its own. */
const jobs: readonly MemoryJob[] = modelReadings;

/** Says what it was asked, of ten steps each, and attributes nothing. */
class Asked extends FakeModel {
	readonly readings: ModelReading[] = [];
	also: readonly string[] = [];
	override score(parts: PromptParts, options: ScoreOptions) {
		this.readings.push('score');
		this.also = options.also ?? [];
		options.onProgress(10, 10);
		return super.score(parts, options);
	}
	override hide(parts: PromptParts, options: Pick<ScoreOptions, 'onProgress'>) {
		this.readings.push('hide');
		options.onProgress(10, 10);
		return super.hide(parts, options);
	}
	attribute(_parts: PromptParts, { onProgress }: Pick<ScoreOptions, 'onProgress'>): Promise<never> {
		this.readings.push('attribute');
		onProgress(10, 10);
		return Promise.reject(new UserError('RA431', 'It cannot be attributed with.'));
	}
	mixture(parts: PromptParts, tokens: number, { onProgress }: Pick<ScoreOptions, 'onProgress'>) {
		this.readings.push('mixture');
		onProgress(10, 10);
		const numbers = (): Float64Array => new Float64Array(Math.min(tokens, parts.response!.split(' ').length));
		return Promise.resolve({
			cross: numbers(),
			spread: numbers(),
			moved: numbers(),
			renyiContextOnly: numbers(),
			renyiWithContext: numbers(),
		});
	}
}

describe('one list of methods of analysis', () => {
	test('is what can be asked for on the command line, by name or alias, and what its help names', () => {
		const command = new Command();
		addAnalyze(command, { path: 'runner.cjs', version: '0.0.0' }, () => undefined);
		const option = command.commands[0]!.options.find(({ long }) => long === '--methods')!;
		const asked = (text: string): unknown => option.parseArg!(text, undefined);
		for (const { name, aliases } of analysisMethods) {
			for (const one of [name, ...aliases]) assert.deepEqual(asked(one), [name]);
			assert.match(option.description, new RegExp(`\\b${name} \\(`));
		}
		assert.deepEqual(asked(names.join(' , ')), names);
		assert.throws(() => asked('entropy'), { message: `'entropy' is none of ${names.join(', ')}.` });
		assert.equal(option.description.match(/\w+ \(/g)!.length, names.length, 'no other is named');
	});

	test('is what requests take', () => {
		assert.deepEqual(AnalyzeFiles.params.shape.methods.unwrap().element.options, names);
		assert.deepEqual(modelInspection.shape.methods.element.shape.method.options, names);
	});

	test('is what an inspection tells of, each by the last of its readings', () => {
		const of = {
			score: { supported: true, reason: 'reads' },
			hide: { supported: true, reason: 'reads' },
			attribute: { supported: false, reason: 'does not' },
		};
		assert.deepEqual(
			methodSupport(of).map(({ method }) => method),
			names,
		);
		for (const { method, supported } of methodSupport(of))
			assert.equal(supported, !readingsFor([method], { whole: false }).includes('attribute'));
	});

	test('is what a refusal for want of memory may speak of', () => {
		const score = modelRequest.options.find(({ shape }) => shape.type.value === 'score')!;
		assert.ok('also' in score.shape);
		assert.deepEqual(score.shape.also.unwrap().element.options, furtherReadings);
		assert.deepEqual(['score', ...furtherReadings], jobs);
	});

	test('is what the model is asked, in that order, with progress over as many phases', async () => {
		const [trace] = readRagMarkdown('t', '## Query\nq\n## Context 1\nc\n## Response\nIt is 7. She was here.\n', 't').traces.filter(
			isAnswered,
		);
		for (const asked of [...analysisMethodNames.map((name) => [name]), analysisMethodNames])
			for (const eta of [false, true]) {
				const model = new Asked();
				const told: [number, number][] = [];
				await analyzeTrace(trace!, model, null, {
					file: 't',
					methods: asked,
					eta,
					signal: new AbortController().signal,
					onProgress: (done, total) => told.push([done, total]),
				});
				const expected = readingsFor(asked, { whole: eta });
				assert.deepEqual(model.readings, expected);
				assert.deepEqual(['score', ...model.also], expected);
				assert.deepEqual(
					told,
					expected.map((_, i) => [10 * (i + 1), 10 * expected.length]),
				);
			}
	});

	test('stands nowhere else', () => {
		const [first, second] = names;
		const both = new RegExp(`['"]${first}['"][^;]*?['"]${second}['"]`);
		const holding = ['src/**/*.ts', 'webview/**/*.ts']
			.flatMap((pattern) => globSync(pattern, { cwd: root }))
			.filter((file) => both.test(readFileSync(new URL(file, root), 'utf8')));
		assert.deepEqual(holding, ['src/formats/analysis-methods.ts']);
	});
});

test('no name is another one\u2019s, and an alias leads to its method', () => {
	const all = analysisMethods.flatMap(({ name, aliases }) => [name, ...aliases]);
	assert.equal(new Set(all).size, all.length);
	assert.deepEqual(
		[analysisMethodNamed('confidence-gap'), analysisMethodNamed('spad'), analysisMethodNamed('spad+')],
		['cg', 'spad', undefined],
	);
	assert.deepEqual([...namesInProfiles], [['cg', 'confidence-gap']]);
});
