/*
 * Numbers of four digits that count something and name no year: '1850 people', '1850 Einwohner', '1850人'. Where both are likely, a number is a year.
 */

/** What is counted in German and in Romance languages, where other nouns may stand behind a year: 'Er eröffnete 1998 Filialen'. */
const nouns = new RegExp(
	String.raw`^ ?(?:` +
		'Einwohner|Menschen|Personen|Besucher|Mitarbeiter|Teilnehmer|Mitglieder|Schüler|Studierende|Studenten|Beschäftigte|Angestellte|Zuschauer|Gäste|Kinder|Exemplare|' +
		'Stück|Plätze|Sitzplätze|Bände|Bücher|Wohnungen|Haushalte|Kalorien|Umdrehungen|Stimmen|' +
		'habitants?|personnes|visiteurs|employés|salariés|participants|membres|élèves|étudiants|spectateurs|exemplaires|places|volumes|livres|logements|foyers|voix|' +
		'habitantes|personas|visitantes|empleados|participantes|miembros|alumnos|estudiantes|espectadores|ejemplares|plazas|libros|viviendas|hogares|votos|' +
		'pessoas|funcionários|membros|alunos|estudantes|exemplares|lugares|livros|' +
		'abitanti|persone|visitatori|dipendenti|partecipanti|membri|alunni|studenti|spettatori|copie|posti|volumi|libri|alloggi|famiglie|voti' +
		String.raw`)(?![\p{L}\p{N}])`,
	'u',
);

/** Signs that count in Chinese and Japanese; not at the head of other words ('2020人口普查', '2021名单'). */
const counters =
	/^ ?(?:人(?![口类類物民权權工事格才文気])|[名](?![单單誉譽古称稱前簿义義])|位(?![于於置])|[个個](?![人体體别別性])|棟|栋|戸|户(?![外口籍])|世帯|頭|头(?!条|條)|匹|冊|册|枚|張|张|輛|辆|艘|架(?!构)|隻|只|株|份|件(?!の|名))/u;

/** Words in small letters before a year, or before something that has one. What they precede is no count. */
const beforeYear = new Set(
	(
		'in by since until till from of during after before the this that early late mid around about circa to through between and or for per as than with versus vs ' +
		'on at its their his her our your my a an fiscal calendar year years season spring summer autumn fall winter back pre post financial'
	).split(' '),
);
/** What things of a year are called: '2019 levels', '2020 elections'. */
const ofYears =
	/^(?:levels|sales|figures|results|revenues?|earnings|prices|rates|elections?|games|olympics|seasons?|standards|highs|lows|models|editions|values|numbers|averages|totals|estimates|targets|budgets|reports|accounts|dollars|terms|events|finals|awards|championships|riots|floods|fires|protests|reforms|rules|regulations|guidelines|profits|losses|exports|imports|emissions|peaks|records|vintages|plans|goals|forecasts|has|was|is|does|as|this|thus|yes|plus|minus|versus|across|towards|always|perhaps|sometimes|afterwards)$/u;
const manyInEnglish = /^ (\p{Ll}{3,}s|people|children|men|women|fish|sheep)(?![\p{L}'])/u;
const wordBefore = /(?<lead>\p{L}+)(?<mark>[^\p{L}\p{N}]*)$/u;

/** Returns whether the number in a range of a plain text, which looks like a year, counts what is named right behind it. */
export function countsThings(plain: string, start: number, end: number): boolean {
	const behind = plain.slice(end, end + 24);
	if (nouns.test(behind) || counters.test(behind)) return true;
	const noun = manyInEnglish.exec(behind)?.[1];
	if (noun === undefined || ofYears.test(noun)) return false;
	const { lead = '', mark = '' } = wordBefore.exec(plain.slice(Math.max(0, start - 24), start))?.groups ?? {};
	return mark === ' ' && /^\p{Ll}/u.test(lead) && !beforeYear.has(lead);
}
