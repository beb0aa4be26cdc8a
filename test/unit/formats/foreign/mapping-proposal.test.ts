import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readForeign } from '../../../../src/formats/foreign/registry.ts';
import { mappingText } from '../../../../src/formats/foreign/row-mapping.ts';

function proposed(text: unknown, document = 'd.json'): string | null {
	const unknown = readForeign({ document, text: typeof text === 'string' ? text : JSON.stringify(text) });
	assert.ok(unknown !== null && unknown.format === null, `read as ${String(unknown?.format)}`);
	return unknown.proposal === null ? null : mappingText(unknown.proposal);
}

describe('a proposed mapping', () => {
	it('names no ID as the question, in any spelling', () => {
		const texts = { chunk_list: ['The fee is 4.90 euros.'], model_answer: 'It is 4.90.' };
		assert.equal(
			proposed({ query_id: 'abc def', query: 'How high is the fee?', ...texts }),
			'question=query,contexts=chunk_list[],answer=model_answer',
		);
		assert.equal(
			proposed('Query ID,Question,Retrieved Contexts,Generated Answer\nx y,How high?,The fee is 4.90 euros.,It is 4.90.\n', 'd.csv'),
			'question=Question,contexts=["Retrieved Contexts"],answer=["Generated Answer"]',
		);
		assert.equal(proposed({ questionId: 'abc def', ...texts }), null);
	});

	it('prefers what a program answered to what people expected', () => {
		const record = { question: 'How high is the fee?', gold_answer: '4.90', retrieved_texts: ['The fee is 4.90 euros.'] };
		assert.equal(
			proposed({ ...record, gold_answer: 'It is 4.90.', generated_answer: 'It is 5.90.' }),
			'question=question,contexts=retrieved_texts[],answer=generated_answer',
		);
		assert.equal(proposed({ ...record, gold_answer: 'It is 4.90.' }), 'question=question,contexts=retrieved_texts[],answer=gold_answer');
	});

	it('names texts as contexts, and not what is said about them', () => {
		const asked = { query: 'How high is the fee?', model_answer: 'It is 4.90 euros.' };
		const chunk = { title: 'Fees of a year', speaker: 'Ann Ray', chunk: 'The fee is 4.90 euros.', score: 0.5 };
		assert.equal(proposed({ ...asked, context_chunks: [chunk] }), 'question=query,contexts=context_chunks[].chunk,answer=model_answer');
		const { title, speaker } = chunk;
		assert.equal(proposed({ ...asked, sources_used: [{ source_type: 'manual', title, speaker, url: 'https://example.org/fees' }] }), null);
		assert.equal(proposed({ ...asked, document_type: 'a long contract', source: 'fees.pdf' }), null);
		assert.equal(proposed('query,model_answer,retrieval_score\nHow high?,It is 4.90.,0.83\n', 'd.csv'), null);
	});

	it('names no verdict as the answer, and no choice of a quiz', () => {
		const record = { question: 'How high is the fee?', snippets: ['The fee is 4.90 euros.'] };
		assert.equal(proposed({ ...record, retrieval_contains_answer: 'False' }), null);
		assert.equal(proposed({ ...record, answer_reasoning: 'It names the fee.' }), null);
		assert.equal(proposed({ ...record, options: { A: 'It is 4.90.', B: 'It is 5.90.' } }), null);
	});
});
