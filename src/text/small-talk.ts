/** Whole sentences, without their marks at the end: offers, greetings, thanks, and 'Here is the answer'. */
const patterns = [
	// English
	String.raw`(?:and |so |also,? )?(?:can|may|could|shall|how (?:else )?(?:can|may)) I (?:help|assist)(?: you)?(?: with)?(?: \w+){0,6}`,
	String.raw`(?:is there|do you need|do you have|would you like) (?:anything|something|any|more|me to|to know|further|other|help)(?: [\w’'-]+){0,14}`,
	String.raw`(?:(?:but|so|and) )?(?:please )?(?:feel free to|let me know|don[’']t hesitate to|do not hesitate to|just let me know)(?: [\w’',-]+){0,16}`,
	String.raw`if (?:you (?:have|need|want|would like|[’']d like)|there (?:is|are))(?: [\w’'-]+){0,10},? (?:(?:please )?(?:feel free|let me know|don[’']t hesitate|do not hesitate|just (?:ask|let)|ask|contact)|I(?:[’']m| am) (?:here|happy)|I(?:[’']d| would) be (?:happy|glad))(?: [\w’'-]+){0,12}`,
	String.raw`I(?:[’']m| am) (?:here|happy|glad) to help(?: [\w’'-]+){0,6}`,
	String.raw`I(?:[’']d| would|[’']ll| will) be (?:happy|glad) to (?:help|assist)(?: [\w’'-]+){0,8}`,
	String.raw`I hope (?:this|that|it) (?:helps|is helpful|answers your question|was helpful)(?: [\w’'-]+){0,4}`,
	"(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|great(?: question)?|good question|got it|understood|hello|hi(?: there)?|hey|thanks|thank you(?: for (?:asking|your (?:question|patience|message)))?|you[’']re welcome|no problem|happy to help|glad to help|(?:I[’']m |I am )?(?:very |so )?sorry(?: about that| for (?:the|any) (?:confusion|inconvenience))?|have a (?:nice|great|good) (?:day|one|weekend))",
	String.raw`here(?: is|[’']s| are) (?:the|your|an?|what (?:I|the \w+)) ?(?:\w+ ){0,4}(?:answer|answers|summary|information|overview|details|response|found|say|says|know|comparison|breakdown)(?: (?:to|of|based|from|you|for)(?: [\w’'-]+){0,8})?`,
	// German
	String.raw`(?:kann|darf) ich (?:Ihnen|dir|euch)?(?: [\p{L}-]+){0,5} (?:helfen|weiterhelfen|behilflich sein)`,
	String.raw`(?:haben Sie|hast du|gibt es) (?:noch )?(?:weitere|andere|sonstige|eine|sonst)(?: [\p{L}-]+){0,5}`,
	String.raw`(?:wenn|falls|sollten|bei) (?:Sie|du|weiteren?)(?: [\p{L}-]+){0,8},? (?:stehe ich|melden Sie|melde dich|lassen Sie|lass|helfe ich|fragen Sie|frag)(?: [\p{L}-]+){0,8}`,
	'(?:gerne?|natürlich|selbstverständlich|klar|danke(?: für (?:Ihre|deine) (?:Frage|Geduld))?|hallo|guten (?:Tag|Morgen|Abend)|kein Problem|ich hoffe,? das hilft(?: Ihnen| dir)?(?: weiter)?)',
	'(?:hier (?:ist|sind)) (?:die|eine|der|ein) (?:\\p{L}+ ){0,2}(?:Antwort|Antworten|Übersicht|Zusammenfassung|Informationen)',
	// French
	String.raw`(?:puis-je|est-ce que je peux|comment puis-je)(?: [\p{L}’'-]+){0,4} aider(?: [\p{L}’'-]+){0,6}`,
	String.raw`(?:n[’']hésitez pas|n[’']hésite pas)(?: [\p{L}’'-]+){0,10}|(?:avez-vous|as-tu) d[’']autres questions`,
	"(?:bonjour|bonsoir|merci(?: pour votre question)?|bien sûr|certainement|avec plaisir|j[’']espère que cela (?:vous )?aide|je suis désolée?|désolée?)",
	// Spanish, Portuguese, Italian
	String.raw`¿?(?:puedo|en qué puedo|hay algo más en lo que pueda|te puedo|le puedo)(?: [\p{L}-]+){0,3} ayudar(?:te|le|los)?(?: [\p{L}-]+){0,6}`,
	String.raw`(?:no dude|no dudes)(?: [\p{L}-]+){0,10}|¿?(?:tienes|tiene) (?:alguna otra|otra|más) (?:pregunta|preguntas|duda|dudas)`,
	'¡?(?:hola|gracias(?: por (?:tu|su) pregunta)?|claro(?: que sí)?|por supuesto|con gusto|de nada|espero que (?:esto )?(?:te |le )?(?:ayude|sirva)|lo siento)',
	String.raw`(?:posso|em que posso|como posso)(?: [\p{L}-]+){0,3} ajud[aá](?:r|-lo|-la)?(?:-lo|-la)?(?: [\p{L}-]+){0,6}`,
	String.raw`(?:não hesite|fique à vontade)(?: [\p{L}-]+){0,10}|(?:olá|obrigad[oa](?: pela pergunta)?|claro|com certeza|de nada|espero (?:que isso ajude|ter ajudado)|desculpe|sinto muito)`,
	String.raw`(?:posso|come posso|in cosa posso)(?: [\p{L}-]+){0,3} (?:aiutar(?:ti|la|vi)|essere (?:utile|d[’']aiuto))(?: [\p{L}-]+){0,6}`,
	String.raw`non esit(?:are|i)(?: [\p{L}-]+){0,10}|(?:ciao|buongiorno|grazie(?: per la domanda)?|certo|certamente|prego|spero (?:che (?:questo )?(?:ti |le )?(?:sia (?:utile|d[’']aiuto)|aiuti)|di esserti stato utile)|mi dispiace)`,
	// Chinese and Japanese
	'(?:您?好|你好|您好|谢谢(?:您的提问)?|当然(?:可以)?|好的|不客气|对不起|抱歉|希望(?:这|以上)?.{0,6}(?:对您|对你)?(?:有所?帮助))',
	'(?:如果|如)(?:您|你)?.{0,12}(?:问题|疑问|需要).{0,4}[,，]?(?:请)?(?:随时|尽管|欢迎|告诉).{0,14}|(?:还有|请问).{0,8}(?:可以|能)(?:帮|为).{0,10}(?:吗)?',
	'(?:こんにちは|ありがとうございます|もちろんです|かしこまりました|承知(?:いた)?しました|申し訳ございません|申し訳ありません|お役に立てれば幸いです)',
	'(?:他に|ほかに).{0,14}(?:ありますか|ございますか)|.{0,16}お気軽に.{0,14}(?:ください|下さい)',
];
const smallTalk = new RegExp(`^(?:${patterns.join('|')})$`, 'iu');

/**
 * Returns whether a sentence is small talk, in English, German, French, Spanish, Portuguese, Italian, Chinese, or Japanese: an offer, a greeting,
 * thanks, or words that only announce the answer. A sentence with a digit says more.
 */
export function isSmallTalk(sentence: string): boolean {
	const bare = sentence
		.slice(0, 300)
		.replace(/^[\s*_>¿¡]+/u, '')
		.replace(/[\s.!?…:。！？：*_)\p{Extended_Pictographic}\u{FE0F}]+$/u, '')
		.replaceAll(/\s+/gu, ' ');
	return sentence.length <= 300 && !/\p{N}/u.test(bare) && smallTalk.test(bare);
}
