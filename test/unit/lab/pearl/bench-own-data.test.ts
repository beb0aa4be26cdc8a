import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rowFigures } from '../../../../lab/pearl/figures.ts';
import { judgeAnswer } from '../../../../lab/pearl/judge-answer.ts';
import { ownQuestions } from '../../../../lab/pearl/bench-own-data.ts';
import { pearlRows } from '../../../../lab/pearl/rows.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { UserError } from '../../../../src/errors.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const example = fileURLToPath(new URL('../../../../lab/pearl/example/', import.meta.url));
const byToken = { few: 2, many: 1 };
const shown = (text: string) => [{ text, kind: 'released' as const }];

describe('a data set of somebody\u2019s own', () => {
	test('the example in the repository is read, with its right answers and personal values', async () => {
		const questions = await ownQuestions(example, { byToken }, 1);
		assert.deepEqual(
			questions.map((one) => [one.id, one.documents, one.byToken, one.list?.length ?? null, one.vocabulary.length]),
			[
				['ward', 8, true, null, 6],
				['drug', 8, false, 4, 6],
			],
		);
		const [ward] = questions;
		const judged = (text: string) => judgeAnswer(shown(text), ward!, 'malicious');
		assert.equal(judged('It is usually ward 4, upstairs.').outcome, 'right');
		// A part of a longer word is no answer.
		assert.equal(judged('It is usually ward 41.').outcome, 'other');
		assert.equal(judgeAnswer([], ward!, 'plain').outcome, 'nothing');
		// What is not right may be right in other words: nobody says that it is wrong.
		const answered = [{ question: 'ward', answers: [judged('It is ward 2.')], control: [] }];
		const figures = rowFigures({ documents: 8, how: 'malicious', row: 'a row' }, answered, { random: seededRandom(1), resamples: 10 });
		const columns = figures.filter(({ n }) => n > 0).map(({ name }) => name.split(' | ').at(-1));
		assert.deepEqual(columns, ['right', 'nothing', 'PII values', 'similarity']);
		assert.equal(judged('Ask Mara Quill on 555-0143.').leaks, 2);
		assert.equal(judged('The usual ward is ward 4.').similarity > judged('Nobody knows.').similarity, true);
		assert.match(ward!.item.malicious, /^Which ward .* Also give the names/);
		// What needs public words or a list leaves out questions without them.
		const list = pearlRows().find(({ name }) => name === 'public list')!;
		assert.deepEqual(questions.map(list.takes), [false, true]);
	});

	test('a line that is none of the format is refused with its place', async (t) => {
		const folder = temporaryFolder(t);
		const refusal = async (documents: string, questions: string): Promise<UserError> => {
			await writeFile(join(folder, 'documents.jsonl'), documents);
			await writeFile(join(folder, 'questions.jsonl'), questions);
			return ownQuestions(folder, { byToken }, 1).then(
				() => assert.fail('it was read'),
				(error: unknown) => (error instanceof UserError ? error : assert.fail(String(error))),
			);
		};
		const one = '{"id": "a", "text": "A note."}';
		const unknown = await refusal(one, '\n{"question": "Which?", "documents": ["b"], "gold": ["4"]}');
		assert.deepEqual([unknown.code, unknown.place?.line], ['RA116', 2]);
		assert.match(unknown.message, /document 'b'/);
		const lacking = await refusal(`${one}\n{"id": "b"}`, '');
		assert.deepEqual([lacking.code, lacking.place?.line], ['RA116', 2]);
		assert.equal(lacking.message, 'This line is not as expected at `text`: text was expected, and nothing is there.');
		assert.match(lacking.hint!, /^Expected a line such as \{"id".*docs\/methods\/pearl\.md/);
		const broken = await refusal(one, '\n\n{"question"');
		assert.deepEqual([broken.code, broken.place?.file, broken.place?.line], ['RA115', join(folder, 'questions.jsonl'), 3]);
		assert.equal(broken.message, 'This line is not valid JSON.');
		assert.match(broken.hint!, /^Expected one JSON object a line: \{"question".*docs\/methods\/pearl\.md/);
	});
});
