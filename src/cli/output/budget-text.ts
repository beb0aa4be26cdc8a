import { defaultBudget, periodInWords } from '../../formats/budget-renewal.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { BudgetState, VerifyBudget } from '../../protocol/private.ts';
import { plural } from '../../wording/phrases.ts';
import { bold, dim, green, paint, red, yellow, type ColorDepth } from './color.ts';
import { oneLine } from './plain-text.ts';

const amount = (epsilon: number, delta: number): string => `ε ${epsilon} and δ ${delta}`;

/** What is left, without what subtracting doubles leaves behind the last place that a ledger has. */
const rest = (all: number, spent: number, places: number): number => Math.max(0, Number((all - spent).toFixed(places)));

/** What `budget show` and `budget set` print for people. */
export function budgetText(state: BudgetState | null, depth: ColorDepth): string {
	if (state === null)
		return `There is no privacy budget yet. The first private answer makes one: ${amount(defaultBudget.epsilon, defaultBudget.delta)} ${periodInWords(defaultBudget.renewal)}, owned by the person who asks.\nTo set a different one, run \`rag-assay budget set\`.\n`;
	const row = (name: string, value: string): string => `  ${paint(depth, dim, name.padEnd(8))}${value}`;
	const { epsilon, delta, spentEpsilon, spentDelta, renewal, renewsAt, releases } = state;
	return [
		paint(depth, bold, `Privacy budget of ${oneLine(state.corpus)}`),
		row('owner', oneLine(state.owner)),
		row('budget', `${amount(epsilon, delta)} ${periodInWords(renewal)}`),
		row('spent', `${amount(spentEpsilon, spentDelta)} in ${plural(releases, 'private answer')}`),
		row('left', amount(rest(epsilon, spentEpsilon, 6), rest(delta, spentDelta, 15))),
		row('renews', renewsAt === null ? 'never' : `${renewsAt.slice(0, 10)} (UTC)`),
		row('ledger', oneLine(state.file)),
		...(state.notes ?? []).map((note) => paint(depth, yellow, `note: ${oneLine(note)}`)),
		...damageLines(state.damage, depth),
		...(state.damage.length > 0 ? [whatToDo(state)] : []),
		'',
	].join('\n');
}

/** Of a damaged ledger. Without a budget, nothing of it can be read, and so nothing can be repaired. */
function whatToDo({ epsilon }: BudgetState): string {
	return epsilon > 0
		? 'Nothing is released until it is repaired: put back the newest copy, or run `rag-assay budget repair LEDGER`.'
		: 'Nothing is released. Put back the newest copy, or start a new ledger with `rag-assay budget set LEDGER --anew`.';
}

/** What `budget verify` prints for people. */
export function verificationText({ file, entries, damage, notes }: Result<typeof VerifyBudget>, depth: ColorDepth): string {
	if (entries === 0 && damage.length === 0) return `There is no ledger yet at ${oneLine(file)}\n`;
	return [
		`${oneLine(file)}: ${plural(entries, 'record')}${damage.length === 0 ? `, ${paint(depth, green, 'all as they were written')}` : ''}`,
		...(notes ?? []).map((note) => paint(depth, yellow, `note: ${oneLine(note)}`)),
		...damageLines(damage, depth),
		'',
	].join('\n');
}

function damageLines(damage: readonly string[], depth: ColorDepth): string[] {
	return damage.map((one) => paint(depth, red, `damage: ${oneLine(one)}`));
}
