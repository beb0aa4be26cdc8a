import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publicFiles, readPublicFile } from '../../../../lab/formats/public-files.ts';
import { outcomes, whatBecame } from '../../../../lab/formats/what-became.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('the list of public files', () => {
	const files = publicFiles();

	it('names each file once, of many repositories and shapes', () => {
		assert.equal(new Set(files.map(({ repository, path }) => `${repository} ${path}`)).size, files.length);
		assert.ok(files.length >= 40, `${files.length} files`);
		assert.ok(new Set(files.map(({ repository }) => repository)).size >= 25);
		assert.ok(new Set(files.map(({ shape }) => shape)).size >= 12);
	});

	it('says what is wrong where something is', () => {
		for (const { repository, path, right, wrong } of files) assert.equal(right, wrong === undefined, `${repository} ${path}`);
	});

	it('is read from clones only', async (t) => {
		assert.equal(await readPublicFile(temporaryFolder(t), files[0]!), undefined);
	});
});

describe('what a file becomes', () => {
	const row = { question: 'How high is the fee?', answer: 'It is 4.90.', contexts: ['The fee is 4.90.'] };
	const { contexts, answer, ...asked } = row;

	it('is one of the outcomes, in words', () => {
		const expected = [
			['read', 'RAGAS rows (before version 0.2): 1 trace', row],
			[
				'read, with a warning that nothing is compared',
				'RAGAS samples: 1 trace, a warning that none has contexts',
				{ user_input: row.question, response: answer },
			],
			[
				'mapping proposed',
				'mapping proposed: question=question,contexts=facts_retrieved[],answer=answer: 1 trace',
				{ ...asked, answer, facts_retrieved: contexts },
			],
			['no answers', 'RAGAS rows (before version 0.2): no answers', { ...row, answer: '' }],
			['passed over', 'passed over', asked],
		] as const;
		assert.deepEqual(
			expected.map(([, , record]) => whatBecame(JSON.stringify([record]))),
			expected.map(([outcome, words]) => ({ outcome, words })),
		);
		assert.deepEqual(
			expected.map(([outcome]) => outcome),
			[...outcomes],
		);
		assert.deepEqual(whatBecame('# Notes\n'), { outcome: 'passed over', words: 'passed over: neither JSON nor CSV' });
	});
});
