import type { Guarantee, Release } from '../../formats/release.ts';
import { chanceInWords, epsilonAndDelta, oddsInWords, percentOf } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';
import { budgetText } from './budget-text.ts';
import { bold, paint, red, type ColorDepth } from './color.ts';
import type { PrivatePlanOutput } from './schemas.ts';

/** The verdict of a release, in one line. */
function verdictOf({ sentences, guarantee }: Release): string {
	const released = sentences.filter(({ kind }) => kind === 'released').length;
	const refilled = sentences.filter(({ kind }) => kind === 'refilled').length;
	const what = [
		released === 0 ? 'No sentence released.' : `${plural(released, 'sentence')} released.`,
		...(refilled === 0 ? [] : [`${plural(refilled, 'sentence')} refilled.`]),
		...(guarantee === null ? ['No guarantee: this cannot be released.'] : []),
	];
	return what.join(' ');
}

/** What a guarantee says, for somebody who knows no formula. */
function guaranteeInWords({ epsilon, delta, group, notCovered }: Guarantee): string[] {
	return [
		`The promise (${epsilonAndDelta(epsilon, delta)}): if the text of any one document were left out, each outcome would be ${oddsInWords(epsilon)}${delta === 0 ? '' : `, except with a chance of ${chanceInWords(delta)}`}.`,
		...group.map(groupInWords),
		'It does not cover:',
		...notCovered.map((what) => `- ${what}`),
	];
}

function groupInWords({ documents, epsilon, delta }: Guarantee['group'][number]): string {
	return `For a person in ${plural(documents, 'document')}: ${epsilonAndDelta(epsilon, Math.min(1, delta))}${delta >= 1 ? ', which promises nothing' : ''}.`;
}

/** A release for people: the verdict, the text, then what is promised. */
export function releaseText(release: Release, depth: ColorDepth): string {
	const { text, sentences, guarantee, ledger, notes } = release;
	const conflicts = sentences.flatMap(({ conflictsWith }, i) =>
		conflictsWith.filter((other) => other > i).map((other) => `Conflict: "${sentences[i]!.text}" against "${sentences[other]!.text}"`),
	);
	const lines = [
		paint(depth, bold, verdictOf(release)),
		'',
		text,
		'',
		...conflicts,
		...notes,
		...(guarantee === null ? [] : guaranteeInWords(guarantee)),
		...(ledger === null ? [] : [`Paid for by entry ${ledger.entry} of the ledger.`]),
	];
	return `${lines.join('\n')}\n`;
}

/** Says what share of ε each part has, but for parts that have none. */
function partsInWords({ decode, filter, refill }: PrivatePlanOutput['split']): string {
	const parts = [
		[decode, 'decoding'],
		[filter, 'choosing what is cut'],
		[refill, 'keywords'],
	] as const;
	return parts
		.filter(([share]) => share > 0)
		.map(([share, what]) => `${percentOf(share)} for ${what}`)
		.join(', ');
}

/** A plan for people: whether it would be refused, the verdict on the chosen decoder, each other one in a line, what is promised, and what a ledger has left, where one is known. */
export function planText(
	{ settings, says, decoders, group, split, budget, refused, notes }: Omit<PrivatePlanOutput, 'schema'>,
	{ ofLedger }: { readonly ofLedger: boolean },
	depth: ColorDepth,
): string {
	const [verdict = '', ...more] = says;
	const { epsilon, delta } = settings;
	const lines = [
		...(refused === null ? [] : [paint(depth, red, `This run would be refused, and nothing would be spent. ${refused}`), '']),
		paint(depth, bold, verdict),
		...notes,
		...more,
		'',
		...(split.decode === 0
			? []
			: [
					`The decoder is ${settings.decoder}. Other decoders with the same settings:`,
					...decoders.filter(({ decoder }) => decoder !== settings.decoder).map((outlook) => `  ${outlook.decoder}: ${outlook.says}`),
					'',
				]),
		`Parts of ε: ${partsInWords(split)}.`,
		`For one document: ${epsilonAndDelta(epsilon, delta)}.`,
		...group.filter(({ documents }) => documents > 1).map(groupInWords),
	];
	return `${lines.join('\n')}\n${ofLedger ? `\n${budgetText(budget, depth)}` : ''}`;
}
