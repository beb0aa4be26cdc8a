import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import { isInstructionFile } from '../../../../src/formats/memory/instruction-files.ts';
import { isBesideMemory, memoryFileGlobs, memoryFileKind } from '../../../../src/formats/memory/memory-file-names.ts';

const memories = [
	['CLAUDE.md', 'instructions'],
	['a/CLAUDE.local.md', 'instructions'],
	['AGENTS.md', 'instructions'],
	['.github/copilot-instructions.md', 'instructions'],
	['.github/instructions/tests.instructions.md', 'instructions'],
	['.cursor/rules/style.mdc', 'instructions'],
	['x/.cursor/rules/deep/style.mdc', 'instructions'],
	['.cursorrules', 'instructions'],
	['skills/review/SKILL.md', 'instructions'],
	['skills/review/notes.txt', 'instructions'],
	['notes/agents.md', 'instructions'],
	['.goosehints', 'instructions'],
	['.Cursor/Rules/deep/er/style.MD', 'instructions'],
	['.github/prompts/review.md', 'instructions'],
	['memory/ada.md', 'instructions'],
	['.clinerules/style.markdown', 'instructions'],
	['.claude/memory/notes.md', 'instructions'],
	['memory-bank/progress.md', 'instructions'],
	['memory.jsonl', 'records'],
	['data/team-memories.jsonl', 'records'],
	['mem0-export.jsonl', 'records'],
	['memory/assistant.jsonl', 'records'],
	['assistant.af', 'records'],
] as const;

/** Editors' globs find hidden folders, and Node's do not. */
const undotted = (path: string): string => path.replaceAll(/(?<=^|[/{,])\./g, '_');

describe('names of memory files', () => {
	test('are the same by name and by glob, in paths and in URIs', () => {
		for (const [file, kind] of memories) {
			assert.equal(memoryFileKind(file), kind, file);
			assert.equal(memoryFileKind(`file:///home/ada/project/${file}`), kind, file);
			assert.equal(memoryFileKind(`C:\\project\\${file.replaceAll('/', '\\')}`), kind, file);
			assert.ok(
				memoryFileGlobs.some((glob) => matchesGlob(undotted(file), undotted(glob))),
				file,
			);
		}
	});

	test('are the ones that a folder is scanned for, and no glob has braces within braces', () => {
		for (const [file, kind] of memories) assert.equal(isInstructionFile(file), kind === 'instructions', file);
		for (const glob of memoryFileGlobs) assert.doesNotMatch(glob, /\{[^}]*\{/, glob);
	});

	test('are the ones at which the explorer offers a scan, and instructions an approval', () => {
		const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
			contributes: { menus: Record<string, { command: string; when: string }[]> };
		};
		const offered = (command: string): RegExp => {
			const { when } = contributes.menus['explorer/context']!.find((one) => one.command === command)!;
			const [, source, flags] = /=~ \/(.*)\/(i?)(?: &&|$)/.exec(when)!;
			return new RegExp(source!, flags);
		};
		for (const [file, kind] of [...memories, ['rules/chess.md', null], ['README.md', null]] as const)
			for (const path of [`/w/${file}`, `C:\\w\\${file.replaceAll('/', '\\')}`]) {
				assert.equal(offered('ragAssay.scanMemory').test(path), kind !== null, path);
				assert.equal(offered('ragAssay.approveMemory').test(path), kind === 'instructions', path);
			}
	});

	test('documents, traces, data sets and what lies beside a memory are none', () => {
		for (const file of [
			'README.md',
			'rules/chess.md',
			'a.rag.md',
			'memory/a.rag.md',
			'node_modules/a/AGENTS.md',
			'memory.entries.jsonl',
			'memory.queries.jsonl',
			'traces.jsonl',
			'memory/history.jsonl',
			'memory/asked.queries.jsonl',
			'AGENTS.rag-assay-approved.json',
			'memory.rag-assay.json',
		])
			assert.equal(memoryFileKind(file), null, file);
		for (const file of ['memory.rag-assay.json', 'file:///a/AGENTS.rag-assay-approved.json', 'memory.rag-assay-quarantine.json'])
			assert.ok(isBesideMemory(file), file);
		assert.equal(isBesideMemory('a/memory.json'), false);
	});
});
