import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it, test } from 'node:test';
import fc from 'fast-check';
import { commandToPaste, idWord, pathWord, shellWord } from '../../../src/wording/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const content = 'c'.repeat(64);

/** Pieces of which hostile words are made: whatever a shell acts on. */
const piece = fc.oneof(
	fc.constantFrom(
		"'",
		'"',
		'`',
		'$(touch pwned)',
		'`touch pwned`',
		'${IFS}',
		'$HOME',
		';',
		'&',
		'|',
		'>pwned',
		'<',
		'\\',
		'!',
		'#',
		'~',
		'*',
		'?',
		'[a]',
		'{a,b}',
		'(',
		')',
		' ',
		'=',
		'-',
		'--',
		'%',
		'^',
		'\u201c',
		'\u2019',
		'\u00a0',
		'a',
		'memory',
		'\u0645\u06cc\u200c',
	),
	fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

// A stand-in for the program, found first, that prints the words that reach it.
const folder = temporaryFolder({ after }, 'rag-assay-shell-');
const [bin, here] = [join(folder, 'bin'), join(folder, 'here')];
mkdirSync(bin);
mkdirSync(here);
const standIn = join(bin, 'rag-assay');
writeFileSync(standIn, '#!/bin/sh\nfor word in "$@"; do printf "%s\\\\0" "$word"; done\n');
chmodSync(standIn, 0o755);

function reached(command: string, shell = 'sh'): string[] {
	const stdout = execFileSync(shell, ['-c', command], {
		cwd: here,
		encoding: 'utf8',
		env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: here, LC_ALL: 'C.UTF-8' },
	});
	assert.deepEqual(readdirSync(here), [], `a file was made by ${command}`);
	return stdout.split('\0').slice(0, -1);
}

describe('a command for a POSIX shell', { skip: process.platform === 'win32' && 'Windows has no sh' }, () => {
	it('brings every word to the program as it is, and nothing else happens', () => {
		fc.assert(
			fc.property(hostile, hostile, (store, id) => {
				const command = commandToPaste(
					['rag-assay memory quarantine', pathWord(store, 'STORE'), '--entry', idWord({ id, content }), '--write'],
					'linux',
				);
				assert.doesNotMatch(command, /\p{Cc}/u);
				const [memory, name, path, option, entry, ...rest] = reached(command);
				assert.deepEqual([memory, name, option, rest], ['memory', 'quarantine', '--entry', ['--write']]);
				assert.ok(entry === id || entry === content);
				assert.ok(path === store || path === `./${store}` || path === 'STORE');
				// Neither is ever taken for an option.
				assert.ok(!path.startsWith('-') && !entry.startsWith('-'));
			}),
			{ numRuns: 150 },
		);
	});

	it('names a folder of a planted name, and the hash where the id of a planted entry is not plain', () => {
		for (const id of ['$(touch pwned)', '`touch pwned`', "it's", 'a\\', '#3', '~', '*', "\\'; touch pwned; '"])
			assert.deepEqual(reached(commandToPaste(['rag-assay', idWord({ id, content }), pathWord(id, 'STORE')], 'linux')), [content, id]);
		for (const id of ['a b', '=ls', 'm-09', 'ada@host:1/2', '\u0645\u06cc\u06a9', 'a=b'])
			assert.deepEqual(reached(commandToPaste(['rag-assay', idWord({ id, content })], 'linux')), [id]);
	});
});

/** Words as they are written for `sh`, and for PowerShell and cmd.exe at once; neither of these two is here to be asked. */
const written: readonly (readonly [string, string | null, string | null])[] = [
	['m-09', 'm-09', 'm-09'],
	['memory/assistant.jsonl', 'memory/assistant.jsonl', 'memory/assistant.jsonl'],
	['chroma+http://host:8000/notes', 'chroma+http://host:8000/notes', '"chroma+http://host:8000/notes"'],
	['', "''", '""'],
	['a b', "'a b'", '"a b"'],
	['$(touch pwned)', "'$(touch pwned)'", null],
	['`touch pwned`', "'`touch pwned`'", null],
	["it's", `'it'"'"'s'`, `"it's"`],
	// fish reads \' within single quotes as a quote: a backslash never stands between them.
	["\\'; touch pwned #", `"\\\\'"'; touch pwned #'`, `"\\'; touch pwned #"`],
	// cmd.exe takes & for literal between double quotes, and replaces %NAME%, of which %CMDCMDLINE:~-1% is a quote.
	['R&D (new)', "'R&D (new)'", '"R&D (new)"'],
	['%CMDCMDLINE:~-1%&calc', "'%CMDCMDLINE:~-1%&calc'", null],
	// Microsoft's C runtime takes a backslash before the closing quote for its escape.
	['C:\\my notes\\', `'C:'"\\\\"'my notes'"\\\\"`, '"C:\\my notes\\\\"'],
	['say "hi"', `'say "hi"'`, null],
	// PowerShell takes curly quotes for straight ones.
	['say \u201chi\u201d', `'say \u201chi\u201d'`, null],
	// PowerShell would make numbers of them.
	['1kb', '1kb', '"1kb"'],
	['@args', '@args', '"@args"'],
	['#3', "'#3'", '"#3"'],
	['=ls', "'=ls'", '"=ls"'],
	// Nobody could paste these.
	['a\nb', null, null],
	['a\u001b[2Jb', null, null],
	['a\u202eb', null, null],
	['a\u200bb', null, null],
	['a\ud800b', null, null],
	['a'.repeat(1001), null, null],
];

test('words of commands by platform', () => {
	for (const [word, posix, windows] of written) {
		assert.equal(shellWord(word, 'linux'), posix, JSON.stringify(word));
		assert.equal(shellWord(word, 'darwin'), posix, JSON.stringify(word));
		assert.equal(shellWord(word, 'win32'), windows, JSON.stringify(word));
	}
});

test('a word for Windows holds nothing that PowerShell or cmd.exe acts on between double quotes', () => {
	fc.assert(
		fc.property(hostile, (word) => {
			const quoted = shellWord(word, 'win32');
			if (quoted === null || quoted === word) return quoted === null || /^[A-Za-z./][\w./:-]*$/.test(word);
			// By the rules of both shells and of the C runtime, the other way round.
			const inner = /^"([^"\u201c-\u201e$`%!\n]*)"$/.exec(quoted)?.[1];
			return inner !== undefined && inner.replace(/(\\+)$/, (run) => run.slice(run.length / 2)) === word;
		}),
	);
});

test('an id that does not say plainly what it is gives way to the hash of its text', () => {
	const plainly = (id: string): string => commandToPaste([idWord({ id, content })], 'linux');
	assert.equal(plainly('m-09'), 'm-09');
	for (const id of ['', '$(touch pwned)', 'a;b', '-rf', '--write', 'a\nb', 'a\u202eb', 'x'.repeat(101), 'd'.repeat(64)])
		assert.equal(plainly(id), content);
});

test('a path that no shell can be given has a placeholder, and one with a dash is no option', () => {
	assert.equal(commandToPaste(['rag-assay', pathWord('-x', 'STORE'), pathWord('a\nb', 'STORE')], 'linux'), 'rag-assay ./-x STORE');
});
