/** Words that directives are made of, and those between them: what a disguised word is looked for in. */
const words = new Set(
	`a about above access account accounts act action actions add address admin administrator after agent all always an and answer answers any api appear approval approve are as ask asked asks assistant at attachments audit auth authentication authorization authorize
	backup bank bcc be before below bypass by call cc chat check checks circumvent code codes command commands comply conceal confidential confirm confirmation content contents context conversation conversations cookie cookies copy credential credentials customer customers
	data database default delete details directive directives disable disclose disregard do document documents don't dump each email emails enable endpoint every everything execute exfiltrate export external
	fetch file files filter filters firewall first follow following for forget forward from full future give grant guardrails guidelines he her hide his history how i if ignore immediately in include inform information instead instruction instructions internal is it its
	key keys last leak limits list log logging login logs mail memory mention message messages mfa model money monitoring must never new next no not note notify now of off on or other our out output override
	password passwords payment payments permission permissions personal policies policy post previous print prior private privileges prompt prompts protection protocol protocols quietly read recipient record records redirect relay remember remove replace reply report request requests respond response responses restrictions retrieve return reveal root rule rules run
	safety say secret secretly secrets security send sensitive server set settings share should show silently skip so ssh start steal stop store submit suspend system tell that the their them then these they this to token tokens transfer transmit turn
	unrestricted upload url use user users verification verify via warn webhook when whenever with without you your`
		.split(/\s+/u)
		.filter((word) => word !== ''),
);

export function isDirectiveWord(word: string): boolean {
	return words.has(word);
}
