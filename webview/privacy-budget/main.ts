// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import '../shared/schemas.ts';
import { SaveExport } from '../../src/protocol/post-message.ts';
import {
	GenerateFromPanel,
	OpenLedger,
	OpenPrivacyBudget,
	OpenPrivateSettings,
	PickCorpus,
	PlanFromPanel,
	PrivacyBudgetChanged,
	RefreshLedger,
	SavePlanned,
	SetBudgetFromPanel,
	ShowCorpus,
	VerifyFromPanel,
	type BudgetOutlook,
	type Planned,
	type PrivacyBudgetState,
} from '../../src/protocol/private.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { connectToHost } from '../shared/host.ts';
import { Newest } from '../shared/newest.ts';
import { rememberedScroll, rememberScroll } from '../shared/scroll.ts';
import { onThemeChange } from '../shared/theme-colors.ts';
import { draftOf, readDraft, sameDraft, samePlan, type Draft, type DraftReading } from './draft.ts';
import { asCsv, asJson, exportName } from './exports.ts';
import { recalled, rememberDraft, rememberExpert } from './saved-state.ts';
import { PrivacyBudgetView } from './view.ts';

/** A pause in writing, in milliseconds, after which what follows is worked out. */
const pause = 180;

const connection = connectToHost();
let state: PrivacyBudgetState | undefined;
let outlook: BudgetOutlook | undefined;
let waiting: number | undefined;
/** The last plan could not be made, which is said until one is. */
let planFailed = false;

/** Runs what a control asks for; what goes wrong is said in the panel. */
function run(work: () => Promise<unknown>): void {
	work().catch(complain);
}
function complain(error: unknown): void {
	view.complain(error instanceof Error ? error.message : String(error));
}

const plans = new Newest(
	(asked: Planned) => ask(connection, PlanFromPanel, asked),
	(result) => {
		outlook = result;
		view.showOutlook(result, state);
		if (planFailed) view.say('');
		planFailed = false;
		view.showFailed(false);
	},
	(error) => {
		planFailed = true;
		view.showFailed(true);
		complain(error);
	},
);

const root = document.getElementById('panel');
if (root === null) throw new Error('The page has no place for the panel.');
const view = new PrivacyBudgetView(root, {
	changing: () => {
		view.say('');
		judge();
		clearTimeout(waiting);
		waiting = window.setTimeout(follow, pause);
	},
	changed: () => {
		view.say('');
		judge();
		follow();
	},
	save: () => {
		run(async () => {
			const read = readDraft(view.form.draft());
			if (!read.right) return;
			await ask(connection, SavePlanned, read.planned);
			view.say('');
		});
	},
	reset: () => {
		if (state === undefined) return;
		show(draftOf(state.saved), true);
		view.say('Reset to the saved settings.');
	},
	tryIt: () => {
		view.say('');
		const read = readDraft(view.form.draft());
		if (read.right) run(() => ask(connection, GenerateFromPanel, read.planned));
	},
	use: (decoder) => {
		show({ ...view.form.draft(), decoder }, true);
	},
	exportAs: (format) => {
		run(() => exportAs(format));
	},
	expertToggled: rememberExpert,
	openSettings: () => {
		run(() => ask(connection, OpenPrivateSettings, null));
	},
	setBudget: (budget) => {
		run(async () => {
			view.ledger.form.setDisabled(true);
			try {
				await ask(connection, SetBudgetFromPanel, budget);
				view.ledger.budgetSet();
				view.say('The budget is set.');
			} finally {
				view.ledger.form.setDisabled(false);
			}
		});
	},
	verify: () => {
		run(async () => {
			view.ledger.showVerified(await ask(connection, VerifyFromPanel, null));
		});
	},
	refresh: () => {
		run(() => ask(connection, RefreshLedger, null));
	},
	pickCorpus: () => {
		run(() => ask(connection, PickCorpus, null));
	},
	showCorpus: (path) => {
		run(() => ask(connection, ShowCorpus, { path }));
	},
	openLedger: () => {
		run(() => ask(connection, OpenLedger, null));
	},
});

/** Writes the fields and works out what follows. */
function show(draft: Draft, over: boolean): void {
	view.form.show(draft, over);
	judge();
	follow();
}

/** Judges what is written: at once, for it asks nobody. */
function judge(): void {
	if (state === undefined) return;
	const draft = view.form.draft();
	const read = readDraft(draft);
	const same = isSaved(draft, read, state.saved);
	view.judge(state, draft, read, same);
	rememberDraft(same ? null : draft);
}

/** Whether nobody has written anything: also what cannot be used may be what the settings say. */
function isSaved(draft: Draft, read: DraftReading, saved: Planned): boolean {
	return read.right ? samePlan(read.planned, saved) : sameDraft(draft, draftOf(saved));
}

function follow(): void {
	clearTimeout(waiting);
	const read = readDraft(view.form.draft());
	if (read.right) plans.want(read.planned);
	else plans.forget();
}

function became(next: PrivacyBudgetState): void {
	const before = state;
	state = next;
	view.show(next);
	const settingsMoved = before === undefined || !samePlan(before.saved, next.saved);
	// What a person has written and not saved stays, whatever the settings become.
	const written = before === undefined ? recalled().draft : undefined;
	const draft = view.form.draft();
	if (before === undefined) show({ ...draftOf(next.saved), ...written }, true);
	else if (settingsMoved && isSaved(draft, readDraft(draft), before.saved)) show(draftOf(next.saved), false);
	else {
		judge();
		// The runner may be back by now.
		if (planFailed) follow();
	}
	// What could not be done with one ledger is not said of another.
	if (
		before !== undefined &&
		JSON.stringify([before.corpus, before.sharedLedger, before.ledger]) !== JSON.stringify([next.corpus, next.sharedLedger, next.ledger])
	)
		view.say('');
}

async function exportAs(format: 'csv' | 'json'): Promise<void> {
	if (outlook === undefined) return;
	const ledger = state?.ledger.kind === 'ready' ? state.ledger.budget : null;
	const content = format === 'csv' ? asCsv(outlook, ledger) : asJson(outlook, ledger);
	const { saved } = await ask(connection, SaveExport, { format, name: exportName(outlook), content });
	view.say(saved ? `Saved as ${format.toUpperCase()}.` : 'Nothing was saved.');
}

receive(connection, PrivacyBudgetChanged, became, (message) => {
	view.complain(message);
});
connection.listen();
onThemeChange(() => {
	view.outlook.recolor();
});
view.form.expert.open = recalled().expertOpen ?? false;

rememberScroll();
run(async () => {
	became(await ask(connection, OpenPrivacyBudget, null));
	window.scrollTo(0, rememberedScroll());
});
