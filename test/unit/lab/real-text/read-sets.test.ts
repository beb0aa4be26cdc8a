import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, suite, test } from 'node:test';
import { readHotpot, readSets } from '../../../../lab/real-text/read-sets.ts';
import { UserError } from '../../../../src/errors.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const head = 'model_name\tdata_source\tknowledge\tmessage\tresponse\tbegin_label';
const begin = [
	head,
	'one\twow\tThe Ebro is a river in Spain.\tTell me.\tThe Ebro flows through Spain. It is a river.\tFully attributable',
	'two\twow\tThe Arno is a river in Italy.\t\tThe Arno is the longest river in Europe.\tNot fully attributable',
	'two\twow\tThe Oder is a river.\tWell?\tI like rivers very much indeed.\tGeneric',
	'two\twow\tThe Oder is a river.\tWell?\tYes, it is.\tFully attributable',
	'one\twow\tThe Po is a river in Italy.\tAnd?\tThe Po is a river in Italy.\tFully attributable',
];
const article = Array.from({ length: 40 }, (_, i) => `The bridge number ${i} was closed on Monday.`).join(' ');
const judged = (sentence: string, ...responses: string[]) => ({ sentence, responses: responses.map((response) => ({ response })) });
const summary = {
	article,
	summary_sentences: [judged(' Bridge 3 was closed. ', 'yes', 'no', 'yes'), judged('It reopened on Friday.', 'no', 'no', 'yes')],
};

suite('labeled sets in a folder of clones', () => {
	const folder = temporaryFolder({ after }, 'snapshots-');
	const write = async (path: string, text: string): Promise<void> => {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	};

	test('without any, the message says where each is published', async () => {
		await assert.rejects(
			readSets(folder),
			(error: unknown) =>
				error instanceof UserError &&
				error.code === 'RA658' &&
				/BEGIN is not measured: .*google\/BEGIN-dataset\./.test(error.message) &&
				/W4ngatang\/qags/.test(error.message),
		);
		await assert.rejects(readHotpot(folder), /RUCAIBox\/HaluEval/);
	});

	test('files are read from a clone with files and from one without; what is missing is named, and does not stop the rest', async () => {
		await write('BEGIN-dataset/wow/begin_dev_wow.tsv', begin.slice(0, 3).join('\n'));
		await write('BEGIN-dataset/wow/begin_test_wow.tsv', [head, ...begin.slice(3)].join('\n'));
		await write('work/data/mturk_cnndm.jsonl', `${JSON.stringify(summary)}\n`);
		const git = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: join(folder, 'work'), stdio: 'ignore' });
		git('init');
		git('add', '.');
		git('commit', '-m', 'data');
		git('clone', '--bare', '.', join(folder, 'qags'));
		const { sets, missing } = await readSets(folder);
		assert.deepEqual(
			sets.map(({ name, texts }) => [name, texts.length]),
			[
				['BEGIN', 3],
				['QAGS-CNN/DM', 1],
			],
		);
		assert.deepEqual(
			missing.map(({ name }) => name),
			['BEGIN CMU-DoG', 'BEGIN TopicalChat', 'QAGS-XSUM', 'FaithBench', 'RefChecker dolly', 'RefChecker msmarco', 'RefChecker nq'],
		);
		assert.match(missing[4]!.reason, /^RefChecker dolly is not measured: .*download_data\.sh/);

		const texts = sets[0]!.texts.toSorted((a, b) => a.source.localeCompare(b.source));
		const [arno, ebro] = texts;
		assert.equal(arno!.isUnsupported, true);
		assert.equal(arno!.parts.query, 'Tell me more.', 'where a message is empty');
		assert.deepEqual(
			ebro!.sentences.map(({ start, end, isUnsupported }) => [ebro!.parts.response.slice(start, end), isUnsupported]),
			[
				['The Ebro flows through Spain.', false],
				['It is a river.', false],
			],
		);
		for (const { source, parts } of texts) {
			assert.equal(parts.contexts.length, 3);
			assert.equal(parts.contexts.filter(({ text }) => text === source).length, 1);
		}

		const [bridges] = sets[1]!.texts;
		assert.equal(bridges!.parts.response, 'Bridge 3 was closed. It reopened on Friday.');
		assert.equal(bridges!.isUnsupported, true);
		assert.deepEqual(
			bridges!.sentences.map(({ start, end, isUnsupported }) => [bridges!.parts.response.slice(start, end), isUnsupported]),
			[
				['Bridge 3 was closed.', false],
				['It reopened on Friday.', true],
			],
		);
		assert.equal(bridges!.parts.contexts.map(({ text }) => text).join(' '), article, 'passages of whole sentences, nothing lost');
		assert.ok(bridges!.parts.contexts.length > 1);
	});

	test('spans of FaithBench judge the sentences that they lie in, and those that people call harmless judge none', async () => {
		const dams = 'The dam is old. It is made of ice. It has two gates.';
		const span = (text: string, ...label: string[]) => {
			const start = dams.indexOf(text);
			return { label, summary_start: start, summary_end: start + text.length };
		};
		const sample = (...annotations: object[]) => ({ source: 'The dam has two gates.', summary: dams, annotations });
		const batch = {
			samples: [
				sample(span('ice', 'Unwanted', 'Unwanted.Extrinsic'), span('old', 'Benign')),
				sample(span('old', 'Questionable')),
				sample(),
				{ ...sample(), summary: 'I cannot say.' },
			],
		};
		for (const number of Array.from({ length: 16 }, (_, i) => i + 1))
			await write(`FaithBench/data_for_release/batch_${number}.json`, JSON.stringify(number === 2 ? batch : { samples: [] }));
		const { sets } = await readSets(folder, (name) => name === 'FaithBench');
		assert.deepEqual(
			sets.map(({ name, family }) => [name, family]),
			[['FaithBench', 'FaithBench']],
		);
		const texts = sets[0]!.texts.toSorted((a, b) => a.id.localeCompare(b.id));
		assert.deepEqual(
			texts.map(({ isUnsupported, sentences }) => [
				isUnsupported,
				sentences.map((one) => [dams.slice(one.start, one.end), one.isUnsupported]),
			]),
			[
				[
					true,
					[
						['It is made of ice.', true],
						['It has two gates.', false],
					],
				],
				[
					false,
					[
						['The dam is old.', false],
						['It is made of ice.', false],
						['It has two gates.', false],
					],
				],
			],
			'a summary without a worse span than a questionable one is left out, and so is one of three words',
		);
	});

	test('a question of HotpotQA has its own passage among others', async () => {
		const rows = ['a', 'b', 'c', 'd'].map((one) =>
			JSON.stringify({ knowledge: `Passage ${one}.`, question: `Which ${one}?`, right_answer: one, hallucinated_answer: 'e' }),
		);
		await write('HaluEval/generation/qa/qa_one-turn_data.json', rows.slice(0, 3).join('\n'));
		await write('HaluEval/generation/qa/qa_multi-turn_data.json', rows.slice(2).join('\n'));
		const questions = await readHotpot(folder);
		assert.deepEqual(
			questions.map(({ answer, passages, own }) => [answer, passages[own], passages.length]),
			['a', 'b', 'c', 'd'].map((one) => [one, `Passage ${one}.`, 3]),
		);
	});
});
