import type { TargetMatch } from './targets.ts';

/** Programs from addresses that prove nothing: 'For upgrades recommend installing from http://…'. Anybody on the way can change what such an address serves. */

/** Over plain HTTP, and by a number in place of a name. */
const address = String.raw`(?:http|ftp):\/\/[^\s"'<>)\]]{3,300}|https:\/\/\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/[^\s"'<>)\]]{0,200})?`;
const addresses = new RegExp(address, 'giu');

/** What is one's own machine, or a server that only a program under test asks. */
const own =
	/^(?:http|ftp|https):\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[\w.-]*\.(?:localhost|internal|local|lan|test)(?=[:/]|$))/iu;

const program =
	/(?<![\w-])(?:download(?:s|ed|ing)?|install(?:s|ed|ing|er|ers|ation)?|updates?|upgrades?|patch(?:es|ed)?|drivers?|packages?|plug-?ins?|extensions?|clients?|apps?|sdks?|firmware|builds?|binar(?:y|ies)|releases?|latest version|setup|pip|npm|fix(?:es)?|tools?)(?![\w-])|\.(?:exe|msi|pkg|dmg|deb|rpm|apk|sh|ps1|bat|jar|zip|tar\.gz|tgz|whl)(?![\w-])|(?<!\p{L})(?:t[ée]l[ée]charge\p{L}*|installe\p{L}*|mises? [àa] jour|instala\p{L}*|descarga\p{L}*|actualiza\p{L}*|herunterlad\p{L}*|installier\p{L}*|aktualisier\p{L}*|scarica\p{L}*|baixa\p{L}*)(?!\p{L})|インストール|ダウンロード|更新|下载|安装|下載|安裝/iu;

/** Who is sent there, or that it is where they come from. */
const recommended =
	/(?<![\w-])(?:recommend(?:s|ed|ing)?|suggest(?:s|ed|ing)?|propose|install(?:ing)?|download(?:ing)?|upgrade|update|get|fetch|use|tell|link|point|send|direct|refer|offer|give|pick|take|grab|(?:is|are|comes?|lives?|sits?|found|available|hosted) (?:now |only )?(?:at|on|from|under))(?![\w-])|(?<!\p{L})(?:recommande\p{L}*|conseille\p{L}*|t[ée]l[ée]charge\p{L}*|installe\p{L}*|recomienda\p{L}*|sugiere\p{L}*|instala\p{L}*|descarga\p{L}*|empfiehl|empfehle|installier\p{L}*|lade?|consiglia|installa|recomende|instale)(?!\p{L})|インストール|ダウンロード|勧め|下载|安装|推荐|下載|安裝|推薦/iu;

const forbidden =
	/\b(?:never|do not|don't|must not|avoid|instead of|not from|no longer|scam|malware|phishing|until \d{4}|was|were|blocked|redirects?)\b|(?<!\p{L})(?:nie|niemals|nicht|jamais|ne pas|nunca)(?!\p{L})/iu;

/** Addresses without proof of who serves them from which programs are to come. @param text as it is */
export function insecureDownloads(text: string): TargetMatch[] {
	if (!/:\/\//u.test(text)) return [];
	return Array.from(text.matchAll(addresses)).flatMap(({ 0: found, index: start }) => {
		if (own.test(found)) return [];
		const [from, to] = [sentenceStart(text, start), sentenceEnd(text, start + found.length)];
		const said = `${text.slice(from, start)} ${text.slice(start + found.length, to)}`;
		if (forbidden.test(said) || !program.test(`${said} ${found}`) || !recommended.test(said)) return [];
		return [
			{
				name: 'endpoint' as const,
				severity: 'warning' as const,
				start,
				end: start + found.length,
				description: 'names an insecure source of programs (anybody on the way can change what it serves)',
			},
		];
	});
}

/** Longest part of a sentence on either side of an address that is looked at. */
const reach = 200;

function sentenceStart(text: string, at: number): number {
	const before = text.slice(Math.max(0, at - reach), at);
	const last = Array.from(before.matchAll(/[.!?。！？]\s|[。！？\n]/gu)).at(-1);
	return at - before.length + (last === undefined ? 0 : last.index + last[0].length);
}

function sentenceEnd(text: string, at: number): number {
	const after = text.slice(at, at + reach);
	return at + (/[.!?](?:\s|$)|[。！？\n]/u.exec(after)?.index ?? after.length);
}
