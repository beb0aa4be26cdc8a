import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generatePrivately, type PrivateRequest, type PrivateRun } from '../../../../src/analysis/private/generate-privately.ts';
import { nothingToTell } from '../../../../src/analysis/private/release-words.ts';
import { requireAffordable, runSettings } from '../../../../src/analysis/private/require-affordable.ts';
import { errorNumbers } from '../../../../src/error-numbers.ts';
import { UserError } from '../../../../src/errors.ts';
import { privateSettings } from '../../../../src/formats/private-settings.ts';
import { release as releaseSchema } from '../../../../src/formats/release.ts';
import { planPrivately } from '../../../../src/privacy/planner.ts';
import { seededBits } from '../../../../src/privacy/random-bits.ts';
import { PrivateModel } from './private-model.ts';

const query = 'What is the usual ward for marsh fever?';
const hash = 'b'.repeat(64);
const documents = (count: number, text = (i: number) => `case ${i}`) =>
	Array.from({ length: count }, (_, i) => ({ id: `d${i}`, text: text(i) }));
const sameOf = (text: string) => (): string => text;
const sevenWords = ['fever', 'ward', 'Paxol', 'yeti', 'kraken', 'sphinx', 'unicorn'];
const silent = { name: 'nobody', write: () => Promise.resolve('') };

interface Told {
	readonly steps: string[];
}

function runOf(model: PrivateModel, told: Told, changed: Partial<PrivateRun> = {}): PrivateRun {
	return {
		model,
		bits: seededBits(7),
		id: 'one',
		who: 'Ann',
		when: '2026-01-02T03:04:05.000Z',
		spend: () => {
			told.steps.push('spend');
			return Promise.resolve({ ledger: { entry: 3, hash } });
		},
		filler: { name: 'nobody', write: () => Promise.reject(new Error('nothing was to be filled')) },
		onStep: (message) => told.steps.push(message),
		signal: new AbortController().signal,
		onProgress: () => undefined,
		...changed,
	};
}

const requestOf = (changed: Partial<PrivateRequest> = {}): PrivateRequest => ({
	query,
	documents: documents(12),
	settings: privateSettings.parse({}),
	corpus: 'cases',
	...changed,
});

async function released(model: PrivateModel, request: Partial<PrivateRequest> = {}, run: Partial<PrivateRun> = {}) {
	const told: Told = { steps: [] };
	const release = await generatePrivately(requestOf(request), runOf(model, told, run));
	// What is written is what can be read again.
	assert.deepEqual(releaseSchema.parse(JSON.parse(JSON.stringify(release))), release);
	return { release, steps: told.steps };
}

it('a clip bound so small that rounding is more than it is refused', () => {
	const of = (clipBound: number) => privateSettings.safeParse({ expert: { clipBound } }).success;
	assert.deepEqual([1e-13, 9e-4, 1e-3, 2].map(of), [false, false, true, true]);
});

describe('a private answer', () => {
	it('tells what the documents agree on, with its guarantee and what it does not cover, after it is paid for', async () => {
		const model = new PrivateModel((document) =>
			document === null ? 'The usual ward for marsh fever is not stated.' : 'For marsh fever the ward is usually Ward F.',
		);
		const { release, steps } = await released(model);
		assert.equal(release.text, 'The usual ward for marsh fever is Ward F.');
		assert.deepEqual(release.ledger, { entry: 3, hash });
		assert.equal(steps[0], 'spend');
		assert.equal(release.guarantee?.epsilon, 3);
		assert.equal(release.guarantee.group[0]?.documents, 2);
		assert.match(
			release.guarantee.notCovered.join(' '),
			/retrieved.*12 different documents.*query.*several documents.*How long.*runtime failed.*tried with each model, not proved/s,
		);
		assert.equal(release.filler, null);
	});

	it('a text that is named several times has one vote, and the number that is told and paid for is of different ones', async () => {
		const paid: number[] = [];
		const spend = (count: number) => {
			paid.push(count);
			return Promise.resolve({ ledger: { entry: 3, hash } });
		};
		const lone = [...documents(11, () => 'Ann Lee'), { id: 'again', text: 'Ann Lee\n' }, { id: 'other', text: 'Bob' }];
		const model = new PrivateModel((document) => `${document?.trim()} lies in Ward Q.`);
		const { release } = await released(model, { documents: lone, anyway: true }, { spend });
		assert.equal(release.sentences[0]?.kind, 'fallback');
		assert.equal(release.documents, 2);
		assert.deepEqual(paid, [2]);
		assert.match(release.guarantee!.notCovered.join(' '), /2 different documents/);
		assert.ok(release.notes.includes('13 documents were named, 2 of them different: the same text counts once.'));
	});

	it('asks of each document by itself, without its id, and cuts a long one whatever the others are', async () => {
		const model = new PrivateModel(sameOf('It is so.'));
		await released(model, { documents: [{ id: 'Ann Lee', text: 'x'.repeat(200_000) }, ...documents(3)], anyway: true });
		assert.deepEqual(
			model.paths[0]!.paths.map((parts) => parts!.contexts.map(({ id, text }) => [id, text.length])),
			[[['1', 100_000]], [['1', 6]], [['1', 6]], [['1', 6]], []],
		);
	});

	it('no count, no document and no lone statement stands in the record', async () => {
		const model = new PrivateModel((document) =>
			document === 'case 3' ? 'Ann Lee lies in Ward Q.' : 'The ward for marsh fever is Ward F.',
		);
		const { release } = await released(model);
		const text = JSON.stringify({ ...release, documents: 0, guarantee: null });
		assert.doesNotMatch(text, /Ann Lee|Ward Q|case \d|\b1[12]\b/);
	});

	it('where nothing can be told the text is generic, and the same whatever the documents say', async () => {
		const lone = await released(new PrivateModel((document) => `Only ${document}.`));
		const speechless = await released(new PrivateModel(sameOf('')));
		assert.equal(lone.release.text, nothingToTell);
		assert.deepEqual(lone.release, speechless.release);
		assert.deepEqual(
			lone.release.sentences.map(({ kind }) => kind),
			['fallback'],
		);
	});

	it('keywords of a public vocabulary take their part of ε, and the local model writes from them', async () => {
		const settings = privateSettings.parse({
			epsilon: 60,
			split: { decode: 0.5, filter: 0, refill: 0.5 },
			vocabulary: ['Paxol', 'fever', 'Norcillin'],
			expert: { keywords: 2 },
		});
		const model = new PrivateModel((document) => `Only ${document}.`);
		const asked: unknown[] = [];
		const filler = {
			name: 'a filler',
			write: (given: unknown) => {
				asked.push(given);
				return Promise.resolve('norcillin helps. More.');
			},
		};
		const cases = documents(12, (i) => `Case ${i}: fever, Norcillin.`);
		const { release } = await released(model, { settings, documents: cases }, { filler });
		assert.deepEqual(asked, [{ query, masked: '[…]', keywords: ['fever', 'Norcillin'] }]);
		assert.equal(release.text, 'Norcillin helps.');
		assert.equal(release.filler, 'a filler');
		assert.equal(release.sentences[0]?.kind, 'refilled');

		const failing = {
			name: 'a filler',
			write: () => Promise.reject(new UserError(errorNumbers.fillerFailed, 'The endpoint wrote nothing.')),
		};
		const without = await released(model, { settings, documents: cases }, { filler: failing });
		assert.equal(without.release.text, `${nothingToTell} Words that many documents seem to have, chosen with noise: fever and Norcillin.`);
		assert.ok(without.release.notes.some((note) => note.includes('The endpoint wrote nothing.')));
		assert.equal(without.release.filler, null);
	});

	it('keywords alone get all of ε: no document is answered from, and what is written from them is the answer', async () => {
		const settings = privateSettings.parse({
			epsilon: 60,
			split: { decode: 0, filter: 0, refill: 1 },
			vocabulary: ['Paxol', 'fever', 'Norcillin'],
			expert: { keywords: 2 },
		});
		const model = new PrivateModel((document) => `Only ${document}.`);
		const cases = documents(12, (i) => `Case ${i}: fever, Norcillin.`);
		const filler = { name: 'a filler', write: () => Promise.resolve('Norcillin helps.') };
		const { release, steps } = await released(model, { settings, documents: cases }, { filler });
		assert.deepEqual([release.text, release.sentences[0]?.kind], ['Norcillin helps.', 'refilled']);
		assert.deepEqual([steps[0], model.paths.length], ['spend', 0]);
		const unwritten = await released(model, { settings, documents: cases }, { filler: silent });
		assert.equal(
			unwritten.release.text,
			'Keywords alone were chosen, and no sentence was written from them. Words that many documents seem to have, chosen with noise: fever and Norcillin.',
		);
		// Without a vocabulary there are no keywords, and the release says where their share went.
		const moved = await released(new PrivateModel(sameOf('It is so.')), {
			settings: privateSettings.parse({ split: { decode: 0.9, filter: 0, refill: 0.1 } }),
		});
		assert.match(moved.release.notes.join(' '), /The share of keywords, 10% of ε, goes to decoding: keywords need a public vocabulary\./);
	});

	it('keywords that would be the whole vocabulary, or that have none, are refused before anything is paid for', async () => {
		for (const [given, code, says, hint] of [
			[
				{ epsilon: 60, split: { decode: 0.5, filter: 0, refill: 0.5 }, vocabulary: ['fever', 'ward', 'Paxol', 'Paxol'] },
				errorNumbers.unusableList,
				/4 keywords from a vocabulary of 3 words would always be all of its words, whatever the documents say/,
				/--keywords/,
			],
			[
				// Without a split, keywords have a share from 16 documents on.
				{ epsilon: 60, vocabulary: ['fever', 'ward', 'Paxol'] },
				errorNumbers.unusableList,
				/4 keywords from a vocabulary of 3 words would always be all of its words/,
				/--keywords/,
			],
			[
				{ epsilon: 60, split: { decode: 0, filter: 0, refill: 1 } },
				errorNumbers.noPublicList,
				/keywords need a public vocabulary/,
				/--vocabulary/,
			],
		] as const) {
			const told: Told = { steps: [] };
			const settings = privateSettings.parse(given);
			// Nobody can want it, so 'anyway' does not help.
			const refused = generatePrivately(
				requestOf({ settings, documents: documents(16), anyway: true }),
				runOf(new PrivateModel(sameOf('It is so.')), told),
			);
			await assert.rejects(refused, (error) => {
				assert.ok(error instanceof UserError && error.code === code);
				assert.match(error.message, says);
				assert.match(error.hint!, hint);
				return true;
			});
			assert.deepEqual(told.steps, []);
		}
		// A vocabulary that a split gives nothing is only public spelling, and the release says so.
		const split = { decode: 1, filter: 0, refill: 0 };
		const spelled = await released(new PrivateModel(sameOf('It is so.')), {
			settings: privateSettings.parse({ vocabulary: ['Ward'], split }),
		});
		assert.match(spelled.release.notes.join(' '), /No keywords are chosen, because they have no share of ε\. The vocabulary only sets/);
	});

	it('a filter or keywords that would not run are refused before anything is paid for: nobody may believe that a filter has run', async () => {
		const filter = { filter: 'top-k' } as const;
		for (const [given, count, says, hint] of [
			[{ expert: filter }, 12, /^The filter would not run: with 12 documents, all of ε goes to decoding/, /--split 0\.9\/0\.1\/0/],
			[{ expert: { filter: 'sparse-vector' } }, 15, /^The filter would not run: with 15 documents/, /--split/],
			[
				{ expert: filter, split: { decode: 1, filter: 0, refill: 0 } },
				40,
				/^The filter would not run: the split gives it no share/,
				/--split/,
			],
			[{ vocabulary: sevenWords }, 12, /^No keywords would be chosen: with 12 documents/, /--split 0\.7\/0\/0\.3.*--split 1\/0\/0/],
			[
				{ vocabulary: sevenWords, expert: filter },
				1,
				/^The filter would not run, and no keywords would be chosen: /,
				/--split 0\.6\/0\.1\/0\.3/,
			],
		] as const) {
			const settings = privateSettings.parse({ epsilon: 8, ...given });
			for (const request of [{}, { anyway: true }, { seed: 1 }]) {
				const told: Told = { steps: [] };
				const model = new PrivateModel(sameOf('The ward is Ward F.'));
				await assert.rejects(
					generatePrivately(requestOf({ settings, documents: documents(count), ...request }), runOf(model, told)),
					(error) => {
						assert.ok(error instanceof UserError && error.code === errorNumbers.optionWithoutEffect);
						assert.match(error.message, says);
						assert.match(error.hint!, hint);
						return true;
					},
				);
				assert.deepEqual([told.steps, model.paths.length], [[], 0]);
			}
		}
	});

	it('keywords that are noise are called noise, in the text and beside what was written from them', async () => {
		const settings = privateSettings.parse({
			epsilon: 0.5,
			split: { decode: 0.5, filter: 0, refill: 0.5 },
			vocabulary: ['unicorn', 'zeppelin', 'yeti', 'kraken', 'sphinx'],
			expert: { keywords: 2 },
		});
		const request = { settings, anyway: true };
		const { release } = await released(new PrivateModel((document) => `Only ${document}.`), request, { filler: silent });
		assert.match(release.text, / Words that are mostly noise, and may be in no document: \w+ and \w+\.$/);
		const filler = { name: 'a filler', write: () => Promise.resolve('A yeti helps.') };
		const written = await released(new PrivateModel((document) => `Only ${document}.`), request, { filler });
		assert.equal(written.release.text, 'A yeti helps.');
		assert.match(written.release.notes.join(' '), /with a part of the budget and with noise: \w+ and \w+\. Keywords are mostly noise here/);
	});

	it('a filler that does not know leaves the gap redacted: its refusal is not told as what the documents say, and keywords stand', async () => {
		const cases = documents(12, (i) => `Case ${i}: for marsh fever the dose is 5 mg of Norcillin.`);
		const refuses = 'The usual ward for marsh fever is not stated.';
		const filler = { name: 'a filler', write: () => Promise.resolve(`${refuses} Ask the ward.`) };
		const settings = privateSettings.parse({
			epsilon: 60,
			split: { decode: 0.5, filter: 0, refill: 0.5 },
			vocabulary: ['Paxol', 'fever', 'Norcillin'],
			expert: { keywords: 2 },
		});
		const { release } = await released(new PrivateModel((document) => `Only ${document}.`), { settings, documents: cases }, { filler });
		assert.equal(release.text, `${nothingToTell} Words that many documents seem to have, chosen with noise: fever and Norcillin.`);
		assert.equal(release.filler, null);
		assert.doesNotMatch(JSON.stringify(release), /not stated/);

		const joint = { kind: 'joint', text: 'The ward is Ward F. The doctor is Dr. Vale.', finish: 'stop', paid: 0, tokens: 12 } as const;
		const filtered = privateSettings.parse({
			decoder: 'per-token',
			epsilon: 60,
			split: { decode: 0.5, filter: 0.5, refill: 0 },
			expert: { filter: 'top-k', filtered: 1 },
		});
		const cut = await released(new PrivateModel(sameOf(''), { joint }), { settings: filtered }, { filler });
		assert.ok(cut.release.sentences.every(({ kind }) => kind !== 'refilled'));
		assert.ok(cut.release.sentences.some(({ kind }) => kind === 'redacted'));
	});

	it('is refused before it is paid for where little of use can come out, in the words of the plan; anyway, it is paid for', async () => {
		const agreeing = new PrivateModel(sameOf('The ward for marsh fever is Ward F.'));
		const joint = { kind: 'joint', text: 'The ward is Ward F.', finish: 'stop', paid: 0, tokens: 12 } as const;
		for (const [given, count] of [
			[{ epsilon: 0.5 }, 8],
			[{}, 1],
			[{ decoder: 'per-token' }, 8],
			[{ decoder: 'public-list', list: ['Ward B', 'Ward F'], epsilon: 0.01 }, 8],
			[{ decoder: 'gated-votes', epsilon: 0.1 }, 8],
			[{ epsilon: 0.5, split: { decode: 0.5, filter: 0, refill: 0.5 }, vocabulary: sevenWords }, 12],
			[{ epsilon: 0.5, split: { decode: 0, filter: 0, refill: 1 }, vocabulary: sevenWords }, 12],
		] as const) {
			const settings = privateSettings.parse(given);
			const request = { settings, documents: documents(count) };
			const told: Told = { steps: [] };
			const model = new PrivateModel(sameOf('The ward for marsh fever is Ward F.'), { joint });
			const { says: lines, keywords: words } = planPrivately({ ...runSettings(settings), documents: count });
			const says = words?.says ?? lines[0];
			await assert.rejects(generatePrivately(requestOf(request), runOf(model, told)), (error) => {
				assert.ok(error instanceof UserError && error.code === errorNumbers.hopelessPrivateRun);
				assert.ok(error.message.includes(says!), error.message);
				assert.match(error.hint!, /--anyway/);
				return true;
			});
			assert.deepEqual([told.steps, model.paths.length], [[], 0], JSON.stringify(given));
			assert.equal((await released(model, { ...request, anyway: true }, { filler: silent })).steps[0], 'spend');
			// A run for tests pays nothing.
			await released(model, { ...request, seed: 1 }, { filler: silent });
		}
		const { release } = await released(agreeing, { documents: documents(1), anyway: true });
		assert.equal(
			release.text,
			'Nothing can be released this time. With this budget, a sentence that all documents share comes out in <0.1% of cases.',
		);
		// Keywords can come out whatever the votes are.
		const keywords = { epsilon: 2, split: { decode: 0.25, filter: 0, refill: 0.75 }, vocabulary: sevenWords, expert: { keywords: 1 } };
		await released(new PrivateModel(sameOf('It is so.')), { settings: privateSettings.parse(keywords) }, { filler: silent });
	});

	it('says the chance of a sentence that comes out in fewer than half of all cases, and never that nothing can come out', async () => {
		const settings = privateSettings.parse({ epsilon: 2.12 });
		const agreeing = new PrivateModel(sameOf('The ward for marsh fever is Ward F.'));
		const texts = new Set<string>();
		for (let seed = 1; seed <= 12; seed++)
			texts.add((await released(agreeing, { settings, documents: documents(6), seed }, { bits: seededBits(seed) })).release.text);
		assert.deepEqual(
			texts,
			new Set([
				'The ward for marsh fever is Ward F.',
				'Nothing can be released this time. With this budget, a sentence that all documents share comes out in 45.6% of cases.',
			]),
		);
		const list = privateSettings.parse({ decoder: 'public-list', list: ['Ward B', 'Ward F'], epsilon: 0.01 });
		const left = { seeded: true, below: (limit: bigint) => limit - 1n };
		assert.match(
			(await released(agreeing, { settings: list, anyway: true }, { bits: left })).release.text,
			/^Nothing can be released this time\. With this budget, a value that all documents name comes out in [\d.]+% of cases\.$/,
		);
	});

	it('does not say that documents disagree where the budget was the cause', async () => {
		const settings = privateSettings.parse({ epsilon: 2.5 });
		const agreeing = new PrivateModel(sameOf('The ward for marsh fever is Ward F.'));
		const left = { seeded: true, below: (limit: bigint) => limit - 1n };
		const { release } = await released(agreeing, { settings, documents: documents(6) }, { bits: left });
		assert.match(
			release.text,
			/^Nothing can be released this time\. With this budget, a sentence that all documents share comes out in [\d.]+% of cases\.$/,
		);
		const joint = { kind: 'joint', text: 'The ward is Ward F.', finish: 'stop', paid: 0, tokens: 12 } as const;
		const cut = privateSettings.parse({
			decoder: 'gated-votes',
			epsilon: 20,
			split: { decode: 0.5, filter: 0.5, refill: 0 },
			expert: { filter: 'top-k', filtered: 8 },
		});
		const filtered = await released(new PrivateModel(sameOf(''), { joint }), { settings: cut });
		assert.equal(filtered.release.text, 'The filter cut everything that could be released.');
	});

	it('two values that both come out are a conflict', async () => {
		const model = new PrivateModel((document) => `The ward for marsh fever is Ward ${Number(document?.slice(5)) % 2 === 0 ? 'F' : 'B'}.`);
		const { release } = await released(model, { documents: documents(20), settings: privateSettings.parse({ epsilon: 6 }) });
		assert.deepEqual(
			release.sentences.map(({ conflictsWith }) => conflictsWith),
			[[1], [0]],
		);
		assert.ok(release.notes.some((note) => note.includes('contradict')));
	});

	it('of a public list one value, or none', async () => {
		const settings = privateSettings.parse({ decoder: 'public-list', list: ['Ward B', 'Ward F', 'Ward Q'] });
		assert.equal((await released(new PrivateModel(sameOf('It is ward f.')), { settings })).release.text, 'Ward F.');
		assert.equal((await released(new PrivateModel(sameOf('I cannot say.')), { settings })).release.text, nothingToTell);
	});

	it('a blank document has no vote: of a list as in the count of sentences and facts, whatever the model would say to it', async () => {
		const blank = (i: number): string => ' \n'.repeat(i);
		const model = new PrivateModel((document) => (document === null || document.trim() === '' ? 'I cannot say.' : 'It is Ward F.'));
		const settings = privateSettings.parse({ decoder: 'public-list', list: ['Ward B', 'Ward F', 'Ward Q'], epsilon: 8 });
		// One vote of ε = 8 against eleven that are blank: with votes of theirs nothing else than none of them would come out.
		const some = documents(12, (i) => (i === 0 ? 'case' : blank(i)));
		const { release } = await released(model, { settings, documents: some });
		assert.equal(release.text, 'Ward F.');
		assert.equal(release.documents, 12, 'all of them are counted');
		for (const countFacts of [true, false]) {
			const voted = await released(model, { documents: documents(12, blank), settings: privateSettings.parse({ expert: { countFacts } }) });
			assert.equal(voted.release.text, nothingToTell);
		}
	});

	it('a text by tokens comes as it is, also where it broke off', async () => {
		const joint = { kind: 'joint', text: 'The ward is Ward F. The [REDACTED]', finish: 'redacted', paid: 2, tokens: 9 } as const;
		const { release } = await released(new PrivateModel(sameOf(''), { joint }), {
			settings: privateSettings.parse({ decoder: 'gated-votes' }),
		});
		assert.equal(release.text, 'The ward is Ward F. The [REDACTED]');
	});

	it('the filter cuts and refills sentences at its part of ε; with no more sentences than k it says that it picks all', async () => {
		const joint = { kind: 'joint', text: 'The ward is Ward F. The doctor is Dr. Vale.', finish: 'stop', paid: 0, tokens: 12 } as const;
		const settings = privateSettings.parse({
			decoder: 'per-token',
			split: { decode: 0.5, filter: 0.5, refill: 0 },
			expert: { filter: 'top-k', filtered: 8 },
		});
		// Where the decoder releases nothing, the filter reads nothing, and what stands there instead was not picked.
		const mute = await released(new PrivateModel(sameOf(''), { joint: { ...joint, text: '' } }), { settings, anyway: true });
		assert.deepEqual(
			mute.release.sentences.map(({ kind }) => kind),
			['fallback'],
		);
		assert.ok(!mute.release.notes.some((note) => note.includes('picks all')));
		const { release } = await released(new PrivateModel(sameOf(''), { joint }), { settings, anyway: true });
		assert.equal(release.text, 'The filter cut everything that could be released.');
		assert.ok(release.notes.some((note) => note.includes('picks all')));
		const one = privateSettings.parse({ ...settings, expert: { ...settings.expert, filtered: 1 } });
		const filled = await released(
			new PrivateModel(sameOf(''), { joint }),
			{ settings: one, anyway: true },
			{ filler: { name: 'f', write: () => Promise.resolve('Ask the ward.') } },
		);
		assert.equal(filled.release.sentences.length, 2);
		assert.ok(filled.release.sentences.some(({ kind }) => kind === 'redacted'));
	});

	it('a seeded run says that it cannot be released, pays nothing, and can be repeated', async () => {
		const model = new PrivateModel(sameOf('The ward for marsh fever is Ward F.'));
		const { release, steps } = await released(model, { seed: 5 });
		assert.equal(release.guarantee, null);
		assert.equal(release.ledger, null);
		assert.ok(!steps.includes('spend'));
		assert.match(release.notes[0]!, /cannot be released/);
		assert.deepEqual((await released(model, { seed: 5 })).release, release);
	});

	it('one document, an empty one, 64 of them: the same course; without any it is refused before anything is spent', async () => {
		const agreeing = new PrivateModel(sameOf('The ward for marsh fever is Ward F.'));
		assert.equal((await released(agreeing, { documents: documents(1), anyway: true })).release.sentences[0]?.kind, 'fallback');
		assert.equal(
			(await released(agreeing, { documents: documents(64, (i) => (i === 0 ? '' : `case ${i}`)) })).release.sentences[0]?.kind,
			'released',
		);
		const told: Told = { steps: [] };
		await assert.rejects(
			generatePrivately(requestOf({ documents: [] }), runOf(agreeing, told)),
			(error) => error instanceof UserError && error.code === errorNumbers.noPrivateDocuments,
		);
		await assert.rejects(
			generatePrivately(requestOf({ settings: privateSettings.parse({ decoder: 'public-list' }) }), runOf(agreeing, told)),
			(error) => error instanceof UserError && error.code === errorNumbers.noPublicList,
		);
		for (const settings of [
			{ epsilon: 1e-7 },
			{ epsilon: 1e-4, split: { decode: 0.999, filter: 0, refill: 0.001 }, vocabulary: sevenWords },
			// The filter's tenth is too small, which it gets from 16 documents on.
			{ epsilon: 0.005, expert: { filter: 'top-k' } } as const,
		])
			await assert.rejects(
				generatePrivately(requestOf({ settings: privateSettings.parse(settings), documents: documents(16) }), runOf(agreeing, told)),
				(error) => error instanceof UserError && error.code === errorNumbers.privacyBudgetTooSmall,
			);
		assert.deepEqual(told.steps, []);
	});

	it('a decoder whose part of ε runs no mechanism is refused before anything is spent', async () => {
		const joint = { kind: 'joint', text: 'Ann Lee.', finish: 'stop', paid: 1, tokens: 1 } as const;
		const refused = {
			vocabulary: sevenWords,
			split: { decode: 0, filter: 0.5, refill: 0.5 },
			expert: { filter: 'top-k' },
		};
		for (const decoder of ['sentence-vote', 'public-list', 'gated-votes', 'per-token'] as const)
			for (const given of [{ epsilon: 5e-4 }, refused, { ...refused, split: { decode: 1e-4, filter: 0, refill: 0.9999 }, expert: {} }]) {
				const told: Told = { steps: [] };
				const model = new PrivateModel(sameOf('It is so.'), { joint });
				const settings = privateSettings.parse({ epsilon: 3, decoder, list: ['a', 'b'], ...given });
				await assert.rejects(
					generatePrivately(requestOf({ settings }), runOf(model, told)),
					{ code: errorNumbers.privacyBudgetTooSmall },
					JSON.stringify([decoder, given]),
				);
				assert.deepEqual([told.steps, model.paths.length], [[], 0]);
			}
		// Where the share is the cause, ε is not blamed.
		const settings = privateSettings.parse({ epsilon: 64, split: { decode: 0, filter: 1, refill: 0 }, expert: { filter: 'top-k' } });
		await assert.rejects(
			generatePrivately(requestOf({ settings }), runOf(new PrivateModel(sameOf('It is so.')), { steps: [] })),
			(error) =>
				error instanceof UserError && /^Decoding has no share of ε, so .* filter/.test(error.message) && /--split/.test(error.hint!),
		);
	});

	it('all that a run does is within the ε that the ledger is told, whatever the settings', async () => {
		for (const decoder of ['sentence-vote', 'public-list', 'gated-votes', 'per-token'] as const)
			for (const epsilon of [0.1, 1, 3, 8])
				for (const filter of ['none', 'top-k', 'sparse-vector'] as const)
					for (const count of [1, 8, 16, 64]) {
						const given = { decoder, epsilon, sentences: 3, list: ['a', 'b'], vocabulary: sevenWords, expert: { filter } };
						assert.doesNotThrow(() => requireAffordable(privateSettings.parse(given), count), JSON.stringify([given, count]));
					}
	});

	it('what there is no room for is refused before it is paid for, and the room is that of any documents', async () => {
		const told: Told = { steps: [] };
		const refusal = new UserError(errorNumbers.memoryLimitExceeded, 'Too much.');
		const model = new PrivateModel(sameOf('It is so.'), { refusal });
		await assert.rejects(generatePrivately(requestOf(), runOf(model, told)), refusal);
		assert.deepEqual([told.steps, model.paths.length], [[], 0]);
		const [short, long] = [new PrivateModel(sameOf('It is so.')), new PrivateModel(sameOf('It is so.'))];
		await released(short);
		await released(long, { documents: documents(12, (i) => `case ${i} `.repeat(1 + 900 * i)) });
		assert.ok(short.paths[0]!.bound !== undefined);
		assert.deepEqual(long.paths[0]!.bound, short.paths[0]!.bound);
	});

	it('what cannot be paid for is not asked of the model', async () => {
		const model = new PrivateModel(sameOf('x'));
		const refusal = new UserError(errorNumbers.noPrivateDocuments, 'spent');
		await assert.rejects(released(model, {}, { spend: () => Promise.reject(refusal) }), refusal);
		assert.equal(model.paths.length, 0);
	});

	it('canceled, it releases nothing, though it is paid for', async () => {
		const controller = new AbortController();
		const model = new PrivateModel(() => {
			controller.abort();
			return 'The ward for marsh fever is Ward F.';
		});
		const told: Told = { steps: [] };
		await assert.rejects(generatePrivately(requestOf(), runOf(model, told, { signal: controller.signal })), { name: 'AbortError' });
		assert.equal(told.steps[0], 'spend');
	});
});
