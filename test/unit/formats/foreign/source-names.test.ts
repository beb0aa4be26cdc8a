import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readForeign } from '../../../../src/formats/foreign/registry.ts';
import { namesSource } from '../../../../src/formats/foreign/source-names.ts';
import { problemsIn, readKnown, saidBy } from './foreign-text.ts';

describe('a name of a source', () => {
	it('is an address, a file or one word', () => {
		for (const name of ['wikipedia', 'doc_17', 'https://example.org/fees', 'Fees 2024.pdf', '规定.docx', ' handbook.md '])
			assert.ok(namesSource(name), name);
		for (const text of [
			'',
			'The fee is 4.90.',
			'Ann.',
			'猫是哺乳动物',
			'\u0E41\u0E21\u0E27\u0E40\u0E1B\u0E47\u0E19\u0E2A\u0E31\u0E15\u0E27\u0E4C',
			'See\nfees.pdf',
			`${'x'.repeat(201)}.pdf`,
		])
			assert.ok(!namesSource(text), text);
	});

	it('is no context of a row', () => {
		const row = { question: 'How high is the fee?', answer: 'It is 4.90.', source: 'handbook.pdf' };
		const read = readForeign({ document: 'd.json', text: JSON.stringify([row]) });
		assert.ok(read !== null && read.format === null);
		assert.deepEqual([read.members, read.proposal], [['question', 'answer', 'source'], null]);
		const { traces } = readKnown(
			JSON.stringify([
				{ ...row, source: 'The fee is 4.90.' },
				{ ...row, source: ['handbook.pdf'] },
			]),
		);
		assert.deepEqual(
			traces.map((trace) => saidBy(trace).contexts),
			[['1: The fee is 4.90.'], []],
		);
		const withTexts = readKnown(JSON.stringify([{ ...row, documents: ['handbook.pdf'], chunks: ['The fee is 4.90.'] }]));
		assert.deepEqual(withTexts.traces.map(saidBy)[0]?.contexts, ['1: The fee is 4.90.']);
	});
});

describe('a file in which nothing is compared', () => {
	const row = { user_input: 'How high is the fee?', response: 'It is 4.90.', reference: 'It is 4.90.' };
	const doubts = (rows: unknown): string[] => {
		const text = JSON.stringify(rows);
		return problemsIn(readKnown(text), text);
	};

	it('says so in a note, which the command line shows', () => {
		assert.deepEqual(readKnown(JSON.stringify([row])).notes, [
			'No record of this file has contexts. No answer was compared with anything.',
		]);
	});

	it('has a warning at its first record', () => {
		assert.deepEqual(doubts([row, row]), ['1: warning RA164 No record of this file has contexts. No answer was compared with anything.']);
		assert.deepEqual(doubts([{ ...row, retrieved_contexts: ['doc_1', 'doc_2'] }]), [
			'1: warning RA164 The contexts of this file look like names of documents, and not like their texts.',
		]);
	});

	it('has no record with a text', () => {
		assert.deepEqual(doubts([row, { ...row, retrieved_contexts: ['The fee is 4.90.'] }]), []);
	});
});
