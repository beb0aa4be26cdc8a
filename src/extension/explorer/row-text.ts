import { errorNumbers, errorRoom } from '../../error-numbers.ts';
import type { SubjectKind } from '../../formats/subject.ts';
import { classesInWords, itemsInWords } from '../../protocol/calibration-text.ts';
import type { CalibrationPreview } from '../../protocol/calibration.ts';
import type { AnalysisState } from '../../protocol/requests.ts';
import { plural } from '../../wording/phrases.ts';
import { likenessWords } from '../../report/likeness-words.ts';

/** What was found in a data set, in one sentence. */
export function sourceText({
	subject,
	items,
	labelled,
	classes,
}: Pick<CalibrationPreview['sources'][number], 'subject' | 'items' | 'labelled' | 'classes'>): string {
	const found = classesInWords(classes);
	return `${itemsInWords(items, [subject])}, ${labelled.toLocaleString('en')} labeled${found === '' ? '' : `: ${found}`}.`;
}

/** What a row of the list says of a profile beside its name. */
export interface ProfileRowText {
	readonly description: string;
	readonly tooltip: string;
	/** For screen readers. */
	readonly label: string;
}

/** `left`: what the runner says of the detectors of the active one that do not judge, a sentence or two each. */
export function profileRowText(
	{ label, path, active, bundled }: { readonly label: string; readonly path: string; readonly active: boolean; readonly bundled: boolean },
	left: readonly string[],
): ProfileRowText {
	const inPart = active && left.length > 0;
	const state = inPart ? ['active in part'] : active ? ['active'] : [];
	return {
		description: [...state, ...(bundled ? ['bundled'] : [])].join(', '),
		tooltip: [path, ...(inPart ? left : [])].join('\n\n'),
		label: [`Profile ${label}`, ...(active ? state : ['not active']), ...(bundled ? ['bundled'] : [])].join(', '),
	};
}

/** What Problems has about a trace. */
export interface TraceProblem {
	/** Of a finding `rag-assay/…`, of a failure `RA…`. */
	readonly code: string;
	/** `hint`: a finding that somebody ignores, or an unimportant remark. */
	readonly severity: 'error' | 'warning' | 'information' | 'hint';
	/** Of a finding: what it is about. */
	readonly subject?: SubjectKind | undefined;
}

export interface TraceVerdict {
	/** Behind the trace's name; empty when nothing is known. */
	readonly text: string;
	/** Name of a codicon. */
	readonly icon: string;
	/** How many findings it has, if it has some. */
	readonly findings?: number;
	/** Why its findings may be false alarms, in words; absent where nothing is known against them. */
	readonly doubt?: string;
}

const finding = /^rag-assay\//;

/** What findings are called behind their count. */
const kinds: Readonly<Record<string, string>> = {
	'rag-assay/ungrounded': 'not supported',
	'rag-assay/leak': 'possibly copied',
	'rag-assay/memorized': 'possibly from memory',
	'rag-assay/value-not-given': 'with a value in no context',
	'rag-assay/value-contradicted': 'with a value that differs',
	'rag-assay/not-judged': 'not judged',
};

/** Whether a problem says that the trace was not analyzed. One of a profile says nothing about the trace, and one of a doubtful head says how it was read. */
function isUnread(code: string): boolean {
	const room = errorRoom(code);
	return room !== undefined && room !== 'profiles' && code !== errorNumbers.doubtfulHead;
}

/** Returns findings by their kind in words, such as `1 not supported, 2 possibly copied`. `counts`: by code. */
export function findingsInWords(counts: Iterable<readonly [code: string, count: number]>): string {
	return [...counts].map(([code, count]) => `${count} ${kinds[code] ?? code.replace(finding, '').replaceAll('-', ' ')}`).join(', ');
}

/** What the list of traces says of one, from what is open (`state`) and from what stands in Problems. */
export function traceVerdict(state: AnalysisState | undefined, problems: readonly TraceProblem[]): TraceVerdict {
	const counts = new Map<string, number>();
	const findings = problems.filter(
		({ code, severity, subject = 'trace' }) => severity !== 'hint' && subject === 'trace' && finding.test(code),
	);
	for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
	if (counts.size > 0) {
		const grave = findings.some(({ severity }) => severity !== 'information');
		const doubt = state?.kind === 'done' && state.likeness !== undefined ? likenessWords(state.likeness) : null;
		return {
			text: findingsInWords(counts),
			icon: grave ? 'warning' : 'info',
			findings: findings.length,
			...(doubt === null ? {} : { doubt }),
		};
	}
	if (problems.some(({ code, severity }) => severity !== 'hint' && isUnread(code)) || state?.kind === 'failed')
		return { text: 'not analyzed', icon: 'error' };
	switch (state?.kind) {
		case 'done':
			// Problems have them in a moment.
			if (state.findings > 0) return { text: plural(state.findings, 'finding'), icon: 'warning', findings: state.findings };
			if (state.notJudged !== undefined) return { text: 'not judged', icon: 'info' };
			return state.profile === null ? { text: 'no profile', icon: 'info' } : { text: 'no findings', icon: 'pass' };
		case 'queued':
		case 'running':
			return { text: 'being analyzed', icon: 'sync' };
		case 'no-response':
			return { text: 'no response', icon: 'circle-outline' };
		case undefined:
		case 'none':
		case 'idle':
		case 'cancelled':
			return { text: '', icon: 'circle-outline' };
	}
}
