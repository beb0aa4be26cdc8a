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
				],
				test: ['{P} birth date is {v}.', '{S} gave us the birth date {v}.', 'The date of birth on file is {v}.'],
			},
			questions: {
				train: [
					'When was {E} born?', 'On what date was {E} born?', 'When is the birthday of {E}?',
					'Which date of birth did {E} give?', 'Tell me when {E} was born.', 'What birth date is on file for {E}?',
				],
				test: ['On which date was {E} born?', 'Tell me the date of birth that {E} gave.', 'Which birth date did {E} give?'],
			},
			fragments: {
				train: ['born {v}', 'date of birth {v}', 'born on {v}'],
				test: ['birth date {v}'],
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
				],
				test: ['{S} has the phone number {v}.', '{S} gave {v} as the number to call.', 'The phone number to call is {v}.'],
			},
			questions: {
				train: [
					'At which number can {E} be called?', 'Which phone number did {E} leave?', 'What number should I call to reach {E}?',
					'How can I reach {E} by phone?', 'Tell me which phone number I should call for {E}.', 'Which phone number is on file for {E}?',
				],
				test: ['What phone number did {E} leave?', 'Which number should I call to reach {E}?', 'Tell me how to reach {E} by phone.'],
			},
			fragments: {
				train: ['phone {v}', 'reachable at {v}', 'phone number {v}'],
				test: ['reachable by phone at {v}'],
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
				],
				test: ['{S} has the e-mail address {v}.', '{P} e-mail goes to {v}.', 'The e-mail address in use is {v}.'],
			},
			questions: {
				train: [
					'Which e-mail address does {E} use?', 'Where does {E} receive e-mail?', 'To which address should I send an e-mail for {E}?',
					'How can I reach {E} by e-mail?', 'Tell me where e-mail for {E} should go.', 'Which e-mail address is on file for {E}?',
				],
				test: ['What e-mail address does {E} use?', 'Where should I send an e-mail for {E}?', 'Tell me how to reach {E} by e-mail.'],
			},
			fragments: {
				train: ['e-mail {v}', 'e-mail address {v}', 'e-mail to {v}'],
				test: ['receives e-mail at {v}'],
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
				],
				test: ['{S} has a home at {v}.', '{S} lives at the address {v}.', 'The address of the home is {v}.'],
			},
			questions: {
				train: [
					'Where does {E} live?', 'At which address does {E} live?', 'Which home address did {E} give?',
					'Where is the home of {E}?', 'Tell me where {E} lives.', 'Which home address is on file for {E}?',
				],
				test: ['What address does {E} live at?', 'Tell me at which address {E} lives.', 'Where does {E} have a home?'],
			},
			fragments: {
				train: ['lives at {v}', 'home address {v}', 'living at {v}'],
				test: ['home at {v}'],
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
				],
				test: ['{P} account is kept under {v}.', '{S} holds the account with the number {v}.', 'The number of the account is {v}.'],
			},
			questions: {
				train: [
					'Under which number is the account of {E} kept?', 'What number does the account of {E} have?', 'Which account does {E} hold?',
					'From which account does {E} pay?', 'Tell me which account {E} holds.', 'Which account number is on file for {E}?',
				],
				test: ['Under what number does {E} hold an account?', 'Tell me which account {E} pays from.', 'Which account number does {E} hold?'],
			},
			fragments: {
				train: ['account {v}', 'account number {v}', 'holds account {v}'],
				test: ['account with number {v}'],
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
				],
				test: ['{P} problem was {v}.', '{S} reported a problem with {v}.', 'The problem reported to us was {v}.'],
			},
			questions: {
				train: [
					'What did {E} report?', 'What problem did {E} have?', 'Which problem did {E} report?',
					'With what did {E} have a problem?', 'Tell me what {E} reported.', 'What problem is on record for {E}?',
				],
				test: ['Which problem did {E} have?', 'What problem did {E} report?', 'Tell me which problem {E} reported.'],
			},
			lookups: {
				train: ['Which client reported {v}?', 'Who had a problem with {v}?'],
				test: ['Who reported {v}?'],
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
				],
				test: ['{P} settlement was {v}.', '{S} settled the matter with {v}.', 'The settlement that was agreed is {v}.'],
			},
			questions: {
				train: [
					'How was the matter of {E} settled?', 'What settlement did {E} accept?', 'For what did {E} settle?',
					'Which settlement did {E} agree to?', 'Tell me how the matter of {E} was settled.', 'What settlement is on file for {E}?',
				],
				test: ['What did {E} settle for?', 'Which settlement did {E} accept?', 'With what was the matter of {E} settled?'],
			},
			lookups: {
				train: ['Which client settled for {v}?', 'Who accepted {v} as a settlement?'],
				test: ['Who settled for {v}?'],
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
		test: [
			'{S} was content with the reply.', '{S} asked who can see the record.', 'The record was updated by a colleague.', 'The data are confidential.',
			'A copy of the form was kept.',
		],
	},
	heads: {
		train: ['Client record of {E}', 'Personal data of {E}', 'Record for {E}', 'Client {E}'],
		test: ['Client data of {E}', 'Personal record for {E}'],
	},
};
