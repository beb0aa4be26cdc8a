import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { renewals, type Renewal } from '../../formats/ledger-record.ts';
import { budgetLimits, GetBudget, SetBudget, VerifyBudget, type BudgetState } from '../../protocol/private-generation.ts';
import { addOutputOptions, numberIn, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { budgetText, verificationText } from '../output/budget-text.ts';
import type { Console } from '../output/console.ts';
import type { BudgetOutput, BudgetVerificationOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner, type Session } from '../session.ts';

interface BudgetOptions extends Pick<CommonOptions, 'json' | 'quiet'> {
	readonly corpus: string;
}

interface SetOptions extends BudgetOptions {
	readonly owner?: string;
	readonly epsilon?: number;
	readonly delta?: number;
	readonly renewal?: Renewal;
	readonly now: boolean;
	readonly anew: boolean;
}

function asked<T>(program: RunnerProgram, { json, quiet }: BudgetOptions, work: (session: Session) => Promise<T>): Promise<T> {
	return withRunner(program, { json, quiet, device: 'auto', offline: true }, work);
}

function print(console: Console, json: boolean, budget: BudgetState | null): void {
	const output: BudgetOutput = { schema: 'rag-assay/budget@1', budget };
	if (json) console.json(output);
	else console.write(budgetText(budget, console.depth));
}

async function show(program: RunnerProgram, options: BudgetOptions): Promise<ExitStatus> {
	return asked(program, options, async ({ client, console }) => {
		print(console, options.json, await client.ask(GetBudget, { corpus: resolve(options.corpus) }));
		return exitStatus.done;
	});
}

async function set(program: RunnerProgram, options: SetOptions): Promise<ExitStatus> {
	const { corpus, owner, epsilon, delta, renewal, now, anew } = options;
	return asked(program, options, async ({ client, console }) => {
		print(console, options.json, await client.ask(SetBudget, { corpus: resolve(corpus), owner, epsilon, delta, renewal, now, anew }));
		return exitStatus.done;
	});
}

/** A ledger that is damaged is a wrong input. */
async function verify(program: RunnerProgram, options: BudgetOptions): Promise<ExitStatus> {
	return asked(program, options, async ({ client, console }) => {
		const found = await client.ask(VerifyBudget, { corpus: resolve(options.corpus) });
		const output: BudgetVerificationOutput = { schema: 'rag-assay/budget-verification@1', ...found, notes: found.notes ?? [] };
		if (options.json) console.json(output);
		else console.write(verificationText(found, console.depth));
		return found.damage.length === 0 ? exitStatus.done : exitStatus.wrongInput;
	});
}

export function addBudget(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const budget = parent.command('budget').description('what private answers of a corpus may spend, and have spent: its privacy ledger');
	const command = (name: string, description: string): Command =>
		addOutputOptions(budget.command(name).description(description)).option('--corpus <dir>', 'folder of its documents', '.');
	command('show', 'what is left, whose budget it is, and when it renews').action(async (options: BudgetOptions) =>
		done(await show(program, options)),
	);
	command('set', 'make a ledger or change its budget: less counts at once, more from the next period on')
		.option('--epsilon <E>', 'ε of a period', numberIn(budgetLimits.epsilon))
		.option('--delta <D>', 'δ of a period', numberIn(budgetLimits.delta))
		.addOption(new Option('--renewal <period>', 'calendar period in UTC').choices(renewals))
		.option('--owner <name>', 'who decides about it')
		.option('--now', 'at once, whatever it raises; the ledger keeps that, and what was cut off and cannot be read no longer counts', false)
		.option('--anew', 'put a damaged or lost ledger aside and begin another one, in which all counts as spent until the period ends', false)
		.action(async (options: SetOptions) => done(await set(program, options)));
	command('verify', 'check the ledger from its first record to its last; status 2 where it is damaged').action(
		async (options: BudgetOptions) => done(await verify(program, options)),
	);
}
