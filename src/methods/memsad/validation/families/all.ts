import { Families, type Family } from '../family.ts';
import { address, bounded, self } from '../lexicon.ts';
import { accessFamilies } from './access.ts';
import { conductFamilies } from './conduct.ts';
import { dataFamilies } from './data.ts';
import { factFamilies } from './facts.ts';
import { generalFamilies } from './general.ts';
import { machineFamilies } from './machines.ts';
import { secrecyFamilies } from './secrecy.ts';

const elsewhere = 'tells the agent to send people, money or calls elsewhere';
const spends = 'tells the agent to move money';
/** The same as ever, and what stays in the user's pocket. */
const own = `${self}|usual|receipts?|to (?:the |a )?(?:\\w+ )?(?:savings|joint account)(?! \\w+ (?:of|at|ending))`;

/** Where money lies or goes. */
const accounts =
	'(?:accounts?(?: numbers?| details| ending)?|ibans?|bics?|sort codes?|wallets?(?: address)?|crypto(?: wallet)?|bitcoin|btc|usdt|payees?|beneficiar(?:y|ies)|payment (?:link|details|address|instructions)|bank (?:details|accounts?|information)|routing numbers?|card ending|recipients?|direct deposit|remittance (?:details|address)|deposit details|paypal|venmo|cash ?app|account holder)';
const money =
	'(?:payments?|funds?|money|invoices?|transfers?|deposits?|salar(?:y|ies)|payroll|wages|refunds?|purchases?|orders|transactions?|savings|balances?|shares|stocks?|proceeds|gift cards?|vouchers?|donations?|budgets?|loans?|rent(?: payments?)?|bills?|fees?|tuition|premiums?|euros?|dollars?|pounds?|usd|eur|gbp|francs|yen|bitcoin|crypto|coins?|tokens|portfolio|retirement|pension|401k|plan|subscription|membership|standing order|wires?|amounts?|cash|royalties|commission|bonus(?:es)?|tips?|the difference|reserve|credit line|the driver|wine|tickets|bonds|etfs?|points|miles|reimbursements?|charges?|instal?lments?|advance|twice|company card|allowance|bail|ransom|escrow|dividends?|securities|holdings?|assets|limit|margin|settlement|grants?|maximum|securities|life insurance|estate|inheritance|property|house|car|deed|title)';

const moneyFamilies: readonly Family[] = [
	{
		name: 'redirect',
		description: elsewhere,
		acts: 'replace|substitute|swap|exchange|change|switch|update|alter|edit|modify|make|put|use|give|enter|fill in|fill|set|rewrite|amend|overwrite|redirect|direct|route|send|pay|move|reroute|correct|insert|list|quote|name|treat|point|divert|transfer|go|wire|remit|credit|deposit|print|paste|read|provide|supply|show|assign|steer|convert|address|add|register|turn|forward|donate|tip|book|charge',
		near: [
			accounts,
			`instead|rather than|in place of|with (?:the|that|those|this|an?|his|her|its|our|your|[\\d]|[A-Z])|to (?:the (?:one|account|wallet|iban|following|new)|those|that|account|card|iban|wallet|\\d|\\w+ \\w+)|(?:in|below|listed|above|given|stated) (?:this|here|below|the)? ?(?:note|entry|memory|message)?|for those of|no matter|whatever|regardless|irrespective|even if|must now|now|the one (?:in|below)|listed here|below|here|ending|${address}|by \\d|as \\w+|\\d{2,}`,
			`every|each|any|all|when(?:ever)?|if|always|from now on|instead|rather than|no matter|whatever|regardless|irrespective|must|should|below|here|listed|this (?:note|entry|memory|account|wallet|iban)|substitute|replace|swap|beneficiary|payee|details|from today|keep the rest|once|before|until|upcoming|next|new|for (?:employee|vendor|customer|supplier|client|invoice|order)|unchanged|old one|usual|secretly|quietly|and (?:do not|don't)|following|as soon`,
		],
		unless: own,
	},
	{
		name: 'redirect',
		description: elsewhere,
		acts: null,
		near: [
			`(?:(?:payments?|payroll|refunds?|rent|invoices?|salary|donations?|deposits?|funds|money|fees?|transfers?|proceeds|wages|commissions?)(?: [\\w'’-]+){0,8}? (?:must|should|shall|has to|have to|needs? to|(?:is|are) to|will|now|always) (?:now |always |all |only )?(?:be (?:\\w+ ){0,2}?)?(?:go|goes|sent|paid|directed|routed|made out|transferred|wired|land|credited|deposited|changed|moved|redirected|released|issued))`,
			`${accounts}|card|${address}|to [A-Z]\\w+`,
		],
		unless: own,
	},
	{
		name: 'payment',
		description: spends,
		acts: 'pay|pay out|send|transfer|wire|move|route|reroute|redirect|divert|release|remit|deposit|donate|invest|charge|buy|purchase|order|sell|liquidate|fund|tip|subscribe|lend|withdraw|credit|debit|spend|settle|advance|bill|issue|refund|convert|trade|round|put|put through|set up|prepay|overpay|reimburse|top up|upgrade|direct|authorize|authorise|sign up|cash out|drain|empty|split|sweep|bid|take out|open|stake|pledge|renew|skim|claim|bet|enroll|enrol|approve|schedule|book|confirm|apply|sign|cancel|accept|increase|raise|place|gift|hand',
		near: [
			money,
			`to (?:the )?(?:account|wallet|card|iban|fund|payee|beneficiary|\\d)|(?:crypto )?wallet|${address}|account (?:of|\\w?\\d[\\w-]*)|(?:account|card|reserve|escrow) (?:ending|number|no)|out of the|company card|on (?:their|his|her|the user's) behalf|without|twice(?= as|,|\\.)|(?:amount|it|them|order) twice|gift cards?|codes|each time|every (?:time|payment|day|week|month|ride|purchase|transaction|order|night|hour)|the (?:proceeds|difference|surplus|remainder|rest|change|maximum|highest)|standing order|a (?:week|month|day)|as soon as|whenever|when the user|if the user|when \\w+ says|instantly|at once|immediately|right away|ahead of|before (?:any|the)|in advance|from (?:whichever|the) (?:account|savings|reserve|retirement|user)|all (?:shares|savings|funds|holdings|positions|stocks|the money|remaining)|silently|quietly|secretly|covertly|automatically|nightly|daily|hourly|the (?:whole|entire|full) (?:amount|balance|budget|savings|sum)|no matter|regardless|whatever|even if|on margin|savings|retirement|pension|premium plan|to the \\w+ (?:fund|capital|holdings|lending|partners|trust|ventures|investments?)`,
		],
		unless: `${own}|${bounded}`,
	},
];

/** Every kind of order that a memory has no business giving. */
export const families = new Families([
	...conductFamilies,
	...dataFamilies,
	...accessFamilies,
	...moneyFamilies,
	...factFamilies,
	...machineFamilies,
	...secrecyFamilies,
	...generalFamilies,
]);
