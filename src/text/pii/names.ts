import { candidate, type Candidate, type PiiText, type Sureness } from './candidate.ts';
import { isLettered, isNoName, isNoNamePart, isSurname, isThing } from './no-names.ts';

/** Common given names of many cultures; a name alone is one of these or stands in none of `ambiguous`. */
const list =
	'Aaron Abdul Abdullah Abel Abigail Ada Adam Adebayo Adele Adrian Adriana Agnes Ahmad Ahmed Aidan Aisha Akira Alan Albert Alberto Alejandra Alejandro Aleksandr Alessandro Alex Alexander Alexandra Alexandre Alexis Alfred Ali Alice Alicia Alina Alison Allan Allison Alma Alvin Alyssa Amanda Amara Amaya Amber Amelia Amina Amir Amit Amy Ana Anastasia Anders Andre Andrea Andreas Andres Andrew Angela Angelica Angelina Anil Anita Anjali Ann Anna Anne Annette Annie Anthony Antoine Anton Antonio Anya Ariana Arjun Arlene Arnold Arthur Arturo Arun Asha Ashley Astrid Audrey Aurora Ava Axel Aya Ayesha Barbara Beatrice Beatriz Becky Benjamin Bernard Bernice Beth Bethany Betty Beverly Bianca Bjorn Bob Bonnie Boris Brandon Brenda Brendan Brent Brett Brian Bridget Brittany Bruce Bruno Bryan Caitlin Caleb Calvin Camila Camille Carl Carla Carlos Carmen Carol Carolina Caroline Carolyn Carrie Catalina Catherine Cathy Cecilia Cedric Celia Cesar Chad Charlene Charles Charlotte Chen Cheryl Chiara Chinedu Chioma Chloe Chris Christian Christina Christine Christopher Cindy Claire Clara Clarence Claude Claudia Clifford Colin Connie Connor Corey Craig Cristina Crystal Curtis Cynthia Daisy Dale Damian Dana Daniel Daniela Danielle Danny Darius Darlene Darnell Darren Daryl Dave David Deborah Debra Declan Deepak Deepika Demetrius Denis Denise Dennis Derek Desmond Devon Diana Diane Diego Dimitri Dina Dmitri Dolores Dominic Donald Donna Doris Dorothy Douglas Duane Dwayne Dylan Ebony Eddie Edgar Edith Eduardo Edward Edwin Eileen Elaine Elena Eli Elias Elijah Elina Elisa Elise Elizabeth Ella Ellen Ellie Elliot Elsa Emeka Emil Emilia Emilio Emily Emma Emmanuel Enrique Eric Erica Erik Erika Erin Ernest Esther Ethan Ethel Eugene Eunice Eva Evan Evelyn Ezra Fabian Farah Farid Fatima Felicia Felipe Felix Fernanda Fernando Fiona Flora Florence Frances Francesca Francesco Francis Francisco Franklin Fred Freda Frederick Freya Gabriel Gabriela Gabrielle Gary Gavin Geoffrey George Georgia Gerald Gerard Gertrude Gilbert Gina Giovanni Giulia Gladys Glenn Gloria Gordon Grace Graham Greg Gregory Greta Guadalupe Guillermo Gustav Gustavo Gwen Habib Hamza Hana Hannah Hans Harold Harriet Harry Haruki Harvey Hassan Heather Hector Heidi Heinrich Helen Helena Helga Henri Henry Herbert Hideo Hiroshi Howard Hugo Hussein Ian Ibrahim Ida Igor Ikram Imani Imran Ines Ingrid Irene Iris Irina Isaac Isabel Isabella Isaiah Ivan Ivana Jack Jackie Jackson Jacob Jacqueline Jacques Jamal James Jamie Jan Jane Janet Janice Jared Jasmine Jason Javier Jay Jean Jeanette Jeff Jeffrey Jenna Jennifer Jenny Jeremiah Jeremy Jerome Jerry Jesse Jessica Jesus Jill Jim Jimmy Jin Jing Joan Joanna Joanne Joaquin Joe Joel Johan Johanna John Johnny Jon Jonas Jonathan Jorge Jose José Joseph Josephine Josh Joshua Joyce Juan Juanita Judith Judy Julia Julian Juliana Julie Juliet Julio Jun Justin Kamal Kamala Karen Karim Karin Karina Karl Kate Katherine Kathleen Kathryn Kathy Katie Katrina Kavita Kayla Keisha Keith Kelly Kelsey Kenji Kenneth Kevin Khadija Khalid Kim Kimberly Kiran Klaus Kofi Krishna Kristen Kristin Kristina Kumar Kurt Kwame Kyle Lakshmi Lamar Larry Lars Latoya Laura Lauren Laurence Lawrence Layla Leah Leila Lena Leo Leon Leonard Leonardo Leroy Leslie Leticia Levi Lewis Liam Lila Lillian Lina Linda Lindsay Lindsey Lionel Lisa Liz Logan Lois Lorena Lorenzo Loretta Lori Lorraine Louis Louise Lucas Lucia Luciana Lucille Lucy Ludwig Luigi Luis Luisa Luka Lukas Luke Luz Lydia Lynn Mabel Madeline Madison Magda Mahmoud Malcolm Malik Mandy Manuel Mara Marc Marcel Marcela Marcia Marco Marcos Marcus Margaret Margarita Maria María Mariam Marian Mariana Marie Marilyn Mario Marion Marisol Marissa Marjorie Marlene Marta Martha Martin Martina Marvin Mary Mateo Matteo Matthew Maureen Maurice Max Maxine Maya Megan Mehmet Mei Melanie Melinda Melissa Melvin Mercedes Meredith Mia Michael Michaela Michele Michelle Miguel Mikhail Mildred Milan Milton Mina Ming Minh Miranda Miriam Misty Mitchell Mohamed Mohammad Mohammed Moira Molly Mona Monica Monique Morgan Moses Muhammad Mustafa Myra Nadia Nadine Naomi Natalia Natalie Natasha Nathan Nathaniel Neha Neil Nelson Ngozi Nia Nicholas Nick Nicolas Nicole Nigel Nikhil Nikita Nikolai Nina Noah Noel Noor Nora Norma Norman Obinna Octavio Olga Oliver Olivia Olu Omar Oscar Otis Otto Owen Pablo Paige Pamela Paolo Patricia Patrick Paul Paula Pauline Pavel Pedro Peggy Penelope Perry Pete Peter Petra Philip Phillip Phyllis Pierre Pilar Piotr Polly Pradeep Preston Priscilla Priya Rachel Radha Rafael Rahul Raj Rajesh Ralph Ramesh Ramon Ramona Randall Randy Raquel Rashid Raul Ravi Raymond Rebecca Regina Reginald Rekha Rene Renee Reza Rhonda Ricardo Richard Rick Ricky Rita Rob Robert Roberta Roberto Robin Rochelle Roderick Rodney Rodrigo Roger Roland Roman Ron Ronald Ronnie Rosa Rosalind Rosario Rosemary Ross Roxanne Roy Ruben Ruby Rudolf Rui Russell Ruth Ryan Sabrina Sadie Said Sakura Sally Salma Salvador Sam Samantha Sami Samira Samuel Sana Sandeep Sandra Sanjay Santiago Sara Sarah Sasha Saul Scott Sean Sebastian Selena Serena Sergei Sergio Seth Shane Shannon Sharon Shaun Shauna Shawn Sheila Shelby Shelley Sherry Shirley Sibyl Sidney Sigrid Silvia Simon Simone Sofia Solomon Sonia Sonja Sophia Sophie Soren Stacey Stacy Stanley Stefan Stella Stephanie Stephen Steve Steven Stuart Sue Suleiman Sunil Sunita Suresh Susan Susanna Suzanne Sven Svetlana Sybil Sylvia Takeshi Tamara Tamika Tammy Tanya Tara Tariq Tasha Tatiana Ted Terence Teresa Terrance Terrell Terrence Terry Thandiwe Thelma Theodore Theresa Thomas Tiffany Tim Timothy Tina Todd Tom Tomas Tommy Toni Tony Tonya Tracey Tracy Travis Trent Trevor Tricia Trisha Tristan Tyler Tyrone Uchenna Ulrich Umar Ursula Usha Valentina Valeria Valerie Vanessa Vera Vernon Veronica Vicki Vickie Vicky Victor Victoria Vijay Viktor Vikram Vincent Viola Violet Virginia Vivek Vivian Vladimir Wade Wallace Walter Wanda Wayne Wei Wendy Wesley Whitney Wilhelm Willa William Willie Wilma Wolfgang Xavier Ximena Yael Yan Yara Yasmin Yasmine Yolanda Yosef Youssef Yuki Yuri Yusuf Yvette Yvonne Zachary Zahra Zainab Zara Zeinab Zoe Zoltan Zora Adaeze Adriel Agatha Aileen Ainsley Alana Alasdair Alba Alden Aldo Alec Alessandra Alfonso Alfredo Alistair Alvaro Amber Ambrose Amparo Anders Angus Annika Ansel Anselm Archie Ariel Arlo Armand Armando Arvid Augusta Augustus Azra Bartholomew Basil Beatrix Belinda Benito Bernadette Bertha Birgit Blanca Bogdan Bryce Bryn Callum Candice Carmela Casey Cassandra Cassie Chandra Chantal Charlie Chester Chiyo Clement Clyde Consuelo Cora Cordelia Cornelius Courtney Cyrus Dagmar Daphne Deb Debbie Deirdre Delia Delphine Dermot Desiree Dexter Dinah Dwight Edmund Edna Edna Eleanor Eleni Elias Eloise Elvira Emmett Enid Enzo Ephraim Erich Ernesto Esmeralda Esperanza Estelle Eudora Fadi Faisal Fatoumata Faye Ferdinand Fergus Fidel Finn Flavia Frida Fritz Gareth Garrett Geraldine Gianna Gideon Gillian Giorgio Giuseppe Goran Gretchen Gwendolyn Hadiza Hamid Harvinder Hassan Hattie Hilda Hilary Horace Ibukun Ignacio Ilse Imelda Imogen Ingeborg Inga Ioana Ira Irma Ismail Itzel Ivy Jaime Janelle Janine Jarvis Javad Jelena Jerzy Joachim Jocelyn Jolanta Josef Josefina Juno Kareem Kasper Katarina Katarzyna Keiko Kelvin Kendra Kirsten Klara Krzysztof Lamont Lance Latisha Laszlo Leif Leland Leonora Lester Lila Liliana Linnea Lola Luca Lucien Lucinda Lupe Luther Lyle Magnus Malgorzata Manfred Marcin Margot Mariela Marisa Marlon Maryam Mathilde Maud Mauricio Mavis Melvin Mikael Mikkel Milena Milo Mohamad Mohan Mordecai Muriel Nadir Nanette Natalya Nathalie Nazanin Nell Nellie Nestor Nikolas Nila Nita Obi Octavia Odile Oksana Olaf Olumide Ophelia Orlando Orson Osama Osvaldo Padraig Parisa Pascal Patrice Patty Pearl Percy Philippa Pia Pooja Quentin Quincy Rafi Raina Ramiro Rasheed Rebekah Reto Rhoda Rhys Rodolfo Rohan Rohit Rolf Rosalie Roselyn Roxana Rowan Rupert Saanvi Sabine Samir Sanjana Santos Satoshi Shanice Shankar Shirin Shreya Silas Siobhan Sofie Soledad Stefania Stefano Stellan Sunniva Susana Sushila Sylvester Tabitha Tadeusz Tamar Tanisha Tariq Tatyana Tessa Thaddeus Theo Theodora Tobias Tomasz Tova Tunde Ulrike Valentin Vasily Verena Vidal Vinod Violeta Vishal Vito Wendell Werner Wilbur Wilfred Wilhelmina Winifred Winston Xin Yannick Yesenia Yevgeny Yoko Yoshi Yuko Yvan Zahid Zbigniew Zelda Zuri';

/** Names that are words, months, places or family names as well: they need another name or a cue beside them. */
const doubtful =
	'Grant Will Mark Bill Drew Frank Jack Rose May April June Art Dawn Summer Paris Sydney Austin Chase Hope Faith Joy Grace Ray Rich Rob Sue Pat Gene Dean Earl Norm Rusty Skip Sandy Ginger Ivy Lily Iris Ruby Pearl Amber Crystal Misty Daisy Violet Olive Hazel Heather Holly Jasmine Robin Jay Victoria Virginia Georgia Carolina Florence Charlotte Madison Jackson Lincoln Houston Dallas Denver Savannah Chad Jordan Israel Kenya China India Asia Angel Jesus Christian Bishop Major Duke Prince Penny Buck Cliff Dale Glen Heath Miles Reed Wade Wayne Young Max Jan Said Luz Rosario Aurora Regina Milan Lorraine Troy Tyler Wesley Mercedes Lynn Kim Kelly Lee Morgan Nelson Noel Norma Dolores Roman Kiran Sana Jun Jin Jing Ming Mei Wei Rui Yan Chen Mina Tara Ada Ebony Kumar Mona Ali Sam Malik Don Guy Herb Jean Josh Mason Rex Sage Sterling Carol Mary Viola Aya Nia Elsa Sally Nick Rick Bob';

const plain: ReadonlySet<string> = new Set(list.split(' ').map(fold));
const alsoWords: ReadonlySet<string> = new Set(doubtful.split(' ').map(fold));

function fold(name: string): string {
	return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether people are called so, whatever else the word means. */
function isGivenName(word: string): boolean {
	const folded = fold(word);
	if (plain.has(folded) || alsoWords.has(folded)) return true;
	// 'Anne-Marie', 'Jean-Luc'
	return folded.includes('-') && folded.split('-').every((part) => plain.has(part) || alsoWords.has(part));
}

/** Whether hardly anything but a person is called so. */
function isOnlyGivenName(word: string): boolean {
	return isGivenName(word) && !alsoWords.has(fold(word));
}

/** A word of a text that may belong to a name. */
interface NameWord {
	readonly text: string;
	readonly start: number;
	readonly end: number;
	/** 'J.' or 'J' */
	readonly initial: boolean;
	readonly capital: boolean;
	/** Nothing but one blank (or a line's end) stands before it and behind the word before. */
	readonly joined: boolean;
	/** A sentence, a line, a quotation or the text begins with it: capitals say nothing there. */
	readonly opens: boolean;
	/** What stands between the word before and it. */
	readonly gap: string;
}

const nameWord = /\p{L}[\p{L}\p{M}]*(?:['’\u2010\u2011-]\p{L}[\p{L}\p{M}]*)*/gu;

/** Words in order, without a possessive's s. */
function nameWords(text: string): NameWord[] {
	const words: NameWord[] = [];
	for (const { index, 0: whole } of text.matchAll(nameWord)) {
		const bare = whole.length > 3 ? whole.replace(/['’][sS]$/u, '') : whole;
		const last = words.at(-1);
		const gap = text.slice(last?.end ?? 0, index);
		const initial = /^\p{Lu}$/u.test(bare);
		words.push({
			text: bare,
			start: index,
			end: index + bare.length + (initial && text[index + 1] === '.' ? 1 : 0),
			initial,
			capital: /^\p{Lu}/u.test(bare) || /^(?:[dlo]['’]|(?:al|el|ibn|abu|bin|de|af)-)\p{Lu}/u.test(bare),
			joined: last !== undefined && (gap === ' ' || gap === '\u00A0' || (last.initial && gap === '')),
			opens: last === undefined || /[.!?:;\n"“”(|•*>]/u.test(last.initial ? gap.replace(/^\./u, '') : gap),
			gap,
		});
	}
	return words;
}

const said =
	/\b(?:(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir) (?:full )?name(?:['’]s| is| was)|(?:[Ff]ull )?[Nn]ame\s?[:=])\s(?<name>\p{Ll}[\p{L}\p{M}'’-]{1,40})(?<rest>(?:\s\p{Ll}[\p{L}\p{M}'’-]{0,40}){0,2})/gu;
/** What people do behind a name: no family is called so. */
const doing = /(?:ing|ed|ly)$/u;

/** 'my name is john smith': in small letters where it is said to be a name, and begins with a given one. */
function uncapitalizedNames({ text }: PiiText): Candidate[] {
	return Array.from(text.matchAll(said)).flatMap((match) => {
		const { name = '', rest = '' } = match.groups ?? {};
		if (!isGivenName(name)) return [];
		const start = match.index + match[0].length - rest.length - name.length;
		const [family, next] = rest.trim().split(/\s/u);
		// A family name is the last word of what is said, or stands before one that is none.
		const isFamily = family !== undefined && family.length > 1 && isNoOther(family) && (next === undefined || !isNoOther(next));
		return [candidate(start, isFamily ? text.slice(start, start + name.length + 1 + family.length) : name, 'name', 'name by cue', 'cue')];
	});
}

function isNoOther(word: string): boolean {
	return !isNoName(word) && !doing.test(word);
}

const titles = new Set(
	'mr mrs ms miss mx dr doctor prof professor nurse officer detective sergeant sgt lieutenant lt captain capt judge justice rev reverend father sister brother sir lady lord dame señor señora senor senora herr frau monsieur madame mme sheikh rabbi imam pastor attorney agent deputy inspector constable councilman councilwoman senator governor uncle aunt auntie grandma grandpa coach principal dean chief corporal private major colonel'.split(
		' ',
	),
);
const surelyTitles = new Set(
	'mr mrs ms miss mx dr prof professor sgt lt capt rev sir señor señora senor senora herr frau mme detective'.split(' '),
);
const particles = new Set(
	'de del della di da dos das do du la le van von der den ter ten al el bin binti ibn abu ap af av y e zu zur st st. san santa o mac'.split(
		' ',
	),
);
const suffixes = /^,?\s(?:Jr|Sr|II|III|IV)\b\.?/u;

/** Said before a name. */
const cueBefore =
	/(?:\b(?:[Pp]atient|[Cc]lient|[Cc]ustomer|[Cc]laimant|[Mm]ember|[Ee]mployee|[Aa]pplicant|[Tt]enant|[Pp]olicy ?holder|[Ii]nsured|[Bb]eneficiary|[Cc]aller|[Cc]ontact|[Ww]itness|[Dd]river|[Pp]assenger|[Ss]uspect|[Vv]ictim|[Cc]omplainant|[Gg]uarantor|[Ss]pouse|[Hh]usband|[Ww]ife|[Ss]on|[Dd]aughter|[Mm]other|[Ff]ather|[Ss]ister|[Bb]rother|[Pp]artner|[Nn]eighbou?r|[Cc]olleague|[Mm]anager|[Ss]upervisor|[Cc]aregiver|[Gg]uardian|[Aa]ccount ?holder|[Cc]ardholder|[Nn]ext of kin|[Ss]urgeon|[Pp]hysician|[Tt]herapist|[Aa]gent|[Aa]ttending|[Pp]rovider|[Rr]esident|[Ss]ubscriber|[Nn]ame|NAME|[Nn]amed|[Cc]alled|[Ss]igned(?: by)?|[Ff]riend|[Aa]ttn|ATTN|[Ff]rom:|FROM:|[Tt]o:|TO:|[Cc]c:|[Rr]equested by|[Rr]eported by|[Ww]ritten by|[Aa]pproved by|[Rr]eferred by|[Ss]een by|[Pp]repared by|[Ff]iled by|[Cc]ontact person|[Ee]mergency contact|[Oo]wner|[Bb]orrower|[Pp]ayee|[Ee]mployee|[Ss]tudent|[Pp]arent|[Cc]hild|[Pp]erson|[Aa]ssigned to|[Bb]elongs to|[Bb]elonging to|[Bb]ehalf of|[Rr]ecord (?:of|for)|[Ff]ile (?:of|for)|[Ee]ntry for|[Dd]ata of|[Dd]etails (?:of|for)|[Mm]y name is|[Tt]his is|I am|I['’]m|[Ss]poke (?:with|to)|[Mm]et (?:with)?|[Aa]sk for|[Dd]ear|[Hh]i|[Hh]ello|[Tt]hanks|[Rr]egards|[Ss]incerely|[Bb]est)(?:\s?\([^)]{0,20}\))?(?:\s(?:is|was|of|name|named|for))?\s?[:,=–-]?\s{0,2})$/u;
/** Of these alone a single word is a name too: 'Dear Okafor', 'Name: Okafor'. */
const cueForOne =
	/(?:\b(?:[Dd]ear|[Nn]ame\s?[:=]|[Ss]urname\s?[:=]?|[Ll]ast name(?: is)?\s?[:=]?|[Ff]irst name(?: is)?\s?[:=]?|[Mm]y name is|[Nn]amed|[Hh]i|[Hh]ello|(?:[Hh]er|[Hh]is|[Mm]y|[Tt]heir) (?:son|daughter|husband|wife|mother|father|brother|sister|partner|friend|aunt|uncle|cousin|nephew|niece|colleague|manager|boss|neighbou?r|spouse|roommate),?|[Pp]atient(?: name)?\s?:|[Pp]atient|[Aa]sk(?:ed)? for)\s{0,2})$/u;
/** Said behind a name. */
const cueBehind =
	/^(?:['’]s?(?:\s\p{Ll}|[.,;])|,\san?\s|\s\p{Ll}{2,}(?:[^s]s|ed)\b|\s(?:grew|drove|rode|sent|sold|bought|hit|ran|began|felt|knew|kept|left|lent|made|read|rose|sat|sold|sought|stood|taught|thought|told|understood|wore|won|does|did)\b|,?\s(?:\(?(?:\d{1,3}|DOB|dob|born|aged?|MRN|SSN|he\/|she\/)|who\b|of \d|(?:said|says|called|calls|reported|reports|asked|asks|wrote|writes|told|was born|lives|lived|works|worked|moved|complained|complains|requested|requests|agreed|signed|signs|confirmed|confirms|thanked|visited|presented|arrived|returned|phoned|emailed|stated|states|claims|claimed|denies|denied|paid|owes|received|lost|gave|gives|refused|underwent|missed|joined|resigned|retired|earns|turned|turns|prefers|wants|wanted|needs|mentioned|explained|filed|opened|noticed|fell|takes|took|has|had|is|was|can be|will|may be|came|started|left|drove|attended|suffered|suffers|bought|ordered|tried|met|saw|died|recovered|updated|submitted|applied|declined|accepted|answered|checked|picked|sent|spoke|discussed|insisted|alleged|witnessed|admitted|married|divorced|transferred|withdrew|deposited)\b))/u;

/** What people have, and firms and places hardly. */
const possession =
	/^['’]s?\s(?:\p{Ll}+\s)?(?:record|account|case|chart|phone|cell|e-?mail|birthda|date of birth|dob|birth|address|appointment|husband|wife|son|daughter|mother|father|sister|brother|spouse|doctor|diagnosis|symptoms|medication|claim|insurance|salary|supervisor|caregiver|visit|age\b|sex\b|gender|name|number|surgery|condition|allerg|blood)/u;

interface Run {
	readonly first: number;
	readonly last: number;
	readonly sureness: Sureness;
	readonly by: string;
}

/** Names of persons: behind titles and cues, from common given names on, with initials, before what people do; then their parts elsewhere in the text. */
export function names(given: PiiText): Candidate[] {
	const { text } = given;
	const words = nameWords(text);
	const proper = properNouns(given);
	const runs: Run[] = [];
	for (let at = 0; at < words.length; at++) {
		const run = runAt(text, words, at, proper);
		if (run === undefined) continue;
		runs.push(run);
		at = run.last;
	}
	const found = runs.map(({ first, last, sureness, by }) => {
		const end = words[last]!.end + (suffixes.exec(text.slice(words[last]!.end, words[last]!.end + 6))?.[0].length ?? 0);
		return candidate(words[first]!.start, text.slice(words[first]!.start, end), 'name', by, sureness);
	});
	return [...found, ...uncapitalizedNames(given), ...repeated(words, runs)];
}

/** Where the tagger sees proper nouns; `undefined` without it. */
function properNouns({ words }: PiiText): ReadonlySet<number> | undefined {
	return words && new Set(words.filter(({ pos }) => pos === 'PROPN').map(({ start }) => start));
}

function runAt(text: string, words: readonly NameWord[], at: number, proper: ReadonlySet<number> | undefined): Run | undefined {
	const word = words[at]!;
	const lower = word.text.toLowerCase();
	if (titles.has(lower) && (word.capital || surelyTitles.has(lower))) {
		const run = namesAfterTitle(words, at);
		if (run !== undefined && !isThingBehind(text, words, run.last, true)) return run;
	}
	if (!word.capital || isNoName(word.text)) return undefined;
	if (words[at + 1]?.initial === true && isLettered(word.text)) return undefined;
	// 'Ward D. Ivan', '41.8 C. Vera'
	if (word.initial && ((at > 0 && word.joined && isLettered(words[at - 1]!.text)) || /[\d°]\s?$/u.test(word.gap))) return undefined;
	const last = extent(words, at);
	const lead = text.slice(Math.max(0, word.start - 40), word.start);
	if (isThingBehind(text, words, last, last > at && (isGivenName(word.text) || cueBefore.test(lead)))) return undefined;
	const lastFirst = familyFirst(text, words, at, last);
	if (lastFirst !== undefined) return { first: at, last: lastFirst, sureness: 'cue', by: 'family name first' };
	const make = (sureness: Sureness, by: string): Run => ({ first: at, last, sureness, by });
	const size = last - at + 1;
	if (size >= 2) {
		if (
			isGivenName(word.text) &&
			!(word.opens && !isOnlyGivenName(word.text) && isNoNamePart(words[at + 1]!.text) && !isSurname(words[at + 1]!.text))
		)
			return make('cue', 'given name');
		if (words.slice(at, last).some(({ initial }) => initial) && !words[last]!.initial && words[last]!.text.length > 2)
			return make('cue', 'initials');
		if (cueBefore.test(lead)) return make('cue', 'name by cue');
		if (words.slice(at + 1, last + 1).some(({ text: part }) => isOnlyGivenName(part))) return make('shape', 'given name');
		if (cueBehind.test(text.slice(words[last]!.end, words[last]!.end + 16)) && isProper(proper, words, at, last))
			return make('shape', 'capitals');
		return undefined;
	}
	if (possession.test(text.slice(word.end, word.end + 40)) && !isNoNamePart(word.text)) return make('shape', 'possessive');
	if (cueForOne.test(lead) && !(word.opens && isNoNamePart(word.text))) return make('cue', 'name by cue');
	if (isOnlyGivenName(word.text) && word.text.length > 2 && word.text !== word.text.toUpperCase()) return make('shape', 'given name');
	if (
		isGivenName(word.text) &&
		!word.opens &&
		/^(?:['’]s\b|,?\s(?:said|called|asked|wrote|told|reported|is|was|has|and I)\b)/u.test(text.slice(word.end, word.end + 12)) &&
		!/^(?:May|April|June|Paris|Sydney|Austin|Houston|Dallas|Denver|Savannah|India|China|Israel|Georgia|Virginia|Carolina|Florence|Madison|Charlotte)$/u.test(
			word.text,
		)
	)
		return make('shape', 'given name');
	return undefined;
}

function namesAfterTitle(words: readonly NameWord[], at: number): Run | undefined {
	const next = words[at + 1];
	if (next === undefined || !/^\.?[ \u00A0]$/u.test(next.gap)) return undefined;
	// 'Mr. and Mrs. Okafor'
	if (!next.capital && !particles.has(next.text)) return undefined;
	if (titles.has(next.text.toLowerCase()) && !isGivenName(next.text)) return undefined;
	if (isNoName(next.text) && !surelyTitles.has(words[at]!.text.toLowerCase())) return undefined;
	const last = extent(words, at + 1);
	return { first: at + 1, last, sureness: 'cue', by: 'title' };
}

/** Index of the last word of a name that begins here: at most five words with capitals, initials, particles between them. */
function extent(words: readonly NameWord[], at: number): number {
	let last = at;
	for (let next = at + 1; next < words.length && next - at < 5; next++) {
		const word = words[next]!;
		const joined = word.joined || (words[next - 1]!.initial && /^\.? ?$/u.test(word.gap));
		if (!joined) break;
		if (particles.has(word.text) || (word.text === 'St' && words[next + 1]?.gap === '. ')) {
			const behind = words[next + 1];
			if (behind?.joined !== true && behind?.gap !== '. ') break;
			if (behind.capital || particles.has(behind.text)) continue;
			break;
		}
		if (!word.capital || (isNoName(word.text) && !word.initial)) break;
		last = next;
	}
	return last;
}

/** 'Okafor, Maria' and 'OKAFOR, Maria J.': index of the last word. */
function familyFirst(text: string, words: readonly NameWord[], at: number, last: number): number | undefined {
	const next = words[last + 1];
	if (next === undefined || next.gap !== ', ' || !next.capital || last - at > 1 || isNoNamePart(next.text.toLowerCase())) return undefined;
	const lead = text.slice(Math.max(0, words[at]!.start - 40), words[at]!.start);
	const field = /\bname\s?[:=]\s?$/iu.test(lead);
	if (!field && (!isGivenName(next.text) || isGivenName(words[at]!.text))) return undefined;
	const begins =
		field || words[at]!.opens || cueBefore.test(lead) || words[at]!.text === words[at]!.text.toUpperCase() || /[\d([#]\s?$/u.test(lead);
	const nextLast = extent(words, last + 1);
	// 'In Boston, Maria Okafor said': a full name of its own stands behind the comma.
	return begins && (nextLast === last + 1 || words.slice(last + 2, nextLast + 1).every(({ initial }) => initial)) ? nextLast : undefined;
}

/** A street, a hospital, a disease or a firm has the name. */
function isThingBehind(text: string, words: readonly NameWord[], last: number, person: boolean): boolean {
	const next = words[last + 1];
	const own = words[last]!.text;
	if (isThing(own) && !(person && isSurname(own))) return true;
	if (text.slice(words[last]!.end, words[last]!.end + 3) === ' & ') return true;
	if (next === undefined) return false;
	return (next.joined || /^['’]s $/u.test(next.gap)) && isThing(next.text);
}

/** Without a tagger, or where it takes one of the words for a proper noun; at a sentence's start all of them. */
function isProper(proper: ReadonlySet<number> | undefined, words: readonly NameWord[], first: number, last: number): boolean {
	const parts = words.slice(first, last + 1);
	if (parts.some(({ text }) => isNoNamePart(text))) return false;
	if (proper === undefined) return true;
	return words[first]!.opens ? parts.every(({ start }) => proper.has(start)) : parts.some(({ start }) => proper.has(start));
}

/** Parts of full names where they stand alone: 'Okafor' behind 'Maria Okafor'. */
function repeated(words: readonly NameWord[], runs: readonly Run[]): Candidate[] {
	const parts = new Set<string>();
	for (const { first, last, sureness } of runs)
		if (sureness !== 'shape')
			for (const { text, initial } of words.slice(first, last + 1)) if (!initial && text.length > 2 && !isNoNamePart(text)) parts.add(text);
	return words
		.filter(({ text, capital }) => capital && parts.has(text))
		.map(({ start, text }) => candidate(start, text, 'name', 'part of a name', 'shape'));
}
