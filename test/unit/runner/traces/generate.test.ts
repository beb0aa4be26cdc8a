import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FileJobOptions } from '../../../../src/runner/traces/analyze-files.ts';
import { Failures } from '../../../../src/runner/traces/failures.ts';
import { generateFiles } from '../../../../src/runner/traces/generate.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const log = { error: assert.fail, warn: () => undefined, info: () => undefined, debug: () => undefined };

test('what somebody writes into a file while its answer is made stays, so the answer was not written over it', async (t) => {
	const folder = temporaryFolder(t);
	const file = join(folder, 'a.rag.md');
	const [prompt, response] = [join(folder, 'b.prompt.md'), join(folder, 'b.response.md')];
	const question = '## Query\n\nWhat?\n\n## Context c\n\nThat.\n';
	for (const path of [file, prompt]) writeFileSync(path, question);
	const answer = async (paths: readonly string[], meanwhile: () => void) => {
		const failures = new Failures(log);
		const generate = async (): Promise<{ text: string }> => {
			meanwhile();
			return Promise.resolve({ text: 'That one.' });
		};
		const models = { openModel: () => Promise.resolve({ generate }) } as unknown as FileJobOptions['models'];
		const context = { settings: { trusted: true } } as FileJobOptions['context'];
		const job = { context, models, failures, signal: t.signal, onProgress: () => undefined };
		const asked = { token: 't', paths: [...paths], write: true, maxTokens: 8, temperature: 0, topP: 1 };
		const { answers } = await generateFiles(asked, job, () => undefined);
		return { written: answers.length, failed: failures.list().map(({ code }) => code) };
	};
	assert.deepEqual(await answer([file], () => appendFileSync(file, '\nTyped just now.\n')), { written: 0, failed: ['RA515'] });
	assert.equal(readFileSync(file, 'utf8'), `${question}\nTyped just now.\n`);
	assert.deepEqual(await answer([prompt], () => writeFileSync(response, 'Another answer.\n')), { written: 0, failed: ['RA515'] });
	assert.equal(readFileSync(response, 'utf8'), 'Another answer.\n');
	writeFileSync(response, '');
	assert.deepEqual(await answer([file, prompt], () => undefined), { written: 2, failed: [] });
	assert.match(readFileSync(file, 'utf8'), /Typed just now\.\n\n## Response\n\nThat one\.\n$/);
	assert.equal(readFileSync(response, 'utf8'), 'That one.\n');
	assert.ok(!existsSync(join(folder, '.a.rag.md.rag-assay-lock')));
});
