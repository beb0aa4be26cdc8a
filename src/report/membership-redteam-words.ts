import type {
	MembershipAttackReport,
	MembershipMeasure,
	MembershipOutcome,
	MembershipRedteamReport,
	MembershipSettings,
	UnscoredAttack,
} from '../formats/membership-redteam.ts';
import type { ScreeningRule } from '../formats/query-screen-record.ts';
import { listInWords } from '../wording/phrases.ts';
import { decimal, deltaInWords, epsilonInWords, percentOf } from '../wording/numbers.ts';

/** Rules of a threshold, as people call them. */
const ruleWords: Readonly<Record<ScreeningRule, string>> = {
	empirical: 'empirical',
	skew: 'skew-corrected',
	gumbel: 'Gumbel',
	exact: 'exact normal maximum',
};

/** What hides documents: `Hidden by …`. Where no threshold decides, sessions alone do. */
export function hiddenByWords({ rule, rho, says }: MembershipRedteamReport['screening']): string {
	return rule === null
		? `Hidden by sessions alone. ${says}`
		: `Hidden by the ${ruleWords[rule]} threshold at ρ = ${rho}, or by sessions. ${says}`;
}

/** What an attacker does, behind `An attacker who`. */
export function attackWords(name: MembershipAttackReport['name'], { questions }: MembershipSettings): string {
	const words = {
		s2mia: 'asks with the first half of a document',
		mba: 'asks for masked words of a document',
		ia: `asks ${questions} yes/no questions about a document`,
	};
	return words[name];
}

/** What the column *adjusted* says, below a table of figures. */
export const adjustedWords =
	'Adjusted: how far the accuracy is from guessing. 0 is guessing, and 0.5 is certainty. An attacker who is mostly wrong has a high value, too, because the opposite answer would be mostly right.';

/** How the answers are private, in a sentence; nothing if they are not. */
export function privateWords({ private: how, k, attacks, settings }: MembershipRedteamReport): string[] {
	if (how === null) return [];
	const { decoder, epsilon, delta } = how;
	const several = attacks.some(({ name }) => name === 'ia')
		? ` The promise is for each answer alone. ${settings.questions} answers about the same documents promise only \u03b5 = ${epsilonInWords(settings.questions * epsilon)} together, or a little less.`
		: '';
	return [
		`Every answer is private, with detect-and-hide and without: \u03b5 = ${epsilonInWords(epsilon)} and \u03b4 = ${deltaInWords(delta)} each, from ${k} documents, by ${decoder}. Answers are seeded, so nothing was spent.${several}`,
	];
}

/** How the attacks were set, a sentence for each that has a setting. */
export function settingsWords({
	attacks,
	settings: { masks, lambda, questions },
}: Pick<MembershipRedteamReport, 'attacks' | 'settings'>): string[] {
	return attacks.flatMap((attack) => {
		if (attack.name === 'ia') return [`${attack.title}: ${questions} questions, \u03bb = ${lambda}.`];
		if (attack.masks === null) return [];
		const { undefended, defended } = attack.masks;
		return [
			masks.length === 1
				? `${attack.title}: ${undefended} masks.`
				: `${attack.title}: the best of ${listInWords(masks.map(String))} masks, which is ${undefended} without detect-and-hide and ${defended} with it, on the documents whose membership the attacker knows.`,
		];
	});
}

/** Says how far the scores of members and of others are apart, by score, for each attack that has several. */
export function ksByScoreWords(attacks: MembershipRedteamReport['attacks']): string[] {
	return attacks.flatMap(({ title, undefended, defended }) => {
		const each = undefended.ksByScore.map(({ score, ks }, i) => {
			const hidden = defended.ksByScore[i];
			return `${score} ${decimal(ks, 2)}${hidden === undefined ? '' : ` (${decimal(hidden.ks, 2)} with detect-and-hide)`}`;
		});
		return each.length === 0 ? [] : [`${title}, KS by score: ${each.join('; ')}.`];
	});
}

/** For how many documents an attacker is right: `19 of 20 documents`. */
export function rightOf({ value, n }: MembershipMeasure, noun = ''): string {
	return `${Math.round(value * n)} of ${n}${noun}`;
}

/** A share with its interval: `95% [75%, 100%]`. */
export function shareWords({ value, low, high }: MembershipMeasure): string {
	return `${percentOf(value)} [${[low, high].map(percentOf).join(', ')}]`;
}

/** The verdict, in two sentences: the attack that is right most often, and the one that is left with detect-and-hide. */
export function membershipVerdict({
	attacks,
	settings,
	private: privately,
}: Pick<MembershipRedteamReport, 'attacks' | 'settings' | 'private'>): string {
	const best = (by: 'undefended' | 'defended'): { attack: MembershipAttackReport; accuracy: MembershipOutcome['accuracy'] } => {
		const [attack] = attacks.toSorted((a, b) => b[by].accuracy.value - a[by].accuracy.value);
		return { attack: attack!, accuracy: attack![by].accuracy };
	};
	const [open, left] = [best('undefended'), best('defended')];
	const begins = privately === null ? 'An' : `With private answers (\u03b5 = ${privately.epsilon}), an`;
	const hides = privately === null ? 'With detect-and-hide' : 'With detect-and-hide, too,';
	const who = `${begins} attacker who ${attackWords(open.attack.name, settings)} (${open.attack.title})`;
	const found = isGuessing(open.accuracy)
		? `${who} is right about ${rightOf(open.accuracy, ' documents')}, ${shareWords(open.accuracy)}: guessing could be as good.`
		: `${who} can tell for ${rightOf(open.accuracy, ' documents')} whether the store has them: ${shareWords(open.accuracy)}. Guessing gives 50%.`;
	const rest = `${rightOf(left.accuracy)}, ${shareWords(left.accuracy)}`;
	return isGuessing(left.accuracy)
		? `${found} ${hides} the best attack (${left.attack.title}) is right about ${rest}: guessing could be as good.`
		: `${found} ${hides} ${left.attack.title} still can for ${rest}.`;
}

/** Whether the interval holds what guessing gives. */
function isGuessing({ low }: MembershipMeasure): boolean {
	return low <= 0.5;
}

/** Attacks that have no figures, a sentence for each reason. */
export function unscoredWords(unscored: readonly UnscoredAttack[]): string[] {
	const short = unscored.filter(({ reason }) => reason === 'tooShort').map(({ title }) => title);
	return [
		...(short.length === 0 ? [] : [`Too few documents are long enough for ${listInWords(short)}.`]),
		...unscored
			.filter(({ reason }) => reason === 'empty')
			.map(
				({ title, answers, empty }) => `${title} is not scored: ${empty} of ${answers} answers were empty. At most a tenth may be empty.`,
			),
	];
}

/** Empty answers of attacks that have figures anyway. */
export function emptyWords(attacks: readonly MembershipAttackReport[]): string[] {
	return attacks
		.filter(({ empty }) => empty.undefended + empty.defended > 0)
		.map(
			({ title, queries, empty }) =>
				`${title}: of ${queries} answers ${empty.undefended} were empty without detect-and-hide and ${empty.defended} with it; they count as answers that say nothing.`,
		);
}
