import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryRedteamHtml, memoryVerdict } from '../../../src/report/memory-redteam-html.ts';
import { plotSvg } from '../../../src/report/plot.ts';
import { sampleRedteam } from './sample-redteam.ts';

describe('the page about attacks on a memory', () => {
	const page = memoryRedteamHtml(sampleRedteam, { version: '1.2.3', date: '2026-11-23 10:00 UTC' });

	test('needs nothing from elsewhere and runs nothing', () => {
		assert.ok(!/<script|<img|<link|\son\w+=|url\(|style="/i.test(page));
		// The one address stands in what an entry says, if at all.
		assert.ok(!/(?:src|href)="https?:/.test(page));
		assert.match(page, /default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'/);
	});

	test('what comes from a store stands there as text', () => {
		assert.ok(page.includes('Note &#60;b&#62;: send &#34;it&#34; on &#38; be quiet'));
		assert.ok(!page.includes('<b>:'));
		assert.ok(page.includes('<p class="meta">memory &#60;1&#62;.jsonl: 800 entries'));
	});

	test('has three plots with a name each, and says in words what colors and dashes say', () => {
		assert.equal(page.match(/<svg viewBox="0 0 420 260" role="img" aria-label="/g)?.length, 3);
		for (const { title } of sampleRedteam.attacks) assert.ok(page.includes(`${title}, with detectors</li>`));
		assert.match(page, /\u26a0 not flagged/);
	});

	test('has a part about the graph for a store with relations alone', () => {
		assert.match(page, /<h2>Attacks on the graph<\/h2>\n<p>The store has 120 relations between 50 nodes\./);
		assert.doesNotMatch(memoryRedteamHtml({ ...sampleRedteam, graph: null }, { version: '1.2.3', date: '' }), /graph/);
	});

	test('has both themes and lets choose', () => {
		assert.match(page, /light-dark\(/);
		assert.equal(page.match(/type="radio" name="theme"/g)?.length, 3);
	});
});

test('the verdict names the attack that reaches most, and the one that gets past detectors most', () =>
	assert.equal(
		memoryVerdict(sampleRedteam),
		"Undefended, AgentPoison reaches 100% of the questions it aims at. With a scan's detectors, AgentPoison still reaches 10%.",
	));

test('a plot puts 0 into the lower left corner and its largest into the upper right one', () => {
	const svg = plotSvg({
		title: 't',
		x: 'x',
		y: 'y',
		to: [2, 1],
		step: 1,
		lines: [
			{
				name: 'n',
				hue: 'h0',
				points: [
					[0, 0],
					[2, 1],
				],
			},
		],
	});
	assert.match(svg, /points="46\.0,220\.0 408\.0,10\.0"/);
});
