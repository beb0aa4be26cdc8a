import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagText } from '../../../src/text/sentences.ts';
import { splitAgain } from '../../../src/text/split-again.ts';

async function cutOf(text: string): Promise<string> {
	return (await tagText(text, 'en')).sentences.map((s) => text.slice(s.start, s.end)).join(' | ');
}

// Cuts by hand: `|` stands where a reader sees the next sentence begin.
for (const marked of [
	'The temperature was 36.7 C. | Martin stayed in the outpatient clinic.',
	'It was 40.1 C. | The prescription was 20 mg of doxycycline. | It was 37.0 °C. | Ann left.',
	'Dmitri stayed in Ward A. | Dmitri was admitted to Ward A. | "Dmitri" stayed in Ward A.',
	'She has hepatitis B. | Ann has type A. | See Appendix C.',
	'He took vitamin C. | It helped. | So do I. | They left.',
	'It was 40 ° C. | Ann left flat 3B. | Bo used 1200.5 W. | Ann 30 A. | Bo left.',
	'It was 5 V. | **Then** it stopped.',
	'It holds 600 l. | Omar fills it. | It weighs 5 g. | Dana lifts it.',
])
	test(`a sentence may end with a letter: ${marked}`, async () => assert.equal(await cutOf(marked.replaceAll(' | ', ' ')), marked));

for (const text of [
	'He met George W. Bush.',
	'J. R. R. Tolkien wrote it.',
	'It was by J. Smith.',
	'The unitary E. Noether found it.',
	'In 2019 J. Smith wrote it.',
	'In 1850 m. Anna Berg.',
	'Ward A.',
	'See Figure A. and the rest.',
	'Call `Ward A. Then()` first.',
])
	test(`an initial ends no sentence: ${text}`, async () => assert.equal(await cutOf(text), text));

test('ranges stay in the sentence that they were cut from', () => {
	assert.deepEqual(
		splitAgain('In Ward A.\n Ann is. In Ward B. Bo', [
			{ start: 0, end: 19 },
			{ start: 20, end: 33 },
		]),
		[
			{ start: 0, end: 10 },
			{ start: 12, end: 19 },
			{ start: 20, end: 30 },
			{ start: 31, end: 33 },
		],
	);
	assert.deepEqual(splitAgain('', []), []);
});
