import assert from 'node:assert/strict';
import test from 'node:test';
import { textOf } from '../../../../lab/world/answers.ts';
import { keyDrill, type KeyDrill } from '../../../../lab/world/training/keys.ts';
import { sharing } from '../../../../lab/world/training/manner.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

const levels: readonly KeyDrill[] = ['key-plain', 'key-brief', 'key-words', 'key-later'];

for (const level of levels) {
	test(`${level}: a value that is given stands in a document with its key, and of a key that no document has none is given`, () => {
		const random = seededRandom(5);
		let stated = 0;
		let absent = 0;
		for (let i = 0; i < 300; i++) {
			const { contexts, turns } = keyDrill(random, level, sharing);
			for (const { answer } of turns) {
				const [, key, value] = /^The usual .+? for (.+) is (.+)\.$/.exec(textOf(answer)) ?? assert.fail(textOf(answer));
				// An alarm is named 'intrusion alarm' and stands in documents as 'intrusion'.
				const mine = contexts.filter((text) => text.toLowerCase().includes(key!.replace(/ alarm$/, '').toLowerCase()));
				const found = mine.some((text) => text.toLowerCase().includes(value!.toLowerCase()));
				if (found) stated++;
				else if (value === 'not stated') absent++;
			}
			assert.ok(contexts.length >= 1 && turns.length >= 2);
		}
		const all = stated + absent;
		assert.ok(stated > 700 && absent / all > 0.12 && absent / all < 0.35, `${stated} stated, ${absent} absent`);
	});
}
