import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calibrationPage } from '../../../src/cli/output/calibration-page.ts';
import type { CalibrationReport, ProfileComparison } from '../../../src/protocol/calibration.ts';
import { calibrationHtml } from '../../../src/report/calibration-html.ts';
import { learned, learnedPair, repcs, report, spad } from '../../support/example-calibration-report.ts';

const full: CalibrationReport = { ...report, name: 'bank <b>', detectors: [repcs, { ...spad, learned }] };
const comparison: ProfileComparison = {
	file: '/w/old.assay-profile.json',
	name: 'old & "tried"',
	created: '2026-01-02',
	differs: [],
	made: ['It was made with another seed.'],
	detectors: [
		{
			id: 'repcs response',
			title: 'RePCS, responses',
			change: 'within-noise',
			before: null,
			after: null,
			why: '5.1 is 5.0 but for chance.',
		},
	],
	learned: [learnedPair],
	learnedLeft: ['SPAD, responses: only the saved profile has such a classifier.'],
};
const pageOf = (of: CalibrationReport, beside: ProfileComparison | null = null): string =>
	calibrationHtml(calibrationPage(of, beside), { version: '1.2.3', date: '2026-11-23 10:00 UTC' });

describe('the page about a calibration', () => {
	const page = pageOf(full, comparison);

	test('needs nothing from elsewhere and runs nothing; what anyone has written stays text', () => {
		assert.ok(!/<script|<img|<link|\son\w+=|url\(|style="/i.test(page));
		assert.match(page, /default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'/);
		assert.ok(page.includes('Calibration of bank &#60;b&#62;') && !page.includes('<b>, '));
		assert.ok(page.includes('old &#38; &#34;tried&#34; (llama)'));
	});

	test('holds no texts of the data, and no place of theirs', () => {
		for (const { text, place } of repcs.wrong) assert.ok(!page.includes(text) && !page.includes(place?.file ?? text));
	});

	test('draws each point of each feature, colored by its value, and says the same in a table', () => {
		const [plot = ''] = /<svg viewBox="0 0 760 \d+" role="img".*?<\/svg>/s.exec(page) ?? [];
		assert.equal(plot.match(/<circle class="v\d+"/g)?.length, 18);
		// The least SHAP value of RAG_NOUN is of its greatest value, on the left; the greatest of its least, on the right.
		const dots = Array.from(plot.matchAll(/<circle class="v(\d+)" cx="([\d.]+)"/g), ([, step, x]) => [Number(step), Number(x)]);
		assert.ok(dots[0]![0] === 10 && dots[5]![0] === 0 && dots[0]![1]! < dots[5]![1]!);
		assert.ok(page.includes('<td>what nouns get from the contexts</td><td class="num">0.420</td><td class="num">\u22120.93 \u2193</td>'));
	});

	test('says of each threshold what the comparison found, and what made the two differ', () => {
		assert.ok(page.includes('<tr><th scope="row">RePCS, responses</th><td>within noise</td><td>5.1 is 5.0 but for chance.</td></tr>'));
		assert.ok(page.includes('<p>It was made with another seed.</p>'));
	});

	test('lays two classifiers side by side, and says which feature has the opposite effect', () => {
		assert.ok(page.includes('LN_NUM has the opposite effect.'));
		assert.ok(page.includes('<tr><th scope="row">the contexts</th><td class="num">20%</td><td class="num">53.8%</td></tr>'));
		assert.ok(page.includes('SPAD, responses: only the saved profile has such a classifier.'));
	});

	test('draws a classifier once, however many levels it judges', () => {
		const twice = pageOf({
			...full,
			detectors: [
				{ ...spad, learned },
				{ ...spad, id: 'spad+ response', title: 'Responses', learned: null, sameClassifierAs: spad.id },
			],
		});
		assert.equal(twice.match(/class="plot swarm"/g)?.length, 1);
		assert.ok(twice.includes('<p>The classifier is that of SPAD+ on sentences.</p>'));
	});

	test('has no picture where no classifier judges, and no comparison where none was asked for', () => {
		const plain = pageOf({ ...full, detectors: [repcs] });
		assert.ok(!plain.includes('What the classifier learned') && !plain.includes('Compared with'));
		assert.match(pageOf({ ...full, detectors: [] }), /Nothing could be fitted\./);
		assert.match(pageOf({ ...full, detectors: [{ ...spad, learned: { ...learned, features: [] } }] }), /uses no feature/);
	});
});
