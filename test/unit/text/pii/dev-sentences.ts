import { piiTypes, type PiiType } from '../../../../src/text/pii/pii-types.ts';

/** A sentence with its personal values, marked `[[type|value]]`. */
export interface MarkedSentence {
	readonly text: string;
	readonly values: readonly { readonly type: PiiType; readonly start: number; readonly end: number }[];
}

export function marked(line: string): MarkedSentence {
	const values: { type: PiiType; start: number; end: number }[] = [];
	let text = '';
	let last = 0;
	for (const match of line.matchAll(/\[\[([a-z-]+)\|([^\]]*(?:\][^\]]+)*?)\]\]/gu)) {
		const [whole, named = '', value = ''] = match;
		const type = piiTypes.find((each) => each === named);
		if (type === undefined) throw new RangeError(`no type '${named}' in ${line}`);
		text += line.slice(last, match.index);
		values.push({ type, start: text.length, end: text.length + value.length });
		text += value;
		last = match.index + whole.length;
	}
	return { text: text + line.slice(last), values };
}

/** By hand, for developing the rules: they are read while rules are written, so that figures on them say little. */
export const devSentences: readonly MarkedSentence[] = `
[[name|Theresa Quill]] called about a charge on her card ending in [[account-number|4471]].
Dr. [[name|Anselm Brandt]] saw Mrs. [[name|Odile Fournier]] on [[visit-time|June 3, 2022]].
The patient is a [[age|62-year-old]] [[sex|man]] with chest pain.
DOB: [[dob|07/19/1984]]; MRN: [[record-number|558-20-13]].
[[name|Liu Wen]] was born on [[dob|2 February 1990]] in [[city|Portland]], [[state|Oregon]].
Please reach me at [[phone|(555) 014-9921]] after five.
Her mobile is [[phone|555-0147]], her mother's is [[phone|555-0188]].
Write to [[email|theresa.quill@example.org]] or [[email|tq (at) mail.example.com]].
[[name|Javier Ibarra]]'s member ID is [[insurance-number|WXK 3304 118]].
I live at [[address|41 Harbor View Road]], [[city|Camden]], [[state|ME]] 04843.
The claimant, [[name|Ruth Abernathy]], [[age|71]], slipped on the ice.
Policy no. [[insurance-number|HO-77120-B]] belongs to [[name|Derek O'Malley]].
Her appointment is on [[visit-time|Tuesday, May 7 at 10:15 a.m.]]
[[name|Kowalczyk, Anna]] — [[sex|female]], born [[dob|1969-11-30]].
IBAN: [[account-number|DE89 3704 0044 0532 0130 00]].
He gave the account as [[account-number|GB29 NWBK 6016 1331 9268 18]] when he called.
Card number [[account-number|5555 5555 5555 4444]] was declined twice.
Charge my Visa [[account-number|4012 8888 8888 1882]], please.
SSN [[insurance-number|219-09-9998]] was entered by mistake.
[[name|Priya Raman]] works at [[organization|Halvorsen Logistics]] as a dispatcher.
Employer: [[organization|Bluefin Marine Supply]]; job title: welder.
He was treated at [[organization|Saint Agnes Medical Center]] after the accident.
The caller, Mr. [[name|Dlamini]], wants a callback at [[phone|+27 82 555 0134]].
[[name|J. R. Hollister]] signed the lease.
Dear Ms. [[name|Petrakis]], your results are in.
Hi [[name|Nadia]], thanks for waiting.
Sgt. [[name|Tomas Herrera]] took the statement of [[name|Wendy Pike]] at the scene.
Case number [[record-number|CR-2291-88]] is still open.
Patient ID [[record-number|A1029384]] was merged with another chart.
The client number is [[record-number|CL-00871]].
[[record-number|PT-66120]] is the patient's number.
She turned [[age|40]] last week.
My son [[name|Eli]] is [[age|7 years old]].
A [[age|three-year-old]] [[sex|girl]] was brought in by her aunt.
Sex: [[sex|F]]. Age: [[age|58]].
Gender: [[sex|Male]]
[[age|34]][[sex|F]] with migraine since Monday.
[[name|Okonkwo]] is on line two: patient [[name|Chidi Okonkwo]], chart [[record-number|99213-7]].
Her birthday is [[dob|April 9th, 1977]].
[[dob|12/31/1959]] is his date of birth.
He moved to [[city|Tucson]] in the spring.
She lives in [[city|Des Moines]], [[state|Iowa]].
[[name|Fatoumata Diallo]] grew up in [[city|Lyon]].
The witness is from [[state|Nebraska]].
[[name|Ludwig van der Meer]] rented unit 4.
[[name|María José Gutiérrez-Peña]] asked for an interpreter.
[[name|Siobhán Ní Bhriain]] called twice.
The tenant [[name|D'Angelo Reyes]] owes nothing.
[[name|Xu Ming]]'s supervisor is [[name|Alan Pruitt]].
His follow-up visit was moved to [[visit-time|11/02/2023]].
She was admitted on [[visit-time|03 March 2021]] and discharged on [[visit-time|March 9]].
Seen in clinic [[visit-time|2023-08-14]] for a rash.
Come in [[visit-time|tomorrow at 9 am]] for your blood test appointment.
Next appointment: [[visit-time|Friday at 14:30]].
[[name|Bartholomew Finch]] resides at [[address|9 Old Quarry Ln., Apt 3C]], [[city|Salem]].
Mail it to [[address|P.O. Box 1182]], [[city|Juneau]], [[state|AK]] 99801.
He lives at [[address|2200 N. Clark Street #14]] in [[city|Chicago]].
Address: [[address|77 Rue de la Paix]].
Deliver to [[address|1600 E Broadway Ave]].
[[name|Tamika Booker]] is employed by [[organization|Crestline Community Bank]].
A nurse at [[organization|Pinewood Hospice]] found the note.
[[name|Gerald]] retired from [[organization|Amalgamated Paper]] in 2019.
Contact: [[name|Ines Cardoso]], [[email|ines_c@post.example.net]], [[phone|00351 21 555 0147]].
Text [[name|Marlon]] at [[phone|555 013 8842]].
Fax the form to [[phone|1-555-014-2200]], attention [[name|Paula Kim]].
My name is [[name|Hyun-woo Park]] and my account number is [[account-number|88-120-4471]].
account # [[account-number|004471882]], holder [[name|Miriam Adler]]
Savings account [[account-number|7710042213]] was closed at her request.
Checking acct. [[account-number|3321-00981]] is overdrawn.
Medicare number [[insurance-number|1EG4-TE5-MK73]] on file.
Insurance ID: [[insurance-number|ZGP882104477]].
Subscriber number [[insurance-number|40021188]], group plan unchanged.
[[name|Hannah Levy-Strauss]] ([[age|29]]) reported a stolen bicycle.
Officer [[name|Rowan Tate]] interviewed [[name|Lucille Bontemps]] of [[city|Baton Rouge]].
The driver, a [[age|19-year-old]] [[sex|male]], fled.
Signed, [[name|Omar Farouk]]
Best regards, [[name|Cynthia Dowd]]
From: [[name|Gustavo Lima]] <[[email|glima@example.com]]>
To: [[email|a.novak@firma.example]]; Cc: [[email|r+tickets@example.co.uk]]
Employee [[name|Noor Haddad]] missed three shifts.
[[name|Beatrix Holm]], a teacher at [[organization|Lakeside Middle School]], filed the claim.
Her husband, [[name|Stellan]], answered the phone.
Patient: [[name|ZIMMERMAN, KARL]]
Name: [[name|Oyelaran, Tunde]]; Age: [[age|45]]; Sex: [[sex|M]]
[[name|Aaliyah Brooks]] born [[dob|5/6/01]].
Date of birth [[dob|1 Jan. 1950]], member since 1999.
born in [[dob|1948]], he served in the navy
Professor [[name|Ilse Vanterpool]] prescribed rest.
Ask for [[name|Deb]] in billing.
Rev. [[name|Amos Tull]] was with the family.
Insured under policy [[insurance-number|AU-9920-117]] since June.
Our records show [[name|Kenji Watanabe]] at [[address|350 Elm Court]], [[city|Fresno]], [[state|California]].
Your license, number [[record-number|D1234567]], has expired.
Passport number [[record-number|X4471900]] was scanned.
The [[age|88 y/o]] [[sex|woman]] lives alone in [[city|Tampa]].
Patient is [[sex|male]], [[age|54 years old]], nonsmoker.
Mr. and Mrs. [[name|Castellano]] joined the call.
She identifies as a [[sex|woman]].
[[name|Wilhelmina Åkesson]] paid in cash.
He said [[name|Trevor Nkosi]] hit his car.
Claim filed by [[name|Sunita Rao]] of [[city|Edison]], [[state|NJ]].
Phone [[phone|020 7946 0991]], e-mail [[email|b.ash@example.org.uk]].
She was seen at [[organization|Northgate Eye Clinic]] on [[visit-time|9/30/2024]].
[[name|Delphine]]'s record was opened under number [[record-number|77-4410]].
[[name|Abdul Karim al-Sayed]] wrote in Arabic.
Her doctor is Dr. [[name|Yi-Ling Chou]].
His wife [[name|Rosalind]] and his brother [[name|Percy]] visited.
Visit of [[visit-time|12 Oct 2020, 08:45]]: blood pressure stable.
Reschedule me for [[visit-time|next Monday]], I have an appointment with the dentist then.
Transfer to [[account-number|CH93 0076 2011 6238 5295 8]], which is [[name|Reto Gerber]]'s.
The card [[account-number|3782 822463 10005]] is hers.
Order 44-7120-9 ships on Monday.
Take 500 mg twice a day for 10 days.
The store opens at 9:00 and closes at 17:30.
Version 2.14.1 fixes the crash.
Room 4417 is on the fourth floor.
ISBN 978-0-306-40615-7 is out of print.
Call our hotline at 1-800-555-0199 for refunds.
Boston is the capital of Massachusetts.
Parkinson's disease is progressive.
The invoice total is $1,204.50, due on May 1, 2024.
Wells Fargo raised its rates in March 2023.
Apply the cream to the left arm.
Flight 1182 leaves from gate 22.
The Main Street branch is closed today.
Johnson & Johnson recalled the lot 0477-22A.
Part no. 5521-AX-100 is on back order.
A 12-year-old Scotch is on the list.
The building is 100 years old.
Serial number 8820-1174-3310 was registered by the factory.
The male connector goes on top.
Chapter 12, page 144, explains it.
Temperatures reached 104 F in Phoenix on July 4, 2021.
The conference takes place in Denver, June 12 to 14.
Support hours are Monday to Friday, 8 a.m. to 6 p.m.
Blood pressure 120/80, heart rate 72.
Model X-2000 replaces the X-1000.
Mail info@example.com for brochures.
Our head office is at 400 Market Street.
The Fed raised rates by 0.25 percentage points.
Mount Sinai was founded in 1852.
Ratio 3:1, sample size 4,417.
Lisinopril 10 mg, metformin 850 mg.
The Treaty of Paris was signed in 1783.
Error code 0x80070057 means a bad argument.
Zip code 90210 is famous.
Women over 50 should be screened.
The patient denies fever.
Bus 17 stops at Oak Street.
Reference prices were updated on 2024-01-15.
He paid 300 dollars in cash.
She asked about the loan.
Your ticket 88120 was escalated.
In Texas, the deadline is April 15.
Please restart Windows and try again.
Amazon delivered the package at noon.
The Glasgow Coma Scale was 15.
It costs $45.99 per month.
Human Resources will send the form.
The Toyota was parked on Level 3.
Thank you for calling Customer Service.
The trial enrolled 120 male patients.
Hubble was launched in 1990.
The last update was on Friday.
Interest is 4.25 percent a year.
Press 1 for English.
`
	.trim()
	.split('\n')
	.map(marked);
