/** What people are to read, and whom they are to ask: both look like orders to fetch something. */

/** What is written for people. */
const papers =
	'(?:guides?|docs|documentation|changelogs?|readme|handbooks?|manuals?|tutorials?|wiki|style ?guides?|release notes|checklists?|runbooks?|faqs?|articles?|blog posts?|specs?|specifications?)';
/** 'Follow the guide at https://…', 'Read https://…/changelog': over a connection that nobody can change, and nothing else is done with it. */
const reading = new RegExp(
	String.raw`^(?:follow|read|see|check|consult|use|open|look (?:at|up)|take) (?:(?:the|our|this|their|its|your) )?(?:[\w-]+ ){0,3}?(?:${papers} (?:at|on|under|in|from|of) https:\/\/|https:\/\/\S*(?:${papers}|\/help\b|\/releases?\b))`,
	'iu',
);
const more =
	/\bhttp:\/\/|:\/\/[^\s/]*(?:@|\d{1,3}(?:\.\d{1,3}){3})|\b(?:instructions?|commands?|orders|run|execute|install|obey|log ?in|sign ?in|passwords?|credentials?|download|whatever|paste|send|do what|do as|exactly)\b/iu;
/** Units of text behind the verb that are looked at. */
const reach = 200;

/** Whether what stands at `[start, end)` and the rest of its sentence only point to something to read. @param text in plain spelling */
export function isReading(text: string, start: number, end: number): boolean {
	const [sentence] = /^.*?(?:[.!?](?= |$)|\n|$)/su.exec(text.slice(start, Math.max(end, start + reach)))!;
	return reading.test(sentence) && !more.test(sentence);
}

const colleague =
	/^ask (?:\p{Lu}\p{Ll}[\p{L}'’-]*|[Tt]he (?:IT|admin|help|office|front|reception|landlord|caretaker|team)\b[\p{L} ]{0,12}?|IT|HR) for (?:the|its|access|a)\b/u;

/** Whether the order at `start` says which colleague to ask for what is secret ('ask Lou for the password'): nobody is to ask users or callers. */
export function isAskingColleague(text: string, start: number): boolean {
	return colleague.test(text.slice(start, start + reach).replace(/^A/u, 'a'));
}
