import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { isRefusal } from '../../../src/text/abstention.ts';
import { languageOf } from '../../../src/text/language.ts';
import { tagText } from '../../../src/text/sentences.ts';

const line = z.object({ language: z.string(), refuses: z.boolean(), text: z.string(), half: z.enum(['written-for', 'set-aside']) });
const bank = readFileSync(new URL('../../fixtures/refusals/sentences.jsonl', import.meta.url), 'utf8')
	.trim()
	.split('\n')
	.map((text) => line.parse(JSON.parse(text)));

for (const half of ['written-for', 'set-aside'] as const) {
	test(`refusals in eight languages are told from denials, half ${half}`, async () => {
		const wrong: Record<string, string[]> = { missed: [], called: [] };
		for (const { text, refuses } of bank.filter((one) => one.half === half)) {
			// oxlint-disable-next-line no-await-in-loop -- one tagger
			const said = isRefusal(text, await tagText(text, languageOf(text)), '');
			if (said !== refuses) wrong[refuses ? 'missed' : 'called']!.push(text);
		}
		assert.deepEqual(wrong['called'], []);
		const { length: count } = bank.filter((one) => one.half === half && one.refuses);
		assert.ok(wrong['missed']!.length <= count / 10, wrong['missed']!.join('\n'));
	});
}

test('an answer in several sentences refuses if all of them do', async () => {
	const refuses = async (text: string) => isRefusal(text, await tagText(text, languageOf(text)), '');
	assert.equal(await refuses('Das weiß ich leider nicht. In den Dokumenten steht nichts darüber.'), true);
	assert.equal(await refuses('Das weiß ich leider nicht. Die Filiale liegt in Odelle.'), false);
	assert.equal(await refuses('抱歉，我不知道。文档中没有提到价格。'), true);
	assert.equal(await refuses('文档中没有提到价格。分行将于三月关闭。'), false);
});
