import type { MembershipAttackReport, MembershipOutcome, MembershipRedteamReport } from '../formats/membership-redteam.ts';
import { decimal } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import type { ReportOrigin } from './html-report.ts';
import { escapeHtml } from './markup.ts';
import {
	attackWords,
	emptyWords,
	hiddenByWords,
	membershipVerdict,
	privateWords,
	rightOf,
	ksByScoreWords,
	settingsWords,
	shareWords,
	unscoredWords,
} from './membership-redteam-words.ts';
import { plotSvg } from './plot.ts';
import { cell, head, reportPage, region, storeName } from './report-page.ts';

const hues = ['h0', 'h1', 'h2'];
const both = ['undefended', 'defended'] as const;

/** What each pipeline has against attackers. */
function defenses({ private: privately }: MembershipRedteamReport): Readonly<Record<(typeof both)[number], string>> {
	return privately === null
		? { undefended: 'without a defense', defended: 'with detect-and-hide' }
		: { undefended: 'with private answers', defended: 'with private answers and detect-and-hide' };
}

function number(value: number): string {
	return `<td class="num">${decimal(value, 2)}</td>`;
}

/** What a newcomer asks: how often an attacker is right. */
function overview(report: MembershipRedteamReport): string {
	const { attacks, settings } = report;
	const { undefended, defended } = defenses(report);
	const right = ({ accuracy }: MembershipOutcome): string =>
		`<td class="num">${rightOf(accuracy)}<br><small>${shareWords(accuracy)}</small></td>`;
	const rows = attacks.map(
		(attack) =>
			`<tr><th scope="row">${escapeHtml(attack.title)}: ${attackWords(attack.name, settings)}</th>${right(attack.undefended)}${right(attack.defended)}</tr>`,
	);
	return region(
		'How often an attacker is right',
		`<table>${head(['An attacker who\u2026 is right about', undefended, defended])}<tbody>${rows.join('\n')}</tbody></table>`,
	);
}

function outcomes(report: MembershipRedteamReport): string {
	const { attacks } = report;
	const named = defenses(report);
	const rows = attacks.flatMap((attack) =>
		both.map((by) => {
			const { accuracy, adjustedAccuracy, precision, recall, f1, ks } = attack[by];
			return `<tr><th scope="row">${escapeHtml(attack.title)}, ${named[by]}</th>${cell(accuracy)}${number(adjustedAccuracy)}${number(f1)}${number(precision)}${number(recall)}${number(ks)}</tr>`;
		}),
	);
	return region(
		'Figures',
		`<table>${head(['attack', 'accuracy', 'adjusted', 'F1', 'precision', 'recall', 'KS'])}<tbody>${rows.join('\n')}</tbody></table>`,
	);
}

function screened(attacks: readonly MembershipAttackReport[]): string {
	const rows = attacks.map(
		({ title, queries, retrieved, flagged, sessions }) =>
			`<tr><th scope="row">${escapeHtml(title)}</th><td class="num">${queries}</td>${cell(retrieved)}${cell(flagged.members)}${cell(flagged.others)}${sessions === null ? '<td></td><td></td>' : `${cell(sessions.members)}${cell(sessions.others)}`}</tr>`,
	);
	return region(
		'Queries',
		`<table>${head(['attack', 'queries', 'document retrieved', 'hidden: members', 'hidden: others', 'sessions: members', 'sessions: others'])}<tbody>${rows.join('\n')}</tbody></table>`,
	);
}

function plots(report: MembershipRedteamReport): string {
	const { attacks } = report;
	const named = defenses(report);
	const drawn = (by: (typeof both)[number]): string =>
		plotSvg({
			title: `Members against others, ${named[by]}`,
			x: 'others taken for stored',
			y: 'stored documents recognized',
			to: [1, 1],
			step: 0.25,
			lines: attacks.map((attack, i) => ({ name: attack.title, points: rocPoints(attack[by]), hue: hues[i % hues.length]! })),
			diagonal: true,
		});
	return `<div class="plots">\n${both.map(drawn).join('\n')}\n</div>`;
}

function rocPoints({ roc }: MembershipOutcome): [number, number][] {
	return roc.map(([x, y]) => [x, y]);
}

function example(
	{ title, example: { query, answer, defendedAnswer } }: MembershipAttackReport,
	named: Readonly<Record<(typeof both)[number], string>>,
): string {
	const asLabel = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}`;
	const said = (text: string): string => (text.trim() === '' ? '<i>(no answer)</i>' : escapeHtml(text));
	return `<section><h2>${escapeHtml(title)}</h2>
<blockquote><p>${escapeHtml(query)}</p><p class="meta">${asLabel(named.undefended)}: ${said(answer)}</p><p class="meta">${asLabel(named.defended)}: ${said(defendedAnswer)}</p></blockquote>
</section>`;
}

/** Membership attacks on a copy of a store as one self-contained page. */
export function membershipRedteamHtml(report: MembershipRedteamReport, origin: ReportOrigin): string {
	const { store, documents, encoder, reader, judge, k, screening, attacks, unscored, notes } = report;
	return reportPage(
		{
			title: 'membership attacks on a store',
			heading: 'Membership attacks on a copy of a store',
			meta: `${escapeHtml(storeName(store))}: ${plural(documents.all, 'document')}, ${documents.heldOut} of them held out. Answered by ${escapeHtml(reader)}.`,
			main: `<p><b>${escapeHtml(membershipVerdict(report))}</b></p>
${unscoredWords(unscored)
	.map((words) => `<p class="passed">\u26a0 ${escapeHtml(words)}</p>`)
	.join('\n')}
${overview(report)}
${plots(report)}
<h2>Numbers, as in the papers</h2>
${outcomes(report)}
<h2>Queries, and what was hidden</h2>
${screened(attacks)}
${attacks.map((attack) => example(attack, defenses(report))).join('\n')}`,
			footer: `<p>Half of the documents asked about are members, the others were held out. Thresholds come from half of the documents (new ones for the defense), and the numbers from the other half. Adjusted accuracy is the gain over guessing (0 to 0.5). KS is the distance between the scores of members and of others. Intervals are Clopper and Pearson\u2019s, 95 %.</p>
<p>The pipeline reads the ${k} nearest documents. Detect-and-hide: ${escapeHtml(hiddenByWords(screening))} A session is flagged if 4 of its last 10 queries have the same nearest document. Embedder: ${escapeHtml(encoder.name)}. ${encoder.cannotSee === null ? '' : escapeHtml(encoder.cannotSee)} Perplexity by ${escapeHtml(judge)}.</p>
${[...privateWords(report), ...settingsWords(report), ...ksByScoreWords(attacks), ...emptyWords(attacks), ...notes].map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}`,
		},
		origin,
	);
}
