import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newNonce, webviewPage } from '../../../../src/extension/vscode/webview-page.ts';

const parts = {
	title: 'A <b> & "panel"',
	script: 'https://file+.vscode-resource/x.js?a=1&b="',
	style: 'https://file+.vscode-resource/x.css',
	nonce: 'bm9uY2U=',
};

test('only our script and our style sheet may run, each by its nonce; nothing inline and nothing remote', () => {
	const page = webviewPage(parts);
	const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
	assert.equal(policy, "default-src 'none'; script-src 'nonce-bm9uY2U='; style-src 'nonce-bm9uY2U='; form-action 'none'; base-uri 'none'");
	assert.deepEqual(
		[...page.matchAll(/<(script|link|style|img|iframe)\b[^>]*>/g)].map(([tag]) => tag.includes('nonce="bm9uY2U="')),
		[true, true],
	);
	assert.doesNotMatch(page, / on\w+=| style=|unsafe|\*/);
});

test('what is put into the page stays text', () => {
	const page = webviewPage(parts);
	assert.match(page, /<title>A &lt;b&gt; &amp; &quot;panel&quot;<\/title>/);
	assert.match(page, /src="https:\/\/file\+\.vscode-resource\/x\.js\?a=1&amp;b=&quot;"/);
});

test('a nonce has 128 bits and comes once', () => {
	const nonces = Array.from({ length: 50 }, newNonce);
	assert.equal(new Set(nonces).size, 50);
	for (const nonce of nonces) assert.equal(Buffer.from(nonce, 'base64').length, 16);
});
