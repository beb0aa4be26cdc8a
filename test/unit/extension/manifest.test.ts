import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { commandNames } from '../../../src/extension/command-names.ts';
import { mappingsFileName } from '../../../src/formats/foreign/foreign-names.ts';
import { sidecarFile } from '../../../src/formats/file-names.ts';
import { profileEnd } from '../../../src/formats/profile-name.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { sectionHead } from '../../../src/formats/section-heads.ts';
import { exampleProfile } from '../../support/example-profile.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

interface Step {
	description: string;
	media: { svg: string; altText: string };
}
interface Manifest {
	icon: string;
	files: string[];
	engines: { vscode: string };
	capabilities: {
		untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] };
		virtualWorkspaces: { supported: boolean };
	};
	contributes: {
		commands: { command: string; title: string; category: string }[];
		menus: Record<string, { command: string }[]>;
		keybindings: { command: string; key: string; when: string }[];
		configuration: { properties: Record<string, { scope: string; markdownDescription: string }> }[];
		walkthroughs: { steps: Step[] }[];
		languages: { icon: Record<string, string>; configuration: string }[];
		grammars: { path: string }[];
		snippets: { path: string }[];
		jsonValidation: { fileMatch: string | string[]; url: string }[];
	};
}
const manifest = read('package.json') as Manifest;
const { contributes } = manifest;
const properties = Object.fromEntries(contributes.configuration.flatMap((section) => Object.entries(section.properties)));

describe('manifest', () => {
	test('declares exactly the commands that are registered, under one category', () => {
		assert.deepEqual(
			contributes.commands.map(({ command }) => command).toSorted(),
			[...commandNames.map((name) => `ragAssay.${name}`), 'ragAssay.showLog'].toSorted(),
		);
		assert.deepEqual(new Set(contributes.commands.map(({ category }) => category)), new Set(['RAG Assay']));
	});

	test('menus, keys and links name commands that exist', () => {
		const known = new Set(contributes.commands.map(({ command }) => command));
		const links = contributes.walkthroughs.flatMap(({ steps }) =>
			steps.flatMap(({ description }) => [...description.matchAll(/command:(ragAssay\.\w+)/g)].map(([, command]) => command!)),
		);
		for (const command of [
			...Object.values(contributes.menus)
				.flat()
				.map((item) => item.command),
			...contributes.keybindings.map((key) => key.command),
			...links,
		])
			assert.ok(known.has(command), command);
		assert.ok(links.length > 0);
		for (const { when } of contributes.keybindings)
			assert.match(when, /ragAssay\.document|focusedView == ragAssay\.(?:labels|memory) && !inputFocus/);
	});

	test('the colors toggle with one key, which the walkthrough names', () => {
		const { key } = contributes.keybindings.find(({ command }) => command === 'ragAssay.toggleHeatmap')!;
		assert.doesNotMatch(key, / /, 'one stroke, not a chord');
		assert.ok(
			contributes.walkthroughs.some(({ steps }) => steps.some(({ description }) => description.toLowerCase().includes(key))),
			key,
		);
	});

	test("what a workspace could misuse is restricted or not a workspace's to set", () => {
		const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
		assert.equal(supported, 'limited');
		const overridable = Object.entries(properties)
			.filter(([, { scope }]) => scope === 'machine-overridable')
			.map(([key]) => key);
		assert.deepEqual(restrictedConfigurations.toSorted(), overridable.toSorted());
		for (const key of [
			'ragAssay.runner.execPath',
			'ragAssay.cacheDirectory',
			'ragAssay.dataDirectory',
			'ragAssay.memoryLimit',
			'ragAssay.offline',
		])
			assert.equal(properties[key]?.scope, 'machine', key);
		for (const [key, { markdownDescription }] of Object.entries(properties)) assert.ok(markdownDescription.length > 20, key);
	});

	test('the walkthrough has at most six steps, and the first button opens the sample workspace', () => {
		const [{ steps }] = contributes.walkthroughs as [{ steps: Step[] }];
		assert.ok(steps.length <= 6);
		assert.match(steps[0]!.description, /^[^[]*\[[^\]]+\]\(command:ragAssay\.openSampleWorkspace\)/);
		for (const { media } of steps) assert.ok(media.altText.length > 20);
		const said = steps.map(({ description }) => description).join('\n');
		for (const command of ['showHeatmapByConfidenceGap', 'showHeatmapByDivergence', 'showHeatmapBySurprise', 'calibrate', 'labelNext'])
			assert.ok(said.includes(`(command:ragAssay.${command})`), command);
	});

	test('every file that it names is there', () => {
		const files = [
			manifest.icon,
			...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
			...contributes.languages.flatMap(({ icon, configuration }) => [...Object.values(icon), configuration]),
			...contributes.grammars.map(({ path }) => path),
			...contributes.snippets.map(({ path }) => path),
		];
		for (const file of files) assert.ok(existsSync(new URL(file, root)), file);
	});

	test('profiles, sidecars and lists of mappings are checked by their published schemas, which the package holds', () => {
		const schemas = new Map(contributes.jsonValidation.map(({ fileMatch, url }) => [[fileMatch].flat().join(), url]));
		// A list of mappings would be a sidecar by its name.
		assert.deepEqual([...schemas.keys()], [`*${profileEnd}`, `${sidecarFile('*.rag.md')},!${mappingsFileName}`, mappingsFileName]);
		for (const url of schemas.values()) {
			assert.ok(
				manifest.files.some((pattern) => matchesGlob(url.replace('./', ''), pattern)),
				url,
			);
			assert.equal((read(url) as { type: string }).type, 'object');
		}
		const own = new Ajv2020({ formats: { date: true } }).compile(read(schemas.get(`*${profileEnd}`)!) as object);
		const first = read('test/unit/formats/golden/first.assay-profile.json') as object;
		for (const profile of [read('models/demo/demo.assay-profile.json'), first, exampleProfile])
			assert.ok(own(profile), JSON.stringify(own.errors));
		// Each version is held to its own members.
		for (const wrong of [
			{ ...first, model: 7 },
			{ ...first, schema: 'rag-assay/profile@2' },
			{ ...exampleProfile, schema: 'rag-assay/profile@1' },
			{ ...exampleProfile, schema: 'rag-assay/profile@9' },
			{ ...exampleProfile, schema: undefined },
		])
			assert.equal(own(JSON.parse(JSON.stringify(wrong))), false);
	});

	test('the icon is a PNG of at least 128 by 128', () => {
		const png = readFileSync(new URL(manifest.icon, root));
		assert.equal(png.toString('latin1', 1, 4), 'PNG');
		assert.ok(png.readUInt32BE(16) >= 128 && png.readUInt32BE(20) >= 128);
	});

	test('runs in the VS Code that the end-to-end tests have', () => {
		const minor = Number(/^\^1\.(\d+)\.0$/.exec(manifest.engines.vscode)?.[1]);
		assert.ok(minor >= 109 && minor <= 139, manifest.engines.vscode);
	});
});

describe('language', () => {
	interface Grammar {
		repository: Record<'section' | 'response', { begin: string; while: string }>;
	}
	const { section, response } = (read('syntaxes/rag-trace.tmLanguage.json') as Grammar).repository;

	test('the grammar takes for heads what the format does', () => {
		const line = fc.oneof(
			fc.constantFrom(
				'## System',
				'## Query',
				'## Response',
				'## Reference',
				'## Context a',
				'## Context',
				'## Context ',
				'##  Query',
				'## Query ',
				'# Query',
				'\\## Query',
				'## Context  two words ',
				'## query',
			),
			fc.string({ unit: fc.constantFrom('#', ' ', 'Q', 'u', 'Context', 'Query', 'x') }),
		);
		const begin = new RegExp(section.begin);
		const goesOn = new RegExp(section.while);
		fc.assert(
			fc.property(line, (text) => {
				assert.equal(begin.test(text), sectionHead(text) !== undefined, text);
				assert.equal(goesOn.test(text), sectionHead(text) === undefined, text);
			}),
		);
	});

	test('behind a response the grammar takes for heads what the format does, as far as one line says it', () => {
		assert.ok(new RegExp(response.begin).test('## Response'));
		const goesOn = new RegExp(response.while, 'u');
		const lines = [
			'## System',
			'## Context and goals',
			'## Context Overview',
			'## Context matters:',
			'## Context fees-2024',
			'## Context 7',
			'## Context x/y.md',
		];
		for (const line of [...lines, '## Reference', '## Response', '## Query', '## Next steps', 'text']) {
			// Below contexts of like ids, and a query.
			const text = `## Query\nq\n## Context rates-1\nc\n## Context 1\nc\n## Context a/b.txt\nc\n## Response\na\n${line}\nb\n`;
			const isHead = readRagMarkdown('t', text, 't').sections.length > 5;
			assert.equal(goesOn.test(line), !isHead, line);
		}
	});

	test('the snippet of a whole trace is a trace', () => {
		const snippets = read('snippets/rag-trace.json') as Record<string, { body: string[] }>;
		const text = snippets['New trace']!.body.join('\n')
			.replace(/\$\{1:.*\}\}/, 'name')
			.replaceAll(/\$\{\d:([^}]*)\}/g, '$1')
			.replace('$0', 'An answer.');
		const { traces, problems } = readRagMarkdown('t', text, 't');
		assert.deepEqual(problems, []);
		assert.equal(traces[0]?.id, 'name');
		assert.equal(traces[0].contexts[0]?.id, 'source-1');
		assert.equal(traces[0].response?.text, 'An answer.');
	});
});
