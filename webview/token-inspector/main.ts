// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import '../shared/schemas.ts';
import { SaveExport, type ExportFormat } from '../../src/protocol/post-message.ts';
import {
	AnalyzeInspected,
	InspectorChanged,
	OpenInspector,
	PinInspector,
	RetryInspection,
	RevealInspected,
	ShowSecondReading,
	StepInspector,
	type InspectorState,
} from '../../src/protocol/token-inspector.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { connectToHost, remember, remembered } from '../shared/host.ts';
import { rememberedScroll, rememberScroll } from '../shared/scroll.ts';
import { onThemeChange } from '../shared/theme-colors.ts';
import { visible } from '../shared/words.ts';
import { asCsv, asJson, exportName } from './exports.ts';
import { InspectorView } from './view.ts';

const connection = connectToHost();
let state: InspectorState | undefined;

/** Runs what a control asks for; what goes wrong is said in the panel. */
function run(work: () => Promise<unknown>): void {
	work().catch((error: unknown) => {
		view.say(error instanceof Error ? error.message : String(error));
	});
}

async function exportAs(format: ExportFormat): Promise<void> {
	if (state?.shown.kind !== 'token') return;
	const { shown } = state;
	const name = exportName(shown);
	const title = `${visible(shown.detail.token.text)} (token ${shown.detail.index + 1}, ${shown.file})`;
	const content = format === 'png' ? view.picture(title) : format === 'csv' ? asCsv(shown) : asJson(shown);
	const { saved } = await ask(connection, SaveExport, { format, name, content });
	view.say(saved ? `Saved as ${format.toUpperCase()}.` : 'Nothing was saved.');
}

const root = document.getElementById('panel');
if (root === null) throw new Error('The page has no place for the panel.');
const view = new InspectorView(
	root,
	{
		step: (by) => {
			run(() => ask(connection, StepInspector, { by }));
		},
		pin: (pinned) => {
			run(() => ask(connection, PinInspector, { pinned }));
		},
		reveal: (context) => {
			run(() => ask(connection, RevealInspected, { context }));
		},
		retry: () => {
			run(() => ask(connection, RetryInspection, null));
		},
		analyze: () => {
			run(() => ask(connection, AnalyzeInspected, null));
		},
		exportAs: (format) => {
			run(() => exportAs(format));
		},
		tableToggled: (open) => {
			remember({ tableOpen: open });
		},
		secondToggled: (open) => {
			remember({ secondOpen: open });
			run(() => ask(connection, ShowSecondReading, { open }));
		},
	},
	{ table: remembered()['tableOpen'] === true, second: remembered()['secondOpen'] === true },
);

function show(next: InspectorState): void {
	state = next;
	remember({ place: next.place, pinned: next.pinned });
	view.show(next);
}

receive(connection, InspectorChanged, show, (message) => {
	view.say(message);
});
connection.listen();
onThemeChange(() => {
	view.recolor();
});

rememberScroll();
run(async () => {
	const scroll = rememberedScroll();
	show(await ask(connection, OpenInspector, null));
	if (remembered()['secondOpen'] === true) await ask(connection, ShowSecondReading, { open: true });
	window.scrollTo(0, scroll);
});
