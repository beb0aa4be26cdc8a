import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withoutLinks } from '../../../../src/wording/phrases.ts';
import { root } from '../../../support/runner-client.ts';

/** What VS Code makes a link of in a notification, after its `parseLinkedText`. */
const linked = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: (["']).+?\1)?\)/i;

test('no text of a file becomes a link in a notification', () => {
	for (const name of ['[Fix](command:workbench.action.terminal.new)', 'a [b](https://evil.example "t") c', '[x](file:///etc/passwd)']) {
		assert.match(`The store has no entry '${name}'.`, linked);
		assert.doesNotMatch(withoutLinks(`The store has no entry '${name}'.`), linked);
	}
	assert.equal(withoutLinks('3 of [4] (see RA101)'), '3 of [4] (see RA101)');
});

test('notifications are shown in one way alone', () => {
	const direct = globSync('src/extension/**/*.ts', { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => /window\s*\.show(?:Error|Warning|Information)Message/.test(readFileSync(`${root}/${path}`, 'utf8')));
	assert.deepEqual(direct, ['src/extension/vscode/messages.ts']);
});
