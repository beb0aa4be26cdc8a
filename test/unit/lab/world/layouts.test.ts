import assert from 'node:assert/strict';
import test from 'node:test';
import { keptAside } from '../../../../lab/world/banks/kept-aside.ts';
import { trainedBanks } from '../../../../lab/world/banks/trained.ts';
import { domains } from '../../../../lab/world/domains.ts';
import { freshEntity, valueOf } from '../../../../lab/world/entity.ts';
import { labelAnswer, standsIn } from '../../../../lab/world/label-answer.ts';
import { makeLaidOutSituation } from '../../../../lab/world/laid-out-situation.ts';
import { layRows, layTable, rowLayoutsOf, tableLayoutsOf } from '../../../../lab/world/layouts.ts';
import { promptOf } from '../../../../lab/demo-model/subject.ts';
import { pick, sample, seededRandom } from '../../../../src/statistics/random.ts';

const banks = [...trainedBanks, keptAside];

test('a document in rows names the entity and holds every value whole, each part on a line of its own where rows are lines', () => {
	const random = seededRandom(3);
	for (const layout of banks.flatMap(rowLayoutsOf)) {
		for (let i = 0; i < 20; i++) {
			const domain = pick(random, Object.values(domains));
			const entity = freshEntity(random, domain, 'train');
			const stated = sample(random, domain.attributes, 3);
			const { text, told } = layRows(random, layout, entity, stated);
			assert.ok(text.includes(entity.name), text);
			for (const a of stated) assert.ok(text.includes(valueOf(entity, a)), `${valueOf(entity, a)} in ${text}`);
			assert.doesNotMatch(text, /\{(?:E|v|noun|Noun)\}/);
			assert.deepEqual(told, [{ entity, stated }]);
			if (layout.joint.includes('\n')) assert.ok(text.split('\n').length >= 4, text);
		}
	}
});

test('a table has a line for each entity and a cell for each attribute; what is blank is not stated', () => {
	const random = seededRandom(4);
	for (const layout of banks.flatMap(tableLayoutsOf)) {
		for (let i = 0; i < 20; i++) {
			const domain = pick(random, Object.values(domains));
			const entities = Array.from({ length: 4 }, () => freshEntity(random, domain, 'train'));
			const attributes = sample(random, domain.attributes, 3);
			const { text, told } = layTable(random, layout, entities, attributes, { blank: 0.3 });
			const lines = text.split('\n').filter((line) => line.startsWith('|'));
			assert.equal(lines.length, 2 + entities.length, text);
			for (const line of lines) assert.equal(line.split('|').length, attributes.length + 3, line);
			for (const [row, { entity, stated }] of told.entries()) {
				for (const a of attributes) assert.equal(lines[row + 2]!.includes(` ${valueOf(entity, a)} |`), stated.includes(a), text);
			}
		}
	}
});

test('a question about other layouts is answered by its passages, or withheld; a table stands in the prompt once', () => {
	const random = seededRandom(5);
	for (let i = 0; i < 300; i++) {
		const withholds = i % 2 === 0;
		const situation = makeLaidOutSituation(random, keptAside, 'test', withholds);
		const { entity, asked, passages, withheld, layout } = situation;
		const value = valueOf(entity, asked[0]!);
		const answer = `The ${asked[0]!.noun} of ${entity.name} is ${withholds ? 'not stated' : value}.`;
		assert.equal(labelAnswer(answer, situation)[0]?.verdict, withholds ? 'refusal' : 'supported', answer);
		assert.equal(withheld.length > 0, withholds);
		if (!withholds) assert.ok(standsIn(passages, value) || passages.some(({ text }) => text.includes(value)));
		if (layout === 'entity-table') assert.equal(promptOf(situation).contexts.length, 1);
	}
});
