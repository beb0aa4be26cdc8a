/**
 * Groups of letters that nobody should have to read in a name: rude, cruel and hateful words of some languages, and what sounds like them.
 * Names are made of syllables by chance (names.ts) and of letters (sites), so these come up now and then. Only what they can make stands here.
 */
const groups =
	'anal anus arse ass bastar bitc bomb boner caca canc cock crap cretin cuck culo cum cunt dago damn dck dead death dick dik dild dumb dung ejac erot evil fag fart fck fick fkk fotz fuc fuk ' +
	'genit gimp hell herp hitl homo idiot jap jew jihad jiz kaka kike kill kkk kock kunt lepr lesb merd milf molest moron murd naked nazi negr nig nude orga osama paki pedo peni perv pimp piss porn ' +
	'prick prost pube puss puta puti puto rape rapi retar satan scrot scum semen sex shit slav slut smut snot spast sperm spic stalin stup suck terror tits titt trann trump tumo turd twat urin vag ' +
	'vomi vulv wank wtf';
const bad = new RegExp(groups.replaceAll(' ', '|'), 'i');

/** Real names in the lists of the world that hold one anyway. */
const harmless = /hassan|larsen|seville|turin|canal/gi;

/** Words with a capital, and whom a mail address belongs to; what is written small comes from lists. */
const names = /\p{Lu}\p{L}*|[\w.]+(?=@)/gu;

/** Whether a name in a text (an entity's name, a value, an answer) holds letters that people should not have to read. */
export function readsBadly(text: string): boolean {
	return [...text.matchAll(names)].some(([name]) => bad.test(name.replaceAll(harmless, ' ')));
}
