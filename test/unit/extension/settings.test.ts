import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { readPlaces } from '../../../src/extension/privacy-budget/known-corpora.ts';
import { readPlanned } from '../../../src/extension/privacy-budget/planned-settings.ts';
import { changeBetween, heatmapModes, resolveSettings } from '../../../src/extension/settings.ts';
import { largestScreen, runnerSettings } from '../../../src/protocol/requests.ts';

const of = (values: Record<string, unknown>, trusted = true): ReturnType<typeof resolveSettings> =>
	resolveSettings((key) => values[key], trusted);

describe('settings', () => {
	test('nothing set: the bundled model, automatic device, and nothing to complain about', () => {
		const { runner, execPath, heatmap, origins, generate, problems } = of({});
		assert.deepEqual(JSON.parse(JSON.stringify(runner)), {
			device: 'auto',
			eta: false,
			memoryScanOn: 'open',
			screen: 0,
			embedder: 'lexical',
			analyzeOn: 'open',
			verdictLens: true,
			editDelay: 600,
			memoryLimit: 8192,
			silenceSaidAfter: 30,
			textTimeLimit: 300,
			modelTimeLimit: 3600,
			queryLogs: [],
			offline: false,
			trusted: true,
		});
		assert.deepEqual(
			{ execPath, heatmap, origins, generate, problems },
			{
				execPath: undefined,
				heatmap: { measure: 'auto', sources: true },
				origins: true,
				generate: { maxTokens: 256, temperature: 0, topP: 1 },
				problems: [],
			},
		);
	});

	test('empty text counts as not set, and text is trimmed', () => {
		const { runner } = of({ model: '  ', profile: '', revision: ' v1 ', dtype: 'auto' });
		assert.deepEqual([runner.model, runner.profile, runner.revision, runner.dtype], [undefined, undefined, 'v1', undefined]);
	});

	test('files of ordinary queries count from the first folder', () => {
		assert.equal(
			resolveSettings((key) => (key === 'queries.benign' ? 'q/benign.queries.jsonl' : undefined), true, '/w').runner.queryBenign,
			'/w/q/benign.queries.jsonl',
		);
	});

	test('a value of the wrong kind is named, and its default used', () => {
		const { runner, heatmap, problems } = of({ device: 'gpu', editDelay: '600', 'heatmap.measure': 'heat', memoryLimit: null });
		assert.deepEqual([runner.device, runner.editDelay, heatmap.measure, runner.memoryLimit], ['auto', 600, 'auto', 8192]);
		assert.deepEqual(
			problems.map((problem) => problem.split(':')[0]),
			['ragAssay.device', 'ragAssay.editDelay', 'ragAssay.heatmap.measure'],
		);
	});

	test('a screen is no looser than what the runner takes, and changes without a new process', () => {
		assert.deepEqual([of({ 'spad.screen': 0.0005 }).runner.screen, of({ 'spad.screen': 0.01 }).runner.screen], [0.0005, 0]);
		assert.match(of({ 'spad.screen': 0.01 }).problems.join(), /^ragAssay\.spad\.screen: .*; its default is used\.$/);
		assert.equal(changeBetween(of({}), of({ 'spad.screen': 0.001 })), 'configure');
	});

	test('a model for personal values lies where it is named, from the workspace, and changes without a new process', () => {
		const named = resolveSettings((key) => (key === 'pii.model' ? 'models/ner' : undefined), true, resolve('/w'));
		assert.equal(named.runner.piiModel, resolve('/w/models/ner'));
		assert.equal(of({ 'pii.model': '/m/ner' }).runner.piiModel, '/m/ner');
		assert.equal(changeBetween(of({}), of({ 'pii.model': '/m/ner' })), 'configure');
	});

	test('an encoder is a folder or an id as it stands, in a precision of its own, and changes without a new process', () => {
		assert.deepEqual([of({}).runner.embedder, of({}).runner.embedderDtype], ['lexical', undefined]);
		const { runner } = of({ embedder: 'owner/name', embedderDtype: 'q8' });
		assert.deepEqual([runner.embedder, runner.embedderDtype], ['owner/name', 'q8']);
		assert.equal(changeBetween(of({}), of({ embedder: 'owner/name' })), 'configure');
	});

	test('without trust the runner is told so', () => {
		assert.equal(of({ model: '/m' }, false).runner.trusted, false);
	});

	test('only another program or cache, or other logs, ask for a new process', () => {
		assert.equal(changeBetween(of({}), of({})), 'none');
		assert.equal(changeBetween(of({}), of({ 'heatmap.measure': 'off', 'generate.maxTokens': 3 })), 'none');
		assert.equal(changeBetween(of({}), of({ model: '/m' })), 'configure');
		assert.equal(changeBetween(of({ model: '/m' }), of({})), 'configure');
		assert.equal(changeBetween(of({}, false), of({}, true)), 'configure');
		assert.equal(changeBetween(of({}), of({ dataDirectory: '/d' })), 'configure');
		assert.equal(changeBetween(of({}), of({ 'runner.execPath': '/usr/bin/node' })), 'restart');
		assert.equal(changeBetween(of({ queryLogs: ['a'] }), of({ queryLogs: ['a'] })), 'none');
		assert.equal(changeBetween(of({}), of({ queryLogs: ['a'] })), 'restart');
		assert.equal(changeBetween(of({}), of({ cacheDirectory: '/c', model: '/m' })), 'restart');
	});

	test('the manifest declares every setting with the default that is used', () => {
		interface Property {
			default: unknown;
			scope: string;
			maximum?: number;
			enum?: unknown[];
			enumItemLabels?: string[];
			enumDescriptions?: string[];
		}
		const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
			contributes: { configuration: { properties: Record<string, Property> }[] };
		};
		const properties = new Map(manifest.contributes.configuration.flatMap((section) => Object.entries(section.properties)));
		const asked = new Set<string>();
		const byDefault = resolveSettings((key) => {
			asked.add(`ragAssay.${key}`);
			return properties.get(`ragAssay.${key}`)?.default;
		}, true);
		// Those of private answers have readers of their own.
		const ofPrivate = (key: string): unknown => {
			asked.add(`ragAssay.${key}`);
			return properties.get(`ragAssay.${key}`)?.default;
		};
		assert.deepEqual(
			readPlanned(ofPrivate),
			readPlanned(() => undefined),
		);
		assert.deepEqual(readPlaces(ofPrivate, '/w'), { corpus: undefined, ledger: undefined });
		assert.deepEqual([...properties.keys()].toSorted(), [...asked].toSorted());
		assert.deepEqual(byDefault, of({}));
		const { device, analyzeOn } = runnerSettings.shape;
		assert.equal(properties.get('ragAssay.spad.screen')?.maximum, largestScreen);
		assert.deepEqual(properties.get('ragAssay.device')?.enum, device.unwrap().options);
		assert.deepEqual(properties.get('ragAssay.analyzeOn')?.enum, analyzeOn.unwrap().options);
		const measure = properties.get('ragAssay.heatmap.measure');
		assert.deepEqual(measure?.enum, heatmapModes);
		for (const texts of [measure?.enumItemLabels, measure?.enumDescriptions]) assert.equal(texts?.length, heatmapModes.length);
	});
});
