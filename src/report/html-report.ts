import { createHash } from 'node:crypto';
import { decimal } from '../wording/numbers.ts';
import { heatEdges, heatMeasures, heatValue, isAlwaysKnown, type HeatMeasure } from '../formats/heat-scale.ts';
import { plural } from '../wording/phrases.ts';
import type { Likeness } from '../formats/data-likeness.ts';
import { likenessWords } from './likeness-words.ts';
import { escapeHtml } from './markup.ts';
import { openFindings, type ReportTrace, type ReportSubject } from './report-subject.ts';
import { script } from './script.ts';
import { stepPrefix } from './response-html.ts';
import { style } from './style.ts';
import { isTokenSource, tokenSourceNames } from '../formats/token-sources.ts';
import { subjectItems, subjectSections, subjectsHtml } from './subjects-html.ts';
import { traceHtml } from './trace-html.ts';

/** What a report says about its own making; given, so that the report is a function of its input alone. */
export interface ReportOrigin {
	/** Version of the product. */
	readonly version: string;
	/** Date and time as shown, such as `2026-11-21 10:00 UTC`. */
	readonly date: string;
	/** How the answers look together beside those of the profile. */
	readonly likeness?: Likeness;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** `checked`: which option is chosen at first, if any of these is. */
function choice(
	name: string,
	label: string,
	options: readonly (readonly [id: string, text: string])[],
	checked: number | null = 0,
): string {
	return `<fieldset><legend hidden>${label}</legend><span aria-hidden="true">${label}</span>${options
		.map(
			([id, text], i) =>
				`<label><input type="radio" name="${name}" id="${id}"${i === checked ? ' checked' : ''}><span>${text}</span></label>`,
		)
		.join('')}</fieldset>`;
}

const shortNames: Readonly<Record<HeatMeasure, string>> = {
	...tokenSourceNames,
	cg: 'confidence gap',
	kl: 'divergence',
	surprise: 'surprise',
	suspicion: 'suspicion',
};

/** Ends of a scale in words. */
function endsOf(measure: HeatMeasure): readonly [low: string, high: string] {
	const edges = heatEdges[measure];
	if (isTokenSource(measure)) return [`took ${decimal(edges[0]!)}`, `+${decimal(edges.at(-1)!)} gave`];
	switch (measure) {
		case 'cg':
			return [`unsettled ${decimal(edges[0]!)}`, `+${decimal(edges.at(-1)!)} surer with the contexts`];
		case 'kl':
			return ['0, as without the contexts', `${decimal(edges.at(-1)!)} moved by it`];
		case 'surprise':
			return ['expected 0', `${decimal(edges.at(-1)!)} surprising`];
		case 'suspicion':
			return ['trusted 0', '1 suspected'];
	}
}

/** The switch of the colors. `measures`: what was computed for any of the traces. */
function measureChoice(measures: readonly HeatMeasure[]): string {
	const options = (some: readonly HeatMeasure[]) => some.map((measure) => [`by-${measure}`, shortNames[measure]] as const);
	const sources = measures.filter(isTokenSource);
	const others = measures.filter((measure) => !isTokenSource(measure));
	return (
		// Where a classifier has judged, its suspicion is what a reader wants to see first.
		choice('by', 'Color by', [...options(others), ['by-none', 'none']], Math.max(0, others.indexOf('suspicion'))) +
		(sources.length === 0 ? '' : choice('by', 'or by source', options(sources), null))
	);
}

function legend(measure: HeatMeasure): string {
	const [low, high] = endsOf(measure);
	const swatches = Array.from({ length: heatEdges[measure].length + 1 }, (_, step) => `<i class="${stepPrefix[measure]}${step}"></i>`).join(
		'',
	);
	return `<div class="legend of-${measure}"><span>${low}</span><span class="scale" aria-hidden="true">${swatches}</span><span>${high}</span></div>`;
}

function overview(traces: readonly TraceSummary[], sections: ReturnType<typeof subjectSections>): string {
	const items = traces.map(({ id, sentences, open }, i) => {
		const result =
			open > 0 ? `<span class="flag">\u26a0 ${plural(open, 'finding')}</span>` : `<span>${plural(sentences, 'sentence')}</span>`;
		return `<li${open > 0 ? ' class="found"' : ''}><a href="#trace-${i}"><span>${escapeHtml(id)}</span>${result}</a></li>`;
	});
	const all = [...items, ...sections.flatMap(subjectItems)];
	return all.length < 2 ? '' : `<nav aria-label="${sections.length === 0 ? 'Traces' : 'Contents'}"><ol>${all.join('\n')}</ol></nav>`;
}

/** How much is wrong with a trace: warnings and errors weigh more than any number of findings that only inform. */
function gravityOf({ record }: ReportTrace): number {
	const open = record.findings.filter(({ ignored }) => !ignored);
	return open.filter(({ severity }) => severity !== 'info').length * 1000 + open.length;
}

/** What the beginning of a page says of a trace. */
interface TraceSummary {
	/** Number of the trace in the order in which traces were added. */
	readonly index: number;
	readonly id: string;
	readonly sentences: number;
	readonly open: number;
	readonly gravity: number;
}

/** What the colors, marks and figures of traces mean. */
const figuresNote =
	"<p>CG is the model's entropy without the contexts minus its entropy with them. Above zero, the contexts made the model surer; below zero, less sure. Divergence (KL) says how far the contexts moved the prediction. RePCS Z is its sum: an answer with little divergence may be recited from memory. Surprise is \u2212ln of the token's probability. Entropies, gaps and divergences are in nats.</p>";

const profileNote =
	'<p>A wavy underline marks a sentence that the contexts do not seem to support, as judged by a classifier, its mean entropy or its CG. A double underline marks a sentence that may be copied from the contexts.</p>';

const sourcesNote =
	'<p>Sources are parts of a token\u2019s probability and add up to it (SPAD): attention to the question, the contexts, the answer so far and the token before, the model\u2019s own layers, the final norm, and the embedding. A part below zero lowered the probability.</p>';

const classifierNote = '<p>A classifier\u2019s probability belongs to the level it was trained on, a sentence or a whole response.</p>';

/**
 * What a page says besides its traces. Traces are added one after another, and their HTML can be written one after another: those of a large file need
 * not be held together.
 */
export class ReportFrame {
	readonly #traces: TraceSummary[] = [];
	readonly #measures = new Set<HeatMeasure>();
	#hasTokens = false;
	#hasProfile = false;
	#hasClassifier = false;
	#hasSources = false;

	/** Adds the next trace. */
	add(trace: ReportTrace): void {
		const { record } = trace;
		const { tokens, sentences, profile, attribution, response } = record;
		for (const measure of heatMeasures)
			if (!this.#measures.has(measure) && (isAlwaysKnown(measure) || tokens.some((token) => heatValue(measure, token) !== null)))
				this.#measures.add(measure);
		// Tokens are what is colored, and what the notes on numbers are about. Without a model there are none.
		this.#hasTokens ||= tokens.length > 0;
		this.#hasProfile ||= profile !== null;
		this.#hasClassifier ||= response !== null || sentences.some(({ spad }) => (spad?.hallucinated ?? null) !== null);
		this.#hasSources ||= attribution !== null;
		this.#traces.push({
			index: this.#traces.length,
			id: record.trace.id,
			sentences: sentences.length,
			open: openFindings(record),
			gravity: gravityOf(trace),
		});
	}

	/** Returns the numbers of the traces in the order of the page: those with findings come first. */
	get order(): number[] {
		return this.#sorted().map(({ index }) => index);
	}

	/** Returns what comes before the first trace. */
	head(origin: ReportOrigin, subjects: readonly ReportSubject[] = []): string {
		const traces = this.#sorted();
		const findings = traces.reduce((sum, { open }) => sum + open, 0) + subjects.reduce((sum, one) => sum + openFindings(one), 0);
		const sections = subjectSections(subjects);
		const hasTraces = traces.length > 0 || sections.length === 0;
		const counts = [
			...(hasTraces ? [plural(traces.length, 'trace')] : []),
			...sections.map(({ count }) => count),
			plural(findings, 'finding'),
		];
		const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;
		const measures = heatMeasures.filter((measure) => this.#measures.has(measure));
		const unlike = origin.likeness === undefined ? null : likenessWords(origin.likeness);
		return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="RAG Assay ${escapeHtml(origin.version)}">
<title>RAG Assay report</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>RAG Assay report</h1>
<p class="meta">${counts.join(', ')}. ${escapeHtml(origin.date)}, version ${escapeHtml(origin.version)}.</p>${unlike === null ? '' : `\n<p class="flag">\u26a0 ${escapeHtml(unlike)}</p>`}
${overview(traces, sections)}
</header>
<div class="bar"><div>
${this.#hasTokens ? `${measureChoice(measures)}\n${measures.map(legend).join('\n')}` : ''}
${
	traces.length > 1
		? choice('show', 'Show', [
				['show-all', 'all'],
				['show-found', 'with findings'],
			])
		: ''
}
${choice('theme', 'Theme', [
	['theme-auto', 'system'],
	['theme-light', 'light'],
	['theme-dark', 'dark'],
])}
</div></div>
<main>
`;
	}

	/** Returns what comes behind the last trace. */
	get tail(): string {
		return `
</main>
<footer>
${this.#hasTokens ? figuresNote : ''}${this.#hasProfile ? profileNote : ''}
${this.#hasSources ? sourcesNote : ''}${this.#hasClassifier ? classifierNote : ''}
</footer>
<script>${script}</script>
</body>
</html>
`;
	}

	#sorted(): TraceSummary[] {
		return this.#traces.toSorted((a, b) => b.gravity - a.gravity);
	}
}

/**
 * One self-contained HTML page: no network, no file beside it, a content security policy by hashes.
 * Traces with findings come first. Everything from a file or a model is escaped. `subjects`: what was judged beside traces, a section for each kind.
 */
export function htmlReport(analyzed: readonly ReportTrace[], origin: ReportOrigin, subjects: readonly ReportSubject[] = []): string {
	const frame = new ReportFrame();
	for (const trace of analyzed) frame.add(trace);
	const traces = frame.order.map((index, i) => traceHtml(analyzed[index]!, i));
	return frame.head(origin, subjects) + [...traces, ...subjectSections(subjects).map(subjectsHtml)].join('\n') + frame.tail;
}
