/*
 * Abbreviations of the known languages that stand before something else. Taggers know titles ('Mr.'), and cut behind most of the others. Those in
 * small letters may also begin with a capital. The lists are written by hand: V8 ignores CLDR's suppressions (`-u-ss-standard`) in `Intl.Segmenter`.
 */

/** Whatever follows, the sentence goes on. */
const always =
	'vs v e.g i.e cf viz approx incl excl esp resp ca a.k.a bzw ggf evtl inkl exkl vgl sog bspw aprox zzgl mind gem Mio Mrd Tsd cfr';
/** A number follows, or a letter that numbers something: 'Fig. 3', 'Sec. A', 'núm. 7'. Where something else follows, the sentence ends. */
const beforeNumbers =
	'fig figs eq eqs eqn eqns sec secs sect chap chaps ch No Nos Nr Nrn vol vols p pp pg pgs ref refs para paras pars Art Arts cl cls fn tbl Tab ' +
	'Tabs App Apps appx Ex Exs thm def defs ed eds max min est avg tel ext ver rev abb Abs Bd kap Gl ziff S Par n nn al núm num pág págs pag pagg Cap ' +
	'Caps lám tav fasc op c env Rm Apt Bldg Str Hausnr Tél Tlf Fax Aufl Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec';
/** A name follows: 'Dr. Okafor', 'Sra. Pérez'. */
const beforeNames =
	'Mr Mrs Ms Messrs Dr Drs Prof St Mt Mts Ft Gen Col Capt Cpt Cmdr Sgt Lt Maj Adm Rev Hon Gov Sen Rep Pres Supt Insp Sra Srta Sres Dra Lic Ing ' +
	'Av Avda sig sigg dott avv geom rag Mlle Mlles Mme Mmes MM Mgr Me Hr Hrn Fr Frl Dipl Msgr dept Ste Sta Sto Stas Srs Sras Dras Profa Exmo Exma Eng Arq';
/** Of several letters: the sentence goes on, unless a word that opens sentences follows. */
const ofLetters =
	/(?:^|[\s("„«])(?:z\. ?[BT]|d\. ?h|[usv]\. ?a|u\. ?U|i\. ?d\. ?R|o\. ?[äg]|m\. ?E|s\. ?[ou]|[nv]\. ?Chr|p\. ?ej|p\. ?es|p\. ?ex|c\.[- ]?à[- ]?d|EE\. ?UU|a\. ?C|d\. ?C)$/u;
/** The first of such letters: the next one follows. */
const firstLetter: Readonly<Record<string, RegExp>> = {
	z: /^[BT]\./u,
	d: /^(?:h|C|R)\./u,
	u: /^[aU]\./u,
	i: /^d\./u,
	o: /^[äg]\./u,
	m: /^E\./u,
	s: /^[aou]\./u,
	v: /^(?:a|Chr)\./u,
	n: /^Chr\./u,
	p: /^(?:ex|ej|es)\./u,
	a: /^C\./u,
	EE: /^UU\./u,
};

/** Words that open sentences, and follow no initial and no ordinal number. */
const openers =
	/^(?:The|This|These|Those|It|Its|He|She|They|There|We|You|However|But|And|When|Then|After|Also|If|Because|Although|In|On|At|For|Der|Die|Das|Dem|Den|Des|Ein|Eine|Er|Sie|Es|Wir|Ich|Man|Im|Am|Bei|Mit|Auf|Für|Und|Aber|Dann|Danach|Dort|Hier|Diese[rsnm]?|Wenn|Nach|Auch|Le|La|Les|Un|Une|Il|Elle|Ils|Elles|On|Ce|Cet|Cette|Ces|Et|Mais|Puis|Dans|Pour|Nous|Vous|El|Los|Las|Una|Unos|Este|Esta|Esto|Y|Pero|Se|En|Con|Por|Para|No|Si|Sí|O|A|Os|As|Um|Uma|Ele|Ela|Eles|Elas|Mas|Em|No|Na|Não|Lo|Gli|I|Uno|Ma|Nel|Nella|Sono|È|Questo|Questa|Per)(?!\p{L})/u;

const germanMonths =
	/^(?:Jan(?:uar)?|Jänner|Feb(?:ruar)?|Mär(?:z)?|Apr(?:il)?|Mai|Juni?|Juli?|Aug(?:ust)?|Sept?(?:ember)?|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?)(?!\p{L})/u;
/** A day or an ordinal number in German, and the word before it. */
const ordinal = /(?:(?<before>\p{L}+)\s)?(?<![\p{L}\p{N}.,])\d{1,3}$/u;
const articles: ReadonlySet<string> = new Set(
	'der die das dem den des im vom zum zur beim ein eine einem einen einer eines jeder jede jedes ihre ihr seine sein'.split(' '),
);
/** Behind these, a letter is no initial: 'vitamine C'. */
const lettered =
	/^(?:vitamin\p{L}*|gruppe|groupe|grupo|gruppo|klasse|classe|clase|typ|type|tipo|plan|plano|piano|teil|part\p{L}*|option|opción|opção|opzione|version\p{L}*|variante|abschnitt|section|sección|seção|sezione|ligne|línea|linea|linha|point|punto|ponto)$/iu;

/** A single letter has a meaning of its own as a capital: 'It was 5 V.' */
function setOf(list: string): ReadonlySet<string> {
	return new Set(list.split(' ').flatMap((one) => (one.length === 1 ? [one] : [one, one.charAt(0).toUpperCase() + one.slice(1)])));
}

const [goingOn, ofNumbers, ofNames] = [setOf(always), setOf(beforeNumbers), setOf(beforeNames)];

/** What stands right before a stop, back to a blank or an opening mark; and the word before it. */
const lastWord = /(?:(?<before>\p{L}+)\s)?[("'“‘„«[*_]*(?<word>\p{L}[\p{L}.]*)$/u;
/** UTF-16 units before the stop that are looked at. */
const reach = 24;

/**
 * Returns whether a full stop ends an abbreviation and no sentence, by what follows it: 'Fig. 3', 'vs. Plan B', 'Dr. Okafor'.
 * @param stop offset of the stop, and `next` offset of what follows it behind white space
 * @param withInitials whether a single letter may be one ('J. Müller', 'M. Dupont'); the English tagger knows them itself
 */
export function isAbbreviationAt(text: string, stop: number, next: number, withInitials = false): boolean {
	const lead = text.slice(Math.max(0, stop - reach), stop);
	const behind = text.slice(next, next + reach);
	const number = /\d$/u.test(lead) ? ordinal.exec(lead) : null;
	if (number !== null) {
		const { before = '' } = number.groups ?? {};
		return germanMonths.test(behind) || (articles.has(before.toLowerCase()) && /^\p{Lu}\p{Ll}/u.test(behind) && !openers.test(behind));
	}
	const groups = lastWord.exec(lead)?.groups;
	const word = groups?.['word'];
	if (word === undefined) return false;
	if (goingOn.has(word)) return true;
	if (firstLetter[word]?.test(behind) === true || (ofLetters.test(lead) && !openers.test(behind))) return true;
	if (withInitials && isInitial(word, groups?.['before'] ?? '', lead) && /^\p{Lu}[\p{Ll}'’]/u.test(behind) && !openers.test(behind))
		return true;
	// Spanish 'Sr. Pérez', which in English stands behind a name.
	if (word === 'Sr') return /^\p{Lu}\p{Ll}/u.test(behind) && !/^\p{Lu}\p{Ll}{2}/u.test(groups?.['before'] ?? '');
	if (/^[\p{N}(#§]/u.test(behind)) return ofNumbers.has(word);
	if (/^\p{Lu}(?:[\p{N}.,;)]|\s|$)/u.test(behind)) return /^\p{Lu}/u.test(word) && ofNumbers.has(word) && !/^[AI]\s/u.test(behind);
	return /^\p{Lu}/u.test(behind) && ofNames.has(word);
}

/** Whether a letter stands for a given name, or for 'Monsieur': none that numbers something, and none behind a number. */
function isInitial(word: string, before: string, lead: string): boolean {
	return /^\p{Lu}$/u.test(word) && word !== 'I' && !/^\p{Lu}/u.test(before) && !lettered.test(before) && !/[\p{N}°%] ?\p{Lu}$/u.test(lead);
}
