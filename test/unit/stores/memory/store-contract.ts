import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import type { MemoryEntry } from '../../../../src/formats/memory/memory-entry.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';
import type { FormatProblem } from '../../../../src/formats/trace.ts';
import type { MemoryBatch, MemoryStore, MemoryStoreKind } from '../../../../src/stores/memory/memory-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A store that was filled by the real tool, or by a file of its format. */
export interface StoreUnderTest {
	/** What filled it, for the name of the suite. */
	readonly name: string;
	readonly kind: MemoryStoreKind;
	/** Opens it anew; the suite closes what it opens. At least three entries, so that there are batches to cut. */
	readonly open: () => Promise<MemoryStore>;
	/** What the real tool says that it holds, in any order. Of kinds other than relations. */
	readonly texts: readonly string[];
	/** Edges that the real tool says that it holds, in any order; absent: it is no graph. */
	readonly relations?: readonly { readonly from: string; readonly to: string; readonly type: string }[];
	/** Files whose bytes may not change, where there are files. */
	readonly files?: readonly string[];
	/** Whether the store has a search of its own, by cosine. */
	readonly searches?: true;
	/** What a place's words say; absent: themselves. Of JSON: without its escapes. */
	readonly read?: (words: string, entry: MemoryEntry) => string;
	/** Opens a copy of one of its text files; absent: its entries stand in no text file. */
	readonly openFile?: (file: string) => Promise<MemoryStore>;
	/** The same kind of store in which something is broken: which texts are still read. */
	readonly broken?: { readonly open: () => Promise<MemoryStore>; readonly texts: readonly string[] };
}

/** What every store does, whatever holds it. */
export function describeStore(under: StoreUnderTest): void {
	describe(`${under.kind}, as ${under.name} has it`, () => {
		test('says what the tool says', async () => {
			const entries = await all(under);
			const texts = entries.filter(({ kind }) => kind !== 'relation').map(({ text }) => text);
			assert.deepEqual(texts.toSorted(), under.texts.toSorted());
			const edges = entries.filter(({ kind }) => kind === 'relation').map(({ relation }) => JSON.stringify(relation));
			assert.deepEqual(
				edges.toSorted(),
				(under.relations ?? []).map(({ from, to, type }) => JSON.stringify({ from, to, type })).toSorted(),
			);
		});

		test('names its kind, and no password', () =>
			withStore(under.open, async (store) => {
				assert.equal(store.kind, under.kind);
				assert.notEqual(store.name.trim(), '');
				assert.doesNotMatch(store.name, /:\/\/[^/@]*:[^/@]+@/);
			}));

		test('entries are as the contract has them', async () => {
			for (const entry of await all(under)) {
				assert.notEqual(entry.text.trim(), '', entry.id);
				assert.notEqual(entry.id, '');
				assert.equal(entry.content, textSha256(entry.text));
				assert.equal(entry.kind === 'relation', entry.relation !== null);
				assert.doesNotThrow(() => JSON.stringify(entry.metadata));
				if (entry.when !== null) assert.ok(!Number.isNaN(Date.parse(entry.when)), entry.when);
				if (entry.embedding !== null) assert.ok(entry.embedding.every(Number.isFinite));
			}
		});

		test('gives the same entries in the same order twice, each id once', async () => {
			const [first, second] = [await all(under), await all(under)];
			assert.deepEqual(first, second);
			assert.ok(first.length >= 3, 'a fixture of three entries at least');
			assert.equal(new Set(first.map(({ id }) => id)).size, first.length);
		});

		test('counts what it gives, and knows its state', async () => {
			const length = (await all(under)).length;
			const states = await Promise.all(
				[0, 1].map(() =>
					withStore(under.open, async (store) => {
						const count = await store.count();
						assert.ok(count === null || count === length, `${count} counted, ${length} read`);
						return store.state();
					}),
				),
			);
			assert.equal(states[0], states[1]);
		});

		test('batches are bounded, and each cursor goes on behind its batch, in a store that is opened anew', async () => {
			const whole = await all(under);
			for (const batch of [1, 2, 3, whole.length, whole.length + 1, 1000]) {
				// oxlint-disable-next-line no-await-in-loop -- servers answer one at a time
				const batches = await withStore(under.open, (store) => collect(store, batch));
				assert.ok(batches.every(({ entries }) => entries.length <= batch));
				assert.deepEqual(
					batches.flatMap(({ entries }) => entries),
					whole,
					`in batches of ${batch}`,
				);
				let done = 0;
				for (const { entries, cursor } of batches) {
					done += entries.length;
					// oxlint-disable-next-line no-await-in-loop -- as above
					const rest = await withStore(under.open, (store) => collect(store, 2, cursor));
					assert.deepEqual(
						rest.flatMap((one) => one.entries),
						whole.slice(done),
						`behind ${done} of batches of ${batch}`,
					);
				}
			}
		});

		test('rejects with the reason of a signal, before and in the middle', async () => {
			const reason = new Error('enough');
			await withStore(under.open, async (store) => {
				await assert.rejects(collect(store, 1, undefined, AbortSignal.abort(reason)), reason);
			});
			await withStore(under.open, async (store) => {
				const controller = new AbortController();
				const reading = (async () => {
					for await (const _ of store.read({ batch: 1, signal: controller.signal })) controller.abort(reason);
				})();
				await assert.rejects(reading, reason);
				// It can be read again: a reading that was given up holds nothing.
				assert.ok((await collect(store, 10)).length > 0);
			});
		});

		test('a reading that is left early leaves the store usable', () =>
			withStore(under.open, async (store) => {
				for await (const _ of store.read({ batch: 1, signal: never })) break;
				assert.deepEqual((await collect(store, 100)).flatMap(({ entries }) => entries).length, (await all(under)).length);
			}));

		test('closes twice', async () => {
			const store = await under.open();
			await store.close();
			await store.close();
		});

		test('says its remarks in words', () =>
			withStore(under.open, async (store) => {
				await collect(store, 100);
				for (const { message, hint } of await store.remarks()) {
					assert.match(message, /\.$/);
					assert.match(hint, /\.$/);
				}
			}));

		test('embeddings have the dimensions that it says', () =>
			withStore(under.open, async (store) => {
				const entries = (await collect(store, 100)).flatMap((batch) => batch.entries);
				const lengths = new Set(entries.flatMap(({ embedding }) => (embedding === null ? [] : [embedding.length])));
				if (store.embeddings === null) assert.equal(lengths.size, 0);
				else assert.deepEqual([...lengths], [store.embeddings.dimensions]);
			}));

		test('its own search says what a scan of all entries says, nearest first', () =>
			withStore(under.open, async (store) => {
				assert.equal(store.search !== undefined, under.searches === true, 'whether it searches');
				if (store.search === undefined) return;
				const entries = (await collect(store, 100)).flatMap((batch) => batch.entries);
				const vectors = entries.map(({ embedding }) => unit(embedding!));
				for (const query of [vectors[0]!, vectors.at(-1)!, unit(vectors[0]!.map((_, i) => (i % 3) - 0.7))]) {
					const scores = entries.map(({ id, text }, i) => ({
						id,
						text,
						similarity: vectors[i]!.reduce((sum, value, k) => sum + value * query[k]!, 0),
					}));
					const expected = scores.toSorted((a, b) => b.similarity - a.similarity);
					for (const k of [1, 2, entries.length, entries.length + 5]) {
						// oxlint-disable-next-line no-await-in-loop -- servers answer one at a time
						const found = await store.search(query, { k, signal: never });
						assert.equal(found.length, Math.min(k, entries.length));
						for (const [i, one] of found.entries()) {
							assert.ok(Math.abs(one.similarity - expected[i]!.similarity) < 1e-5, `${one.similarity} for ${expected[i]!.similarity}`);
							const own = scores.find(({ id }) => id === one.id)!;
							assert.equal(one.text, own.text);
							assert.ok(Math.abs(one.similarity - own.similarity) < 1e-5);
						}
					}
				}
				await assert.rejects(store.search(vectors[0]!, { k: 1, signal: AbortSignal.abort(new Error('enough')) }), /enough/);
			}));

		if (under.files !== undefined) {
			test('changes no byte', async () => {
				const before = await hashes(under.files!);
				await withStore(under.open, async (store) => {
					await collect(store, 2);
					await store.state();
					await store.count();
					await store.remarks();
				});
				assert.deepEqual(await hashes(under.files!), before);
			});
		}

		if (under.openFile !== undefined) {
			test('places give the texts back', async () => {
				for (const entry of await all(under)) {
					const { place } = entry;
					assert.ok(place !== null && entry.whole !== null, 'an entry of a text file has a place');
					// oxlint-disable-next-line no-await-in-loop -- a few small files
					const document = await readFile(place.file, 'utf8');
					assert.ok(0 <= place.start && place.start < place.end && place.end <= document.length);
					assert.ok(0 <= entry.whole.start && entry.whole.end <= document.length);
					assert.ok(entry.whole.start <= place.start && place.end <= entry.whole.end, 'what has to go holds the text');
					const words = document.slice(place.start, place.end);
					if (entry.kind !== 'relation') assert.equal((under.read ?? String)(words, entry), entry.text);
				}
			});

			test('what has to go takes one entry and leaves the others', async (t) => {
				const entries = await all(under);
				for (const { id, place, whole } of entries) {
					const file = place!.file;
					// oxlint-disable-next-line no-await-in-loop -- a few small files
					const left = await without(t, file, whole!, under.openFile!);
					const others = entries.filter((entry) => entry.place!.file === file && entry.id !== id);
					assert.deepEqual(left.problems, [], id);
					assert.deepEqual(
						left.entries.map(({ text }) => text),
						others.map(({ text }) => text),
						`without ${id}`,
					);
				}
			});
		}

		const { broken } = under;
		if (broken !== undefined) {
			test('what is broken is a problem, and costs no other entry', () =>
				withStore(broken.open, async (store) => {
					const batches = await collect(store, 2);
					assert.deepEqual(batches.flatMap(({ entries }) => entries.map(({ text }) => text)).toSorted(), broken.texts.toSorted());
					const problems = batches.flatMap((batch) => batch.problems);
					assert.notEqual(problems.length, 0);
					for (const { code, message } of problems) {
						assert.match(code, /^RA\d{3}$/);
						assert.match(message, /[.)]$/);
					}
				}));
		}
	});
}

const never = new AbortController().signal;

function unit(vector: Float32Array): Float32Array {
	const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
	return vector.map((value) => value / length);
}

/** Opens a store, and closes it whatever happens. */
async function withStore<T>(open: () => Promise<MemoryStore>, use: (store: MemoryStore) => Promise<T>): Promise<T> {
	const store = await open();
	try {
		return await use(store);
	} finally {
		await store.close();
	}
}

/** Every batch of a store, from its beginning or behind `after`. */
export async function collect(store: MemoryStore, batch: number, after?: string, signal: AbortSignal = never): Promise<MemoryBatch[]> {
	const batches: MemoryBatch[] = [];
	for await (const one of store.read({ batch, signal, ...(after === undefined ? {} : { after }) })) batches.push(one);
	return batches;
}

function all({ open }: StoreUnderTest): Promise<MemoryEntry[]> {
	return withStore(open, async (store) => (await collect(store, 1000)).flatMap(({ entries }) => entries));
}

async function hashes(files: readonly string[]): Promise<string[]> {
	return Promise.all(
		files.map(async (file) =>
			createHash('sha256')
				.update(await readFile(file))
				.digest('hex'),
		),
	);
}

/** What a copy of a file holds from which a range was taken. */
async function without(
	t: TestContext,
	file: string,
	{ start, end }: { readonly start: number; readonly end: number },
	open: (file: string) => Promise<MemoryStore>,
): Promise<{ entries: readonly MemoryEntry[]; problems: readonly FormatProblem[] }> {
	const document = await readFile(file, 'utf8');
	const copy = join(temporaryFolder(t, 'store-contract-'), basename(file));
	await writeFile(copy, document.slice(0, start) + document.slice(end));
	return withStore(
		() => open(copy),
		async (store) => {
			const batches = await collect(store, 1000);
			return { entries: batches.flatMap(({ entries }) => entries), problems: batches.flatMap(({ problems }) => problems) };
		},
	);
}
