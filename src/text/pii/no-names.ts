const split = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that begin sentences and headings with capitals, and are no names of persons. */
const common = split(
	'a an the this that these those he she they it we you i his her their its our my your who what when where why how which if in on at by for from to of with as is was are were be been has have had do does did not no yes and or but so then also after before during since until while because please thank thanks dear hi hello hey regards sincerely best call see note notes re fwd subject date time name patient client customer member account case record policy claim order invoice ticket phone email fax address city state zip age sex gender dob mrn ssn id iban insurance employer visit appointment reason chief complaint history diagnosis treatment plan medication allergies vitals assessment impression follow up next new old former current all any some each every both one two three four five six seven eight nine ten first second third last monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter today tomorrow yesterday morning afternoon evening night noon ward room suite floor unit building apt apartment bed street road avenue lane drive north south east west northern southern eastern western english spanish french german american british canadian mexican chinese japanese indian african european asian us usa uk eu er icu ct mri ecg ekg pcp bp hr ok okay tel ext attn cc contact emergency status type summary details information info form section page version number no total amount balance due paid card bank credit debit loan savings checking mortgage payment transfer dr mr mrs ms miss prof per via about according regarding both here there later earlier however although though once upon under over between among only even just still now payroll benefits department team office manager support service services human resources report incident officer employee applicant interview position salary leave vacation manual guide user chapter figure table appendix product model serial order shipping tracking internet windows linux android iphone google microsoft apple amazon',
);
/** What firms, places, illnesses and events are called: a name before it is theirs. */
const things = split(
	"street road avenue lane drive boulevard court place way terrace circle square parkway highway row crescent hospital clinic center centre medical health university college school academy institute bank inc llc ltd corp corporation company group holdings partners associates systems labs energy foods works motors digital trading industries foundation church cathedral library museum park bridge airport station hotel inn stadium theater theatre river lake mountain mount valley island county city township bay beach heights hall house building tower plaza mall market store pharmacy insurance mutual life assurance financial capital trust fund funds credit union airlines railway press times journal post news magazine prize award act law bill court amendment disease syndrome palsy lymphoma sarcoma tumor scale score test sign method procedure catheter maneuver manoeuvre criteria index law effect virus fever cells phenomenon reflex fracture tendon stain ward wing unit department room suite conference summit festival cup bowl league series edition model engine software app cloud api protocol plan program project initiative agreement treaty sea ocean canal canyon desert desk team street's avenue's rd ave blvd ln hwy pkwy dispatch electric electronics logistics manufacturing construction consulting solutions technologies technology enterprises ventures brothers sons media studio studios restaurant cafe café bakery brewery grill hardware supply dental pediatrics cardiology oncology orthopedics dermatology imaging hospice care services service fargo stanley sachs day eve island islands catalog recall order clinic's hospital's mutual airlines rent award awards report policy cream sauce salad street- syrup tablets branch region office",
);
/** Whole names of things that look as if they were persons'. */
const eponyms = split(
	'parkinson alzheimer crohn hodgkin cushing addison graves hashimoto bell down turner tourette asperger huntington raynaud sjogren sjögren babinski romberg apgar glasgow foley tylenol advil motrin aspirin ibuprofen metformin lisinopril atorvastatin amoxicillin warfarin insulin prednisone gabapentin omeprazole albuterol zoloft lipitor prozac xanax ambien ford toyota honda tesla chevrolet bmw mercedes-benz visa mastercard amex paypal venmo zelle walmart costco target ikea netflix medicare medicaid christmas easter thanksgiving hanukkah ramadan diwali',
);
/** Words of `common` that end up in names nevertheless. */
const alsoNames = split('may april june august page ward price bill park lane summer day young west north east winter');

/** Whether a word with a capital is no person's name, nor a part of one. */
export function isNoName(word: string): boolean {
	const lower = word.toLowerCase();
	return (common.has(lower) && !alsoNames.has(lower)) || eponyms.has(lower);
}

/** Whether a word is doubtful in a name that nothing else speaks for. */
export function isNoNamePart(word: string): boolean {
	const lower = word.toLowerCase();
	return common.has(lower) || things.has(lower) || eponyms.has(lower) || (word.length > 1 && word === word.toUpperCase());
}

/** Whether it is what a firm, a place, an illness or an event is called. */
export function isThing(word: string): boolean {
	return (
		/^\p{Lu}|^(?:disease|syndrome|palsy|lymphoma|tumor|scale|score|test|sign|catheter|criteria|maneuver|fracture|reflex|procedure|phenomenon|virus|fever|branch|law|effect|street|avenue|road)$/u.test(
			word,
		) && things.has(word.toLowerCase())
	);
}
