import type { Place } from '../errors.ts';
import { subjectKinds, subjectNouns } from '../formats/subject.ts';
import { decimal } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import { escapeHtml } from './markup.ts';
import { openFindings, type ReportSubject } from './report-subject.ts';

/** The subjects of one kind, in their order; `many`: how they are called together. */
interface SubjectSection {
	readonly kind: ReportSubject['subject']['kind'];
	readonly many: string;
	readonly count: string;
	readonly subjects: readonly ReportSubject[];
}

/** A section for each kind that there is. */
export function subjectSections(subjects: readonly ReportSubject[]): SubjectSection[] {
	return subjectKinds.flatMap((kind) => {
		if (kind === 'trace') return [];
		const own = subjects.filter(({ subject }) => subject.kind === kind);
		const { one, many } = subjectNouns[kind];
		return own.length === 0 ? [] : [{ kind, many, count: plural(own.length, one, many), subjects: own }];
	});
}

/** Its subjects as `<section id="KIND-<index>">`, below a heading of their own. */
export function subjectsHtml({ kind, many, subjects }: SubjectSection): string {
	const title = `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
	return `<section class="subjects" aria-labelledby="title-${kind}">
<h2 id="title-${kind}">${title}</h2>
${subjects.map(subjectHtml).join('\n')}
</section>`;
}

/** Of the overview: links to its subjects with what was found. */
export function subjectItems({ kind, subjects }: SubjectSection): string[] {
	return subjects.map((one, i) => {
		const open = openFindings(one);
		const result = open > 0 ? `<span class="flag">\u26a0 ${plural(open, 'finding')}</span>` : `<span>${subjectNouns[kind].one}</span>`;
		return `<li><a href="#${kind}-${i}"><span>${escapeHtml(one.subject.id)}</span>${result}</a></li>`;
	});
}

function subjectHtml(one: ReportSubject, index: number): string {
	const { subject, text, place, findings } = one;
	const id = `${subject.kind}-${index}`;
	return `<section id="${id}" aria-labelledby="title-${id}">
<h3 id="title-${id}">${escapeHtml(subject.id)}</h3>
${place === null ? '' : `<p class="meta">${escapeHtml(placeInWords(place))}</p>\n`}<div class="part" dir="auto"><div>${escapeHtml(text)}</div></div>
${findings.length === 0 ? '<p class="meta">No findings.</p>' : findingsTable(findings)}
</section>`;
}

function findingsTable(findings: ReportSubject['findings']): string {
	const rows = findings.map(
		({ code, method, message, score, threshold, ignored }) =>
			`<tr><td${ignored ? '' : ' class="v-ungrounded"'}>${ignored ? '(ignored) ' : '\u26a0 '}${escapeHtml(message)}</td><td>${escapeHtml(code)}</td><td>${escapeHtml(method)}</td><td class="num">${figure(score)}</td><td class="num">${figure(threshold)}</td></tr>`,
	);
	return `<div class="wide"><table>
<thead><tr><th scope="col">Finding</th><th scope="col">Code</th><th scope="col">Method</th><th class="num" scope="col">Score</th><th class="num" scope="col">Threshold</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function figure(value: number | null): string {
	return value === null ? '\u2013' : decimal(value);
}

/** `store.entries.jsonl:12`. */
function placeInWords({ file, line }: Place): string {
	return line === undefined ? file : `${file}:${line}`;
}
