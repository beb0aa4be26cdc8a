/** Words of several languages from CLDR, each list in one text with `|` between its words. */
export interface CldrWords {
	/** Names of each unit by ICU's ID. The first is the English one. */
	readonly units: Readonly<Record<string, string>>;
	/** Signs and names of each currency by its ISO code. */
	readonly currencySigns: Readonly<Record<string, string>>;
	readonly currencyNames: Readonly<Record<string, string>>;
	/** Names of months, from 1, and of weekdays, from 0 for Sunday. They are folded. */
	readonly months: Readonly<Record<string, string>>;
	/** Abbreviations of other languages than English and German. */
	readonly shortMonths: Readonly<Record<string, string>>;
	readonly weekdays: Readonly<Record<string, string>>;
}

/** Written by `scripts/write-cldr-words.ts`. A test compares it with the ICU of this Node. */
export const cldrWords: CldrWords = {
	units: {
		acre: 'acres|acre|ac|Acres|Acre|acres anglo-saxonnes|acre anglo-saxonne|acri|acro|英亩|エーカー',
		bit: 'bits|bit|Bit|b|比特|ビット',
		byte: 'bytes|byte|Byte|octets|octet|o|B|字节|バイト',
		celsius:
			'degrees Celsius|degree Celsius|°C|Grad Celsius|degrés Celsius|degré Celsius|grados Celsius|grado Celsius|graus Celsius|grau Celsius|gradi Celsius|摄氏度|摂氏 度',
		centimeter:
			'centimeters|centimeter|cm|Zentimeter|centimètres|centimètre|centímetros|centímetro|centimetri|centimetro|厘米|センチメートル',
		day: 'days|day|Tage|Tag|Tg.|jours|jour|j|días|día|d|dias|dia|giorni|giorno|天|日',
		degree: 'degrees|degree|deg|Grad|°|degrés|degré|grados|grado|graus|grau|gradi|度',
		fahrenheit:
			'degrees Fahrenheit|degree Fahrenheit|°F|Grad Fahrenheit|degrés Fahrenheit|degré Fahrenheit|grados Fahrenheit|grado Fahrenheit|graus Fahrenheit|grau Fahrenheit|gradi Fahrenheit|华氏度|華氏 度',
		'fluid-ounce':
			'fluid ounces|fluid ounce|fl oz|Flüssigunzen|Flüssigunze|fl.oz.|onces liquides|once liquide|onzas líquidas|onza líquida|onças fluidas|onça fluida|oncia liquida|液盎司|液量オンス',
		foot: 'feet|foot|ft|Fuß|pieds|pied|pi|pies|pie|pés|pé|piedi|piede|英尺|フィート',
		gallon: 'gallons|gallon|gal|Gallonen|Gallone|galones|galón|galões|galão|galloni|gallone|加仑|ガロン',
		gigabit: 'gigabits|gigabit|Gb|Gigabit|Gbit|吉比特|ギガビット',
		gigabyte: 'gigabytes|gigabyte|GB|Gigabyte|gigaoctets|gigaoctet|Go|吉字节|ギガバイト',
		gram: 'grams|gram|g|Gramm|grammes|gramme|gramos|gramo|gramas|grama|grammi|grammo|克|グラム',
		hectare: 'hectares|hectare|ha|Hektar|hectáreas|hectárea|ettari|ettaro|公顷|ヘクタール',
		hour: 'hours|hour|hr|Stunden|Stunde|Std.|heures|heure|h|horas|hora|ore|ora|小时|時間',
		inch: 'inches|inch|in|Zoll|pouces|pouce|po|pulgadas|pulgada|polegadas|polegada|pol.|pollici|pollice|英寸|インチ',
		kilobit: 'kilobits|kilobit|kb|Kilobit|kbit|千比特|キロビット',
		kilobyte: 'kilobytes|kilobyte|kB|Kilobyte|kilooctets|kilooctet|ko|千字节|キロバイト|KB',
		kilogram:
			'kilograms|kilogram|kg|Kilogramm|kilogrammes|kilogramme|kilogramos|kilogramo|quilogramas|quilograma|chilogrammi|chilogrammo|千克|キログラム',
		kilometer:
			'kilometers|kilometer|km|Kilometer|kilomètres|kilomètre|kilómetros|kilómetro|quilômetros|quilômetro|chilometri|chilometro|公里|キロメートル',
		liter: 'liters|liter|L|Liter|l|litres|litre|litros|litro|litri|升|リットル',
		megabit: 'megabits|megabit|Mb|Megabit|mégabits|mégabit|Mbit|兆比特|メガビット',
		megabyte: 'megabytes|megabyte|MB|Megabyte|mégaoctets|mégaoctet|Mo|兆字节|メガバイト',
		meter: 'meters|meter|m|Meter|mètres|mètre|metros|metro|metri|米|メートル',
		microsecond:
			'microseconds|microsecond|μs|Mikrosekunden|Mikrosekunde|microsecondes|microseconde|microsegundos|microsegundo|microssegundos|microssegundo|microsecondi|microsecondo|微秒|マイクロ秒',
		mile: 'miles|mile|mi|Meilen|Meile|millas|milla|milhas|milha|miglia|miglio|英里|マイル',
		'mile-scandinavian':
			'miles-scandinavian|mile-scandinavian|smi|skandinavische Meilen|skandinavische Meile|milles scandinaves|mille scandinave|millas escandinavas|milla escandinava|mi esc.|milhas escandinavas|milha escandinava|miglia scandinave|miglio scandinavo|斯堪的纳维亚英里|スカンジナビアマイル',
		milliliter:
			'milliliters|milliliter|mL|Milliliter|ml|millilitres|millilitre|mililitros|mililitro|millilitri|millilitro|毫升|ミリリットル',
		millimeter: 'millimeters|millimeter|mm|Millimeter|millimètres|millimètre|milímetros|milímetro|millimetri|millimetro|毫米|ミリメートル',
		millisecond:
			'milliseconds|millisecond|ms|Millisekunden|Millisekunde|millisecondes|milliseconde|milisegundos|milisegundo|milissegundos|milissegundo|millisecondi|millisecondo|毫秒|ミリ秒',
		minute: 'minutes|minute|min|Minuten|Minute|Min.|minutos|minuto|minuti|分钟|分',
		month: 'months|month|mths|mth|Monate|Monat|Mon.|mois|m.|meses|mes|mês|mesi|mese|个月|か月',
		nanosecond:
			'nanoseconds|nanosecond|ns|Nanosekunden|Nanosekunde|nanosecondes|nanoseconde|nanosegundos|nanosegundo|nanossegundos|nanossegundo|nanosecondi|nanosecondo|纳秒|ナノ秒',
		ounce: 'ounces|ounce|oz|Unzen|Unze|onces|once|onzas|onza|onças|onça|oncia|盎司|オンス',
		percent: 'percent|%|Prozent|pour cent|por ciento|por cento|percento|パーセント',
		petabyte: 'petabytes|petabyte|PB|Petabyte|pétaoctets|pétaoctet|Po|拍字节|ペタバイト',
		pound: 'pounds|pound|lb|Pfund|livres|livre|libras|libra|libbre|libbra|磅|ポンド',
		second: 'seconds|second|sec|Sekunden|Sekunde|Sek.|secondes|seconde|s|segundos|segundo|secondi|secondo|秒钟|秒',
		stone: 'stones|stone|st|Stones|Stone|英石|ストーン',
		terabit: 'terabits|terabit|Tb|Terabit|térabits|térabit|Tbit|太比特|テラビット',
		terabyte: 'terabytes|terabyte|TB|Terabyte|téraoctets|téraoctet|To|太字节|テラバイト',
		week: 'weeks|week|wks|wk|Wochen|Woche|Wo.|semaines|semaine|sem.|semanas|semana|settimane|settimana|sett.|周|週間',
		yard: 'yards|yard|yd|Yards|Yard|yardas|yarda|jardas|jarda|iarde|iarda|码|ヤード',
		year: 'years|year|yrs|yr|Jahre|Jahr|J|ans|an|años|año|a|anos|ano|anni|anno|年',
	},
	currencySigns: {
		USD: '$|$US|US$|USD',
		CAD: 'CA$|$|$CA|CAD',
		AUD: 'A$|$|AU$|$AU|AUD',
		EUR: '€',
		GBP: '£|£GB|GBP',
		JPY: '¥|JPY|JP¥|￥',
		CNY: 'CN¥|¥|CNY|元|￥',
		INR: '₹|INR',
		CHF: 'CHF',
		SEK: 'SEK|kr',
		NOK: 'NOK|kr|NKr',
		DKK: 'DKK|kr',
		BRL: 'R$|BRL',
		MXN: 'MX$|$|$MX|MXN',
		KRW: '₩|KRW',
		PLN: 'PLN|zł',
		RUB: 'RUB|₽',
		TRY: 'TRY|₺',
		ZAR: 'ZAR|R',
	},
	currencyNames: {
		USD: 'US dollars|US-Dollar|dollar des États-Unis|dollars des États-Unis|dólar estadounidense|dólares estadounidenses|Dólar americano|Dólares americanos|dollari statunitensi|美元|米ドル',
		CAD: 'Canadian dollars|Kanadische Dollar|dollar canadien|dollars canadiens|dólar canadiense|dólares canadienses|Dólar canadense|Dólares canadenses|dollari canadesi|加拿大元|カナダ ドル',
		AUD: 'Australian dollars|Australische Dollar|dollar australien|dollars australiens|dólar australiano|dólares australianos|Dólar australiano|Dólares australianos|dollari australiani|澳大利亚元|オーストラリア ドル',
		EUR: 'euros|Euro|euro|Euros|欧元|ユーロ',
		GBP: 'British pounds|Britische Pfund|livre sterling|livres sterling|libra esterlina|libras esterlinas|Libra esterlina|Libras esterlinas|sterline britanniche|英镑|英国ポンド',
		JPY: 'Japanese yen|Japanischer Yen|Japanische Yen|yen japonais|yens japonais|yen japonés|yenes japoneses|Iene japonês|Ienes japoneses|yen giapponese|yen giapponesi|日元|円',
		CNY: 'Chinese yuan|Renminbi Yuan|yuan renminbi chinois|yuans renminbi chinois|yuan renminbi|yuanes renminbi|Yuan chinês|Yuans chineses|yuan cinesi|人民币|中国人民元',
		INR: 'Indian rupees|Indische Rupien|roupie indienne|roupies indiennes|rupia india|rupias indias|Rupia indiana|Rupias indianas|rupie indiane|印度卢比|インド ルピー',
		CHF: 'Swiss francs|Schweizer Franken|franc suisse|francs suisses|franco suizo|francos suizos|Franco suíço|Francos suíços|franchi svizzeri|瑞士法郎|スイス フラン',
		SEK: 'Swedish kronor|Schwedische Kronen|couronne suédoise|couronnes suédoises|corona sueca|coronas suecas|Coroa sueca|Coroas suecas|corone svedesi|瑞典克朗|スウェーデン クローナ',
		NOK: 'Norwegian kroner|Norwegische Kronen|couronne norvégienne|couronnes norvégiennes|corona noruega|coronas noruegas|Coroa norueguesa|Coroas norueguesas|corone norvegesi|挪威克朗|ノルウェー クローネ',
		DKK: 'Danish kroner|Dänische Kronen|couronne danoise|couronnes danoises|corona danesa|coronas danesas|Coroa dinamarquesa|Coroas dinamarquesas|corone danesi|丹麦克朗|デンマーク クローネ',
		BRL: 'Brazilian reals|Brasilianische Real|réal brésilien|réals brésiliens|real brasileño|reales brasileños|Real brasileiro|Reais brasileiros|real brasiliani|巴西雷亚尔|ブラジル レアル',
		MXN: 'Mexican pesos|Mexikanische Pesos|peso mexicain|pesos mexicains|peso mexicano|pesos mexicanos|Peso mexicano|Pesos mexicanos|pesos messicani|墨西哥比索|メキシコ ペソ',
		KRW: 'South Korean won|Südkoreanischer Won|Südkoreanische Won|won sud-coréen|wons sud-coréens|won surcoreano|wons surcoreanos|Won sul-coreano|Wons sul-coreanos|won sudcoreano|won sudcoreani|韩元|韓国ウォン',
		PLN: 'Polish zlotys|Polnische Złoty|zloty polonais|zlotys polonais|esloti polaco|eslotis polacos|Zloty polonês|Zlotys poloneses|zloty polacchi|波兰兹罗提|ポーランド ズウォティ',
		RUB: 'Russian rubles|Russische Rubel|rouble russe|roubles russes|rublo ruso|rublos rusos|Rublo russo|Rublos russos|rubli russi|俄罗斯卢布|ロシア ルーブル',
		TRY: 'Turkish Lira|Türkische Lira|livre turque|livres turques|lira turca|liras turcas|Lira turca|Liras turcas|lire turche|土耳其里拉|トルコ リラ',
		ZAR: 'South African rand|Südafrikanische Rand|rand sud-africain|rands sud-africains|rand sudafricano|rands sudafricanos|Rand sul-africano|Rands sul-africanos|rand sudafricani|南非兰特|南アフリカ ランド',
	},
	months: {
		1: 'january|jan|januar|janvier|enero|janeiro|gennaio',
		2: 'february|feb|februar|fevrier|febrero|fevereiro|febbraio',
		3: 'march|mar|marz|mars|marzo|marco',
		4: 'april|apr|avril|abril|aprile',
		5: 'may|mai|mayo|maio|maggio',
		6: 'june|jun|juni|juin|junio|junho|giugno',
		7: 'july|jul|juli|juillet|julio|julho|luglio',
		8: 'august|aug|aout|agosto',
		9: 'sept|september|sep|septembre|septiembre|setembro|settembre',
		10: 'october|oct|oktober|okt|octobre|octubre|outubro|ottobre',
		11: 'november|nov|novembre|noviembre|novembro',
		12: 'december|dec|dezember|dez|decembre|diciembre|dezembro|dicembre',
	},
	shortMonths: {
		1: 'janv|ene|jan|gen',
		2: 'fevr|feb|fev',
		3: 'mars|mar',
		4: 'avr|abr|apr',
		5: 'mai|may|mag',
		6: 'juin|jun|giu',
		7: 'juil|jul|lug',
		8: 'aout|ago',
		9: 'sept|set',
		10: 'oct|out|ott',
		11: 'nov',
		12: 'dec|dic|dez',
	},
	weekdays: {
		0: 'sunday|sonntag|dimanche|domingo|domenica',
		1: 'monday|montag|lundi|lunes|segunda-feira|lunedi',
		2: 'tuesday|dienstag|mardi|martes|terca-feira|martedi',
		3: 'wednesday|mittwoch|mercredi|miercoles|quarta-feira|mercoledi',
		4: 'thursday|donnerstag|jeudi|jueves|quinta-feira|giovedi',
		5: 'friday|freitag|vendredi|viernes|sexta-feira|venerdi',
		6: 'saturday|samstag|samedi|sabado|sabato',
	},
};
