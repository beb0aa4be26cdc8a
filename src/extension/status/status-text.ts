import { starterJudges } from '../../report/starter-words.ts';
import { programMeaning, programName, silenceInWords } from '../../protocol/models.ts';
import type { AnalysisState, HeatmapMeasure, ModelState } from '../../protocol/requests.ts';
import { likenessWords } from '../../report/likeness-words.ts';
import type { RunningProgram } from '../../running-program.ts';
import { plural } from '../../wording/phrases.ts';
import { legendMarkdown, measureTitles, sourcesMarkdown } from '../heatmap/legend.ts';
import type { ConnectionState } from '../runner/client.ts';
import type { HeatmapMode } from '../settings.ts';
import { sentenceOf } from '../vscode/failure.ts';

/** How a document's analysis stands, for the status bar: text, tooltip, the command a click runs, whether it warns. */
export interface AnalysisText {
	readonly text: string;
	readonly tooltip: string;
	/** Spoken by screen readers in place of the text with its icons. */
	readonly label: string;
	readonly command: string | undefined;
	readonly warn: boolean;
}

/** Undefined: nothing to show. */
export function analysisText(state: AnalysisState): AnalysisText | undefined {
	const item = (icon: string, label: string, tooltip: string, command?: string, warn = false): AnalysisText => ({
		text: `$(${icon}) ${label}`,
		label,
		tooltip,
		command,
		warn,
	});
	switch (state.kind) {
		case 'none':
			return undefined;
		case 'idle':
			return item('beaker', 'Analyze', 'This trace has not been analyzed. Click to analyze it.', 'ragAssay.analyzeFile');
		case 'queued':
			return item('watch', 'Waiting', 'Waiting for other analyses. Click to cancel.', 'ragAssay.cancelAnalysis');
		case 'running': {
			const share = state.total > 0 ? ` ${Math.floor(Math.min(1, state.done / state.total) * 100)}%` : '';
			return item(
				'loading~spin',
				`Analyzing${share}`,
				`${state.doing === undefined ? '' : `${state.doing.replace(/[^.…]$/u, '$&.')} `}Click to cancel.`,
				'ragAssay.cancelAnalysis',
			);
		}
		case 'done':
			return done(state);
		case 'no-response':
			return item(
				'sparkle',
				'No response',
				'This trace has no response. Click to generate one, or write it below the line ## Response.',
				'ragAssay.generateResponse',
			);
		case 'failed':
			return item(
				'warning',
				'Not analyzed',
				`${state.error.message}${state.error.hint === undefined ? '' : ` ${state.error.hint}`} (${state.error.code})\n\nClick to try again.`,
				'ragAssay.analyzeFile',
				true,
			);
		case 'cancelled':
			return item('circle-slash', 'Canceled', 'The analysis was canceled. Click to analyze again.', 'ragAssay.analyzeFile');
	}
}

function done({ findings, profile, notes, cut, refused, notJudged, likeness }: Extract<AnalysisState, { kind: 'done' }>): AnalysisText {
	const unjudged = findings === 0 && notJudged !== undefined ? notJudged : null;
	// Without a profile, no findings are no good news.
	const none = profile === null ? 'No profile' : 'No findings';
	const verdict = unjudged !== null ? 'Not judged' : findings === 0 ? none : plural(findings, 'finding');
	const unlike = likeness === undefined ? null : likenessWords(likeness);
	const label = [
		verdict,
		...(profile === null && findings > 0 ? ['no profile'] : []),
		...(cut ? ['trace cut'] : []),
		...(unlike === null ? [] : ['unlike data']),
	].join(', ');
	const first =
		refused !== undefined
			? `${sentenceOf(refused)}\n\nYou see colors and numbers, and ${starterJudges}.`
			: notJudged !== undefined
				? `${notJudged.charAt(0).toUpperCase()}${notJudged.slice(1)}.`
				: profile === null
					? `No profile fits this model. You see colors and numbers, and ${starterJudges}.`
					: `Judged by the profile ${profile}.`;
	return {
		text: `$(${unlike !== null ? 'warning' : profile === null || unjudged !== null ? 'info' : findings === 0 ? 'pass' : 'search'}) ${label}`,
		label,
		tooltip: [first, ...(unlike === null ? [] : [unlike]), ...notes, 'Click to list the sentences.'].join('\n\n'),
		command: 'ragAssay.listSentences',
		warn: false,
	};
}

export const modeNames: Readonly<Record<HeatmapMode, string>> = { auto: 'Automatic', ...measureTitles, off: 'Off' };

/** What a document is colored by. */
export interface ShownMeasure {
	readonly measure: HeatmapMeasure;
	readonly edges: readonly number[];
	readonly missing: string | null;
	/** The tints beside the response: by source color, how many texts have it, and the IDs of contexts. */
	readonly sources: readonly (readonly unknown[])[];
	readonly contexts: readonly (readonly string[])[];
}

/** The status bar's words on the heatmap; `tooltip` is Markdown with HTML. `shown`: what the active document has, when it has colors. */
export function heatmapText(
	mode: HeatmapMode,
	shown: ShownMeasure | undefined,
): { readonly text: string; readonly label: string; readonly tooltip: string } {
	const measure = mode === 'auto' ? shown?.measure : mode;
	const name = modeNames[measure ?? mode];
	// The painting of another mode, until its own has come.
	const missing = shown === undefined || shown.measure !== measure ? null : shown.missing;
	return {
		text: `$(symbol-color) ${name}${missing === null ? '' : ' $(circle-slash)'}`,
		label: `Heatmap: ${name}${missing === null ? '' : `. Nothing is colored: ${missing}`}`,
		tooltip:
			measure === undefined || measure === 'off'
				? `${measure === undefined ? 'Suspicion where a classifier has judged the response, the confidence gap elsewhere.' : 'The heatmap is off.'} Click to choose one.`
				: [
						legendMarkdown(measure, shown?.measure === measure ? shown.edges : undefined),
						...(missing === null ? [] : [`Nothing is colored: ${missing}`]),
						...(shown === undefined ? [] : sourcesMarkdown(shown)),
						'Underlined: flagged. Faint: the text has changed since.',
						'Click to switch.',
					].join('\n\n'),
	};
}

/** What the language status item says of the model and the runner. */
export interface ModelText {
	readonly text: string;
	readonly detail: string;
	readonly severity: 'information' | 'warning' | 'error';
	readonly busy: boolean;
}

/** `model` is what the runner last said; undefined before it has said anything. */
export function modelText(connection: ConnectionState, model: ModelState | undefined): ModelText {
	switch (connection) {
		case 'stopped':
			return plain('RAG Assay', 'The runner is not started yet.');
		case 'starting':
			return { ...plain('RAG Assay', 'Starting the runner…'), busy: true };
		case 'restarting':
			return { text: 'RAG Assay', detail: 'The runner ended and is being started again…', severity: 'warning', busy: true };
		case 'given-up':
			return { text: 'RAG Assay', detail: 'The runner has stopped. Run "RAG Assay: Restart Runner".', severity: 'error', busy: false };
		case 'running':
			return model === undefined ? plain('RAG Assay', 'No model loaded yet.') : ofModel(model);
	}
}

function ofModel(model: ModelState): ModelText {
	const shown = ofState(model);
	return model.silence === null
		? shown
		: { ...shown, detail: `${shown.detail.replace(/[^.…]$/u, '$&.')} ${silenceInWords(model.silence)}`, severity: 'warning' };
}

function ofState(model: ModelState): ModelText {
	const text = `Read by ${model.model ?? 'no model'}`;
	const where = [model.device, model.dtype, model.memory === null ? null : `${Math.round(model.memory / 2 ** 20).toLocaleString('en')} MiB`]
		.filter((part) => part !== null)
		.join(', ');
	const jobs = model.jobs > 1 ? ` (${model.jobs} jobs)` : '';
	switch (model.state) {
		case 'unloaded':
			return plain(model.model === null ? 'RAG Assay' : text, 'The model is not loaded. RAG Assay loads it when it needs it.');
		case 'loading':
			return { ...plain(text, loadingText(model.loading)), busy: true };
		case 'working':
			return { ...plain(text, `${where}: working${jobs}${model.needs === null ? '' : ` · ${model.needs}`}`), busy: true };
		case 'restarting':
			return { text, detail: 'The model process ended and is being started again…', severity: 'warning', busy: true };
		case 'failed':
			return {
				text: `${model.model ?? 'The model'} is not loaded`,
				detail:
					model.error === null
						? 'The model could not be loaded.'
						: `${model.error.message}${model.error.hint === undefined ? '' : ` ${model.error.hint}`}`,
				severity: 'error',
				busy: false,
			};
		case 'ready':
			return model.notes.length > 0
				? { text, detail: [where, ...model.notes].join(' · '), severity: 'warning', busy: false }
				: plain(text, `${where}: ready${model.profile === null ? '' : ` · profile ${model.profile}`}`);
	}
}

/** What a load is at: `Downloading model.onnx: 40%`. */
export function loadingText(loading: ModelState['loading']): string {
	if (loading === null) return 'Loading the model…';
	return loading.total > 0 ? `${loading.message}: ${Math.floor(100 * Math.min(1, loading.done / loading.total))}%` : `${loading.message}…`;
}

function plain(text: string, detail: string): ModelText {
	return { text, detail, severity: 'information', busy: false };
}

/** The status bar's words on the profile that judges. */
export interface ProfileText {
	readonly text: string;
	/** Markdown, in which what a file wrote is text. */
	readonly tooltip: string;
	/** Spoken by screen readers in place of the text with its icons. */
	readonly label: string;
	readonly warn: boolean;
}

/** Undefined as long as nobody knows whether a profile fits. */
export function profileText({
	model,
	profile,
	profileProblem,
	profileLeft,
}: Pick<ModelState, 'model' | 'profile' | 'profileProblem' | 'profileLeft'>): ProfileText | undefined {
	if (profileProblem !== null) {
		return {
			text: '$(warning) No profile',
			label: `No profile: ${profileProblem}`,
			warn: true,
			tooltip: [
				...profileProblem.split('\n').map(escaped),
				`You see scores and colors. Until a profile fits, ${starterJudges}.`,
				'[Use another profile…](command:ragAssay.useProfile) · [Calibrate this model…](command:ragAssay.calibrate)',
			].join('\n\n'),
		};
	}
	if (profile === null) return undefined;
	const inPart = profileLeft.length > 0;
	return {
		text: `$(law) ${profile.replaceAll('$(', '$\u200b(')}${inPart ? ' (in part)' : ''}`,
		label: [`Profile: ${profile}${inPart ? ', in part.' : ''}`, ...profileLeft].join(' '),
		// What is left out may be meant for another reader, which is no fault.
		warn: false,
		tooltip: [
			inPart
				? `Findings come from a part of the profile **${escaped(profile)}**.`
				: `Findings come from the profile **${escaped(profile)}**, calibrated for the model **${escaped(model ?? '')}**.`,
			...profileLeft.map(escaped),
			'[Use another profile…](command:ragAssay.useProfile) · [Calibrate…](command:ragAssay.calibrate)',
		].join('\n\n'),
	};
}

function escaped(text: string): string {
	return text.replaceAll(/[\\`*_{}[\]<>()#+\-.!|~&$]/g, String.raw`\$&`);
}

/** What the status item says of the program that runs the runner; `undefined` while none runs. */
export function programText(program: RunningProgram | undefined): { readonly text: string; readonly detail: string } | undefined {
	if (program === undefined) return undefined;
	const meaning = programMeaning(program);
	return meaning === null
		? { text: `Runs on Node.js ${program.node}`, detail: program.path }
		: { text: "Runs on the editor's own program", detail: `${sentence(programName(program))} ${meaning}` };
}

function sentence(words: string): string {
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
