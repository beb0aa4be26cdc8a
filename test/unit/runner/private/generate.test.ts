import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { errorNumbers } from '../../../../src/error-numbers.ts';
import { UserError } from '../../../../src/errors.ts';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateSettings } from '../../../../src/formats/private-settings.ts';
import { endpointFiller, generatePrivate, type PrivateJob } from '../../../../src/runner/private/generate.ts';
import { ledgerFile } from '../../../../src/stores/ledger/ledger.ts';
import { endpointServer, type Asked } from '../../../support/endpoint-server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { PrivateModel } from '../../analysis/private/private-model.ts';

/** An answer as OpenAI's reference of `POST /v1/chat/completions` shows one. */
const documented = {
	id: 'chatcmpl-1',
	object: 'chat.completion',
	created: 1_741_569_952,
	model: 'small',
	choices: [
		{
			index: 0,
			message: { role: 'assistant', content: ' Norcillin helps. ', refusal: null, annotations: [] },
			logprobs: null,
			finish_reason: 'stop',
		},
	],
	usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
	service_tier: 'default',
};
const request = { query: 'What helps?', masked: 'It is a fever. […]', keywords: ['Norcillin'] };
const { signal } = new AbortController();
const isCode = (code: string) => (error: unknown) => error instanceof UserError && error.code === code;

describe('an OpenAI-compatible endpoint', () => {
	it('is asked as documented, with the key in the header and nothing but the query and what is released', async (t) => {
		const { url, asked } = await endpointServer(t, (response) => response.end(JSON.stringify(documented)));
		const filler = endpointFiller({ url, model: 'small', key: 'secret', offline: true });
		assert.equal(await filler.write(request, signal), 'Norcillin helps.');
		const [{ method, url: path, headers, body }] = asked as [Asked];
		assert.deepEqual(
			[method, path, headers['content-type'], headers.authorization],
			['POST', '/v1/chat/completions', 'application/json', 'Bearer secret'],
		);
		const { messages, ...rest } = body;
		assert.deepEqual(rest, { model: 'small', temperature: 0, max_tokens: 128 });
		assert.deepEqual(
			messages.map(({ role }) => role),
			['system', 'user'],
		);
		assert.equal(messages[1]!.content, 'Question: What helps?\nAnswer so far: It is a fever. […]\nKeywords: Norcillin');
		assert.ok(!filler.name.includes('secret'));
		assert.equal(filler.name, `small at ${new URL(url).origin}`);
	});

	it('without a key sends none', async (t) => {
		const { url, asked } = await endpointServer(t, (response) => response.end(JSON.stringify(documented)));
		await endpointFiller({ url: `${url}/`, model: 'small', key: '', offline: false }).write(request, signal);
		assert.equal(asked[0]!.headers.authorization, undefined);
		assert.equal(asked[0]!.url, '/v1/chat/completions');
	});

	for (const [name, respond] of [
		['an error', (r: ServerResponse) => r.writeHead(500).end('{}')],
		['no JSON', (r: ServerResponse) => r.end('<html>')],
		['another answer', (r: ServerResponse) => r.end('{"choices": []}')],
		['a redirect', (r: ServerResponse) => r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
		['too much', (r: ServerResponse) => r.end('x'.repeat(2 ** 21))],
		['a hang-up', (r: ServerResponse) => r.destroy()],
	] as const)
		it(`that answers with ${name} is an error with a number`, async (t) => {
			const { url } = await endpointServer(t, respond);
			await assert.rejects(
				endpointFiller({ url, model: 'm', key: undefined, offline: false }).write(request, signal),
				isCode(errorNumbers.fillerFailed),
			);
		});

	it('says nothing when it has nothing to say', async (t) => {
		const silent = { choices: [{ message: { content: null } }] };
		const { url } = await endpointServer(t, (response) => response.end(JSON.stringify(silent)));
		assert.equal(await endpointFiller({ url, model: 'm', key: undefined, offline: false }).write(request, signal), '');
	});

	it('is left when the run is canceled', async (t) => {
		const controller = new AbortController();
		const { url } = await endpointServer(t, () => controller.abort());
		await assert.rejects(endpointFiller({ url, model: 'm', key: undefined, offline: false }).write(request, controller.signal), {
			name: 'AbortError',
		});
	});

	it('is refused before anything is sent: no address, not encrypted, a password in it, or offline', () => {
		for (const [url, offline] of [
			['nowhere', false],
			['ftp://127.0.0.1/v1', false],
			['http://models.example/v1', false],
			['https://ann:secret@models.example/v1', false],
			['https://models.example/v1', true],
		] as const)
			assert.throws(() => endpointFiller({ url, model: 'm', key: undefined, offline }), isCode(errorNumbers.fillerRefused), url);
		for (const url of ['https://models.example/v1', 'http://localhost:8080/v1', 'http://[::1]/v1'])
			assert.doesNotThrow(() => endpointFiller({ url, model: 'm', key: undefined, offline: false }));
	});
});

describe('a private answer that is paid for', () => {
	const documents = Array.from({ length: 12 }, (_, i) => ({ id: String(i), text: `Case ${i} has a fever, says Ada Byron-${i}.` }));

	it('charges all of ε and δ, whatever their parts, and tells the filler of no document', async (t) => {
		const folder = temporaryFolder(t);
		const corpus = join(folder, 'cases');
		const dataDirectory = join(folder, 'data');
		mkdirSync(corpus);
		const model = new PrivateModel(() => 'It is a fever.', { written: () => 'A fever helps.' });
		const job: PrivateJob = {
			context: {
				settings: { trusted: true, offline: true, author: 'Dana' } as PrivateJob['context']['settings'],
				ledgerWitnesses: join(folder, 'witnesses'),
				dataDirectory,
				log: { error: assert.fail, warn: assert.fail, info: () => undefined, debug: () => undefined },
			},
			models: { openModel: () => Promise.resolve(model) } as unknown as PrivateJob['models'],
			signal: t.signal,
			now: () => new Date(),
			onProgress: () => undefined,
		};
		const run = async (settings: Partial<ReturnType<typeof privateSettings.parse>>) => {
			const { release } = await generatePrivate(
				{
					token: 't',
					query: 'What is it?',
					documents: [...documents, { ...documents[0]!, id: 'copy' }],
					settings: { ...privateSettings.parse({ epsilon: 3, delta: 1e-5 }), ...settings },
					corpus,
					anyway: true,
					original: false,
				},
				job,
			);
			const spends = readFileSync(await ledgerFile({ corpus, dataDirectory }), 'utf8')
				.split('\n')
				.filter((line) => line.startsWith('{"kind":"spend"'));
			return { release, spent: JSON.parse(spends.at(-1)!) as Record<string, unknown> };
		};
		const { expert } = privateSettings.parse({});
		const vocabulary = ['fever', 'ward', 'cough', 'rash', 'tonsils', 'ankle'];
		for (const settings of [
			{},
			{ split: { decode: 0.5, filter: 0.2, refill: 0.3 }, vocabulary, expert: { ...expert, filter: 'top-k', filtered: 1, keywords: 2 } },
			{ split: { decode: 0, filter: 0, refill: 1 }, vocabulary },
		] as const) {
			const { release, spent } = await run(settings);
			assert.deepEqual([spent.microEpsilon, spent.femtoDelta, spent.documents], [3e6, 1e10, 12], JSON.stringify(settings));
			assert.equal(release.ledger?.entry, spent.entry);
			assert.deepEqual([release.guarantee?.epsilon, release.guarantee?.delta], [3, 1e-5]);
			// For a person in several documents: kε and k e^((k − 1)ε) δ.
			assert.deepEqual(
				release.guarantee?.group.map(({ documents: k, epsilon, delta }) => [k, epsilon, Number((delta * 1e5).toPrecision(6))]),
				[2, 3, 5].map((k) => [k, 3 * k, Number(Math.min(1e5, k * Math.exp(3 * (k - 1))).toPrecision(6))]),
			);
		}
		assert.ok(model.generated.length > 0, 'the filler was asked');
		for (const asked of model.generated) assert.doesNotMatch(JSON.stringify(asked), /Byron|Case \d/u);
	});
});
