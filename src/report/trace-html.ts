import {
	isAboutResponse,
	isAboutValue,
	type AnalysisRecord,
	type AnalysisSentence,
	type Finding,
	type SpadVerdict,
} from '../formats/analysis-record.ts';
import { sentenceVerdicts, type SentenceVerdict } from '../formats/sentence-verdict.ts';
import { decimal, withinBound } from '../wording/numbers.ts';
import { shownReasons } from './main-reasons.ts';
import { noJudgeWords, notJudgedWords, sentenceVerdictWords } from './not-judged-words.ts';
import { plural } from '../wording/phrases.ts';
import { closedBookFigures, closedBookVerdict } from './closed-book-words.ts';
import { recordedInWords } from './recorded-words.ts';
import { responseVerdictWords } from './response-verdict-words.ts';
import { influenceWords, isUnjudgedByRepcs, repcsVerdict } from './repcs-words.ts';
import { countByContext, flaggedOriginsInWords } from './word-origin-words.ts';
import { escapeHtml, scriptJson } from './markup.ts';
import { openFindings, type ReportSection, type ReportTrace } from './report-subject.ts';
import { responseHtml, tokenData } from './response-html.ts';
import { contextHueCount } from './style.ts';
import { isByStarter } from './starter-words.ts';
import { evidenceInWords, missingInWords, supportInWords } from './value-words.ts';

/** A long context scrolls in a box of its own, beyond this many characters. */
const longSection = 1200;

function promptHtml(sections: readonly ReportSection[], record: AnalysisRecord): string {
	let context = -1;
	return sections
		.map(({ kind, name, text }) => {
			if (kind === 'context') context++;
			const tint = kind === 'context' ? ` k${context % contextHueCount}` : '';
			const label = { system: 'System', query: 'Query', reference: 'Reference (not shown to the model)', context: `Context ${name}` }[kind];
			const long = text.length > longSection;
			return `<div dir="auto" class="part${tint}${long ? ' long' : ''}"${kind === 'context' ? ` data-context="${context}"` : ''}><b>${escapeHtml(label)}${kind === 'context' ? shareHtml(name, record) : ''}</b><div${long ? ' tabindex="0"' : ''}>${escapeHtml(text)}</div></div>`;
		})
		.join('\n');
}

/** Returns how many words of the response come from a context. */
function shareHtml(id: string, { wordOrigins }: AnalysisRecord): string {
	if (wordOrigins === undefined || wordOrigins.words.length === 0) return '';
	const count = countByContext(wordOrigins.words, wordOrigins.contexts).find((one) => one.id === id);
	if (count === undefined) return ' (not read)';
	return count.words === 0
		? ' (no content word depends on this context)'
		: ` (${count.words} of ${plural(wordOrigins.words.length, 'content word')} ${count.words === 1 ? 'depends' : 'depend'} on this context)`;
}

function verdictCell(verdict: SentenceVerdict, record: AnalysisRecord): string {
	const ignored = 'ignored' in verdict && verdict.ignored ? ' (ignored)' : '';
	const words = escapeHtml(sentenceVerdictWords(verdict, noJudgeWords(record)));
	if (verdict.kind === 'supported') return `<td class="verdict v-grounded">\u2713 ${words}</td>`;
	if (verdict.kind === 'profile' && verdict.verdict !== 'grounded')
		return `<td class="verdict v-${verdict.verdict}">\u26a0 ${words}${ignored}</td>`;
	return verdict.kind === 'value' || (verdict.kind === 'starter' && verdict.flagged)
		? `<td class="verdict v-ungrounded">${words}${ignored}</td>`
		: `<td>${words}</td>`;
}

/** What a classifier says of a sentence that it judges. */
function judgedSpad({ spad }: AnalysisSentence): SpadVerdict | null {
	return spad?.hallucinated === null ? null : spad;
}

function numberCell(value: number | null): string {
	return `<td class="num">${value === null ? '\u2013' : decimal(value)}</td>`;
}

function sentenceRows(trace: ReportTrace): string {
	const { record, response } = trace;
	const found = sentenceVerdicts(record);
	let token = 0;
	const judged = judgeOf(record) !== undefined;
	const beside = hasPaper(record);
	const isRead = record.model !== null;
	return record.sentences
		.map((s, i) => {
			const text = response.text.slice(s.start - response.start, s.end - response.start).trim();
			while (token < record.tokens.length - 1 && record.tokens[token]!.end <= s.start) token++;
			const spad = judgedSpad(s);
			return (
				`<tr><td class="num">${isRead ? `<a href="#" data-to="${token}" aria-label="Go to sentence ${i + 1}">${i + 1}</a>` : i + 1}</td><td>${escapeHtml(text)}${reasonsHtml(s.spad)}${originsHtml(record, s)}${isRead ? '' : evidenceHtml(record, s)}</td>` +
				// The verdict and what it rests on come first: a narrow window shows them without scrolling.
				verdictCell(found[i]!, record) +
				(judged ? numberCell(spad?.probability ?? null) : '') +
				(beside ? numberCell(spad?.paper?.probability ?? null) : '') +
				(isRead
					? numberCell(s.notJudged === undefined ? s.score : null) + numberCell(s.entropyMean) + numberCell(s.cgMean) + numberCell(s.cgTop5)
					: '') +
				'</tr>'
			);
		})
		.join('\n');
}

/** What the texts say of a sentence that no model has read: words that no context has, and the sentence of a context that is most like it. */
function evidenceHtml({ support }: AnalysisRecord, { start }: AnalysisSentence): string {
	const sentence = support?.sentences.find((one) => one.start === start);
	if (support === undefined || sentence === undefined) return '';
	return [missingInWords(sentence, support.values), evidenceInWords(sentence, (text) => text)]
		.map((line) => (line === null ? '' : `<span class="reason">${escapeHtml(line)}</span>`))
		.join('');
}

/** Why a sentence is flagged, in words. */
function reasonsHtml(spad: SpadVerdict | null): string {
	if (spad?.hallucinated !== true) return '';
	return shownReasons(spad, 3)
		.map((text) => `<span class="reason">${escapeHtml(text)}</span>`)
		.join('');
}

/** Where the words of a flagged sentence come from. */
function originsHtml(record: AnalysisRecord, sentence: AnalysisSentence): string {
	return flaggedOriginsInWords(record, sentence)
		.map((line) => `<span class="reason">${escapeHtml(line)}</span>`)
		.join('');
}

/** The verdict on the whole response, as the editor says it above the response. */
function verdictHtml(record: AnalysisRecord): string {
	const words = responseVerdictWords(sentenceVerdicts(record), noJudgeWords(record));
	return words === null ? '' : `<p class="response-verdict">${escapeHtml(words)}</p>\n`;
}

/** What the starter profile flags, and values that contexts contradict or do not have. */
function valuesHtml({ findings }: AnalysisRecord): string {
	const found = findings.filter((finding) => isAboutValue(finding) || isByStarter(finding));
	if (found.length === 0) return '';
	const sign = (finding: Finding): string => (finding.ignored ? '(ignored) ' : finding.severity === 'info' ? '' : '\u26a0 ');
	return `<p>${found.map((finding) => `<span class="reason${finding.ignored ? '' : ' v-ungrounded'}">${sign(finding)}${escapeHtml(finding.message)}</span>`).join('')}</p>\n`;
}

/** Why a response is flagged as a whole, in words. */
function responseReasonsHtml({ response }: AnalysisRecord): string {
	const spad = response?.spad ?? null;
	if (spad?.hallucinated !== true || shownReasons(spad, 1).length === 0) return '';
	const head = 'Why it is flagged';
	return `<p class="meta">${head}:${shownReasons(spad, 3)
		.map((text) => `<span class="reason">${escapeHtml(text)}</span>`)
		.join('')}</p>\n`;
}

/** What the trace's own file says of the answer. */
function recordedHtml({ record: { recorded }, response }: ReportTrace): string {
	if (recorded === undefined) return '';
	return recordedInWords(recorded, response)
		.map((line) => `<p class="meta">${escapeHtml(line)}</p>\n`)
		.join('');
}

/** Whether the paper's classifier spoke of sentences beside the one that judged them. */
function hasPaper({ sentences }: AnalysisRecord): boolean {
	return sentences.some((sentence) => (judgedSpad(sentence)?.paper ?? null) !== null);
}

/** Name of the classifier that judged sentences, if one did. */
function judgeOf({ sentences }: AnalysisRecord): string | undefined {
	return sentences.flatMap((sentence) => judgedSpad(sentence) ?? [])[0]?.classifier.toUpperCase();
}

function figures(record: AnalysisRecord): string {
	const { repcs, closedBook, response, findings } = record;
	const pairs: [name: string, value: string, style?: string][] = [];
	const flagged = findings.some((f) => isAboutResponse(f) && !f.ignored) ? 'memorised' : '';
	const judge = closedBook !== null && closedBook.threshold !== null ? closedBook : null;
	if (judge !== null) pairs.push(['Memory', closedBookVerdict(judge), flagged]);
	if (judge !== null && judge.notJudged === undefined) pairs.push(['Closed book', closedBookFigures(judge)]);
	if (repcs !== null && isUnjudgedByRepcs(repcs)) {
		const words = notJudgedWords(repcs);
		if (judge === null && words !== null) pairs.push(['Memory', words]);
	} else if (repcs !== null) {
		pairs.push([
			'RePCS Z',
			`${decimal(repcs.z)} nats over ${plural(repcs.tokens, 'token')} (${decimal(repcs.perToken)} each; ${repcsVerdict(repcs, findings, closedBook)})`,
			judge === null ? flagged : '',
		]);
		const beside = influenceWords(repcs);
		if (beside !== null) pairs.push(['Influence', beside]);
	}
	const unjudged = response === null || response.spad === null ? null : notJudgedWords(response.spad);
	if (unjudged !== null) pairs.push(['The whole response', unjudged]);
	else if (response?.score !== null && response?.score !== undefined) {
		const above =
			response.hallucinated === null ? '' : `, ${response.hallucinated ? 'above' : 'not above'} ${decimal(response.threshold ?? 0)}`;
		pairs.push([
			`${response.spad?.classifier.toUpperCase() ?? 'Classifier'} on the whole response${response.spad?.reads === undefined ? '' : ', from its sentences'}`,
			`${decimal(response.score)}${above}`,
		]);
	}
	const paper = response?.spad?.paper ?? null;
	if (paper !== null && unjudged === null)
		pairs.push([
			'SPAD as in the paper, on the whole response',
			`${decimal(paper.probability)}, ${paper.probability > paper.threshold ? 'above' : 'not above'} ${decimal(paper.threshold)}`,
		]);
	const within = withinBound(record.attribution?.errorBound ?? 0);
	if (within !== null) pairs.push(['Sources', `screened: each ${within} of the exact one`]);
	if (record.support !== undefined) pairs.push(['Values and words', supportInWords(record.support)]);
	const readBy = record.model === null ? 'no model' : `${record.model.name} on ${record.model.device}`;
	pairs.push(['Read by', readBy], ['Profile', record.profile?.name ?? 'none']);
	return `<dl class="figures">${pairs.map(([name, value, style = '']) => `<div><dt>${escapeHtml(name)}</dt><dd${style === '' ? '' : ` class="${style}"`}>${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
}

/** One trace as an `<article>` with the id `trace-<index>`. */
export function traceHtml(trace: ReportTrace, index: number): string {
	const { record } = trace;
	const title = record.trace.id;
	const judge = judgeOf(record);
	const open = openFindings(record) > 0;
	const isRead = record.model !== null;
	return `<article id="trace-${index}" aria-labelledby="title-${index}"${open ? ' class="found"' : ''}>
<h2 id="title-${index}">${escapeHtml(title)}</h2>
<p class="meta">${escapeHtml(record.file)}</p>
${verdictHtml(record)}${valuesHtml(record)}${responseReasonsHtml(record)}${recordedHtml(trace)}${record.notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`).join('\n')}
<div${isRead ? ' class="grid"' : ''}>
<div>
<h3>Response</h3>
<div class="text response"${isRead ? ' role="group" aria-label="Response, token by token; the arrow keys move"' : ''} dir="auto">${responseHtml(record, trace.response)}</div>
<details${open ? ' open' : ''}><summary>Sentences</summary>
<div class="wide"><table>
<thead><tr><th class="num" scope="col">#</th><th scope="col">Sentence</th><th scope="col">Verdict</th>${judge === undefined ? '' : `<th class="num" scope="col">${escapeHtml(judge)}</th>`}${hasPaper(record) ? '<th class="num" scope="col">SPAD (paper)</th>' : ''}${isRead ? '<th class="num" scope="col">Suspicion</th><th class="num" scope="col">Mean entropy</th><th class="num" scope="col">CG</th><th class="num" scope="col">CG top 5</th>' : ''}</tr></thead>
<tbody>${sentenceRows(trace)}</tbody></table></div>
</details>
<h3>Prompt</h3>
${promptHtml(trace.sections, record)}
<details><summary>Numbers</summary>
${figures(record)}
</details>
</div>
${isRead ? '<aside aria-label="Token details" aria-live="polite"><h3>Token</h3><div><p>Point at a token of the response, or move there with <kbd>Tab</kbd> and the arrow keys.</p></div></aside>\n' : ''}</div>
<script type="application/json">${scriptJson(
		tokenData(
			record,
			trace.sections.filter(({ kind }) => kind === 'context').map(({ name }) => name),
		),
	)}</script>
</article>`;
}
