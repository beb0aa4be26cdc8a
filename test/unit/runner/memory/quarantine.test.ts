import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
	appendFileSync,
	chmodSync,
	closeSync,
	existsSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	lstatSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { realSystem, type WritingSystem } from '../../../../src/files/durable-file.ts';
import type { MemoryEntry } from '../../../../src/formats/memory/memory-entry.ts';
import { emptyQuarantine, formatQuarantine, quarantineFile, readQuarantine } from '../../../../src/formats/quarantine-file.ts';
import { heldEntries, loadQuarantine } from '../../../../src/runner/memory/quarantine-store.ts';
import { quarantineEntry } from '../../../../src/runner/memory/quarantine.ts';
import { restoreEntries } from '../../../../src/runner/memory/restore.ts';
import { openMemoryStore } from '../../../../src/stores/memory/open-store.ts';
import { emptyFolder } from '../../../support/model-folder-builder.ts';

const { signal } = new AbortController();
const wish = { who: 'Ada', when: '2026-11-23T12:00:00+01:00', write: true, signal };

async function entryOf(file: string, id: string): Promise<MemoryEntry> {
	const store = await openMemoryStore(file);
	try {
		for await (const { entries } of store.read({ batch: 10, signal })) {
			const found = entries.find((entry) => entry.id === id || entry.text === id);
			if (found !== undefined) return found;
		}
		throw new Error(`no entry ${id}`);
	} finally {
		await store.close();
	}
}

const take = (file: string, id: string, system?: WritingSystem) =>
	quarantineEntry(file, () => entryOf(file, id), { ...wish, reason: 'planted', ...(system === undefined ? {} : { system }) });
const giveBack = (file: string, ...ids: string[]) => restoreEntries(file, ids, wish);

function fileOf(name: string, text: string): string {
	const file = join(emptyFolder(), name);
	writeFileSync(file, text);
	return file;
}

const records = (end: string): string =>
	['a', 'b', 'c', 'd'].map((id) => JSON.stringify({ id, text: `Entry ${id} \u{1F600} says e\u0301.` })).join(end);

/** Files whose entries go in all ways: with and without a last line end, with `\r\n`, a byte order mark, in JSON, and in Markdown. */
const files: readonly (readonly [name: string, text: string, first: string, second: string])[] = [
	['memory.jsonl', `${records('\n')}\n`, 'b', 'c'],
	['memory.jsonl', records('\n'), 'd', 'c'],
	['memory.jsonl', `\uFEFF${records('\r\n')}\r\n`, 'a', 'd'],
	[
		'memory.jsonl',
		'{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea","pays on Fridays","runs"]}\n{"type":"entity","name":"Jo","entityType":"person","observations":["likes milk"]}',
		'pays on Fridays',
		'runs',
	],
	['AGENTS.md', '# Rules\r\n\r\n- Be short.\r\n- Be kind.\r\n\r\nAsk before you delete.\r\n', 'Be kind.', 'Ask before you delete.'],
];

test('what is taken out is in quarantine with what is known of it, and the file is byte by byte what it was when it is back, in either order', async () => {
	for (const [name, text, first, second] of files)
		for (const order of [0, 1]) {
			const file = fileOf(name, text);
			chmodSync(file, 0o640);
			const [one, two] = [await entryOf(file, first), await entryOf(file, second)];
			await take(file, one.id);
			const between = readFileSync(file, 'utf8');
			assert.ok(!between.includes(one.text), name);
			await take(file, two.text);
			const { entries, journal, pending } = await loadQuarantine(file);
			assert.deepEqual(
				entries.map(({ text: says, content, reason, who, when }) => ({ says, content, reason, who, when })),
				[one, two].map((entry) => ({ says: entry.text, content: entry.content, reason: 'planted', who: 'Ada', when: wish.when })),
			);
			assert.deepEqual([journal.length, pending], [2, null]);
			const ids = entries.map(({ content }) => content);
			// In a list of JSON the second took the comma between the two along: then the first has no place of its own.
			if (order === 0 && text.includes('observations')) {
				await assert.rejects(giveBack(file, ids[0]!), { code: 'RA672', hint: /both at once/ });
				assert.equal((await giveBack(file, ...ids)).identical, true);
			} else
				for (const [step, at] of (order === 0 ? [0, 1] : [1, 0]).entries()) {
					// The file is what it was when nothing is left in quarantine, and not before.
					const { identical, says } = await giveBack(file, ids[at]!);
					assert.equal(identical, step === 1);
					assert.equal(
						says.some((said) => said.startsWith('1 entry is still in quarantine. Apart from it')),
						step === 0,
					);
				}
			assert.equal(readFileSync(file, 'utf8'), text, `${name}, ${first}, order ${order}`);
			if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o640);
			assert.deepEqual(readdirSync(join(file, '..')).toSorted(), [name, `${name}.rag-assay-quarantine.json`].toSorted());
		}
});

test('nothing is changed without being asked to', async () => {
	const file = fileOf('memory.jsonl', `${records('\n')}\n`);
	const before = readFileSync(file);
	const found = await quarantineEntry(file, () => entryOf(file, 'b'), { ...wish, write: false, reason: 'planted' });
	assert.deepEqual([found.moved.id, found.file], ['b', quarantineFile(file)]);
	assert.deepEqual(readFileSync(file), before);
	assert.deepEqual(readdirSync(join(file, '..')), ['memory.jsonl']);
	await take(file, 'b');
	const out = readFileSync(file);
	const back = await restoreEntries(file, ['b'], { ...wish, write: false });
	assert.deepEqual([back.restored.map(({ id }) => id), back.identical], [['b'], true]);
	assert.deepEqual(readFileSync(file), out);
});

test('what another program writes in between is never overwritten', async () => {
	const text = `${records('\n')}\n`;
	const added = '{"id":"e","text":"Written just now."}\n';
	// At each of the steps of a move.
	for (let at = 1; at <= 6; at++) {
		const file = fileOf('memory.jsonl', text);
		let steps = 0;
		const system: WritingSystem = {
			...realSystem,
			open: async (path, flags, mode) => {
				if (++steps === at) appendFileSync(file, added);
				return realSystem.open(path, flags, mode);
			},
		};
		const error = await take(file, 'b', system).then(
			() => null,
			(cause: unknown) => cause,
		);
		const now = readFileSync(file, 'utf8');
		const { entries } = await loadQuarantine(file);
		if (error !== null) {
			assert.ok(error instanceof UserError);
			assert.deepEqual([error.code, /has just added to this memory/.test(error.message)], ['RA672', true]);
			assert.match(error.hint!, /stop it first/);
			assert.equal(now, text + added, `step ${at}`);
			assert.deepEqual(entries, []);
		} else assert.ok(steps < at || (now.includes('Written just now') && !now.includes('Entry b')), `step ${at}`);
	}
});

test('a program that keeps the memory open and writes all the time loses nothing: the move is refused, and says to stop it', async () => {
	const file = fileOf('memory.jsonl', `${records('\n')}\n`);
	const writer = openSync(file, 'a');
	const added = Array.from({ length: 20 }, (_, i) => `{"id":"e${i}","text":"Line ${i}."}\n`);
	const left = [...added];
	const write = (): void => {
		if (left.length > 0) writeSync(writer, left.shift()!);
	};
	// Between any two steps of a move.
	const system: WritingSystem = {
		...realSystem,
		open: async (path, flags, mode) => {
			write();
			return realSystem.open(path, flags, mode);
		},
	};
	try {
		await assert.rejects(take(file, 'b', system), { code: 'RA672', hint: /stop it first/ });
		for (const _ of added) write();
	} finally {
		closeSync(writer);
	}
	assert.equal(readFileSync(file, 'utf8'), `${records('\n')}\n${added.join('')}`);
	await take(file, 'b');
	const changed = fileOf('memory.jsonl', `${records('\n')}\n`);
	await assert.rejects(
		take(changed, 'b', {
			...realSystem,
			open: async (path, flags, mode) => {
				writeFileSync(changed, records('\n'));
				return realSystem.open(path, flags, mode);
			},
		}),
		{ code: 'RA672', message: /has just changed this memory/, hint: /stop that program first/ },
	);
});

/** As somebody writes it by hand, or version control does: a record of another entry, before those that are there. */
function addRecord(file: string, anew: boolean): void {
	const name = quarantineFile(file);
	const before = anew || !existsSync(name) ? emptyQuarantine('memory.jsonl') : readQuarantine(readFileSync(name, 'utf8'), name);
	const text = 'Written by somebody else.';
	const theirs = {
		id: 'theirs',
		text,
		content: createHash('sha256').update(text).digest('hex'),
		reason: 'by hand',
		who: 'Jo',
		when: wish.when,
		at: null,
		removed: `${text}\n`,
	};
	writeFileSync(name, formatQuarantine({ ...before, entries: [theirs, ...before.entries] }));
}

test('what another program writes into the quarantine in between is never overwritten, and no entry is lost with what it writes over', async () => {
	const text = `${records('\n')}\n`;
	// The first: before anything was changed. The last: before the quarantine is written for the second time.
	for (const move of ['out', 'back'] as const)
		for (const anew of [false, true])
			for (let at = 1; at <= 5; at++) {
				const file = fileOf('memory.jsonl', text);
				if (move === 'back') await take(file, 'b');
				let steps = 0;
				const system: WritingSystem = {
					...realSystem,
					open: async (path, flags, mode) => {
						if (++steps === at) addRecord(file, anew);
						return realSystem.open(path, flags, mode);
					},
				};
				const moving = move === 'out' ? take(file, 'b', system) : restoreEntries(file, ['b'], { ...wish, system });
				const error = await moving.then(
					() => null,
					(cause: unknown) => cause,
				);
				const where = `${move} ${at} ${anew}`;
				assert.equal((error as { code?: string } | null)?.code, at === 1 ? 'RA672' : undefined, where);
				const held = (await heldEntries(file)).map(({ id }) => id);
				assert.ok(held.includes('theirs'), where);
				const isInFile = readFileSync(file, 'utf8').includes('Entry b');
				// What was to be put back, and was not, is where its record is: another program has written over it before anything was done.
				if (!(move === 'back' && anew && at === 1)) assert.equal(held.includes('b'), !isInFile, where);
				assert.equal(isInFile, (move === 'out') === (at === 1), where);
			}
});

test('where another program puts something else in the place of the quarantine, the memory keeps its entry', async () => {
	const text = `${records('\n')}\n`;
	for (let at = 1; at <= 5; at++) {
		const file = fileOf('memory.jsonl', text);
		let steps = 0;
		const system: WritingSystem = {
			...realSystem,
			open: async (path, flags, mode) => {
				if (++steps === at) writeFileSync(quarantineFile(file), 'something else');
				return realSystem.open(path, flags, mode);
			},
		};
		await assert.rejects(take(file, 'b', system), { code: at === 1 ? 'RA672' : 'RA674' });
		assert.equal(readFileSync(file, 'utf8'), text, String(at));
		assert.equal(readFileSync(quarantineFile(file), 'utf8'), 'something else');
	}
});

test('what another program writes to the file at the very moment in which it is replaced is kept', {
	skip: process.platform === 'win32' && 'a file that is open is not replaced there',
}, async () => {
	const text = `${records('\n')}\n`;
	const added = '{"id":"e","text":"Written just now."}\n';
	for (const move of ['out', 'back'] as const)
		for (const [how, meddle] of [
			['added', (file: string) => appendFileSync(file, added)],
			['written anew', (file: string) => writeFileSync(file, added)],
		] as const) {
			const file = fileOf('memory.jsonl', text);
			if (move === 'back') await take(file, 'b');
			const system: WritingSystem = {
				...realSystem,
				// After the last look.
				rename: async (from, to) => {
					if (to === file) meddle(file);
					return realSystem.rename(from, to);
				},
			};
			const { says } = move === 'out' ? await take(file, 'b', system) : await restoreEntries(file, ['b'], { ...wish, system });
			const now = readFileSync(file, 'utf8');
			assert.equal(now.includes('Entry b'), move === 'back');
			const beside = readdirSync(join(file, '..')).filter((name) => name.endsWith('.late'));
			const where = `${move} ${how}`;
			if (how === 'added') {
				assert.ok(now.endsWith(added), where);
				assert.deepEqual(beside, [], where);
				assert.match(says.join(' '), /while RAG Assay replaced it\. What it added is in the file/, where);
			} else {
				assert.deepEqual(
					beside.map((name) => readFileSync(join(file, '..', name), 'utf8')),
					[added],
					where,
				);
				assert.match(says.join(' '), /is saved in .*memory\.jsonl\..*\.late\. Compare the two files/, where);
			}
		}
});

test('a file that others have added to gets its entry back in its place; one that they have changed at its end', async () => {
	const text = `${records('\n')}\n`;
	const file = fileOf('memory.jsonl', text);
	await take(file, 'b');
	appendFileSync(file, '{"id":"e","text":"New."}\n');
	const added = await giveBack(file, 'b');
	assert.equal(added.identical, false);
	assert.equal(readFileSync(file, 'utf8'), `${text}{"id":"e","text":"New."}\n`);
	await take(file, 'c');
	await take(file, 'b');
	writeFileSync(file, readFileSync(file, 'utf8').replace('Entry a', 'Another a'));
	const changed = await giveBack(file, 'b', 'c');
	assert.equal(changed.identical, false);
	assert.match(changed.says.join(' '), /changed the file since/);
	const lines = readFileSync(file, 'utf8').split('\n');
	assert.deepEqual(
		lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as { id: string }).id),
		['a', 'd', 'e', 'c', 'b'],
	);
	// A part of a line is none by itself.
	const graph = fileOf('memory.jsonl', files[3]![1]);
	await take(graph, 'runs');
	writeFileSync(graph, readFileSync(graph, 'utf8').replace('likes tea', 'likes coffee'));
	await assert.rejects(giveBack(graph, (await loadQuarantine(graph)).entries[0]!.id), {
		code: 'RA672',
		message: /its place is not found/,
	});
	assert.equal((await loadQuarantine(graph)).entries.length, 1);
});

test('an entry that is in the file again is not put back a second time, and leaves the quarantine', async () => {
	const text = `${records('\n')}\n`;
	const file = fileOf('memory.jsonl', text);
	const left = async (): Promise<string[]> => (await loadQuarantine(file)).entries.map(({ id }) => id);
	// An editor's Undo.
	await take(file, 'b');
	writeFileSync(file, text);
	const would = await restoreEntries(file, ['b'], { ...wish, write: false });
	assert.match(would.says.join(' '), /'b' is already in the file again, so nothing is put back a second time\. .* would be cleared\./);
	assert.deepEqual(await left(), ['b']);
	const undone = await giveBack(file, 'b');
	assert.deepEqual([undone.restored, undone.already.map(({ id }) => id), undone.identical], [[], ['b'], false]);
	assert.match(undone.says.join(' '), /Its record in the quarantine was cleared\./);
	assert.equal(readFileSync(file, 'utf8'), text);
	assert.deepEqual(await left(), []);
	// Written anew at the end, as other programs write it; the other one goes to its place anyway.
	await take(file, 'b');
	await take(file, 'a');
	const without = readFileSync(file, 'utf8');
	appendFileSync(
		file,
		`${JSON.stringify({ text: JSON.parse(records('\n').split('\n')[0]!).text, id: 'a' }, null, 1).replaceAll('\n', '')}\n`,
	);
	const both = await giveBack(file, 'a', 'b');
	assert.deepEqual([both.restored.map(({ id }) => id), both.already.map(({ id }) => id)], [['b'], ['a']]);
	const ids = (): string[] =>
		readFileSync(file, 'utf8')
			.trim()
			.split('\n')
			.map((line) => (JSON.parse(line) as { id: string }).id);
	assert.deepEqual(ids(), ['b', 'c', 'd', 'a']);
	assert.ok(!without.includes('"b"'));
	assert.deepEqual(await left(), []);
});

test('the same words of somebody else are another record, and of two copies one is missing while one is back', async () => {
	const line = (who: string): string => `{"text":"Likes tea.","user_id":"${who}"}\n`;
	const file = fileOf('memory.jsonl', `${line('ada')}${line('jo')}`);
	await take(file, 'Likes tea.');
	writeFileSync(file, `{"text":"Runs.","user_id":"jo"}\n${line('jo')}`);
	const [held] = (await loadQuarantine(file)).entries;
	assert.deepEqual((await giveBack(file, held!.id)).restored.length, 1);
	assert.ok(readFileSync(file, 'utf8').includes(line('ada')));
	const copies = fileOf('memory.jsonl', line('ada').repeat(2));
	await take(copies, 'Likes tea.');
	await take(copies, 'Likes tea.');
	writeFileSync(copies, `{"text":"Runs."}\n${line('ada')}`);
	const contents = (await loadQuarantine(copies)).entries.map(({ content }) => content);
	const { restored, already } = await giveBack(copies, ...contents);
	assert.deepEqual([restored.length, already.length], [1, 1]);
	assert.equal(readFileSync(copies, 'utf8'), `${line('ada')}{"text":"Runs."}\n${line('ada')}`);
});

test('an entry that was taken out before others changed the file keeps no wrong place', async () => {
	const file = fileOf('memory.jsonl', `${records('\n')}\n`);
	await take(file, 'b');
	writeFileSync(file, `{"id":"0","text":"In front."}\n${readFileSync(file, 'utf8')}`);
	await take(file, 'c');
	const { identical } = await giveBack(file, 'b');
	assert.equal(identical, false);
	assert.match(readFileSync(file, 'utf8'), /"id":"b".*\n$/);
	await giveBack(file, 'c');
	const ids = readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as { id: string }).id);
	assert.deepEqual(ids, ['0', 'a', 'c', 'd', 'b']);
});

test('through a link its target is changed, and the link stays', {
	skip: process.platform === 'win32' && 'links need rights',
}, async () => {
	const file = fileOf('memory.jsonl', `${records('\n')}\n`);
	const link = join(emptyFolder(), 'link.jsonl');
	symlinkSync(file, link);
	await take(link, 'b');
	assert.ok(lstatSync(link).isSymbolicLink());
	assert.ok(!readFileSync(file, 'utf8').includes('Entry b'));
	assert.equal((await giveBack(link, 'b')).identical, true);
});

test('bad quarantines and files are refused with what to do', async () => {
	const file = fileOf('memory.jsonl', `${records('\n')}\n`);
	await assert.rejects(giveBack(file, 'b'), { code: 'RA671', message: /No entry 'b'/ });
	writeFileSync(quarantineFile(file), '{"schema": "rag-assay/quarantine@1"}');
	await assert.rejects(take(file, 'b'), { code: 'RA674' });
	assert.match(readFileSync(file, 'utf8'), /Entry b/);
	const latin = fileOf('memory.jsonl', '');
	writeFileSync(
		latin,
		Buffer.concat([Buffer.from('{"id":"x","text":"caf'), Buffer.from([0xe9]), Buffer.from('"}\n{"id":"y","text":"Tea."}\n')]),
	);
	await assert.rejects(take(latin, 'y'), { code: 'RA675', message: /not valid UTF-8/ });
});

/** Edits the quarantine of a file as anybody could who writes to its folder. */
function edited(file: string, change: (entry: Record<string, unknown>, i: number) => void): void {
	const quarantine = JSON.parse(readFileSync(quarantineFile(file), 'utf8')) as { entries: Record<string, unknown>[] };
	for (const [i, entry] of quarantine.entries.entries()) change(entry, i);
	writeFileSync(quarantineFile(file), JSON.stringify(quarantine));
}

test('a record that was edited in the quarantine is refused by its name, and nothing is written', async () => {
	const text = `${records('\n')}\n`;
	const changes: readonly ((entry: Record<string, unknown>) => void)[] = [
		(entry) => (entry['removed'] = String(entry['removed']).replace('Entry b', 'EVIL')),
		(entry) => (entry['text'] = 'EVIL'),
		(entry) => (entry['at'] = 0),
		(entry) => {
			entry['removed'] = String(entry['removed']).replace('Entry b', 'EVIL');
			// Its own hash mended, too: the file's tells.
			(entry['proof'] as { removed: string }).removed = createHash('sha256').update(String(entry['removed'])).digest('hex');
		},
		// Without its proof it says what it shows, and nothing else.
		(entry) => {
			delete entry['proof'];
			entry['removed'] = String(entry['removed']).replace('Entry b', 'EVIL');
		},
		(entry) => {
			delete entry['proof'];
			entry['removed'] = `${String(entry['removed'])}{"id":"x","text":"EVIL"}\n`;
		},
		(entry) => {
			delete entry['proof'];
			entry['removed'] = String(entry['removed']).replace('{', '{"content":"EVIL",');
		},
	];
	for (const change of changes) {
		const file = fileOf('memory.jsonl', text);
		await take(file, 'b');
		const without = readFileSync(file);
		edited(file, change);
		for (const write of [false, true])
			await assert.rejects(restoreEntries(file, ['b'], { ...wish, write }), { code: 'RA688', message: /record of 'b'.*was changed/ });
		assert.deepEqual(readFileSync(file), without);
	}
});

test('what was taken out of any kind of file is told by its bytes, and nothing but that is put back without a proof', async () => {
	for (const [name, text, ...ids] of files)
		for (const id of ids) {
			const file = fileOf(name, text);
			await take(file, id);
			edited(file, (entry) => delete entry['proof']);
			const { identical } = await giveBack(file, (await heldEntries(file))[0]!.id);
			assert.equal(identical, false);
			assert.equal(readFileSync(file, 'utf8'), text);
			await take(file, id);
			edited(file, (entry) => {
				delete entry['proof'];
				entry['removed'] = `${String(entry['removed']).trimEnd()} and obeys Eve\n`;
			});
			await assert.rejects(giveBack(file, (await heldEntries(file))[0]!.id), { code: 'RA688' });
		}
});

test('what stays in quarantine is proven by what the file is when another is back', async () => {
	const text = `${records('\n')}\n`;
	for (const order of ['abcd', 'dcba', 'bdac', 'cadb']) {
		const file = fileOf('memory.jsonl', text);
		for (const id of ['c', 'a', 'd', 'b']) await take(file, id);
		for (const id of order) assert.equal((await giveBack(file, id)).identical, id === order.at(-1), `${order} ${id}`);
		assert.equal(readFileSync(file, 'utf8'), text);
	}
	// A later record counts, too: it says where earlier ones stand.
	const file = fileOf('memory.jsonl', text);
	for (const id of ['a', 'c']) await take(file, id);
	edited(file, (entry, i) => {
		if (i === 1) entry['at'] = 0;
	});
	await assert.rejects(giveBack(file, 'a'), { code: 'RA688', message: /record of 'c'/ });
});

test('a quarantine of an earlier version is put back, and nothing is claimed of it', async () => {
	const text = `${records('\n')}\n`;
	const file = fileOf('memory.jsonl', text);
	await take(file, 'b');
	edited(file, (entry) => delete entry['proof']);
	const { identical, says } = await giveBack(file, 'b');
	assert.equal(identical, false);
	assert.match(says.join(' '), /RAG Assay cannot check/);
	assert.equal(readFileSync(file, 'utf8'), text);
});

test('of a memory that was deleted the texts are still to be had, and go into a new file when there is one', async () => {
	const file = fileOf('memory.jsonl', `${records('\n')}\n`);
	await take(file, 'b');
	await take(file, 'c');
	rmSync(file);
	assert.deepEqual(
		(await heldEntries(file)).map(({ id }) => id),
		['b', 'c'],
	);
	for (const write of [false, true])
		await assert.rejects(restoreEntries(file, ['b'], { ...wish, write }), {
			code: 'RA689',
			message: /memory is gone, and 2 entries of it are in .*quarantine/,
			hint: /--list --json/,
		});
	writeFileSync(file, '');
	const { identical, says } = await giveBack(file, 'b', 'c');
	assert.equal(identical, false);
	assert.match(says.join(' '), /The old place of 2 entries is gone, so the end of the file is the new place/);
	assert.deepEqual(readFileSync(file, 'utf8').trim().split('\n'), records('\n').split('\n').slice(1, 3));
	const none = join(emptyFolder(), 'none.jsonl');
	for (const write of [false, true]) await assert.rejects(restoreEntries(none, ['b'], { ...wish, write }), { code: 'RA506' });
	await assert.rejects(heldEntries(none), { code: 'RA506' });
});
