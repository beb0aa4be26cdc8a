// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import '../shared/schemas.ts';
import {
	ExportScreening,
	GetScreenedQuery,
	GoToQuery,
	MarkScreenedQuery,
	OpenQueryPanel,
	OpenRetrieved,
	PickForScreening,
	QueryPanelChanged,
	QueryRowsChanged,
	RunScreening,
	StopScreening,
	TrustForScreening,
	type QueryPanelState,
	type QueryRow,
} from '../../src/protocol/query-panel.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { connectToHost } from '../shared/host.ts';
import { Newest } from '../shared/newest.ts';
import { rememberedScroll, rememberScroll } from '../shared/scroll.ts';
import { onThemeChange } from '../shared/theme-colors.ts';
import { recalled, rememberChosen, rememberList } from './saved-state.ts';
import { QueryScreeningView } from './view.ts';

const connection = connectToHost();
const rows = new Map<number, QueryRow>();
let state: QueryPanelState | undefined;
/** The run whose rows are held. */
let held = -1;
let chosen: QueryRow | undefined;
/** The query that a person chose, by its id: another run may screen it again. */
let wanted = recalled().chosen ?? null;

/** Runs what a control asks for; what goes wrong is said in the panel. */
function run(work: () => Promise<unknown>): void {
	view.say('');
	work().catch(complain);
}
function complain(error: unknown): void {
	view.say(error instanceof Error ? error.message : String(error), true);
}

const details = new Newest(
	({ run: of, at }: { readonly run: number; readonly at: number }) => ask(connection, GetScreenedQuery, { run: of, at }),
	(record, { run: of, at }) => {
		if (of === held && at === chosen?.at) view.detail.show(record ?? undefined);
	},
	complain,
);

/** Where the chosen query is; nothing is asked for where none is. */
function ofChosen(work: (place: { readonly run: number; readonly at: number }) => Promise<unknown>): void {
	if (chosen === undefined) return;
	const place = { run: held, at: chosen.at };
	run(() => work(place));
}

const root = document.getElementById('panel');
if (root === null) throw new Error('The page has no place for the panel.');
const view = new QueryScreeningView(root, {
	list: {
		chosen: (row) => {
			wanted = row.id;
			rememberChosen(wanted);
			choose(row);
		},
		listChanged: rememberList,
		goTo: () => ofChosen((place) => ask(connection, GoToQuery, place)),
		openDocument: () => view.detail.openTarget(),
		mark: () => view.detail.toggleMark(),
	},
	detail: {
		openDocument: (id) => ofChosen((place) => ask(connection, OpenRetrieved, { ...place, id })),
		goTo: () => ofChosen((place) => ask(connection, GoToQuery, place)),
		mark: (benign) => ofChosen((place) => ask(connection, MarkScreenedQuery, { ...place, benign })),
	},
	pick: (what) => run(() => ask(connection, PickForScreening, { what })),
	run: (live) => run(() => ask(connection, RunScreening, { live })),
	stop: () => run(() => ask(connection, StopScreening, null)),
	exportAs: (format) =>
		run(async () => {
			const { saved } = await ask(connection, ExportScreening, { format });
			view.say(saved ? 'Saved.' : 'Nothing was saved.');
		}),
	trust: () => run(() => ask(connection, TrustForScreening, null)),
});

function choose(row: QueryRow): void {
	chosen = row;
	view.list.choose(row.at);
	details.want({ run: held, at: row.at });
}

function became(next: QueryPanelState): void {
	state = next;
	if (next.run !== held) {
		held = next.run;
		rows.clear();
		chosen = undefined;
		details.forget();
		view.detail.show(undefined);
		view.list.choose(undefined);
	}
	view.show(next);
	view.list.show(rows, next.unlisted);
	// While rows come, the first flagged one may be yet to come.
	if (chosen === undefined && (next.screening.kind !== 'running' || next.screening.live)) chooseFirst();
}

function took(of: number, some: readonly QueryRow[]): void {
	// Rows of a run that is not known yet come with its state.
	if (of !== held) return;
	for (const row of some) {
		rows.set(row.at, row);
		if (row.at === chosen?.at || (chosen === undefined && row.id === wanted)) choose(row);
	}
	view.list.show(rows, state?.unlisted ?? 0);
}

function chooseFirst(): void {
	const first = view.list.first();
	if (first !== undefined) choose(first);
}

receive(connection, QueryPanelChanged, became, complain);
receive(connection, QueryRowsChanged, ({ run: of, rows: some }) => took(of, some), complain);
connection.listen();
onThemeChange(() => {
	view.detail.chart.draw();
});
const { list } = recalled();
if (list !== undefined) view.list.restore(list);

rememberScroll();
run(async () => {
	const { state: now, rows: some } = await ask(connection, OpenQueryPanel, null);
	became(now);
	took(now.run, some);
	if (chosen === undefined) chooseFirst();
	window.scrollTo(0, rememberedScroll());
});
