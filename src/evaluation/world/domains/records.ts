import { personName } from '../names.ts';
import { cities, date, digits, oneOf } from '../values.ts';
import { between, pick, type Random } from '../../../statistics/random.ts';
import type { Domain } from '../domain.ts';

const street = oneOf('Maple; Harbour; Station; Chapel; Orchard; Mill; River; Garden; Castle; Bridge; Elm; Victoria; Market; Hill; Lake; Forest; Queen; Abbey; Meadow; Willow; Spring; '
	+ 'Tower; Canal; Park; Cedar');
const streetKind = oneOf('Street; Road; Lane; Avenue; Drive');
/** Names under `.example` belong to nobody (RFC 2606). */
const mailHost = oneOf('mailbox.example; postnet.example; inbox.example; webmail.example; quickmail.example; letterbox.example');

/** 'maria.okafor', 'mokafor' or 'okafor41' at an invented host. */
function mailAddress(random: Random, name: string): string {
	const words = name.toLowerCase().split(' ');
	const given = words[0] ?? '';
	const family = words.at(-1) ?? '';
	const user = pick(random, [`${given}.${family}`, `${given.slice(0, 1)}${family}`, `${family}${between(random, 10, 99)}`]);
	return `${user}@${mailHost(random)}`;
}

/** Client records: a head, a list of personal data, then what was wrong and how it was settled. */
export const records: Domain = {
	id: 'records',
	entityName: personName,
	noun: 'the client',
	person: true,
	attributes: [
		{
			id: 'records.birth',
			noun: 'date of birth',
			personal: true,
			value: (random) => date(random, 1940, 2005),
			statements: {
				train: [
					'{S} was born on {v}.', '{P} date of birth is {v}.', '{P} birthday is {v}.', '{S} gave {v} as the date of birth.',
					'The date of birth is {v}.', 'The birth date on file is {v}.', 'The record gives {v} as the birth date.',
					'{S} came into the world on {v}.', '{v} is {P} date of birth.', 'In the record, {P} birth is dated {v}.',
					'{S} celebrates a birthday, having been born on {v}.', 'Born on {v}, {S} has been with us for years.', 'Date of birth: {v}.',
					'We have {v} as {P} birth date.',
				],
				dev: ['{P} birth date is {v}.', '{S} gave us the birth date {v}.', 'The date of birth on file is {v}.'],
				test: ['The day on which {S} was born is {v}.', '{P} birthday was recorded as {v}.', 'The birthday on record is {v}.'],
			},
			questions: {
				train: [
					'When was {E} born?', 'On what date was {E} born?', 'When is the birthday of {E}?',
					'Which date of birth did {E} give?', 'Tell me when {E} was born.', 'What birth date is on file for {E}?',
					'What day was {E} born?', 'What is the birth date of {E}?', 'I wonder when {E} was born.',
					'Do you know the birthday of {E}?', 'Check when {E} was born.', 'On which day does {E} have a birthday?',
					'What did {E} give as the birth date?', 'Let me know on what date {E} was born.',
				],
				dev: ['On which date was {E} born?', 'Tell me the date of birth that {E} gave.', 'Which birth date did {E} give?'],
				test: ['What birthday is on record for {E}?', 'On which day did {E} come into the world?', 'Tell me which birthday {E} gave us.'],
			},
			fragments: {
				train: ['born {v}', 'date of birth {v}', 'born on {v}',
					'birthday {v}', 'date of birth {v} on file', 'birth on {v}',
				],
				dev: ['birth date {v}'],
				test: ['with birthday {v}'],
			},
		},
		{
			id: 'records.phone',
			noun: 'phone number',
			personal: true,
			value: (random) => `0${digits(random, 2)} ${digits(random, 4)} ${digits(random, 4)}`,
			statements: {
				train: [
					'{P} phone number is {v}.', '{S} can be reached by phone at {v}.', '{S} can be called at {v}.', '{S} left the phone number {v}.',
					'The phone number is {v}.', 'The number to call is {v}.', 'The phone number on file is {v}.',
					'To phone {O}, dial {v}.', '{S} answers the phone at {v}.', 'We call {O} at {v}.',
					'{v} is {P} phone number.', '{S} gave us {v} to call.', 'Phone: {v}.',
					'In the record, {P} phone is {v}.',
				],
				dev: ['{S} has the phone number {v}.', '{S} gave {v} as the number to call.', 'The phone number to call is {v}.'],
				test: ['{S} asked us to call {v}.', 'We reach {O} by phone at {v}.', 'Calls go to the number {v}.'],
			},
			questions: {
				train: [
					'At which number can {E} be called?', 'Which phone number did {E} leave?', 'What number should I call to reach {E}?',
					'How can I reach {E} by phone?', 'Tell me which phone number I should call for {E}.', 'Which phone number is on file for {E}?',
					'What number do I dial for {E}?', 'On which number does {E} answer the phone?', 'What is the phone of {E}?',
					'I wonder how to call {E}.', 'Do you know the number to phone {E}?', 'Check at which number we call {E}.',
					'Which number did {E} give us to call?', 'Let me know the phone number for {E}.',
				],
				dev: ['What phone number did {E} leave?', 'Which number should I call to reach {E}?', 'Tell me how to reach {E} by phone.'],
				test: ['What should I dial to reach {E}?', 'Under which number can {E} be reached by phone?', 'Tell me the number at which we call {E}.'],
			},
			fragments: {
				train: ['phone {v}', 'reachable at {v}', 'phone number {v}',
					'telephone {v}', 'call {v}', 'phone on file {v}',
					'to be phoned at {v}',
				],
				dev: ['reachable by phone at {v}'],
				test: ['can be called at {v}'],
			},
		},
		{
			id: 'records.mail',
			noun: 'e-mail address',
			personal: true,
			value: mailAddress,
			statements: {
				train: [
					'{P} e-mail address is {v}.', '{S} uses the e-mail address {v}.', '{S} receives e-mail at {v}.', '{S} asked us to send e-mail to {v}.',
					'The e-mail address is {v}.', 'The e-mail address on file is {v}.', 'All e-mail goes to {v}.',
					'{S} reads e-mail at {v}.', 'We write to {O} by e-mail at {v}.', '{v} is {P} e-mail address.',
					'{S} gave {v} for e-mail.', 'In the record, {P} e-mail is {v}.', 'E-mail: {v}.',
					'{S} signs e-mail with {v}.',
				],
				dev: ['{S} has the e-mail address {v}.', '{P} e-mail goes to {v}.', 'The e-mail address in use is {v}.'],
				test: ['{S} writes e-mail from {v}.', 'To reach {O} by e-mail, write to {v}.', 'E-mail should be sent to {v}.'],
			},
			questions: {
				train: [
					'Which e-mail address does {E} use?', 'Where does {E} receive e-mail?', 'To which address should I send an e-mail for {E}?',
					'How can I reach {E} by e-mail?', 'Tell me where e-mail for {E} should go.', 'Which e-mail address is on file for {E}?',
					'What is the e-mail of {E}?', 'At which address does {E} read e-mail?', 'Where do I send e-mail for {E}?',
					'I wonder which e-mail address {E} has.', 'Do you know {E}\'s e-mail?', 'Check the address for e-mail to {E}.',
					'Which address did {E} give for e-mail?', 'Let me know how to write an e-mail to {E}.',
				],
				dev: ['What e-mail address does {E} use?', 'Where should I send an e-mail for {E}?', 'Tell me how to reach {E} by e-mail.'],
				test: ['At what address can {E} be reached by e-mail?', 'To which address do we write e-mail for {E}?', 'Tell me the address at which {E} receives e-mail.'],
			},
			fragments: {
				train: ['e-mail {v}', 'e-mail address {v}', 'e-mail to {v}',
					'writes from {v}', 'e-mail on file {v}', 'reads e-mail at {v}',
					'receives mail at {v}',
				],
				dev: ['receives e-mail at {v}'],
				test: ['e-mail goes to {v}'],
			},
		},
		{
			id: 'records.home',
			noun: 'home address',
			personal: true,
			value: (random) => `${between(random, 1, 199)} ${street(random)} ${streetKind(random)}, ${pick(random, cities)}`,
			statements: {
				train: [
					'{S} lives at {v}.', '{P} home address is {v}.', '{P} home is at {v}.', '{S} gave {v} as the home address.',
					'The home address is {v}.', 'The home address on file is {v}.', 'Letters go to the home at {v}.',
					'{S} has moved to {v}.', 'We send {P} letters to {v}.', '{S} is at home at {v}.',
					'In the record, {P} address is {v}.', '{S} rents a flat at {v}.', 'Address: {v}.',
					'The house of {O} is at {v}.',
				],
				dev: ['{S} has a home at {v}.', '{S} lives at the address {v}.', 'The address of the home is {v}.'],
				test: ['The address at which {S} lives is {v}.', '{P} letters go to {v}.', 'The address for letters is {v}.'],
			},
			questions: {
				train: [
					'Where does {E} live?', 'At which address does {E} live?', 'Which home address did {E} give?',
					'Where is the home of {E}?', 'Tell me where {E} lives.', 'Which home address is on file for {E}?',
					'What is the address of {E}?', 'Where is {E} at home?', 'Where do we send letters for {E}?',
					'I wonder where {E} lives.', 'Do you know the home address of {E}?', 'Check at what address {E} lives.',
					'To which address has {E} moved?', 'Let me know where the home of {E} is.',
				],
				dev: ['What address does {E} live at?', 'Tell me at which address {E} lives.', 'Where does {E} have a home?'],
				test: ['To which address do letters for {E} go?', 'At what address is the house of {E}?', 'Tell me the address to which {E} has moved.'],
			},
			fragments: {
				train: ['lives at {v}', 'home address {v}', 'living at {v}',
					'address {v}', 'home {v}', 'residence at {v}',
					'resident at {v}',
				],
				dev: ['home at {v}'],
				test: ['house at {v}'],
			},
		},
		{
			id: 'records.account',
			noun: 'account number',
			personal: true,
			value: (random) => digits(random, 8),
			statements: {
				train: [
					'{P} account number is {v}.', '{S} holds account number {v}.', '{P} account has the number {v}.', '{S} pays from account {v}.',
					'The account number is {v}.', 'The account on file is {v}.', 'The account is kept under the number {v}.',
					'{S} banks with account {v}.', '{v} is the number of {P} account.', 'Payments of {O} come from account {v}.',
					'In the record, {P} account is {v}.', '{S} uses the account {v}.', 'Account: {v}.',
					'We found account {v} for {O}.',
				],
				dev: ['{P} account is kept under {v}.', '{S} holds the account with the number {v}.', 'The number of the account is {v}.'],
				test: ['The account that belongs to {O} is {v}.', '{S} pays from the account with the number {v}.', 'All payments come from the account {v}.'],
			},
			questions: {
				train: [
					'Under which number is the account of {E} kept?', 'What number does the account of {E} have?', 'Which account does {E} hold?',
					'From which account does {E} pay?', 'Tell me which account {E} holds.', 'Which account number is on file for {E}?',
					'What is the account of {E}?', 'Which account number belongs to {E}?', 'By what number is the account of {E} known?',
					'I wonder which account {E} uses.', 'Do you know {E}\'s account number?', 'Check which account {E} pays from.',
					'From what account do payments of {E} come?', 'Let me know the number of {E}\'s account.',
				],
				dev: ['Under what number does {E} hold an account?', 'Tell me which account {E} pays from.', 'Which account number does {E} hold?'],
				test: ['With which account does {E} bank?', 'What number is on file for the account of {E}?', 'Tell me which account number belongs to {E}.'],
			},
			fragments: {
				train: ['account {v}', 'account number {v}', 'holds account {v}',
					'account no {v}', 'pays from {v}', 'account on file {v}',
					'with account {v}',
				],
				dev: ['account with number {v}'],
				test: ['banks with account {v}'],
			},
		},
		{
			id: 'records.problem',
			noun: 'reported problem',
			value: oneOf('a broken meter; a wrong bill; a noisy neighbour; a water leak; a power cut; a slow connection; a lost parcel; a damaged roof; a missed delivery; a late train; '
				+ 'a cracked window; a faulty boiler; a lost key; a blocked drain; a cold radiator; a stuck lift; a dead phone line; a parking fine; an unpaid invoice; a missing suitcase; '
				+ 'a flooded cellar; a burnt socket'),
			statements: {
				train: [
					'{S} reported {v}.', '{S} had a problem with {v}.', '{P} reported problem was {v}.', '{S} wrote to report {v}.',
					'The problem was {v}.', 'The reported problem was {v}.', 'The problem on record is {v}.',
					'{S} came to us with {v}.', '{S} asked for help with {v}.', '{S} suffered from {v}.',
					'What {S} reported was {v}.', 'We noted {v} as {P} problem.', '{S} called because of {v}.',
					'{P} trouble was {v}.', 'The trouble of {O} was {v}.', 'Problem: {v}.',
					'The record speaks of {v} as the problem.', 'It was a matter of {v}.', '{S} told us about {v}, which was the problem.',
				],
				dev: ['{P} problem was {v}.', '{S} reported a problem with {v}.', 'The problem reported to us was {v}.'],
				test: ['{S} asked us to help with {v}.', '{P} call was about {v}.', 'The trouble began with {v}.'],
			},
			questions: {
				train: [
					'What did {E} report?', 'What problem did {E} have?', 'Which problem did {E} report?',
					'With what did {E} have a problem?', 'Tell me what {E} reported.', 'What problem is on record for {E}?',
					'With what did {E} come to us?', 'For what problem did {E} ask for help?', 'What trouble did {E} have?',
					'I wonder what problem {E} reported.', 'Do you know what {E} had trouble with?', 'Check which problem {E} told us about.',
					'Because of what problem did {E} call?', 'Let me know what {E} reported to us.',
				],
				dev: ['Which problem did {E} have?', 'What problem did {E} report?', 'Tell me which problem {E} reported.'],
				test: ['What did {E} call us about?', 'With what problem did {E} need help?', 'Tell me what trouble {E} reported.'],
			},
			lookups: {
				train: ['Which client reported {v}?', 'Who had a problem with {v}?'],
				dev: ['Who reported {v}?'],
				test: ['Which client had trouble with {v}?'],
			},
		},
		{
			id: 'records.settlement',
			noun: 'settlement',
			value: oneOf('a free repair; a monthly discount; a replacement part; a cash payment; a written apology; an extended warranty; a revised contract; a payment plan; a lower tariff; '
				+ 'a site inspection; a new device; a waived fee; a bonus credit; a priority booking; a legal warning; a signed agreement; an insurance claim; a longer deadline; '
				+ 'a cancelled contract; a bank transfer'),
			statements: {
				train: [
					'{S} agreed to {v} as a settlement.', '{P} matter was settled with {v}.', '{S} settled for {v}.', '{S} accepted {v} as a settlement.',
					'The settlement was {v}.', 'The matter was settled with {v}.', 'Both sides agreed on {v} as the settlement.',
					'{S} received {v} to settle the matter.', 'We settled with {O} on {v}.', '{P} matter came to rest with {v}.',
					'{S} was content with {v} as a settlement.', 'As a settlement, {S} took {v}.', 'The settlement offered to {O} was {v}.',
					'{S} signed a settlement: {v}.', 'We ended the matter of {O} with {v}.', 'Settlement: {v}.',
					'Settled with {v}.', 'To settle everything, {v} was offered.', '{P} settlement came to {v}.',
				],
				dev: ['{P} settlement was {v}.', '{S} settled the matter with {v}.', 'The settlement that was agreed is {v}.'],
				test: ['{S} agreed to settle for {v}.', 'We offered {O} {v} to settle the matter.', 'In the end, both sides settled on {v}.'],
			},
			questions: {
				train: [
					'How was the matter of {E} settled?', 'What settlement did {E} accept?', 'For what did {E} settle?',
					'Which settlement did {E} agree to?', 'Tell me how the matter of {E} was settled.', 'What settlement is on file for {E}?',
					'With what was {E} content?', 'On what did we settle with {E}?', 'What was offered to {E} to settle?',
					'I wonder how we settled with {E}.', 'Do you know the settlement for {E}?', 'Check how the matter of {E} came to rest.',
					'What did {E} receive to settle the matter?', 'Let me know what settlement {E} signed.',
				],
				dev: ['What did {E} settle for?', 'Which settlement did {E} accept?', 'With what was the matter of {E} settled?'],
				test: ['What was {E} offered as a settlement?', 'Which settlement was signed by {E}?', 'Tell me what {E} agreed to as a settlement.'],
			},
			lookups: {
				train: ['Which client settled for {v}?', 'Who accepted {v} as a settlement?'],
				dev: ['Who settled for {v}?'],
				test: ['Whose matter was settled with {v}?'],
			},
		},
	],
	asides: {
		train: [
			'{S} signed the usual form.', '{S} asked for a copy of the record.', '{S} was content with the service.', '{S} confirmed that the data are correct.',
			'{S} has been with us for many years.', '{S} was quick to reply.', '{S} asked for discretion.', '{S} thanked the staff.',
			'The record was checked by two colleagues.', 'The record is confidential.', 'The data were entered by hand.', 'Nothing else was noted.',
			'The file was updated this week.', 'A copy was sent to the archive.',
		],
		dev: [
			'{S} was content with the reply.', '{S} asked who can see the record.', 'The record was updated by a colleague.', 'The data are confidential.',
			'A copy of the form was kept.',
		],
		test: [
			'{S} asked for a quick reply.', '{S} thanked a colleague for the service.', 'The details were checked by the staff.', 'The data were checked this week.',
			'The usual form was sent to the archive.',
		],
	},
	heads: {
		train: ['Client record of {E}', 'Personal data of {E}', 'Record for {E}', 'Client {E}',
					'Entry for {E}', 'File of {E}', 'Customer card of {E}',
					'Details of {E}', 'Known about {E}', 'Card for {E}',
				],
		dev: ['Client data of {E}', 'Personal record for {E}'],
		test: ['Data on file for {E}', 'Personal details of client {E}'],
	},
};
