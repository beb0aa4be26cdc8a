import { ownLanguageOf } from '../../../text/language.ts';
import type { PatternSeverity, RuleName } from './pattern-match.ts';

/** Where an order in another language than English stands in a text as it is. */
export interface ForeignOrder {
	readonly rule: RuleName;
	readonly severity: PatternSeverity;
	readonly start: number;
	readonly end: number;
	readonly description: string;
}

/** What core orders are made of in a language: alternatives of expressions. */
interface Vocabulary {
	/** Words that nearly every order in the language has: texts without them are passed over. */
	readonly marks: RegExp;
	/** Words that forbid: between a verb and its object they turn the order around. */
	readonly never: string;
	readonly ignore: string;
	/** What an agent was told. */
	readonly told: string;
	/** Whole sentences that set it aside. */
	readonly overrides: readonly string[];
	/** Orders to switch off limits, and to be somebody without them. */
	readonly freed: readonly string[];
	/** Questions and orders for the agent's own instructions. */
	readonly prompts: readonly string[];
	/** Orders to be somebody else. */
	readonly personas: readonly string[];
	readonly send: string;
	readonly data: string;
	/** Orders to keep something from the user. */
	readonly hides: readonly string[];
	/** Whether words are parted by spaces. */
	readonly hasSpaces: boolean;
}

const german: Vocabulary = {
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
	data: '(?:pass(?:wort|w(?:ö|oe)rter)\\w*|zugangsdaten|schl(?:ü|ue)ssel|token|rechnung\\w*|unterhaltung\\w*|nachricht\\w*|e?-?mails?|daten|dateien?|kontakte?n?|verlauf\\w*|gespr(?:ä|ae)ch\\w*|alle[ns]? \\p{L}+|jede[nrs]? \\p{L}+|kopien?)',
	hides: [
		'(?:sag|sage|sagen|erz(?:ä|ae)hl\\w*|verrate?n?|teile?n?|erw(?:ä|ae)hne?n?|informiere?n?|zeige?n?)[^.!?\\n]{0,40}(?:dem|den|der|die) (?:nutzer|benutzer|anwender|user|kunden)\\w*[^.!?\\n]{0,40} (?:nichts|nicht|niemals)(?!\\p{L})',
		'ohne[^.!?\\n]{0,30}(?:nutzer|benutzer|anwender|kunden)\\w* (?:zu (?:informieren|fragen|benachrichtigen)|davon|wissen|etwas)',
		'(?:heimlich|unbemerkt|stillschweigend)[^.!?\\n]{0,40} (?:senden|schicken|weiterleiten|(?:ü|ue)bermitteln|hochladen|kopieren)',
	],
	hasSpaces: true,
};

const spanish: Vocabulary = {
	marks: /(?<!\p{L})(?:el|la|los|las|del?|tus?|sus?|tod[oa]s?|que|una?|en|no|sin|eres|modo|al|lo)(?!\p{L})/iu,
	never: 'nunca|jam[aá]s|no',
	ignore:
		'ignor(?:a|e|en|ad|ar)|olvid(?:a|e|en|ar|ate)|olvide|descart(?:a|e)|desobedece|omit(?:e|a)|no (?:sigas|siga|obedezcas|hagas caso a|tengas en cuenta)|anul(?:a|e)|salt(?:a|e)te',
	told: 'instrucci(?:ones|[oó]n)|reglas?|directrices|[oó]rdenes|normas?|restricciones|indicaciones|pol[ií]ticas?|programaci[oó]n|mensajes? del sistema|(?:el|los|tus?) prompts?|tareas?|todo(?: lo)?(?: que)? (?:digo|dije|dicho|sabes|anterior|previo|antes|te (?:he|han) dicho)|lo anterior',
	overrides: ['tus nuevas instrucciones son', 'a partir de ahora,? (?:eres|act[uú]a|responde como|debes actuar)'],
	freed: [
		'(?:desactiva|desactive|elimina|quita|apaga|deshabilita)[^.!?\\n]{0,40}(?:filtros?|restricciones|seguridad|l[ií]mites|protecciones|salvaguard\\p{L}+)',
		'(?:entra|activa|cambia|pasa|habilita)[^.!?\\n]{0,15} (?:el )?modo (?:de )?(?:desarrollador|administrador|dios|depuraci[oó]n|jailbreak)',
		'(?:ahora )?eres (?:ahora )?(?:DAN(?!\\p{L})|una? (?:ia|asistente) (?:sin (?:restricciones|l[ií]mites|reglas)|malvad[ao]))',
		'(?:responde|act[uú]a)[^.!?\\n]{0,30} sin (?:restricciones|l[ií]mites|filtros|censura|reglas)',
	],
	prompts: [
		'(?:mu[eé]stra(?:me)?|revela|imprime|repite|dime|dame|escribe)[^.!?\\n]{0,40}(?:prompt|mensaje|instrucciones) (?:del? sistema|iniciales|originales|ocultas|secretas)',
		'(?:cu[aá]les son|qu[eé] son|cu[aá]l es) tus? (?:instrucciones|prompt|reglas) ?(?:originales|iniciales|ocultas|del sistema|de sistema)?',
	],
	personas: [
		'(?:quiero|necesito) que (?:act[uú]es|te comportes|finjas|seas)',
		'(?:finge|imagina) que (?:eres|tu)',
		'si yo digo [^.!?\\n]{1,40}t[uú] dices',
		'solo tienes que decir',
	],
	send: '(?:env[ií](?:a|e|en|ar)|reenv[ií](?:a|e|ar)|manda|mande|transmite|sube|publica|copia)',
	data: '(?:contrase(?:ñ|n)as?|credenciales|claves?|tokens?|facturas?|conversaci(?:ones|[oó]n)|mensajes?|correos?|datos|archivos?|contactos|historial|tod[oa]s? l[oa]s? \\p{L}+|cada \\p{L}+|una copia)',
	hides: [
		'no (?:se lo )?(?:digas|informes|menciones|avises|cuentes|reveles|notifiques)[^.!?\\n]{0,40}(?:usuario|cliente|nadie)',
		'sin (?:que[^.!?\\n]{0,30}(?:usuario|cliente)[^.!?\\n]{0,20}(?:sepa|entere|note)|(?:informar|avisar|decirle|notificar)[^.!?\\n]{0,15}(?:usuario|cliente))',
	],
	hasSpaces: true,
};

const french: Vocabulary = {
	marks: /(?<!\p{L})(?:les?|la|des?|du|tes?|ton|vos|votre|toute?s?|tous|ne|pas|tu|vous|en|mode|et|un|une)(?!\p{L})|l['’]/iu,
	never: 'jamais|ne|pas',
	ignore:
		'ignor(?:e|ez|er)|oubli(?:e|ez|er)|n[ée]glig(?:e|ez)|d[ée]sob[ée]i(?:s|ssez)|contourn(?:e|ez)|ne (?:tiens|tenez) pas compte|ne (?:suis|suivez) pas|fais abstraction|faites abstraction|passe outre|outrepass(?:e|ez)',
	told: '(?:(?:les|toutes|tous|tes|vos|ces|mes|la|le|votre|ton|ta|des|aux)(?: \\p{L}+)? |l.)(?:instructions?|messages? syst[èe]me|prompts?|restrictions?|directives?)|r[èe]gles?|consignes?|ordres?|politiques?|programmation|t[âa]ches?|tout ce (?:que|qui)(?: \\p{L}+)* (?:avant|dessus|pr[ée]c[èe]de|dit|sais|savez)|ce qui pr[ée]c[èe]de|tout(?= et (?:dis|dites|r[ée]ponds))',
	overrides: ['(?:tes|vos) nouvelles instructions sont', '(?:à|a) partir de maintenant,? (?:tu es|vous [êe]tes|agis|r[ée]ponds comme)'],
	freed: [
		'(?:d[ée]sactiv(?:e|ez)|supprim(?:e|ez)|enl[èe]ve|retire)[^.!?\\n]{0,40}(?:filtres?|restrictions|s[ée]curit[ée]|limites|protections|garde-fous)',
		'(?:activ(?:e|ez)|passe|passez|entre|entrez)[^.!?\\n]{0,15} (?:le |en )?mode (?:d[ée]veloppeur|administrateur|dieu|debug|jailbreak)',
		'(?:tu es|vous [êe]tes) (?:maintenant |d[ée]sormais )?(?:DAN(?!\\p{L})|une? (?:ia|assistante?) (?:sans (?:restrictions?|limites?|r[èe]gles?)|mal[ée]fique))',
		'sans (?:restriction|limite|filtre|censure|r[èe]gle)s?[^.!?\\n]{0,20}r[ée]pon',
	],
	prompts: [
		'(?:montre|montrez|r[ée]v[èe]le|r[ée]v[ée]lez|affiche|affichez|r[ée]p[èe]te|dis|donne|donnez)[^.!?\\n]{0,40}(?:prompt|message|instructions) (?:syst[èe]me|initiale?s?|originales|cach[ée]e?s|secr[èe]tes)',
		'(?:quelles? sont|quel est) (?:tes|vos|ton|votre) (?:instructions|prompt|consignes|r[èe]gles)',
	],
	personas: [
		'je (?:veux|voudrais) que (?:tu|vous) (?:agiss\\p{L}+|jou\\p{L}+|fass\\p{L}+ semblant|sois|soyez|te comportes)',
		'(?:imagine|fais semblant|pr[ée]tends) (?:que tu es|d.[êe]tre)',
		'(?:te mettre|mets-toi) dans la? peaux? d',
	],
	send: '(?:envoi(?:e|es)|envoyez|envoyer|transf[èe]re|transf[ée]rez|transmets|transmettez|fais suivre|publie|copie|t[ée]l[ée]verse)',
	data: '(?:mots? de passe|identifiants|cl[ée]s?|jetons?|factures?|conversations?|messages?|e-?mails?|courriels?|donn[ée]es|fichiers?|contacts|historique|tou(?:s|tes) les \\p{L}+|chaque \\p{L}+|une copie)',
	hides: [
		"(?:ne|n') ?(?:le |l')?(?:dis|dites|informe|informez|mentionne|mentionnez|pr[ée]viens|pr[ée]venez|r[ée]v[èe]le)[^.!?\\n]{0,10}(?:pas|rien|jamais)[^.!?\\n]{0,40}(?:utilisateur|client)",
		"(?:sans (?:que l'utilisateur[^.!?\\n]{0,20}|(?:le dire|pr[ée]venir|informer|avertir|en parler)[^.!?\\n]{0,15}utilisateur)|à l'insu de l'utilisateur)",
	],
	hasSpaces: true,
};

const portuguese: Vocabulary = {
	marks: /(?<!\p{L})(?:o|a|os|as|d[eoa]s?|suas?|seus?|tod[oa]s?|tudo|que|n[ãa]o|sem|modo|uma?|em|para|voc[êe])(?!\p{L})/iu,
	never: 'nunca|jamais|n[ãa]o',
	ignore:
		'ignor(?:e|a|ar|em)|esque[çc](?:a|am|er)|esquece|desconsider(?:e|a)|desobede[çc]a|descart(?:e|a)|n[ãa]o (?:siga|obede[çc]a|leve em conta)|contorn(?:e|a)',
	told: 'instru[çc](?:[õo]es|[ãa]o)|regras?|diretrizes|ordens|normas?|restri[çc][õo]es|pol[íi]ticas?|programa[çc][ãa]o|mensagens? do sistema|(?:o|os|seus?) prompts?|tarefas?|tudo (?:o )?que[^.!?\\n]{0,20}(?:antes|disse|sabe|acima)|o (?:texto )?(?:acima|anterior)',
	overrides: ['suas novas instru[çc][õo]es s[ãa]o', 'a partir de agora,? (?:voc[êe] [ée]|aja|responda como)'],
	freed: [
		'(?:desativ(?:e|a)|remov(?:a|e)|deslig(?:ue|a)|desabilit(?:e|a))[^.!?\\n]{0,40}(?:filtros?|restri[çc][õo]es|seguran[çc]a|limites|prote[çc][õo]es)',
		'(?:ativ(?:e|a)|entr(?:e|a)|mud(?:e|a))[^.!?\\n]{0,15} (?:o |no |em |para o )?modo (?:de )?(?:desenvolvedor|administrador|deus|depura[çc][ãa]o|jailbreak)',
		'(?:agora )?(?:voc[êe] [ée]|[ée]s) (?:agora )?(?:o )?(?:DAN(?!\\p{L})|uma? (?:ia|assistente) sem (?:restri[çc][õo]es|limites|regras))',
		'sem (?:restri[çc][õo]es|limites|filtros|censura|regras)[^.!?\\n]{0,20}respond',
	],
	prompts: [
		'(?:mostre|revele|imprima|repita|diga|exiba|mostra|revela)[^.!?\\n]{0,40}(?:prompt|mensagem|instru[çc][õo]es) (?:do sistema|de sistema|iniciais|originais|ocultas|secretas)',
		'(?:quais s[ãa]o|qual [ée]) (?:as )?(?:suas?|tuas?|seu) (?:instru[çc][õo]es|prompt|regras)',
	],
	personas: [
		'(?:quero|preciso) que voc[êe] (?:aja|finja|atue|seja|se comporte)',
		'(?:finja|imagine|fa[çc]a de conta) que (?:voc[êe] )?(?:[ée]|seja)',
	],
	send: '(?:envi(?:e|a|ar|em)|encaminh(?:e|a|ar)|mand(?:e|a)|transmit(?:a|e)|public(?:a|que)|copi(?:e|a))',
	data: '(?:senhas?|credenciais|chaves?|tokens?|faturas?|conversas?|mensagens?|e-?mails?|dados|arquivos?|ficheiros?|contatos|hist[óo]rico|tod[oa]s? [oa]s? \\p{L}+|cada \\p{L}+|uma c[óo]pia)',
	hides: [
		'n[ãa]o (?:diga|conte|informe|mencione|avise|revele)[^.!?\\n]{0,40}(?:usu[áa]rio|utilizador|cliente)',
		'sem (?:que[^.!?\\n]{0,20}(?:usu[áa]rio|utilizador)|(?:informar|avisar|dizer|contar)[^.!?\\n]{0,15}(?:usu[áa]rio|utilizador|cliente))',
	],
	hasSpaces: true,
};

const italian: Vocabulary = {
	marks: /(?<!\p{L})(?:il|lo|la|le|gli|di|del|dell\p{L}*|tu[eoi]|tutt[eoi]|che|non|senza|in|una?|modalit[àa]|sei)(?!\p{L})/iu,
	never: 'mai|non',
	ignore:
		'ignor(?:a|i|are|ate)|dimentic(?:a|hi|are|ate)|scart(?:a|i)|disobbedisci|trascur(?:a|i)|non (?:seguire|segua|obbedire|tenere conto)|aggir(?:a|i)|tralasci(?:a)?',
	told: 'istruzion(?:i|e)|regol(?:e|a)|direttiv(?:e|a)|ordini|norme|restrizioni|politiche|programmazione|messaggi(?:o)? di sistema|prompt|compiti|tutto (?:ci[òo] che|quello che|quanto)[^.!?\\n]{0,25}(?:prima|detto|sai|sopra)|quanto (?:sopra|precede)',
	overrides: ['le tue nuove istruzioni sono', 'da ora in poi,? (?:sei|agisci|rispondi come|devi agire)'],
	freed: [
		'(?:disattiv(?:a|i)|rimuov(?:i|a)|spegni|disabilit(?:a|i))[^.!?\\n]{0,40}(?:filtr[io]|restrizioni|sicurezza|limiti|protezioni)',
		'(?:attiv(?:a|i)|entra|passa)[^.!?\\n]{0,15} (?:la |in |alla )?modalit[àa] (?:sviluppatore|amministratore|dio|debug|jailbreak)',
		'(?:ora |adesso )?sei (?:ora |adesso )?(?:DAN(?!\\p{L})|un.?(?:ia| assistente) senza (?:restrizioni|limiti|regole))',
		'senza (?:restrizioni|limiti|filtri|censura|regole)[^.!?\\n]{0,20}rispond',
	],
	prompts: [
		'(?:mostra(?:mi)?|rivela|stampa|ripeti|dimmi|scrivi)[^.!?\\n]{0,40}(?:prompt|messaggio|istruzioni) (?:di sistema|inizial[ei]|original[ei]|nascoste|segrete)',
		'(?:quali sono|qual [èe]) (?:le tue|il tuo) (?:istruzioni|prompt|regole)',
	],
	personas: ['voglio che tu (?:agisca|finga|sia|ti comporti|reciti)', '(?:fingi|immagina) (?:di essere|che tu sia|di esser)'],
	send: '(?:invi(?:a|are|ate)|inoltr(?:a|are|ate)|mand(?:a|are)|trasmett(?:i|ere)|spedisci|carica|pubblica|copia)',
	data: '(?:password|credenziali|chiav[ei]|token|fattur[ae]|conversazion[ei]|messagg[io]o?|e-?mail|dati|file|contatti|cronologia|tutt[ei] (?:le|i|gli) \\p{L}+|ogni \\p{L}+|una copia)',
	hides: [
		'non (?:dire|dirlo|informare|menzionare|avvisare|rivelare)[^.!?\\n]{0,40}(?:utente|cliente)',
		"(?:senza (?:che l'utente[^.!?\\n]{0,15}|(?:dirlo|informare|avvisare)[^.!?\\n]{0,15}utente)|all'insaputa dell'utente)",
	],
	hasSpaces: true,
};

const russian: Vocabulary = {
	marks: /\p{Script=Cyrillic}/u,
	never: 'никогда|не|нельзя',
	ignore:
		'игнорируй(?:те)?|проигнорируй(?:те)?|забуд(?:ь|ьте)|отмени(?:те)?|отбрось(?:те)?|не (?:следуй|следуйте|соблюдай|выполняй)(?:те)?|обойди(?:те)?|нарушь|нарушай',
	told: 'инструкци\\p{L}+|правил\\p{L}*|указани\\p{L}+|директив\\p{L}*|приказ\\p{L}*|команд\\p{L}*|ограничени\\p{L}+|политик\\p{L}*|программировани\\p{L}+|системн\\p{L}+ (?:сообщени|промпт|подсказк)\\p{L}*|промпт\\p{L}*|задани\\p{L}+|задач\\p{L}*|вс[её] (?:вышесказанное|предыдущее|что (?:было|ты|я|выше|до)[^.!?\\n]{0,20})',
	overrides: [
		'твои новые (?:инструкции|правила|указания)',
		'(?:с этого момента|отныне|теперь) (?:ты|вы) (?:DAN|играешь|должен|будешь действовать)',
	],
	freed: [
		'(?:отключи|выключи|сними|убери|деактивируй)(?:те)?[^.!?\\n]{0,40}(?:фильтр|ограничени|безопасност|защит)\\p{L}*',
		'(?:активируй|включи|войди|перейди)(?:те)?[^.!?\\n]{0,15} (?:в )?режим (?:разработчика|администратора|бога|отладки|DAN)',
		'(?:ты (?:теперь|сейчас)|теперь ты) (?:DAN|ДАН|ии без|злой)',
		'без (?:ограничений|правил|цензуры|фильтров)[^.!?\\n]{0,20}отве|отвеча\\p{L}+ (?:свободно|без ограничений)',
	],
	prompts: [
		'(?:покажи|выведи|раскрой|повтори|скажи|напиши|дай)(?:те)?[^.!?\\n]{0,40}(?:системн\\p{L}+ (?:промпт|подсказк|сообщени|инструкци)\\p{L}*|(?:начальн|исходн|первоначальн|скрыт|секретн)\\p{L}+ (?:инструкци|правил|промпт)\\p{L}*)',
		'как(?:ие|ой|ов[аы]?)[^.!?\\n]{0,15} (?:у тебя|твои|твой|ваши)[^.!?\\n]{0,20}(?:инструкци|промпт|правил)\\p{L}*',
	],
	personas: [
		'(?:хочу|нужно),? чтобы ты (?:действовал|вёл|вел|притворил|играл|был)',
		'(?:притворись|представь|вообрази),? что ты|притворись (?:злым|хакером)',
	],
	send: '(?:отправ(?:ь|ляй|ьте|ить)|перешли(?:те)?|пересылай|передай|загрузи|скопируй|опубликуй)',
	data: '(?:парол\\p{L}+|учётн\\p{L}+ данн\\p{L}+|учетн\\p{L}+ данн\\p{L}+|ключ\\p{L}*|токен\\p{L}*|счет\\p{L}*|счёт\\p{L}*|переписк\\p{L}+|разговор\\p{L}*|сообщени\\p{L}+|письм\\p{L}+|данны\\p{L}+|файл\\p{L}*|контакт\\p{L}*|истори\\p{L}+|все \\p{L}+|кажд\\p{L}+ \\p{L}+|копи\\p{L}+)',
	hides: [
		'не (?:говори|сообщай|упоминай|рассказывай|показывай|уведомляй)(?:те)?[^.!?\\n]{0,40}(?:пользовател|клиент)\\p{L}*',
		'(?:без ведома|втайне от|не (?:уведомляя|сообщая|предупреждая))[^.!?\\n]{0,20}(?:пользовател|клиент)\\p{L}*',
	],
	hasSpaces: true,
};

const chinese: Vocabulary = {
	marks: /\p{Script=Han}/u,
	never: '不要|切勿|禁止|绝不|別|别',
	ignore: '忽略|无视|無視|忘记|忘記|忘掉|不要(?:遵循|遵守|理会|理會)|不理会|绕过|繞過|抛弃|跳过|覆盖',
	told: '指令|指示|规则|規則|说明|說明|提示|命令|限制|政策|设定|設定|任务|任務|准则|要求|对话|一切|所有(?:内容|內容|的话)|上文|以上(?:内容|全部|所有)?',
	overrides: ['你的新(?:指令|任务|角色|规则)(?:是|如下|:|：)', '从现在(?:开始|起)[，,]?你(?:是|要|必须|将)'],
	freed: [
		'(?:关闭|關閉|禁用|解除|移除|停用|取消)[^。！？\\n]{0,12}(?:过滤|過濾|限制|安全|审查|審查|防护)',
		'(?:激活|开启|開啟|进入|進入|启用|切换到)[^。！？\\n]{0,6}(?:开发者|開發者|管理员|上帝|越狱|调试)模式',
		'你(?:现在|現在)?(?:是|扮演)(?:DAN|一个(?:没有|不受)[^。！？\\n]{0,10}(?:限制|约束|道德)的)',
		'(?:不受|没有|沒有)(?:任何)?(?:限制|约束|道德|审查)[^。！？\\n]{0,10}(?:回答|AI|人工智能|助手)|可以做任何事',
	],
	prompts: [
		'(?:显示|顯示|输出|輸出|打印|告诉我|告訴我|重复|重複|泄露|说出)[^。！？\\n]{0,12}(?:系统提示|系統提示|提示词|提示詞|(?:初始|原始|隐藏|系统)(?:的)?(?:指令|说明|设定))',
		'你的(?:系统提示|初始指令|原始指令|隐藏指令|初始设定)(?:是什么|是什麼|有哪些)',
	],
	personas: ['(?:我要你|我希望你|请你|請你)(?:扮演|充当|充當|假装|假裝)', '(?:假装|假裝|想象|想像)你(?:是|就是)'],
	send: '发送|發送|转发|轉發|上传|上傳|发给|传送|傳送|寄给|抄送|复制到|提交',
	data: '密码|密碼|凭据|凭证|密钥|密鑰|令牌|发票|發票|对话|對話|消息|邮件|郵件|数据|數據|资料|文件|联系人|记录|所有|每(?:一)?(?:个|封|次|笔)',
	hides: [
		'(?:不要|别|勿|切勿)(?:告诉|告訴|通知|提及|提醒|让)[^。！？\\n]{0,8}(?:用户|使用者|客户|他人)',
		'(?:瞒着|不让|未经)(?:用户|使用者)[^。！？\\n]{0,6}(?:知道|同意|察觉)?|(?:悄悄|偷偷|秘密|暗中)(?:地)?[^。！？\\n]{0,8}(?:发送|转发|上传|复制|发给)',
	],
	hasSpaces: false,
};

const japanese: Vocabulary = {
	marks: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
	never: 'ないで|禁止',
	ignore: '',
	told: '',
	overrides: [
		'(?:指示|命令|ルール|規則|プロンプト|ガイドライン|制限|設定|指令|上記|前述|これまで(?:の(?:内容|会話))?)(?:の内容)?(?:を|は)?(?:すべて|全て|全部|完全に)?(?:、)?(?:無視|忘れ(?:て|ろ|なさい)|破棄|上書き|従わな|守らな)(?!しな|ないで|せず)',
		'(?:あなた|君)の新しい(?:指示|命令|役割|タスク)は',
		'(?:これから|今から|今後)(?:、)?(?:あなた|君|お前)は',
	],
	freed: [
		'(?:フィルター|制限|安全(?:機能|装置|対策)?|セキュリティ|検閲)(?:を|は)?(?:すべて|全て)?(?:無効|オフ|解除|外し|停止|切っ)',
		'(?:開発者|管理者|デバッグ|ゴッド|脱獄)モード(?:を|に)?(?:有効|オン|起動|入|切り替え|アクティブ)',
		'(?:あなた|君|お前)は(?:今|これから)?(?:、)?(?:DAN|制限のない|何でもできる)',
		'(?:制限|ルール|規則)(?:なし|なく|に縛られ)[^。！？\\n]{0,12}(?:答え|回答|応答)',
	],
	prompts: [
		'(?:システム(?:プロンプト|メッセージ)|(?:元|最初|初期|隠された|内部)の(?:指示|プロンプト|命令))(?:を|は)[^。！？\\n]{0,10}(?:表示|教え|見せ|出力|開示|繰り返|何)',
	],
	personas: ['(?:の|として)(?:ふりを|役を|ように)[^。！？\\n]{0,8}(?:して|演じ|振る舞)|になりきって'],
	send: '',
	data: '',
	hides: [
		'(?:ユーザー|利用者|使用者|顧客)に(?:は)?(?:、)?[^。！？\\n]{0,14}(?:言わない|知らせない|伝えない|教えない|通知しない|秘密に|内緒)',
		'(?:こっそり|密かに|気づかれないように)[^。！？\\n]{0,14}(?:送信|転送|送っ|アップロード|コピー)',
	],
	hasSpaces: false,
};

const vocabularies: readonly Vocabulary[] = [german, spanish, french, portuguese, italian, russian, chinese, japanese];

const address = String.raw`(?:[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,60})+|(?:https?|ftp|wss?):\/\/[^\s"'<>]{1,200})`;
/** Japanese has its verb at the end. */
const japaneseForward = String.raw`${address}[^。！？\n]{0,30}(?:に|へ|まで)?[^。！？\n]{0,20}(?:転送|送信|送っ|送れ|アップロード|送付|コピー)|(?:転送|送信|送付|アップロード)[^。！？\n]{0,20}(?:先|宛先)[^。！？\n]{0,10}${address}`;

interface CompiledRule extends Omit<ForeignOrder, 'start' | 'end'> {
	readonly pattern: RegExp;
	readonly never: RegExp;
}

function rulesOf(vocabulary: Vocabulary): CompiledRule[] {
	const { hasSpaces, never, ignore, told, overrides, freed, prompts, personas, send, data, hides } = vocabulary;
	const [from, to] = hasSpaces ? [String.raw`(?<![\p{L}\p{N}_-])`, String.raw`(?![\p{L}\p{N}_-])`] : ['', ''];
	const stop = hasSpaces ? '.!?\\n' : '。！？\\n';
	const gap = (most: number): string => `(?:(?!${from}(?:${never})${to})[^${stop}]){0,${most}}?`;
	const before = new RegExp(hasSpaces ? `${from}(?:${never})${to}[^${stop},;:]{0,40}$` : `(?:${never})[^${stop}，,；]{0,10}$`, 'iu');
	const rule = (
		name: RuleName,
		severity: PatternSeverity,
		description: string,
		sources: readonly string[],
		isForbiddable = true,
	): CompiledRule[] =>
		sources.length === 0
			? []
			: [
					{
						rule: name,
						severity,
						description,
						pattern: new RegExp(`${from}(?:${sources.join('|')})${to}`, 'giu'),
						never: isForbiddable ? before : /(?!)/u,
					},
				];
	return [
		...rule('override', 'error', 'tells the agent to ignore its instructions or checks', [
			...(ignore === '' ? [] : [`(?:${ignore})${to}${gap(60)}${from}(?:${told})`]),
			...overrides,
		]),
		...rule('disable', 'error', 'tells the agent to turn protection off, or to be without limits', freed),
		...rule('credentials', 'error', 'asks the agent for its instructions', prompts),
		...rule('persona', 'warning', 'tells the agent to be somebody else', personas),
		...rule(
			'forward',
			'error',
			'tells the agent to send data to an address',
			send === ''
				? [japaneseForward]
				: [
						`(?:${send})${to}(?=${gap(100)}(?:${data}))${gap(140)}${address}`,
						...(hasSpaces ? [] : [`(?:${data})${gap(40)}(?:${send})${gap(60)}${address}`]),
					],
		),
		...rule('conceal', 'error', 'tells the agent to keep something from the user', hides, false),
	];
}

const languages = vocabularies.map((vocabulary) => ({ marks: vocabulary.marks, rules: rulesOf(vocabulary) }));

/** Core orders in German, Spanish, French, Portuguese, Italian, Russian, Chinese and Japanese. @param text as it stands */
export function foreignOrders(text: string): ForeignOrder[] {
	return languages
		.filter(({ marks }) => marks.test(text))
		.flatMap(({ rules }) => rules)
		.flatMap(({ pattern, never, ...rule }) =>
			Array.from(text.matchAll(pattern), ({ 0: { length }, index: start }) => ({ ...rule, start, end: start + length })).filter(
				({ start }) => !never.test(text.slice(Math.max(0, start - 80), start)),
			),
		);
}

/** Letters that a text needs before its language can be told. */
const enoughLetters = 12;
/** Function words of the languages in Latin letters whose orders are known, besides English, and of others. */
const known =
	/(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|mit|f(?:ü|ue)r|auf|von|zu|wird|auch|el|los|las|una|por|para|con|es|est[áa]|que|como|les|des|une|et|dans|pour|qui|pas|sur|avec|gli|della|nel|che|per|sono|di|il|non|[èé]|os|um|uma|n[ãa]o|com|ao|do|da)(?!\p{L})/giu;
const unknown =
	/(?<!\p{L})(?:het|een|van|niet|zijn|voor|aan|ook|wordt|och|att|det|som|[äa]r|inte|p[åa]|jag|av|til|og|ikke|er|jest|nie|na|si[ęe]|[żz]e|w|z|je|se|ve|bir|bu|i[çc]in|ile|de[ğg]il|ja|ei|on|ett[äa]|az|egy|[ée]s|nem|hogy|[șs]i|este|nu|pe|yang|dan|untuk|dengan|tidak|kh[ôo]ng|l[àa]|c[ủu]a|v[àa])(?!\p{L})/giu;

/** Returns whether a text is in a language whose orders are known here; also for one too short to tell. */
export function isReadLanguage(text: string): boolean {
	const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
	const letters = count(/\p{L}/gu);
	if (letters < enoughLetters) return true;
	const east = count(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
	const cyrillic = count(/\p{Script=Cyrillic}/gu);
	const latin = count(/\p{Script=Latin}/gu);
	if (east * 2 >= letters) return true;
	if (cyrillic * 2 >= letters) return !/[іїєґўђћџјљњќѓәғқңөұүһӣӯ]/iu.test(text);
	if (latin * 2 < letters) return false;
	return ownLanguageOf(text) !== 'other' || count(known) >= count(unknown);
}
