import type { Vocabulary } from './vocabulary.ts';

export const german: Vocabulary = {
	marks:
		/(?<!\p{L})(?:und|der|die|das|den|dem|dich|alle[ns]?|alles|deine?[nrms]?|ihre?[nrm]?|sie|nicht|du|ohne|obigen?|jetzt|an|im|ein\p{L}*|vorherigen|zuvor|was)(?!\p{L})/iu,
	never: 'nie|niemals|nicht|keine?n?',
	ignore:
		'ignorier(?:e|en|t)?|vergiss|vergesst|vergessen|missachte[nt]?|(?:ü|ue)berschreibe?n?|umgehe?n?|verwirf|verwerfen|h(?:ö|oe)re?n? (?:sie )?nicht auf|befolge?n? (?:sie )?nicht|lassen? (?:sie )?(?:au(?:ß|ss)er acht)',
	told: '(?:system|sicherheits|inhalts)?(?:anweisung|instruktion|regel|richtlinie|vorgabe|vorschrift|befehl|aufgabe|auftr(?:a|ä|ae)g|nachricht|einschr(?:ä|ae)nkung|beschr(?:ä|ae)nkung|sperre|ausf(?:ü|ue)hrung|angabe|dokument)(?:e?n|e|s)?|programmierung|training|(?:system)?prompts?|das (?:obige|vorherige|bisherige)|alles(?:,? (?:davor|zuvor|vorher\\w*|bisher\\w*|obige|gesagte|vorige|was (?:wir|ich|du|sie|davor|vorher|oben)\\w*))',
	overrides: [
		'(?:alle[ns]?|die|deine|ihre|meine|s(?:ä|ae)mtliche[ns]?)? ?(?:obige|vorherige|bisherige|vorigen?|fr(?:ü|ue)here)[nrs]? (?:anweisung|ausf(?:ü|ue)hrung|instruktion|regel|aufgabe|angabe|vorgabe|information)\\w*[^.!?\\n]{0,30} (?:zu )?(?:ignorieren|vergessen|missachten|verwerfen|sind (?:irrelevant|ung(?:ü|ue)ltig|hinf(?:ä|ae)llig|aufgehoben|nicht))',
		'abweichend (?:zu|von)(?: den| allen)? (?:vorherigen|bisherigen|obigen) \\w+',
		'(?:konzentrier\\w*|fokussier\\w*) (?:dich|euch|sie sich) (?:jetzt|nun|ab jetzt)[^.!?\\n]{0,20} auf (?:die|deine|ihre) (?:neue|n(?:ä|ae)chste)[nr]? aufgabe',
		'(?:deine|ihre) neuen? (?:anweisung|aufgabe|rolle|instruktion)\\w* (?:ist|sind|lautet|lauten)',
	],
	freed: [
		'(?:schalte?n?|deaktivier\\w*|entfern\\w*|hebe?n?|stelle?n?) [^.!?\\n]{0,40}(?:filter|sicherheits\\w+|einschr(?:ä|ae)nkung\\w*|beschr(?:ä|ae)nkung\\w*|schutz\\w*)(?: (?:aus|ab|auf))?',
		'(?:aktivier\\w*|wechsel\\w*|starte?n?|gehe?n?)[^.!?\\n]{0,20} (?:entwickler|admin|debug|jailbreak|gott)-?modus',
		'(?:du bist|sie sind|sei) (?:jetzt |nun |ab jetzt )?(?:DAN(?!\\p{L})|eine? (?:b(?:ö|oe)se|unzensierte|uneingeschr(?:ä|ae)nkte)\\w* \\p{L}+)',
		'(?:ohne|keine) (?:regeln|einschr(?:ä|ae)nkungen|zensur|moral|ethik|filter)[^.!?\\n]{0,30}(?:antwort\\w*|handel\\w*|frei)',
	],
	prompts: [
		"(?:zeige?n?|gib|geben sie|nenne?n?|verrate?n?|drucke?n?|wiederhole?n?|schreibe?n?)'? [^.!?\\n]{0,50}(?:system-?(?:prompt|nachricht|anweisung)\\w*|prompt-?texte?\\w*|(?:urspr(?:ü|ue)nglichen|geheimen|versteckten|internen|anf(?:ä|ae)nglichen) (?:anweisung|instruktion|regel)\\w*)",
		'(?:was|wie|welche)[^.!?\\n]{0,20} (?:ist|sind|lauten?) (?:deine?|ihre?) (?:system\\w+|urspr(?:ü|ue)nglichen?|ersten?|initialen?|anf(?:ä|ae)nglichen)[^.!?\\n]{0,20}',
		'rechtschreibung des (?:gesamten )?obigen textes',
	],
	personas: [
		'ich (?:m(?:ö|oe)chte|will),? dass (?:sie|du)[^.!?\\n]{0,60} (?:fungier\\w+|agier\\w+|auftr\\w+|handel\\w+|spiel\\w+|verh(?:ä|ae)lt\\w*|benimm\\w*)',
		'(?:stell\\w* dir vor|stellen sie sich vor|tu so),? (?:dass |als )?(?:du|sie|w(?:ä|ae)r\\w*)',
		'(?:jetzt bist du|du bist jetzt|ab jetzt bist du|du bist kein\\w* \\p{L}+,? sondern)',
		'antworte\\w* im stile? (?:eines|einer|von)',
	],
	send: '(?:sende?n?|schicke?n?|leite?n?|(?:ü|ue)bermittle?n?|mail\\w*|lade?n?|kopiere?n?|poste?n?|weiterleiten|versende?n?)',
	data: '(?:pass(?:wort|w(?:ö|oe)rter)\\w*|zugangsdaten|schl(?:ü|ue)ssel|token|unterhaltung\\w*|nachricht\\w*|e?-?mails?|daten|dateien?|kontakte?n?|verlauf\\w*|gespr(?:ä|ae)ch\\w*|alle[ns]? \\p{L}+|jede[nrs]? \\p{L}+|kopien?)',
	papers: '(?:rechnung\\w*|vertr(?:a|ä|ae)g\\w*|quittung\\w*|gehaltsabrechnung\\w*)',
	results: '(?:ergebnis\\w*|antwort\\w*|ausgaben?|protokoll\\w*|zusammenfassung\\w*)',
	each: 'nach jede[rmn]|vor jede[rmn]|bei jede[rmn]|mit jede[rmn]|ab (?:jetzt|sofort|heute|nun)|immer|jedes mal|k(?:ü|ue)nftig|in zukunft|von nun an|am ende jede[rs]',
	secretly: [
		'ohne[^.!?\\n]{0,30}(?:nutzer|benutzer|anwender|kunden)\\w* (?:(?:davon |dar(?:ü|ue)ber )?zu (?:informieren|benachrichtigen|unterrichten)|davon|wissen|etwas)',
		'ohne (?:das )?wissen (?:des|der) (?:nutzer|benutzer|anwender|kunden)\\w*',
		'(?:heimlich|unbemerkt|stillschweigend)[^.!?\\n]{0,40} (?:senden|schicken|weiterleiten|(?:ü|ue)bermitteln|hochladen|kopieren|ausf(?:ü|ue)hren|installieren|l(?:ö|oe)schen|(?:ä|ae)ndern|genehmigen)',
		'(?:verheimlich|verschweig|verberg|verbirg|versteck)\\w*[^.!?\\n]{0,40}(?:schritt|befehl|aufruf|(?:ü|ue)bertragung|(?:ä|ae)nderung|download|upload|aktion|skript)\\w*[^.!?\\n]{0,30} (?:nutzer|benutzer|anwender|kunden)\\w*',
	],
	hides: [
		'(?:sag|sage|sagen|erz(?:ä|ae)hl\\w*|verrate?n?|teile?n?|erw(?:ä|ae)hne?n?|informiere?n?|zeige?n?)[^.!?\\n]{0,40}(?:dem|den|der|die) (?:nutzer|benutzer|anwender|user|kunden)\\w*[^.!?\\n]{0,40} (?:nichts|nicht|niemals)(?!\\p{L})',
		'ohne[^.!?\\n]{0,30}(?:nutzer|benutzer|anwender|kunden)\\w* zu fragen',
	],
	hasSpaces: true,
};
