import * as vscode from 'vscode';
import { errorNumbers } from '../error-numbers.ts';
import {
	AnalysisChanged,
	ClosedAnalysis,
	Analyze,
	HoverActions,
	SetConfiguration,
	TabClosed,
	VisibleDocuments,
	type RunnerSettings,
} from '../protocol/requests.ts';
import { ActiveDocument } from './vscode/active-document.ts';
import { Analyses } from './analyses.ts';
import { Calibration } from './calibration/calibration.ts';
import { currentSettings } from './configuration.ts';
import { ContextKeys } from './context-keys.ts';
import { DisposableList, type Disposable } from './vscode/disposables.ts';
import { closedTraces, mayBeOurs, visibleTraces } from './vscode/documents.ts';
import { DataSetRows } from './explorer/data-set-rows.ts';
import { LegendRows } from './explorer/legend-rows.ts';
import { ProfileList } from './explorer/profile-list.ts';
import { ProfileRows } from './explorer/profile-rows.ts';
import { TraceRows } from './explorer/trace-rows.ts';
import type { RowSource } from './vscode/list-view.ts';
import { sentenceOf, userErrorOf } from './vscode/failure.ts';
import { ReadableDocuments } from './foreign/readable-documents.ts';
import { ServedDocuments } from './foreign/served-documents.ts';
import { Heatmaps } from './heatmap/heatmaps.ts';
import { labelItem } from './labels/label-item.ts';
import { labelSeed } from './labels/label-seed.ts';
import { Labeling } from './labels/labeling.ts';
import { LineEndVerdicts } from './line-end-verdicts.ts';
import { LostAnalyses } from './lost-analyses.ts';
import { MemoryViewModel } from './memory/memory-model.ts';
import { executeFindingCommand } from './commands/sentences.ts';
import { executeMemoryCommand } from './memory/memory-middleware.ts';
import { MemoryRows } from './memory/memory-tree.ts';
import { findProgram } from './runner/find-program.ts';
import { OriginLights } from './origins/origin-highlights.ts';
import { sharedLedger } from './privacy-budget/corpus-folder.ts';
import { PrivacyBudget } from './privacy-budget/privacy-budget.ts';
import { RunnerClient } from './runner/client.ts';
import { executeQueryCommand } from './queries/query-middleware.ts';
import { QueryScreening } from './queries/query-screening.ts';
import { RedactionReview } from './redaction-review/redaction-review.ts';
import { HuggingFaceToken } from './vscode/secrets.ts';
import { changeBetween, heatmapModes, type HeatmapMode, type Settings } from './settings.ts';
import { analysisItem } from './status/analysis-item.ts';
import { heatmapItem } from './status/heatmap-item.ts';
import { ModelItem } from './status/model-item.ts';
import { originItem } from './status/origin-item.ts';
import { ProgramItem } from './status/program-item.ts';
import { profileItem } from './status/profile-item.ts';
import { TextDocuments } from './vscode/text-documents.ts';
import { TokenInspector } from './token-inspector/token-inspector.ts';
import { WhyHover } from './explain-hover.ts';
import { withActions } from './hover-actions.ts';
import { showErrorMessage } from './vscode/messages.ts';

const heatmapKey = 'heatmap.mode';
const programsKey = 'runner.programs';

/** Everything that lives as long as the window, once a trace has been opened or a command been run. */
export interface Session extends Disposable {
	readonly context: vscode.ExtensionContext;
	readonly log: vscode.LogOutputChannel;
	readonly runner: RunnerClient;
	/** Documents of other tools. */
	readonly served: ServedDocuments;
	readonly analyses: Analyses;
	readonly active: ActiveDocument;
	readonly heatmaps: Heatmaps;
	readonly origins: OriginLights;
	readonly keys: ContextKeys;
	readonly token: HuggingFaceToken;
	readonly texts: TextDocuments;
	readonly inspector: TokenInspector;
	readonly calibration: Calibration;
	readonly privacyBudget: PrivacyBudget;
	readonly review: RedactionReview;
	readonly profiles: ProfileList;
	/** What the views of the activity bar list. */
	readonly explorer: Readonly<Record<'profiles' | 'dataSets' | 'traces' | 'legend', RowSource>>;
	readonly traceRows: TraceRows;
	readonly labeling: Labeling;
	readonly why: WhyHover;
	readonly memory: MemoryViewModel;
	readonly memoryRows: MemoryRows;
	readonly queries: QueryScreening;
	readonly settings: Settings;
	/** Shows a heatmap, in this workspace also after a restart of VS Code. */
	showHeatmap(mode: HeatmapMode): Promise<void>;
	/** Hands the present settings and token to the runner. */
	configure(): Promise<void>;
}

export function createSession(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Session {
	const held = new DisposableList();
	let settings = currentSettings();
	for (const problem of settings.problems) log.warn(problem);
	const token = new HuggingFaceToken(context.secrets);
	const optionsOf = async ({ runner }: Settings): Promise<RunnerSettings> => {
		const secret = runner.trusted ? await token.read() : undefined;
		return secret === undefined ? runner : { ...runner, token: secret };
	};
	const script = context.asAbsolutePath('dist/runner.cjs');
	const why = new WhyHover();
	/** What the last process that we started was given; the library starts it again with the same. */
	let started: RunnerSettings | undefined;
	const markQuery = executeQueryCommand((file, ids, benign) => queries.viewModel.marked(file, ids, benign));
	const runner: RunnerClient = held.add(
		new RunnerClient({
			script,
			log,
			settings: async () => {
				const present = settings;
				started = await optionsOf(present);
				return { settings: present, options: started };
			},
			program: (setting) =>
				findProgram({
					script,
					setting,
					workspace: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
					memory: {
						read: () => context.globalState.get<unknown>(programsKey),
						write: (remembered) => {
							logged('remembering programs', Promise.resolve(context.globalState.update(programsKey, remembered)));
						},
					},
					log: (line) => {
						log.info(line);
					},
				}),
			middleware: {
				executeCommand: (command, args, next) =>
					executeMemoryCommand(command, args, (name, given) => markQuery(name, given, (one, its) => executeFindingCommand(one, its, next))),
				provideHover: async (document, position, cancellation, next) => {
					const explained = why.take(document, position);
					if (explained !== undefined) return explained;
					const hover = await next(document, position, cancellation);
					if (hover === null || hover === undefined || !mayBeOurs(document)) return hover;
					try {
						const place = { uri: document.uri.toString(), position: { line: position.line, character: position.character } };
						return withActions(hover, await runner.ask(HoverActions, place, cancellation));
					} catch (error) {
						log.debug(`a hover has no actions: ${sentenceOf(error)}`);
						return hover;
					}
				},
			},
		}),
	);
	const served = held.add(new ServedDocuments(runner));
	held.add(new ReadableDocuments(runner, log));
	const analyses = held.add(new Analyses());
	const active = held.add(new ActiveDocument());
	const keys = held.add(new ContextKeys(analyses, active));
	const texts = held.add(new TextDocuments());
	const heatmaps = held.add(new Heatmaps(runner, analyses, log, savedMode(context, settings), () => settings.heatmap.sources));
	const origins = held.add(new OriginLights(runner, analyses, log, () => settings.origins, heatmaps.onDidChange));
	const lineEnds = held.add(new LineEndVerdicts(() => settings.lineEndVerdicts));
	const inspector = held.add(new TokenInspector({ runner, analyses, log, extension: context.extensionUri }));
	const review = held.add(
		new RedactionReview({
			runner,
			texts,
			log,
			extension: context.extensionUri,
			reviewers: () => settings.review.reviewers,
			ledger: () => sharedLedger() ?? undefined,
		}),
	);
	const profiles = held.add(new ProfileList(context.extensionUri));
	const calibration = held.add(new Calibration({ runner, profiles, log, extension: context.extensionUri }));
	const privacyBudget = held.add(new PrivacyBudget({ runner, log, memory: context.workspaceState, extension: context.extensionUri }));
	const memory = held.add(new MemoryViewModel({ runner, log, memory: context.workspaceState, named: () => settings.memoryStores }));
	const memoryRows = held.add(new MemoryRows(memory));
	const queries = held.add(
		new QueryScreening({
			runner,
			memory,
			texts,
			log,
			workspace: context.workspaceState,
			extension: context.extensionUri,
			settings: () => settings.runner,
		}),
	);
	const traceRows = held.add(new TraceRows(analyses, runner));
	const explorer = {
		profiles: held.add(new ProfileRows(profiles, runner)),
		dataSets: held.add(new DataSetRows(runner)),
		traces: traceRows,
		legend: held.add(new LegendRows(heatmaps, analyses, active)),
	};
	held.add(analysisItem(analyses, active));
	held.add(heatmapItem(heatmaps, analyses, active));
	held.add(originItem(origins));
	held.add(profileItem(runner, analyses, active));
	const labeling = held.add(
		new Labeling({
			runner,
			log,
			seed: labelSeed(vscode.env.machineId),
			onCurrent: (isOpen) => {
				keys.set('labelling', isOpen);
			},
		}),
	);
	held.add(labelItem(labeling));
	held.add(new ModelItem(runner, log));
	held.add(new ProgramItem(runner));

	held.add(
		runner.on(AnalysisChanged, ({ uri, version, state }) => {
			analyses.set(uri, version, state);
		}),
	);
	held.add(
		runner.on(ClosedAnalysis, ({ uri, state }) => {
			analyses.setClosed(uri, state);
		}),
	);
	held.add(
		vscode.workspace.onDidCloseTextDocument(({ uri }) => {
			analyses.forget(uri.toString());
		}),
	);

	const logged = (what: string, task: Promise<unknown>): void => {
		task.catch((error: unknown) => {
			log.error(`${what}: ${sentenceOf(error)}`);
		});
	};
	const tellVisible = (): void => {
		logged('visible documents', runner.tell(VisibleDocuments, { uris: visibleTraces().map((uri) => uri.toString()) }));
	};
	held.add(
		vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
			for (const uri of closedTraces(closed)) logged('closed tab', runner.tell(TabClosed, { uri: uri.toString() }));
		}),
	);
	held.add(vscode.window.onDidChangeVisibleTextEditors(tellVisible));
	held.add(vscode.window.onDidChangeActiveTextEditor(tellVisible));
	const lost = new LostAnalyses({
		statuses: () => analyses.all(),
		versionOf: (uri) => vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri)?.version,
		analyze: (uri) => runner.ask(Analyze, { uri }),
		isLoss: (error) => userErrorOf(error)?.code === errorNumbers.runnerGone,
	});
	held.add(
		runner.onDidChangeState((state) => {
			if (state !== 'running') {
				analyses.forgetClosed();
				return lost.lost();
			}
			tellVisible();
			logged('settings', catchUp());
			logged('lost analyses', lost.back());
		}),
	);
	held.add(
		runner.onDidGiveUp((message) => {
			analyses.abandon();
			logged('message', offerRestart(runner, log, message));
		}),
	);

	const configure = async (): Promise<void> => {
		if (runner.state !== 'running') return;
		// What another model said is stale; what the change does not touch is fetched again.
		heatmaps.forgetAll();
		await runner.ask(SetConfiguration, await optionsOf(settings));
		heatmaps.refresh();
		origins.refresh();
	};
	/** Settings may have changed while the process started, or since the one before it was given its own. */
	const catchUp = async (): Promise<void> => {
		if (JSON.stringify(await optionsOf(settings)) !== JSON.stringify(started)) await configure();
	};
	const reconsider = (): void => {
		const before = settings;
		settings = currentSettings();
		for (const problem of settings.problems.filter((one) => !before.problems.includes(one))) log.warn(problem);
		if (before.heatmap.sources !== settings.heatmap.sources) heatmaps.refresh();
		if (before.lineEndVerdicts !== settings.lineEndVerdicts) lineEnds.refresh();
		if (before.origins !== settings.origins) origins.refresh();
		if (before.heatmap.measure !== settings.heatmap.measure) logged('heatmap', session.showHeatmap(settings.heatmap.measure));
		if (before.memoryStores.join('\n') !== settings.memoryStores.join('\n')) memory.settingsChanged();
		if ((['queryStore', 'queryBenign'] as const).some((key) => before.runner[key] !== settings.runner[key]))
			queries.viewModel.settingsChanged();
		const change = changeBetween(before, settings);
		const isReviewedOtherwise = before.review.reviewers !== settings.review.reviewers || before.runner.author !== settings.runner.author;
		const reviewAgain = async (): Promise<void> => (isReviewedOtherwise ? review.settingsChanged() : undefined);
		if (runner.state === 'stopped') return;
		if (change === 'none') return logged('review', reviewAgain());
		const applied = (change === 'restart' ? runner.requestRestart('settings') : configure()).then(reviewAgain);
		logged(
			'settings',
			applied.catch((error: unknown) => offerRestart(runner, log, `RAG Assay: ${sentenceOf(error)}`)),
		);
	};
	// Whatever an event names: in a remote window VS Code drops the local user's settings of the machine once it knows their scope, a moment
	// after its start, and its event names other sections then (1.139).
	held.add(vscode.workspace.onDidChangeConfiguration(reconsider));
	held.add(vscode.workspace.onDidGrantWorkspaceTrust(reconsider));

	const session: Session = {
		context,
		log,
		runner,
		served,
		analyses,
		active,
		heatmaps,
		origins,
		keys,
		token,
		texts,
		inspector,
		calibration,
		privacyBudget,
		review,
		profiles,
		explorer,
		traceRows,
		labeling,
		why,
		memory,
		memoryRows,
		queries,
		get settings() {
			return settings;
		},
		async showHeatmap(mode) {
			heatmaps.show(mode);
			await context.workspaceState.update(heatmapKey, mode);
		},
		configure,
		dispose: () => {
			held.dispose();
		},
	};
	return session;
}

function savedMode(context: vscode.ExtensionContext, settings: Settings): HeatmapMode {
	const saved = context.workspaceState.get<string>(heatmapKey);
	return heatmapModes.find((mode) => mode === saved) ?? settings.heatmap.measure;
}

async function offerRestart(runner: RunnerClient, log: vscode.LogOutputChannel, message: string): Promise<void> {
	const restart = { title: 'Restart Runner' };
	const answer = await showErrorMessage(message, restart, { title: 'Show Log' });
	if (answer === restart) await runner.requestRestart('asked for in the message');
	else if (answer !== undefined) log.show();
}
