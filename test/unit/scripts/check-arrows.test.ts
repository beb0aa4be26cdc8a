import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { arrows, importsBetweenRooms, labViolationsOf, panelViolationsOf, violationsOf } from '../../../scripts/check-arrows.ts';

const reasons = (file: string, source: string) => violationsOf(file, source).map((v) => v.reason);

test('what the map allows is silent', () => {
	for (const [file, source] of [
		[
			'cli/main.ts',
			`import { describeError } from '../errors.ts';\nimport { ask } from '../protocol/typed-connection.ts';\nimport { x } from './commands/analyze.ts';\nimport { readFile } from 'node:fs/promises';`,
		],
		['protocol/requests.ts', `import type { AnalysisRecord } from '../formats/analysis-record.ts';`],
		['extension/views/a.ts', `import * as vscode from 'vscode';\nimport { b } from '../b.ts';`],
		['model-process/main.ts', `import { load } from '../lm/load.ts';`],
		['lm/session.ts', `const ort = await import('onnxruntime-node');`],
		['errors.ts', `export const a = 1;`],
	] as const)
		assert.deepEqual(reasons(file, source), [], file);
});

test('an import against an arrow is found, in each form that an import has', () => {
	for (const source of [
		`import { x } from '../runner/x.ts';`,
		`import '../runner/x.ts';`,
		`import type { X } from '../runner/x.ts';`,
		`export { x } from '../runner/x.ts';`,
		`export * from '../runner/x.ts';`,
		`const x = await import('../runner/x.ts');`,
	])
		assert.deepEqual(
			reasons('cli/main.ts', source),
			['cli may not import runner (allowed: protocol, report, formats, review, files)'],
			source,
		);
});

test('the line is that of the import', () => {
	assert.deepEqual(
		violationsOf('methods/a.ts', `import { a } from '../text/a.ts';\n\nimport { b } from '../formats/b.ts';`).map((v) => v.line),
		[3],
	);
});

test('rooms at the bottom import nothing of ours', () => {
	assert.deepEqual(reasons('text/a.ts', `import { b } from '../statistics/b.ts';`), [
		'text may not import statistics (allowed: nothing of ours)',
	]);
	assert.deepEqual(reasons('model-io/a.ts', `import { b } from '../text/b.ts';`), [
		'model-io may not import text (allowed: nothing of ours)',
	]);
});

test('every room may say things', () => {
	assert.deepEqual(reasons('text/a.ts', `import { plural } from '../wording/plural.ts';`), []);
	assert.deepEqual(reasons('wording/a.ts', `import { b } from '../text/b.ts';`), [
		'wording may not import text (allowed: nothing of ours)',
	]);
});

test('imports are counted from room to room', () => {
	const files = new Map([
		['cli/a.ts', `import { b } from '../protocol/b.ts';\nimport { c } from './c.ts';\nimport { d } from '../errors.ts';`],
		['cli/commands/e.ts', `const f = await import('../../protocol/f.ts');\nimport { g } from 'zod';`],
		['errors.ts', `import { h } from './text/h.ts';`],
	]);
	assert.deepEqual([...importsBetweenRooms(files)], [['cli protocol', 2]]);
});

test('the runner does not reach around the model process', () => {
	assert.match(reasons('runner/a.ts', `import { b } from '../lm/b.ts';`)[0] ?? '', /^runner may not import lm /);
});

test('a deeper folder counts as its room', () => {
	assert.match(reasons('methods/repcs/score.ts', `import { b } from '../../analysis/b.ts';`)[0] ?? '', /^methods may not import analysis /);
	assert.deepEqual(reasons('methods/repcs/score.ts', `import { b } from '../confidence-gap/b.ts';`), []);
});

test('packages with an owner stay with it, their subpaths too', () => {
	for (const [file, name, owners] of [
		['runner/a.ts', 'vscode', 'extension'],
		['cli/a.ts', 'vscode-languageclient/node', 'extension'],
		['cli/a.ts', 'vscode-languageserver/node', 'runner'],
		['runner/a.ts', 'onnxruntime-node', 'lm'],
		['analysis/a.ts', '@huggingface/transformers', 'lm'],
	] as const) {
		const room = file.split('/')[0]!;
		assert.deepEqual(reasons(file, `import x from '${name}';`), [
			`${room} may not import '${name.replace('/node', '')}' (only ${owners} may)`,
		]);
	}
	assert.deepEqual(
		reasons('cli/a.ts', `import x from 'vscode-languageserver-protocol/node';`),
		[],
		'another package with the same beginning',
	);
});

test('a room that is not on the map, leaving src and an unreadable file are violations', () => {
	assert.deepEqual(reasons('helpers/a.ts', `import { b } from '../text/b.ts';`), ['src/helpers/ is not a room of the house']);
	assert.deepEqual(reasons('cli/a.ts', `import { b } from '../../scripts/build.ts';`), ["'../../scripts/build.ts' leaves src/"]);
	assert.match(reasons('cli/a.ts', 'import {')[0] ?? '', /^cannot be parsed/);
});

test('every folder of src is a room', () => {
	const src = new URL('../../../src/', import.meta.url);
	assert.ok(existsSync(src));
	const rooms = readdirSync(src, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name);
	assert.deepEqual(
		rooms.filter((room) => !(room in arrows)),
		[],
	);
});

test('a panel imports the protocol, itself and what panels share', () => {
	const found = (file: string, name: string) => panelViolationsOf(file, `import { a } from '${name}';`).map((v) => v.reason);
	for (const name of ['../../src/protocol/requests.ts', './view.ts', '../shared/controls.ts', 'chart.js', 'vscode-jsonrpc/browser'])
		assert.deepEqual(found('one/main.ts', name), [], name);
	assert.deepEqual(found('one/main.ts', '../../src/extension/settings.ts'), [
		'the panel one may not import src/extension/settings.ts (allowed: src/protocol, src/report, src/formats, src/review, src/wording, webview/shared)',
	]);
	assert.match(found('one/main.ts', '../two/view.ts')[0] ?? '', /may not import webview\/two\/view\.ts/);
	assert.match(found('shared/host.ts', '../one/view.ts')[0] ?? '', /may not import webview\/one\/view\.ts/);
	assert.match(found('one/main.ts', 'vscode')[0] ?? '', /may not import 'vscode'/);
});

test('the lab knows the product, and nothing of the product knows the lab', () => {
	const found = (file: string, name: string) => labViolationsOf(file, `import { a } from '${name}';`).map((v) => v.reason);
	for (const [file, name] of [
		['world/domains/bank.ts', '../../../src/statistics/random.ts'],
		['figure.ts', './cluster-bootstrap.ts'],
		['datasets/a.ts', '../world/b.ts'],
		['datasets/a.ts', '../../src/errors.ts'],
		['bench/a.ts', '../../src/lm/load-decoder.ts'],
		['bench/a.ts', 'onnxruntime-node'],
		['spad/bench.ts', '../../src/lm/load-decoder.ts'],
		['spad/bench-speed.ts', '../bench/result.ts'],
		['calibration/bench.ts', '../spad/bench-twin-spans.ts'],
		['making/a.ts', '../../src/runner/model-service.ts'],
		['making/steps/a.ts', '../../bench/result.ts'],
		['model-families/a.ts', '../../test/unit/onnx/fixture-folder.ts'],
	] as const)
		assert.deepEqual(found(file, name), [], `${file}: ${name}`);
	assert.match(found('spad/a.ts', '../../src/lm/load-decoder.ts')[0] ?? '', /^lab\/spad may not import src\/lm\/load-decoder\.ts /);
	assert.match(found('spad/a.ts', '../bench/result.ts')[0] ?? '', /^lab\/spad may not import lab\/bench\/result\.ts /);
	assert.match(found('spad/a.ts', './bench-speed.ts')[0] ?? '', /^lab\/spad may not import lab\/spad\/bench-speed\.ts /);
	assert.match(found('spad/benchmark.ts', '../bench/result.ts')[0] ?? '', /^lab\/spad may not import lab\/bench\/result\.ts /);
	assert.match(found('world/a.ts', '../../test/unit/onnx/fixture-folder.ts')[0] ?? '', /^lab\/world may not import test\//);
	assert.match(found('bench/a.ts', '../../src/cli/main.ts')[0] ?? '', /^lab\/bench may not import src\/cli\/main\.ts /);
	assert.match(found('spad/bench.ts', '../../src/cli/main.ts')[0] ?? '', /^lab\/spad may not import src\/cli\/main\.ts /);
	assert.match(found('bench/a.ts', 'vscode')[0] ?? '', /may not import 'vscode'/);
	for (const file of ['analysis/a.ts', 'runner/a.ts'])
		assert.deepEqual(reasons(file, `import { b } from '../../lab/world/domain.ts';`), ["'../../lab/world/domain.ts' leaves src/"]);
	assert.match(
		panelViolationsOf('one/main.ts', `import { a } from '../../lab/figure.ts';`)[0]?.reason ?? '',
		/^the panel one may not import lab\/figure\.ts /,
	);
});
