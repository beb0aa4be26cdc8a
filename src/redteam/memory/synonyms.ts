/** Words that mean nearly the same: each may stand for the others of its group. 87 groups. */
const groups = `ignore|disregard|overlook
forward|send|pass
override|bypass|overrule
disable|deactivate|suspend
delete|erase|remove
reveal|disclose|expose
replace|swap|exchange
release|issue|clear
password|passphrase|passcode
credentials|logins|sign-ins
credential|login|sign-in
secret|confidential|private
immediately|promptly|instantly
always|constantly|invariably
never|by no means
hidden|concealed|unseen
instructions|directions|guidance
instruction|direction|order
rules|policies|guidelines
rule|policy|guideline
checks|tests|controls
check|test|control
approval|consent|sign-off
approve|accept|authorize
confirmation|assurance|verification
request|query|inquiry
requests|queries|inquiries
administrator|manager|operator
security|protection|safeguard
monitor|watcher|sensor
account|profile
payment|remittance|settlement
payments|remittances|settlements
transfer|move|wire
invoice|bill
invoices|bills
file|document|record
files|documents|records
copy|duplicate|replica
backup|reserve copy
backups|reserve copies
report|account|summary
answer|reply|response
answers|replies|responses
question|query|issue
stored|saved|kept
keep|retain|hold
earlier|previous|prior
current|present|latest
old|former|aged
new|fresh|recent
full|complete|entire
hide|conceal|mask
mention|name|note
show|display|present
print|output|list
open|unlock|start
run|launch|start
execute|perform|carry out
install|set up|deploy
download|fetch|retrieve
upload|submit|transmit
export|extract|dump
grant|give|award
access|entry|admission
skip|omit|drop
accept|take|receive
reset|renew|restore
redirect|reroute|divert
recommend|suggest|propose
refuse|decline|deny
help|assist|support
obey|follow|heed
meeting|session|appointment
project|effort|undertaking
team|group|crew
deadline|due date|cutoff
begin|start|commence
end|finish|conclude
usual|customary|normal
agreed|settled|decided
anything|whatever
regarding|concerning|about
whenever|each time
users|people|customers
user|person|customer
steps|stages|moves`;

/** For each word what may stand for it; phrases stand for words, never words for phrases. */
export const synonyms: ReadonlyMap<string, readonly string[]> = (() => {
	const found = new Map<string, Set<string>>();
	for (const line of groups.split('\n')) {
		const words = line.split('|');
		for (const word of words) {
			if (word.includes(' ')) continue;
			const others = found.get(word) ?? new Set();
			for (const other of words) if (other !== word) others.add(other);
			found.set(word, others);
		}
	}
	return new Map([...found].map(([word, others]) => [word, [...others]]));
})();

/** Unordered pairs of a word and what may stand for it. */
export const synonymPairs: readonly (readonly [string, string])[] = [
	...new Map(
		[...synonyms].flatMap(([word, others]) =>
			others.map((other) => [[word, other].toSorted().join(' | '), [word, other] as const] as const),
		),
	).values(),
];
