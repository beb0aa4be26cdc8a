import { InvalidArgumentError, type Command } from 'commander';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { calendarRenewals, renewal, type Renewal } from '../../formats/budget-renewal.ts';
import { budgetLimits, GetBudget, RepairBudget, SetBudget, VerifyBudget, type BudgetState } from '../../protocol/private.ts';
import { addOutputOptions, numberIn, someText, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { ledgerArgument, requireLedger } from '../ledger-argument.ts';
import { budgetText, verificationText } from '../output/budget-text.ts';
import type { Console } from '../output/console.ts';
import type { BudgetOutput, BudgetVerificationOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner, type Session } from '../session.ts';

type BudgetOptions = Pick<CommonOptions, 'json' | 'quiet'>;

interface SetOptions extends BudgetOptions {
	readonly owner?: string;
	readonly epsilon?: number;
	readonly delta?: number;
	readonly renew?: Renewal;
	readonly now: boolean;
	readonly anew: boolean;
}

/** For commander. */
function renewalIn(text: string): Renewal {
	const found = renewal.safeParse(text);
	if (!found.success) throw new InvalidArgumentError(`Expected a number of days, such as 30d, or ${calendarRenewals.join(', ')}.`);
	return found.data;
}

function asked<T>(program: RunnerProgram, { json, quiet }: BudgetOptions, work: (session: Session) => Promise<T>): Promise<T> {
	return withRunner(program, { json, quiet, device: 'auto', offline: true }, work);
}

function print(console: Console, json: boolean, budget: BudgetState | null): void {
	const output: BudgetOutput = { schema: 'rag-assay/budget@1', budget };
	if (json) console.json(output);
	else console.write(budgetText(budget, console.depth));
}

async function show(program: RunnerProgram, ledger: string, options: BudgetOptions): Promise<ExitStatus> {
	return asked(program, options, async ({ client, console }) => {
		const named = await ledgerArgument(ledger);
		const budget = await client.ask(GetBudget, named);
		// A ledger that is gone and remembered is told as that.
		if (budget === null) await requireLedger(named);
		print(console, options.json, budget);
		return exitStatus.done;
	});
}

async function set(program: RunnerProgram, ledger: string, options: SetOptions): Promise<ExitStatus> {
	const { owner, epsilon, delta, renew, now, anew } = options;
	return asked(program, options, async ({ client, console }) => {
		const wanted = { ...(await ledgerArgument(ledger)), owner, epsilon, delta, renewal: renew, now, anew };
		print(console, options.json, await client.ask(SetBudget, wanted));
		return exitStatus.done;
	});
}

async function repair(program: RunnerProgram, ledger: string, options: BudgetOptions): Promise<ExitStatus> {
	return asked(program, options, async ({ client, console }) => {
		const named = await ledgerArgument(ledger);
		// A ledger that is gone and remembered is a damaged one.
		if ((await client.ask(GetBudget, named)) === null) {
			await requireLedger(named);
			throw new UserError(errorNumbers.pathNotFound, 'This corpus has no privacy ledger yet, so there is nothing to repair.', {
				place: { file: named.corpus },
				hint: 'The first private answer creates one, and so does `rag-assay budget set`.',
			});
		}
		print(console, options.json, await client.ask(RepairBudget, named));
		return exitStatus.done;
	});
}

/** A ledger that is damaged is a wrong input. */
async function verify(program: RunnerProgram, ledger: string, options: BudgetOptions): Promise<ExitStatus> {
	return asked(program, options, async ({ client, console }) => {
		const named = await ledgerArgument(ledger);
		const found = await client.ask(VerifyBudget, named);
		if (found.entries === 0 && found.damage.length === 0) await requireLedger(named);
		const output: BudgetVerificationOutput = { schema: 'rag-assay/budget-verification@1', ...found, notes: found.notes ?? [] };
		if (options.json) console.json(output);
		else console.write(verificationText(found, console.depth));
		return found.damage.length === 0 ? exitStatus.done : exitStatus.wrongInput;
	});
}

export function addBudget(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const budget = parent
		.command('budget')
		.description('Show and set what private answers about a folder of documents may spend (its privacy ledger)');
	const command = (name: string, description: string): Command =>
		addOutputOptions(budget.command(name).description(description)).argument(
			'<ledger>',
			'a ledger file, or the folder of a corpus, whose ledger is in your data directory',
		);
	command('show', 'Show what is left, who owns the budget, and when it renews').action(async (ledger: string, options: BudgetOptions) =>
		done(await show(program, ledger, options)),
	);
	command('set', 'Create a ledger or change its budget. A cut applies at once, a raise from the next period')
		.option('--epsilon <E>', 'ε per period', numberIn(budgetLimits.epsilon))
		.option('--delta <D>', 'δ per period', numberIn(budgetLimits.delta))
		.option(
			'--renew <period>',
			`When the budget renews: a number of days (30d), or by the calendar in UTC (${calendarRenewals.join(', ')})`,
			renewalIn,
		)
		.option('--owner <name>', 'Who decides about the budget', someText)
		.option('--now', 'Apply a raise at once. The ledger records this. What cannot be read no longer counts as spent', false)
		.option(
			'--anew',
			'Set a damaged or lost ledger aside and begin a new one, in which everything counts as spent until the period ends',
			false,
		)
		.action(async (ledger: string, options: SetOptions) => done(await set(program, ledger, options)));
	command(
		'repair',
		'Repair a damaged ledger. Keeps every entry that can be read, counts what is doubtful as spent, and keeps a copy of the file',
	).action(async (ledger: string, options: BudgetOptions) => done(await repair(program, ledger, options)));
	command('verify', 'Check the ledger from its first entry to its last. Exits with 2 if it is damaged or was rolled back').action(
		async (ledger: string, options: BudgetOptions) => done(await verify(program, ledger, options)),
	);
}
