import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { modelsPage, outcomeOf } from '../../../../lab/model-families/page.ts';
import { resultsSchema, tolerance, type Measured } from '../../../../lab/model-families/results.ts';

const read = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
const results = resultsSchema.parse(JSON.parse(read('models.json')));
const fine = { works: true, reason: null };

const measured = (more: Partial<Measured> = {}): Measured => ({
	family: 'any',
	title: 'Any | <kind>',
	exporter: 'genai',
	exported: fine,
	score: { ...fine, difference: 1e-6 },
	cache: 'any',
	sources: { ...fine, difference: 2e-6, mode: 'cached' },
	generate: fine,
	layers: 2,
	mixingLayers: 0,
	contradictions: [],
	noOracle: null,
	...more,
});
const row = (...all: Measured[]): string =>
	modelsPage({ versions: {}, measured: all })
		.split('\n')
		.find((line) => line.startsWith('| Any'))!;

describe('docs/models.md', () => {
	test('is what measure.ts writes from docs/models.json', () => {
		assert.equal(read('models.md'), modelsPage(results), 'run: npx node lab/model-families/measure.ts EXPORTS');
	});

	test('nothing in it is silently wrong, and what it calls right is within the tolerance', () => {
		for (const one of results.measured) {
			assert.notEqual(outcomeOf(one), 'wrong', `${one.family} ${one.exporter}`);
			if (one.sources?.works === true && one.sources.difference !== null)
				assert.ok(one.sources.difference <= tolerance, `${one.family} ${one.exporter}: ${one.sources.difference}`);
		}
	});

	test('names no place of the machine that measured', () => {
		assert.doesNotMatch(read('models.json'), /\/(tmp|home|root|Users)\//);
	});
});

describe('a cell', () => {
	test('says what works, how it is fed and how exactly', () => {
		assert.match(row(measured()), /\| all \(2e−6\) \| {2}\|/);
		assert.match(row(measured({ cache: 'none' })), /\| all, cache fails \(2e−6\) \|/);
		assert.match(row(measured({ cache: 'none', exporter: 'torch' })), /\| all \(2e−6\) \|$/);
		assert.match(
			row(measured({ cache: 'single', sources: { ...fine, difference: null, mode: 'whole' } })),
			/\| all, by single tokens \(not compared\) \|/,
		);
		assert.match(row(measured({ mixingLayers: 1 })), /^\| Any \| <kind> † \|/);
	});

	test('says what does not, and the list why', () => {
		const because = (one: Measured): string => modelsPage({ versions: {}, measured: [one] });
		assert.match(
			because(measured({ sources: { works: false, reason: 'RA431: no', difference: null, mode: null } })),
			/\| scores \|[^]* {2}- onnxruntime-genai: RA431: no\n/,
		);
		assert.match(
			because(measured({ score: { works: false, reason: 'RA402: <odd>', difference: null } })),
			/\| no \|[^]* {2}- onnxruntime-genai: RA402: &lt;odd>\n/,
		);
		assert.match(
			because(measured({ exported: { works: false, reason: 'NotImplementedError' }, score: null, sources: null, generate: null })),
			/\| – \|[^]*not written: NotImplementedError\n/,
		);
		assert.match(
			because(measured({ sources: { works: false, reason: 'SILENTLY WRONG by 0.1', difference: 0.1, mode: 'whole' } })),
			/\*\*WRONG\*\*[^]*\*\*some are silently wrong\*\*|\*\*some are silently wrong\*\*[^]*\*\*WRONG\*\*/,
		);
		assert.match(
			because(measured({ score: { works: true, reason: 'another model by 0.2', difference: 0.2 } })),
			/\| other numbers \|[^]*another model by 0\.2\n/,
		);
	});
});
