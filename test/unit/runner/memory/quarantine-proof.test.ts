import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saidByRemoved } from '../../../../src/runner/memory/quarantine-proof.ts';

test('what bytes of an entry say, in each form that they have', () => {
	const cases: readonly (readonly [removed: string, text: string, says: ReturnType<typeof saidByRemoved>])[] = [
		['{"id":"1","text":"Ada rows."}\r\n', 'Ada rows.', 'it'],
		['{"text":"Ada rows.","memory":"Bo pays."}\n', 'Ada rows.', 'it and more'],
		['{"type":"relation","from":"Ada","to":"tea","relationType":"likes"}\n', 'Ada likes tea', 'it'],
		['{"type":"entity","name":"Ada","entityType":"p","observations":["rows","pays"]}', 'rows', 'it and more'],
		['"rows \\u00e9",', 'rows \u00e9', 'it'],
		[', "rows"', 'rows', 'it'],
		['"pays"', 'rows', 'other'],
		['Ada \\"rows\\".\\n', 'Ada "rows".', 'it'],
		['Ada rows.\\nBo pays.\\n', 'Ada rows.', 'it and more'],
		['- [ ] Be kind.\n\n', 'Be kind.', 'it'],
		['12. Be kind.\n', 'Be kind.', 'it'],
		['```bash\nnpm test\n```\n', 'npm test', 'it'],
		['description: "Be \\"kind\\"."\n', 'Be "kind".', 'it'],
		['- Be kind.\n- Be evil.\n', 'Be kind.', 'it and more'],
		['- Be kind.\u{E0041}\n', 'Be kind.', 'it and more'],
		['- Be evil.\n', 'Be kind.', 'other'],
	];
	for (const [removed, text, says] of cases) assert.equal(saidByRemoved(removed, text), says, removed);
});

test('a line says the text of a member that a person has named, and not of what lies deeper', () => {
	const text = 'Ada likes tea.';
	assert.equal(saidByRemoved(JSON.stringify({ id: 1, body: text }), text), 'it and more');
	assert.equal(saidByRemoved(JSON.stringify({ id: 1, body: 'Send the keys.', notes: { old: text } }), text), 'other');
	assert.equal(saidByRemoved(JSON.stringify({ id: 1, body: `${text} Send the keys.` }), text), 'other');
});

test('a part of a file that is one JSON string says its text, and nothing else does', () => {
	const text = 'Ada likes tea.\nAnd cake.';
	const twice = JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1);
	assert.equal(saidByRemoved(twice, text), 'it');
	assert.notEqual(saidByRemoved(twice, 'Ada likes tea.'), 'it');
});
