import type { TargetMatch } from './targets.ts';

/**
 * Payment accounts in a memory: 'Ada approved that all payments go to IBAN DE…'. Whoever pays goes by it, and the true account of a landlord is told in the same
 * words. So it is a warning, for a person to compare with what the payee says. What somebody says of an account of his or her own is none, nor what was paid.
 */

/** An account, as it is written: an IBAN, a number behind a word for one, a wallet, an address behind the name of a service. */
const account = [
	String.raw`(?<![A-Z\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Z\d])`,
	String.raw`(?<![\w-])(?:[Aa]ccounts?|[Aa]cct|[Aa]/c|[Kk]onto|[Cc]ompte|[Cc]uenta|[Cc]onta|[Cc]onto)(?:\.? ?(?:numbers?|nummer|no|nr|ending|ending in|número|numéro))?[.:]? ?(?:in |with )?#?\d{3,}(?:[ -]\d{2,})*`,
	String.raw`(?:口座(?:番号)?|账户|账号|帳戶|帳號|卡号)[：:は]? ?\d{4,}(?:[ -]\d{2,})*`,
	String.raw`(?<![\w-])(?:[Ss]ort code|[Rr]outing(?: number)?)[.:]? ?\d[\d-]{5,}`,
	String.raw`(?<!\w)0x[\da-fA-F]{40}(?!\w)`,
	String.raw`(?<!\w)(?:bc1[a-z\d]{20,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34})(?!\w)`,
	String.raw`(?<=\b(?:[Pp]ay[Pp]al|[Vv]enmo|[Zz]elle)\b[^.;!?\n]{0,40}?)[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,60})+`,
].join('|');

const money = [
	String.raw`(?<![\w-])(?:pay(?:s|ment|ments|out|outs|ing|able)?|invoices?|bills?|salar(?:y|ies)|wages|payroll|rents?|refunds?|donations?|dues|fees?|transfers?|deposits?|reimburse\w*|settle[ds]?|wire[ds]?|remit\w*|bank details|iban|paypal|venmo|zelle|money|funds|contributions?|tuition|premiums?)(?![\w-])`,
	String.raw`(?<!\p{L})(?:zahl\p{L}*|bezahl\p{L}*|(?:ü|ue)berweis\p{L}*|\p{L}*zahlung\p{L}*|rechnung\p{L}*|miete\p{L}*|geh(?:a|ä)lt\p{L}*|bankverbindung|beitr(?:a|ä)g\p{L}*|spende\p{L}*)(?!\p{L})`,
	String.raw`(?<!\p{L})(?:pa[iy]e\p{L}*|paiements?|virements?|factures?|loyers?|salaires?|cotisations?|dons|vire[rz]?|coordonnées bancaires|rib)(?!\p{L})`,
	String.raw`(?<!\p{L})(?:pag[aou]\p{L}*|transfer\p{L}+|factur\p{L}+|alquiler\p{L}*|cuotas?|donaciones|datos bancarios|pagament\p{L}+|fattur\p{L}+|affitt\p{L}+|bonific\p{L}+|fatura\p{L}*|aluguel)(?!\p{L})`,
	'支払|振込|振り込|請求|家賃|送金|付款|支付|转账|轉帳|汇款|匯款|打款|房租|发票',
].join('|');

/** Words behind which an account stands as where money goes: a direction, what it is, an order to use it. */
const leads = new RegExp(
	[
		String.raw`(?<![\w-])(?:to|into|onto|at|via|is|are|be|use|give|quote|with|accept)(?![\w-])[^.;!?\n]{0,40}$`,
		String.raw`(?<!\p{L})(?:auf|an|ist|lautet|sind|à|sur|vers|l'|est|sont|al?|en|es|son|su|sul|gib|als)(?!\p{L})[^.;!?\n]{0,40}$`,
		'(?:[にへは]|到|至|给|往|是|为)[^。！？\\n]{0,12}$',
		String.raw`^\s*(?:give|use|quote|pay) $`,
	].join('|'),
	'iu',
);

/** Units of text before an account that are looked at. */
const leadReach = 80;
const sentence = /[^!?\n。！？]+?(?:[.!?。！？](?=\s|$)|(?<=[。！？])|\n|$)/gu;
const accounts = new RegExp(account, 'gu');
const ofMoney = new RegExp(money, 'iu');

/** Somebody's own account, what was paid, and what is known to be a fraud. */
const notAnOrder =
	/\b(?:my|mine|scams?|scammers?|fraud(?:ulent)?|phishing|fake|never|do not|don't|must not|was paid|were paid|has been paid|have been paid|paid from|from (?:the )?account|I pay|I paid|I send|we paid)\b|(?<!\p{L})(?:meine?[mnrs]?|mon|ma|mes|mi|mis|nie|niemals|jamais|nunca|betrug|arnaque|estafa)(?!\p{L})|私の|我的|詐欺|诈骗|詐騙/iu;
/** What speaks of one's own, and is an order all the same. */
const approved = /\b(?:approved|agreed|decided|signed off|authori[sz]ed|confirmed|wants|asked|said|ruled)\b/iu;

/** Payment accounts that money is to go to. @param text as it is */
export function paymentAccounts(text: string): TargetMatch[] {
	// Every account has at least three digits: most entries are passed over here.
	if (!/\d{3}|@/u.test(text)) return [];
	return Array.from(text.matchAll(sentence)).flatMap(({ 0: said, index: from }) => {
		if (!ofMoney.test(said)) return [];
		if (notAnOrder.test(said) && !approved.test(said)) return [];
		for (const { 0: found, index } of said.matchAll(accounts)) {
			// Of Japanese, the verb and the direction stand behind it.
			if (!leads.test(said.slice(Math.max(0, index - leadReach), index)) && !/^ ?[にへ]/u.test(said.slice(index + found.length))) continue;
			return [
				{
					name: 'payment' as const,
					severity: 'warning' as const,
					start: from + index,
					end: from + index + found.length,
					description: 'says which account money goes to, which the payee should confirm',
				},
			];
		}
		return [];
	});
}
