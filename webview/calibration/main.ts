// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import '../shared/schemas.ts';
import {
	CalibrationPanelChanged,
	CancelFromPanel,
	CompareProfile,
	DropCalibrationData,
	GetCalibrationReport,
	OpenCalibrationPanel,
	OpenFromPanel,
	PickCalibrationData,
	PickProfileToCompare,
	RetryCalibrationPreview,
	SaveFromPanel,
	SetCalibrationOptions,
	StartFromPanel,
	TryThreshold,
	UseProfile,
	type CalibrationPanelState,
} from '../../src/protocol/calibration-panel.ts';
import { SaveExport, type ExportFormat } from '../../src/protocol/post-message.ts';
import { readersInWords } from '../../src/protocol/calibration-text.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { connectToHost } from '../shared/host.ts';
import { rememberedScroll, rememberScroll } from '../shared/scroll.ts';
import { onThemeChange } from '../shared/theme-colors.ts';
import { asCsv, asJson, exportName } from './exports.ts';
import { firstShown } from './first-shown.ts';
import { recalled, rememberPage, rememberState, type PageMemory } from './saved-state.ts';
import { Thresholds } from './thresholds.ts';
import { CalibrationView } from './view.ts';
import { doneWords } from './words.ts';

const connection = connectToHost();
let state: CalibrationPanelState | undefined;
let thresholds: Thresholds | undefined;
let chosen: string | undefined;
let setupOpen = true;
/** The moved thresholds as they were when the profile was saved. */
let savedMoves: string | null = null;
/** Of the comparisons that were asked for from outside, the last one made here: each is made once. */
let compared = 0;
/** Of which run the report is on its way. */
let fetching: string | undefined;

/** Runs what a control asks for; what goes wrong is said in the panel. */
function run(work: () => Promise<unknown>): void {
	work().catch(complain);
}
function complain(error: unknown): void {
	view.complain(error instanceof Error ? error.message : String(error));
}

const root = document.getElementById('panel');
if (root === null) throw new Error('The page has no place for the panel.');
const view = new CalibrationView(root, {
	pick: (from) => {
		run(() => ask(connection, PickCalibrationData, { from }));
	},
	drop: (path) => {
		run(() => ask(connection, DropCalibrationData, { path }));
	},
	retry: () => {
		run(() => ask(connection, RetryCalibrationPreview, null));
	},
	setOptions: (options, edit) => {
		run(() => ask(connection, SetCalibrationOptions, { options, edit }));
	},
	start: () => {
		// The data are read before the run has a name.
		const takeBack = view.say('Starting…');
		run(async () => {
			await ask(connection, StartFromPanel, null);
			takeBack();
		});
	},
	cancel: () => {
		run(() => ask(connection, CancelFromPanel, null));
	},
	choose,
	move: (id, threshold) => {
		thresholds?.move(id, threshold);
		rememberView();
		if (state !== undefined) view.profile.show(state, movedSince());
	},
	open: ({ place }) => {
		if (place === null) return;
		const { file, start, end } = place;
		run(() => ask(connection, OpenFromPanel, { path: file, at: { start, end } }));
	},
	openFile: (path, at = null) => {
		run(() => ask(connection, OpenFromPanel, { path, at }));
	},
	save: () => {
		run(save);
	},
	use: (path) => {
		run(() => ask(connection, UseProfile, { path }));
	},
	compare: (path) => {
		run(() => compare(path));
	},
	pickProfile: () => {
		run(() => ask(connection, PickProfileToCompare, null));
	},
	exportAs: (format) => {
		run(() => exportAs(format));
	},
	setupToggled: (open) => {
		setupOpen = open;
		rememberView();
	},
});

function show(next: CalibrationPanelState): void {
	const before = state?.run;
	state = next;
	rememberState(next);
	view.show(next, movedSince());
	const { run: now } = next;
	if (now?.state.kind === 'done') {
		if (thresholds?.report.run !== now.run || before?.state.kind !== 'done')
			run(() => fetchReport(now.run, before?.state.kind === 'measuring' || before?.state.kind === 'fitting'));
	} else if (now !== null && thresholds !== undefined && (now.state.kind === 'measuring' || now.state.kind === 'fitting')) {
		// The old run's results make room for the new one's.
		thresholds = undefined;
		view.showReport(undefined, new Map());
		view.profile.showComparison(undefined);
	}
	run(compareIfAsked);
}

/** `fresh`: the run ended before our eyes. */
async function fetchReport(wanted: string, fresh: boolean): Promise<void> {
	if (fetching === wanted) return;
	fetching = wanted;
	try {
		const report = await ask(connection, GetCalibrationReport, { run: wanted });
		if (state?.run?.run !== wanted) return;
		const left = recalled().view;
		const known = left?.run === wanted && !fresh ? left : undefined;
		thresholds = new Thresholds(
			report,
			(asked) => ask(connection, TryThreshold, asked),
			(detector, point) => {
				view.results.setPoint(detector, point);
				if (detector.id === chosen) view.results.detector.setPoint(point);
			},
			complain,
		);
		savedMoves = known?.saved ?? null;
		view.showReport(report, thresholds.points);
		view.openSetup((setupOpen = known?.setupOpen ?? false));
		for (const { id, threshold } of known?.moved ?? []) thresholds.move(id, threshold);
		choose(known?.chosen ?? firstShown(report)?.id ?? '');
		view.show(state, movedSince());
		if (fresh) view.say(doneWords(report));
		if (!(await compareIfAsked()) && known !== undefined) window.scrollTo(0, rememberedScroll());
	} finally {
		fetching = undefined;
	}
}

function choose(id: string): void {
	const detector = thresholds?.report.detectors.find((one) => one.id === id);
	if (thresholds === undefined || detector === undefined) return;
	chosen = id;
	view.results.choose(detector, thresholds.of(detector), thresholds.pointOf(detector));
	rememberView();
}

async function save(): Promise<void> {
	if (thresholds === undefined) return;
	const { report, moved } = thresholds;
	const { file } = await ask(connection, SaveFromPanel, { run: report.run, name: report.name, moved });
	view.say(file === null ? 'Nothing was saved.' : '');
	if (file === null) return;
	savedMoves = JSON.stringify(moved);
	rememberView();
	if (state !== undefined) view.profile.show(state, movedSince());
}

/** Makes a comparison that was asked for from outside and has not been made yet; whether there was one. */
async function compareIfAsked(): Promise<boolean> {
	const wanted = state?.compareWith ?? null;
	if (thresholds === undefined || wanted === null || wanted.asked === compared) return false;
	compared = wanted.asked;
	await compare(wanted.path);
	return true;
}

async function compare(path: string): Promise<void> {
	if (thresholds === undefined) return;
	const comparison = await ask(connection, CompareProfile, { run: thresholds.report.run, file: path, moved: thresholds.moved });
	view.profile.showComparison(comparison);
	view.profile.root.scrollIntoView();
}

async function exportAs(format: ExportFormat): Promise<void> {
	if (thresholds === undefined) return;
	const { report, points } = thresholds;
	const detector = report.detectors.find(({ id }) => id === chosen);
	const content =
		format === 'png'
			? view.results.detector.picture(
					`${detector?.title ?? ''} (${report.name}${report.readers.length === 0 ? '' : `, read by ${readersInWords(report.readers)}`})`,
				)
			: format === 'csv'
				? asCsv(report, points)
				: asJson(report, points);
	const { saved } = await ask(connection, SaveExport, { format, name: exportName(report), content });
	view.say(saved ? `Saved as ${format.toUpperCase()}.` : 'Nothing was saved.');
}

function movedSince(): boolean {
	return savedMoves !== null && thresholds !== undefined && savedMoves !== JSON.stringify(thresholds.moved);
}

function rememberView(): void {
	if (thresholds === undefined) return;
	const memory: PageMemory = { run: thresholds.report.run, chosen: chosen ?? null, setupOpen, moved: thresholds.moved, saved: savedMoves };
	rememberPage(memory);
}

receive(connection, CalibrationPanelChanged, show, (message) => {
	view.complain(message);
});
connection.listen();
onThemeChange(() => {
	view.recolor();
});
view.showReport(undefined, new Map());

rememberScroll();
run(async () => {
	show(await ask(connection, OpenCalibrationPanel, null));
});
