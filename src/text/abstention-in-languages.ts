/** Words between, as few as can be. */
const words = (max: number): string => String.raw`(?:[\p{L}\p{N}’'-]+,? ){0,${max}}?`;

/** What an answer is read from, in each language. */
const source = {
	de: '(?:Kontext\\w*|Dokument\\w*|Text(?:e|en|s|es)?|Textstellen?|Quellen?|Unterlagen?|Passagen?|Abschnitt\\w*|Auszug|Auszügen?|Artikeln?|Berichte?n?|Informationen)',
	fr: '(?:contextes?|documents?|textes?|sources?|passages?|extraits?|articles?|rapports?|informations fournies|éléments fournis)',
	es: '(?:contextos?|documentos?|textos?|fuentes?|pasajes?|fragmentos?|artículos?|informes?|información (?:proporcionada|dada|disponible))',
	pt: '(?:contextos?|documentos?|textos?|fontes?|passagens|passagem|trechos?|artigos?|relatórios?|informações (?:fornecidas|dadas|disponíveis))',
	it: '(?:contest[oi]|document[oi]|test[oi]|font[ei]|passaggi?o?|brani?o?|estratt[oi]|articol[oi]|rapport[oi]|informazioni (?:fornite|date|disponibili))',
} as const;

const german = [
	'(?:ich|wir) (?:weiß|wissen) (?:es|das|dies|darüber|dazu)?(?: leider)?(?: auch)? ?nicht(?:s|,.*)?$',
	'(?:weiß ich|wissen wir)(?: leider)?(?: auch)? nicht$',
	'(?:mir|uns) (?:ist|sind) (?:leider )?nicht bekannt',
	`keine(?:rlei)? ${words(2)}(?:Informationen?|Angaben?|Auskunft|Details|Daten|Hinweise?|Erwähnung)(?: (?:zu[mr]?|über|darüber|dazu|hierzu|in|vor|gefunden|finden|vorhanden|verfügbar|enthalten|gegeben)(?!\\p{L})|$)`,
	`(?:zu wenig|nicht gen(?:ug|ügend)|nicht ausreichend|unzureichende) ${words(1)}(?:Informationen|Angaben|Kontext|Daten)`,
	`${source.de} (?:\\w+ )?(?:enthält|enthalten|nennt|nennen|erwähnt|erwähnen|sagt|sagen|gibt|geben|liefert|liefern|beantwortet|beantworten|behandelt|behandeln) ${words(5)}(?:nicht|nichts)(?: (?:da(?:zu|rüber)|über .*))?$`,
	`(?:in|im|aus|anhand|mit|laut|auf|durch) ${words(5)}${source.de} ${words(8)}(?:nicht|nichts|keine?) ${words(2)}(?:hervor|ableiten|ersichtlich|beantworten|bestimmen|entnehmen|ermitteln|feststellen|enthalten|erwähnt|genannt|angegeben|beantwortet|zu finden|darüber|dazu)`,
	`(?:ist|sind|wird|werden|wurde) ${words(6)}(?:in|im|aus) ${words(3)}${source.de} ${words(2)}nicht (?:enthalten|zu finden|genannt|erwähnt|angegeben|vorhanden)`,
	`(?:wird|werden|ist|sind|wurde|wurden) ${words(5)}nicht (?:explizit |ausdrücklich |näher |weiter )?(?:genannt|erwähnt|angegeben|aufgeführt|spezifiziert|ersichtlich)`,
	`(?:kann|können) (?:ich|wir|man) ${words(10)}nicht(?:s)? (?:be|weiter|dazu )?(?:antworten|sagen|helfen|stimmen|antwortet)`,
	`(?:ich|wir) (?:kann|können|konnte|konnten) ${words(10)}(?:nicht|nichts|keine) ${words(3)}(?:beantworten|sagen|helfen|weiterhelfen|bestimmen|ermitteln|finden)`,
	`(?:dazu|dabei|damit|hierzu|darüber) kann ich ${words(4)}(?:nicht|nichts|keine) `,
	`lässt sich ${words(8)}nicht (?:be|ab|er|fest)?(?:antworten|stimmen|leiten|sagen|mitteln|stellen|entnehmen)`,
	'^(?:keine (?:angaben?|ahnung|informationen?)|unbekannt|nicht (?:bekannt|angegeben|verfügbar|genannt))$',
	`außerhalb ${words(4)}(?:Umfangs?|Bereichs?|Möglichkeiten|was ich|${source.de})`,
];

const french = [
	'je (?:ne )?(?:le )?sais (?:malheureusement )?pas$',
	'je (?:ne )?(?:sais|connais) pas (?:qui|quoi|quand|où|comment|pourquoi|quel|la réponse|la date|le nom)',
	"(?:je|nous) (?:l’|l')ignor",
	`(?:je|nous) n(?:e |’|')(?:dispose|disposons|ai|avons|possède|vois|trouve|trouvons) (?:\\w+ )?(?:pas|aucun|aucune|rien)(?: pu| trouvé)?(?: trouver)? ?${words(3)}(?:informations?|renseignements?|détails?|données?|réponse|accès|mention|précisions?)`,
	`(?:je|nous|on) (?:n(?:e |’|'))(?:suis|sommes|est)? ?(?:pas (?:capable|en mesure)|peux pas|pouvons pas|peut pas|pas pu) ${words(4)}(?:de )?(?:vous |te )?(?:répondre|aider|déterminer|dire|trouver|identifier|préciser|savoir)`,
	`${source.fr} ${words(2)}(?:ne |n’|n')${words(1)}(?:mentionne|dit|disent|précise|indique|contien|donne|fourni|permet|parle|évoque|répond)\\w* (?:pas|rien|aucune? ${words(2)}(?:informations?|précisions?|mention|détails?|réponse|indications?|données?))`,
	`aucune? (?:autre )?(?:informations?|mention|précision|détail|donnée|indication|réponse|renseignement) (?:n(?:e |’|')${words(1)}(?:est|sont|a|figure)|sur|à|concernant|dans|disponible)`,
	`(?:pas|suffisamment|assez) ${words(1)}d(?:e |’|')(?:informations?|éléments|détails|contexte) (?:pour|sur|à|dans)`,
	`(?:informations?|réponse|donnée|détail)s? ${words(2)}ne ${words(1)}(?:figure|se trouve|est|sont|apparaît|figurent)(?:nt)? pas ${words(3)}(?:${source.fr}|disponibles?|fournies?|données?)`,
	`(?:est|sont) (?:pas|nulle part) (?:explicitement |clairement )?(?:précisée?s?|mentionnée?s?|indiquée?s?|spécifiée?s?|connue?s?)`,
	`rien ${words(2)}(?:dans|d'après) ${words(3)}${source.fr} n(?:e |’|')`,
	'^(?:information|donnée|réponse)s? (?:non|pas|in)(?: )?disponibles?$',
	'^(?:aucune (?:idée|information)|inconnue?|non (?:précisée?|indiquée?|mentionnée?|communiquée?))$',
	`(?:dépasse|sort|hors|dehors) ${words(3)}(?:du |le |de )?(?:cadre|champ|portée)`,
];

/** Spanish, Portuguese, and Italian say it in the same way, in other words. */
const spanish = [
	'^(?:yo )?no lo s(?:é|abemos)$',
	'no sé (?:quién|qué|cuándo|dónde|cómo|cuál|cuánto|la respuesta)',
	'(?:^|yo |nosotros )(?:desconozco|ignoro|desconocemos)(?!\\p{L})',
	`no (?:tengo|dispongo|cuento|poseo|hay|existe|encuentro|encontré|he encontrado|hemos encontrado|tenemos|veo|se (?:da|ofrece|proporciona)n?) ${words(3)}(?:información|informaciones|datos?|detalles?|respuesta|mención|acceso|referencias?)`,
	`no (?:puedo|podemos|se puede|es posible|soy capaz de|me es posible|fue posible|pude) ${words(2)}(?:responder|contestar|ayudar|determinar|saber|decir|deducir|encontrar|identificar|inferir)`,
	`${source.es} ${words(2)}no ${words(2)}(?:menciona|dice|especifica|indica|señala|precisa|aclara|permite)n?(?!\\p{L})`,
	`${source.es} ${words(2)}no ${words(2)}(?:contiene|ofrece|incluye|proporciona|da|habla|responde)n? ${words(2)}(?:información|datos?|detalles?|respuesta|mención|de eso|de esto|de ello|sobre|a la pregunta|a esa pregunta)`,
	`no (?:se|está|ha sido|es|viene) ${words(1)}(?:indica|menciona|especifica|precisa|detalla|señala|conoce)(?:n|d[oa]s?)?(?!\\p{L})`,
	`(?:respuesta|información|dato)s? no (?:se (?:encuentra|halla|menciona|proporciona)n?|está|aparece|figura|consta|es)n? (?:en|disponible|incluid)`,
	'^(?:información|dato|respuesta)s? no disponibles?$',
	'^(?:ni idea|desconocid[oa]|no (?:consta|disponible|indicado|especificado|se sabe))$',
	`(?:nada|nadie) en ${words(3)}${source.es} `,
	`fuera (?:de|del) ${words(1)}(?:alcance|ámbito|contexto|mi)`,
];
const portuguese = [
	'^(?:eu )?não (?:o )?s(?:ei|abemos)$',
	'não sei (?:quem|que|quando|onde|como|qual|quanto|a resposta)',
	'(?:^|eu |nós )(?:desconheço|ignoro|desconhecemos)(?!\\p{L})',
	`não (?:tenho|disponho|possuo|há|existem?|encontro|encontrei|encontramos|temos|vejo|consegui (?:encontrar|localizar|achar)|foi possível encontrar|foram encontradas) ${words(3)}(?:informaç(?:ão|ões)|dados?|detalhes?|resposta|menção|acesso|referências?)`,
	`não (?:posso|podemos|se pode|é possível|sou capaz de|consigo|foi possível|me é possível) ${words(2)}(?:responder|ajudar|ajudá|determinar|saber|dizer|deduzir|encontrar|identificar|inferir)`,
	`${source.pt} ${words(2)}não ${words(2)}(?:menciona|diz|dizem|especifica|indica|informa|esclarece|permite)m?(?!\\p{L})`,
	`${source.pt} ${words(2)}não ${words(2)}(?:cont[ée]m|oferece|inclui|fornece|d[ãá]o?|fala|responde)m? ${words(2)}(?:informaç(?:ão|ões)|dados?|detalhes?|resposta|menção|disso|disto|sobre|à pergunta|a essa pergunta)`,
	`não (?:se|está|foi|é|são|vem) ${words(1)}(?:indica|menciona|especifica|informa|detalha|conhec)(?:m|d[oa]s?|id[oa]s?)?(?!\\p{L})`,
	`(?:resposta|informaç(?:ão|ões)|dado)s? não (?:se encontra|está|aparece|figura|consta|é|foi)m? (?:em|n[oa]s?|d[oa]s?|disponível|incluíd)`,
	'^(?:informaç(?:ão|ões)|dados?|resposta) (?:não disponíve(?:l|is)|indisponíve(?:l|is))$',
	'^(?:não faço (?:a menor )?ideia|desconhecid[oa]|não (?:consta|disponível|informado|especificado|se sabe))$',
	`(?:nada|ninguém) n[oa]s? ${words(2)}${source.pt} `,
	`fora (?:de|do|da) ${words(1)}(?:escopo|âmbito|alcance|contexto|meu)`,
];
const italian = [
	'^(?:io )?non l(?:o|a) s(?:o|appiamo)$',
	'non so (?:chi|che|quando|dove|come|quale|quanto|la risposta)',
	'(?:^|io |noi )(?:ignoro|ignoriamo)(?!\\p{L})',
	'non ne ho (?:la minima |alcuna )?idea',
	`non (?:ho|dispongo di|abbiamo|possiedo|c(?:’|')è|ci sono|esistono|trovo|ho trovato|vedo|sono (?:riuscit[oa] a trovare|state trovate)) ${words(3)}(?:informazion[ei]|dat[oi]|dettagli?o?|risposta|menzione|accesso|riferiment[oi]|indicazion[ei])`,
	`non (?:posso|possiamo|si può|è possibile|sono in grado di|riesco a|mi è possibile) ${words(2)}(?:rispond|aiut|determin|saper|dir|dedur|trovar|identific|stabilir|ricavar)`,
	`${source.it} ${words(2)}non ${words(2)}(?:menziona|dice|dicono|specifica|indica|precisa|chiarisce|permette|riporta)(?:no)?(?!\\p{L})`,
	`${source.it} ${words(2)}non ${words(2)}(?:contiene|contengono|offre|offrono|include|includono|fornisce|forniscono|dà|danno|parla|parlano|risponde|rispondono) ${words(2)}(?:informazion[ei]|dat[oi]|dettagli?o?|risposta|menzione|indicazion[ei]|di questo|di ciò|su|alla domanda|a questa domanda)`,
	`non (?:è|viene|sono|vengono|è stat[oa]) ${words(1)}(?:indicat|menzionat|specificat|precisat|riportat|not)[oaei](?!\\p{L})`,
	`(?:risposta|informazion[ei]|dat[oi]) non (?:si trova|è|sono|compare|figura|risulta)(?:no)? (?:in|ne[il]|nell|negl|nelle|present|disponibil|inclus)`,
	'^(?:informazion[ei]|dat[oi]|risposta) non disponibil[ei]$',
	'^(?:nessuna (?:idea|informazione)|sconosciut[oa]|non (?:disponibile|indicato|specificato|si sa))$',
	`(?:nulla|niente) ne(?:l|i|lla|lle|gli) ${words(2)}${source.it} `,
	`(?:fuori|esula|al di fuori) (?:dal|dall[ao’'] ?|del|dalle|dai)? ?(?:mi[eo] )?(?:ambito|contesto|campo|mie|documenti|portata)`,
];

const chineseSource = '(?:上下文|文档|文件|文本|文中|原文|材料|资料|文章|段落|来源|语境|内容|知识库)';
const chinese = [
	'^(?:对不起|抱歉|很抱歉|很遗憾)?[，, ]?(?:我|我们)?(?:也)?(?:不知道|不清楚|不确定|不了解|无从得知)(?:.{0,12})?$',
	'^(?:未知|未提供|未提及|未说明|不详|不明|无法确定|无法回答|没有提到|未注明)$',
	`(?:没有|未能?|找不到|缺乏|缺少|暂无|无|查不到|不包含|不含有|未包含).{0,24}?(?:信息|资料|数据|内容|说明|记载|答案|线索)`,
	`${chineseSource}.{0,6}?(?:并?没有|并?未|并?不)(?:有|明确|具体|直接|详细)?(?:提到|提及|说明|说|给出|提供|指出|记载|包含|涉及|写明|列出|显示|表明|注明)`,
	`(?:未|没有)(?:在.{0,8})?(?:提及|提到|说明|指出|注明|列出)`,
	`(?:未|没有)在.{0,8}${chineseSource}`,
	'(?:无法|不能|没办法|难以)(?:根据|从|基于|由|凭).{0,16}(?:确定|判断|得出|得知|回答|推断|找到|看出)',
	'(?:无法|不能|没办法)(?:直接|准确)?(?:回答|确定|判断|提供帮助|帮助您|帮您|得知|解答)',
	'(?:超出|不在).{0,10}(?:范围|能力)',
];

const japaneseSource = '(?:文書|資料|文章|文脈|コンテキスト|テキスト|本文|情報源|ドキュメント|記事|出典|提供された情報)';
const japanese = [
	'^(?:すみません|申し訳ありません(?:が)?|申し訳ございません(?:が)?|残念ながら)?[、，]?(?:私には|私は)?(?:分かり|わかり|存じ|知り)(?:かね)?ません$',
	'^(?:不明|未詳|不詳|わからない|分からない|該当なし)(?:です)?$',
	'(?:情報|記載|記述|言及|データ|回答|答え|手がかり)(?:は|が|も|を)?.{0,8}?(?:見つかり|見つけられ|見つけることができ|見当たり|含まれてい|含まれており|あり|ござい|得られ|不足して)(?:ません|いる|います|いて|おり)',
	'(?:記載|言及|明記|明示|説明|提示|特定)(?:は|も)?(?:されて|なされて)(?:い|おり)ません',
	'(?:述べ|触れ|書か|示さ|挙げ)(?:られ|れ)?て(?:は)?(?:い|おり)ません',
	`${japaneseSource}.{0,6}(?:から|では|には|だけでは).{0,16}(?:答えられ|判断でき|分かり|わかり|特定でき|読み取れ|確認でき|回答でき|お答えでき|判断しかね)(?:ません|ない)`,
	'(?:お?答え|回答|お手伝い|お役に立つこと|判断|特定)(?:する|し|は|が|を)*(?:ことは|ことが)?(?:でき|いたし|致し)(?:かね)?(?:ません|かねます|ない)',
	'(?:範囲|対象)(?:外|を超え)',
];

const spaced = (pattern: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})`, 'iu');
const european = (patterns: readonly string[]): RegExp[] =>
	patterns.map((one) => (one.startsWith('^') ? new RegExp(one, 'iu') : spaced(one)));

/**
 * The refusals of each language. Every one of them has a word of `sign`. Most clauses have none, and compiling all patterns takes a fifth of a
 * second of a process.
 */
const languages: readonly { readonly sign: RegExp; readonly patterns: readonly RegExp[] }[] = [
	{ sign: /nicht|kein|unbekannt|zu wenig|unzureichend|außerhalb/i, patterns: european(german) },
	{
		sign: /\bpas(?![a-z])|l[’']ignor|aucun|\brien\b|suffisamment|assez|nulle part|disponible|inconnu|^non |\bcadre\b|\bchamp\b|portée/i,
		patterns: european(french),
	},
	{ sign: /\bno\b|descono[cz]|\bignoro\b|\bni idea\b|\bnada\b|\bnadie\b|\bfuera\b/i, patterns: european(spanish) },
	{ sign: /não|desconhe|\bignoro\b|indispon|\bnada\b|ninguém|\bfora\b/i, patterns: european(portuguese) },
	{ sign: /\bnon |\bignor(?:o|iamo)\b|nessuna|sconosciut|\bnulla\b|\bniente\b|\bfuori\b|\besula\b/i, patterns: european(italian) },
	{ sign: /[\u3040-\u30ff\u3400-\u9fff]/, patterns: [...chinese, ...japanese].map((one) => new RegExp(one, 'u')) },
];

/** 'Leider', 'Sorry, but', 'Es tut mir leid, aber' and the like before the refusal, in each language. */
const regret =
	/^(?:leider|es tut mir leid|tut mir leid|sorry|malheureusement|désolée?|je suis désolée?|lo siento|lamentablemente|desafortunadamente|por desgracia|infelizmente|desculpe|lamento|sinto muito|purtroppo|mi dispiace|spiacente|抱歉|对不起|很遗憾|很抱歉|残念ながら|申し訳ありませんが|申し訳ございませんが|すみません|恐れ入りますが)[,，、]?\s*(?:aber|mais|pero|mas|ma|但是?|が)?[,，、]?\s*/iu;

/**
 * Returns whether a clause says, in German, French, Spanish, Portuguese, Italian, Chinese, or Japanese, that the answer is not known. A denial
 * alone does not say so: 'Der Kuchen enthält keine Nüsse' is an answer.
 * @param clause without the marks at its end
 */
export function refusesInOtherLanguages(clause: string): boolean {
	const bare = clause.replace(regret, '');
	return languages.some(({ sign, patterns }) => sign.test(bare) && patterns.some((pattern) => pattern.test(bare)));
}
