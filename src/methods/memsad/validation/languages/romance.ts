import type { Vocabulary } from './vocabulary.ts';

export const spanish: Vocabulary = {
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
	data: '(?:contrase(?:ñ|n)as?|credenciales|claves?|tokens?|conversaci(?:ones|[oó]n)|mensajes?|correos?|datos|archivos?|contactos|historial|tod[oa]s? l[oa]s? \\p{L}+|cada \\p{L}+|una copia)',
	papers: '(?:facturas?|contratos?|recibos?|n[oó]minas?)',
	results: '(?:resultados?|respuestas?|salidas?|registros?|res[uú]men(?:es)?)',
	each: 'despu[eé]s de cada|antes de cada|con cada|en cada|al final de cada|a partir de (?:ahora|hoy)|desde ahora|siempre|cada vez|en adelante|de ahora en adelante',
	secretly: [
		'sin (?:que[^.!?\\n]{0,30}(?:usuario|cliente)[^.!?\\n]{0,20}(?:sepa|entere|note)|(?:informar|avisar|decirle|notificar)[^.!?\\n]{0,15}(?:usuario|cliente))',
		'(?:a escondidas|en secreto)[^.!?\\n]{0,20}(?:usuario|cliente)',
		'ocult(?:a|e|ar)[^.!?\\n]{0,40}(?:paso|comando|llamada|transferencia|cambio|descarga|acci[oó]n)[^.!?\\n]{0,20} (?:usuario|cliente)',
	],
	hides: ['no (?:se lo )?(?:digas|informes|menciones|avises|cuentes|reveles|notifiques)[^.!?\\n]{0,40}(?:usuario|cliente|nadie)'],
	hasSpaces: true,
};

export const french: Vocabulary = {
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
	data: '(?:mots? de passe|identifiants|cl[ée]s?|jetons?|conversations?|messages?|e-?mails?|courriels?|donn[ée]es|fichiers?|contacts|historique|tou(?:s|tes) les \\p{L}+|chaque \\p{L}+|une copie)',
	papers: '(?:factures?|contrats?|re[çc]us?|fiches? de paie)',
	results: '(?:r[ée]sultats?|r[ée]ponses?|sorties?|journa(?:l|ux)|r[ée]sum[ée]s?)',
	each: 'apr[èe]s chaque|avant chaque|avec chaque|[àa] chaque|[àa] la fin de chaque|[àa] partir de maintenant|d[ée]sormais|toujours|chaque fois|dor[ée]navant',
	secretly: [
		'(?:sans (?:que l.utilisateur[^.!?\\n]{0,20}|(?:le dire|pr[ée]venir|informer|avertir|en parler)[^.!?\\n]{0,15}utilisateur)|[àa] l.insu de l.utilisateur)',
		'(?:cache|cachez|dissimule|dissimulez)[^.!?\\n]{0,40}(?:[ée]tape|commande|appel|transfert|changement|t[ée]l[ée]chargement|action)[^.!?\\n]{0,20}utilisateur',
	],
	hides: [
		"(?:ne|n') ?(?:le |l')?(?:dis|dites|informe|informez|mentionne|mentionnez|pr[ée]viens|pr[ée]venez|r[ée]v[èe]le)[^.!?\\n]{0,10}(?:pas|rien|jamais)[^.!?\\n]{0,40}(?:utilisateur|client)",
	],
	hasSpaces: true,
};

export const portuguese: Vocabulary = {
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
	data: '(?:senhas?|credenciais|chaves?|tokens?|conversas?|mensagens?|e-?mails?|dados|arquivos?|ficheiros?|contatos|hist[óo]rico|tod[oa]s? [oa]s? \\p{L}+|cada \\p{L}+|uma c[óo]pia)',
	papers: '(?:faturas?|contratos?|recibos?|notas? fiscai?s?)',
	results: '(?:resultados?|respostas?|sa[íi]das?|registros?|resumos?)',
	each: '(?:depois|ap[óo]s|antes) (?:de )?cada|com cada|em cada|ao final de cada|a partir de (?:agora|hoje)|de agora em diante|doravante|sempre|cada vez',
	secretly: [
		'sem (?:que[^.!?\\n]{0,20}(?:usu[áa]rio|utilizador)|(?:informar|avisar|dizer|contar)[^.!?\\n]{0,15}(?:usu[áa]rio|utilizador|cliente))',
		'(?:esconda|oculte)[^.!?\\n]{0,40}(?:passo|comando|chamada|transfer[êe]ncia|mudan[çc]a|a[çc][ãa]o)[^.!?\\n]{0,20}(?:usu[áa]rio|utilizador)',
	],
	hides: ['n[ãa]o (?:diga|conte|informe|mencione|avise|revele)[^.!?\\n]{0,40}(?:usu[áa]rio|utilizador|cliente)'],
	hasSpaces: true,
};

export const italian: Vocabulary = {
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
	data: '(?:password|credenziali|chiav[ei]|token|conversazion[ei]|messagg[io]o?|e-?mail|dati|file|contatti|cronologia|tutt[ei] (?:le|i|gli) \\p{L}+|ogni \\p{L}+|una copia)',
	papers: '(?:fattur[ae]|contratt[io]|ricevut[ae]|bust[ae] paga)',
	results: '(?:risultat[io]|rispost[ae]|output|registr[io]|riassunt[io])',
	each: 'dopo ogni|prima di ogni|con ogni|a ogni|ad ogni|alla fine di ogni|d.ora in (?:poi|avanti)|da ora in (?:poi|avanti)|sempre|ogni volta',
	secretly: [
		'(?:senza (?:che l.utente[^.!?\\n]{0,15}|(?:dirlo|informare|avvisare)[^.!?\\n]{0,15}utente)|all.insaputa dell.utente)',
		'nascond(?:i|a|ere)[^.!?\\n]{0,40}(?:passaggio|comando|chiamata|trasferimento|modifica|azione)[^.!?\\n]{0,20}utente',
	],
	hides: ['non (?:dire|dirlo|informare|menzionare|avvisare|rivelare)[^.!?\\n]{0,40}(?:utente|cliente)'],
	hasSpaces: true,
};
