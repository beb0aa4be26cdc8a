/** Past participles that no rule makes. */
const irregular: Readonly<Record<string, string>> = Object.fromEntries(
	"send sent|give given|make made|tell told|keep kept|leave left|put put|set set|read read|pay paid|take taken|hide hidden|forget forgotten|throw thrown|write written|speak spoken|say said|hand handed|withhold withheld|sell sold|buy bought|spend spent|let let|run run|shut shut|hold held|get got|swap swapped|stop stopped|drop dropped|skip skipped|wipe wiped|plug plugged|submit submitted|permit permitted|omit omitted|transmit transmitted|admit admitted|transfer transferred|refer referred|steal stolen|break broken|overwrite overwritten|override overridden|feed fed|lend lent|split split|cut cut|burn burned|lie lied|mislead misled|choose chosen|ship shipped|strip stripped|tip tipped|unset unset|see seen|show shown|draw drawn|bring brought|dump dumped|log logged|plan planned|scrap scrapped|scan scanned|bcc bcc'd|cc cc'd|undo undone|do done|begin begun|overpay overpaid|defer deferred|pin pinned|rob robbed|ban banned|blot blotted|teach taught|mean meant|find found|reset reset|sign signed|fit fitted|quit quit|bet bet|mirror mirrored|grab grabbed|slip slipped|trim trimmed|tag tagged|embed embedded|flag flagged|expel expelled|cancel cancelled|label labelled|blind blinded|shoot shot|drive driven|rewrite rewritten|lead led|sneak sneaked|wire wired"
		.split('|')
		.map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
);

/** `send` as `sent`, `copy` as `copied`. */
export function participleOf(verb: string): string {
	const own = irregular[verb];
	if (own !== undefined) return own;
	if (verb.endsWith('e')) return `${verb}d`;
	return /[^aeiou]y$/u.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}
