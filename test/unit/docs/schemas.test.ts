import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { schemaFiles } from '../../../scripts/write-schemas.ts';
import { sampleRecord } from '../../support/example-analysis-report.ts';

const folder = new URL('../../../docs/schemas/', import.meta.url);
const ajv = new Ajv2020({ formats: { date: true } });
const validator = (name: string) => ajv.compile(JSON.parse(readFileSync(new URL(`${name}.schema.json`, folder), 'utf8')) as object);

test('the published schemas are what the code says, and nothing else lies there', () => {
	const files = schemaFiles();
	assert.deepEqual(readdirSync(folder).toSorted(), [...files.keys()].toSorted());
	for (const [name, text] of files) assert.equal(readFileSync(new URL(name, folder), 'utf8'), text, name);
});

test('a record fits, with members that a later version may add; one that lacks a member or holds another kind does not', () => {
	const fits = validator('analysis@1');
	assert.ok(fits(sampleRecord), JSON.stringify(fits.errors));
	assert.ok(fits({ ...sampleRecord, later: 1 }), JSON.stringify(fits.errors));
	const { tokens: _, ...without } = sampleRecord;
	assert.equal(fits(without), false);
	assert.equal(fits({ ...sampleRecord, repcs: 'low' }), false);
	assert.equal(fits({ ...sampleRecord, schema: 'rag-assay/analysis@2' }), false);
});

test('profiles fit the schema of their version, and the one of both', () => {
	const at = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as { schema: string };
	const profiles = [
		at('models/demo/demo.assay-profile.json'),
		at('test/unit/formats/golden/first.assay-profile.json'),
		at('test/unit/formats/golden/first.read.json'),
	];
	assert.deepEqual(new Set(profiles.map(({ schema }) => schema)), new Set(['rag-assay/profile@1', 'rag-assay/profile@2']));
	for (const profile of profiles)
		for (const name of [profile.schema.replace('rag-assay/', ''), 'profile']) {
			const fits = validator(name);
			assert.ok(fits(profile), `${name}: ${JSON.stringify(fits.errors)}`);
		}
});
