import { personName } from '../names.ts';
import { cities, date, digits, oneOf } from '../values.ts';
import { between, pick } from '../../../statistics/random.ts';
import type { Domain } from '../domain.ts';

/** Customer-service cases of a bank, one a client. */
export const bank: Domain = {
	id: 'bank',
	entityName: personName,
	noun: 'the client',
	person: true,
	attributes: [
		{
			id: 'bank.case-number',
			noun: 'case number',
			value: (random) => `CS-${digits(random, 5)}`,
			statements: {
				train: [
					'{P} case number is {v}.', '{P} case is filed under {v}.', '{S} was given the case number {v}.', '{S} was told to quote the case number {v}.',
					'The case number is {v}.', 'The case was filed as {v}.', 'In the system, the case has the number {v}.',
					'In the file, {P} case is kept under {v}.', '{S} quoted the number {v} when asked for the case.', 'We gave {O} the case number {v}.',
					'Case {v} belongs to {O}.', '{S} appears in the case list as {v}.', 'The letter to {O} names the case {v}.',
					'For {O}, the case system shows {v}.', '{v} is the number of {P} case.', 'The file carries the case number {v}.',
					'Case number: {v}.', 'Please use case number {v} in every letter.', '{S} holds a receipt for case {v}.',
				],
				dev: ['{P} case has the number {v}.', '{S} received the case number {v}.', 'The number of the case is {v}.'],
				test: ['{S} was told that the case number is {v}.', 'We keep {P} case under {v}.', 'The case is known by the number {v}.'],
			},
			questions: {
				train: [
					'Under which number is the case of {E} filed?', 'What number does the case of {E} have?', 'Which case number was given to {E}?',
					'Tell me how the case of {E} is numbered.', 'I need the number of the case of {E}.', 'Which case number should {E} quote?',
					'By what number is the case of {E} known?', 'I need to quote {E}\'s case; which number is it?', 'Where in the case list is {E}?',
					'Please give me the number under which we keep the case of {E}.', 'Do you know the case number of {E}?', 'Check which case belongs to {E}.',
					'Remind me how we numbered the case of {E}.', 'What should {E} quote when writing about the case?',
				],
				dev: ['Which number was the case of {E} given?', 'Tell me which case number {E} should quote.', 'What case number is filed for {E}?'],
				test: ['Under what number do we keep the case of {E}?', 'What is the number that {E}\'s case was given?', 'Tell me by which number the case of {E} is known.'],
			},
		},
		{
			id: 'bank.product',
			noun: 'account product',
			value: oneOf('a savings account; a credit card; a home loan; a car loan; a debit card; a current account; a travel card; a student loan; a business account; a pension plan; '
				+ 'an overdraft; a fixed deposit; a premium account; a youth account; a gold card; a share portfolio; a bridge loan; a holiday fund; a building plan; a currency account'),
			statements: {
				train: [
					'{S} holds {v} with the bank.', '{S} has {v} with the bank.', '{P} account product is {v}.', '{S} uses {v} as the account product.',
					'The account product is {v}.', 'The product that is held with the bank is {v}.', 'The product on file is {v}.',
					'{S} signed up for {v}.', 'The bank sold {O} {v}.', 'According to the contract, {S} owns {v}.',
					'{S} opened {v} some years ago.', 'Our system lists {v} as {P} product.', '{S} came to us for {v}.',
					'The contract with {O} is for {v}.', 'For {O}, the product is {v}.', 'Product held: {v}.',
					'The product in question turned out to be {v}.', '{S} is a customer with {v}.', '{S} has been using {v} for some time.',
				],
				dev: ['{P} product with the bank is {v}.', '{S} has one product with the bank, {v}.', 'The account product on file is {v}.'],
				test: ['{S} signed a contract for {v}.', '{P} contract with the bank is for {v}.', 'The product that the bank sold is {v}.'],
			},
			questions: {
				train: [
					'Which product does {E} hold with the bank?', 'Which account product did the bank sell to {E}?', 'Which account product does {E} use?',
					'What does {E} hold with the bank?', 'Tell me which product {E} has.', 'Which bank product is on file for {E}?',
					'What has {E} signed up for at the bank?', 'What is the product that {E} owns?', 'I wonder which product {E} holds.',
					'Do you know what product the bank sold {E}?', 'Check which account product {E} has.', 'What kind of account or product is held by {E}?',
					'Remind me of the product that {E} signed for.', 'What did {E} open with us?',
				],
				dev: ['What product does {E} hold?', 'Tell me the account product that {E} uses.', 'Which product does {E} have on file with the bank?'],
				test: ['What product has {E} been using?', 'Which product did {E} open with the bank?', 'Tell me what {E} holds with the bank.'],
			},
			lookups: {
				train: ['Which client holds {v}?', 'Who has {v} with the bank?'],
				dev: ['Who holds {v} with the bank?'],
				test: ['Who signed up for {v}?'],
			},
		},
		{
			id: 'bank.complaint',
			noun: 'complaint',
			value: oneOf('a double charge; a blocked card; a missing transfer; a late fee; a wrong interest rate; a stolen card; a failed login; an unknown payment; a lost statement; '
				+ 'a rejected loan; a frozen account; a delayed refund; a misspelled name; a cash machine error; a cancelled order; an expired card; a hidden fee; a returned cheque; '
				+ 'a rude answer; a long queue; a broken website; a wrong exchange rate'),
			statements: {
				train: [
					'{S} complained about {v}.', '{P} complaint was about {v}.', '{S} made a complaint about {v}.', '{S} contacted the bank to complain about {v}.',
					'The complaint was about {v}.', 'The complaint concerned {v}.', 'The reason for the complaint was {v}.',
					'{S} was unhappy about {v}.', '{S} wrote to us because of {v}.', 'What troubled {O} was {v}.',
					'According to the agent, {S} complained of {v}.', '{P} letter of complaint speaks of {v}.', '{S} raised {v} as a complaint.',
					'We received a complaint from {O} over {v}.', 'The complaint that came from {O} was {v}.', 'Complaint: {v}.',
					'It all began with {v}, hence the complaint.', '{S} phoned in to complain over {v}.', '{S} was upset over {v} and complained.',
				],
				dev: ['{P} complaint concerned {v}.', '{S} had reason to complain about {v}.', 'The bank received a complaint about {v}.'],
				test: ['{S} came to us to complain about {v}.', 'In a letter, {S} complained of {v}.', 'The trouble behind the complaint was {v}.'],
			},
			questions: {
				train: [
					'What did {E} complain about?', 'What was the complaint of {E} about?', 'Which complaint did {E} make?',
					'Why did {E} complain?', 'Tell me what {E} complained about.', 'What was the reason for the complaint of {E}?',
					'What was {E} unhappy about?', 'Over what did {E} complain?', 'I wonder what {E} complained of.',
					'Do you know why {E} was upset?', 'Check what the complaint from {E} says.', 'What trouble did {E} write to us about?',
					'What made {E} complain to the bank?', 'Let me know what the complaint by {E} concerned.',
				],
				dev: ['What complaint did {E} make?', 'What did the complaint of {E} concern?', 'Tell me why {E} complained.'],
				test: ['What did {E}\'s letter complain about?', 'What trouble made {E} complain?', 'Tell me what {E} was upset about.'],
			},
			lookups: {
				train: ['Which client complained about {v}?', 'Who made a complaint about {v}?'],
				dev: ['Who complained about {v}?'],
				test: ['Which client was unhappy about {v}?'],
			},
		},
		{
			id: 'bank.amount',
			noun: 'amount in dispute',
			value: (random) => `${between(random, 100, 999)}.${digits(random, 2)} dollars`,
			statements: {
				train: [
					'{S} disputed an amount of {v}.', '{P} dispute is about {v}.', '{S} is in dispute with the bank over {v}.', '{P} disputed amount is {v}.',
					'The amount in dispute was {v}.', 'The disputed amount was {v}.', 'In total, {v} was in dispute.',
					'{S} wants {v} back.', '{S} says that {v} is wrong and disputes it.', 'The sum that {S} disputes is {v}.',
					'{P} claim comes to {v}.', '{v} is what {S} disputes.', 'We noted {v} as the sum in dispute for {O}.',
					'According to {O}, {v} was taken wrongly and is in dispute.', '{S} claims a disputed sum of {v}.', 'Sum in dispute: {v}.',
					'The dispute involves {v}.', 'The bank and {O} disagree about {v}.', 'A sum of {v} is still disputed.',
				],
				dev: ['{S} disputed {v} in total.', '{P} amount in dispute was {v}.', 'The dispute was over an amount of {v}.'],
				test: ['{S} claims that {v} was taken wrongly.', 'The sum in {P} dispute was {v}.', 'The disputed sum comes to {v}.'],
			},
			questions: {
				train: [
					'What amount did {E} dispute?', 'How much money is {E} disputing?', 'Which amount is in dispute for {E}?',
					'How much money is in dispute in the case of {E}?', 'Tell me the amount that {E} disputed.', 'How large is the disputed amount of {E}?',
					'What sum does {E} want back?', 'How much does {E} claim?', 'What is the sum in dispute for {E}?',
					'I wonder how much money {E} disputes.', 'Do you know the disputed sum in {E}\'s case?', 'Check the amount that {E} is disputing.',
					'About how much money do {E} and the bank disagree?', 'Let me know how large the dispute of {E} is.',
				],
				dev: ['How much did {E} dispute?', 'Tell me how much money {E} is disputing.', 'Which amount did {E} dispute?'],
				test: ['How large is the sum that {E} disputes?', 'What amount does {E} claim?', 'Tell me how much money {E} wants back.'],
			},
		},
		{
			id: 'bank.agent',
			noun: 'agent',
			value: personName,
			statements: {
				train: [
					'{v} was the agent who helped {O}.', '{S} spoke to the agent {v}.', '{P} agent was {v}.', '{S} was helped by the agent {v}.',
					'The agent was {v}.', 'The case was handled by {v}.', 'The agent in charge was {v}.',
					'{S} was looked after by agent {v}.', 'Agent {v} took {P} call.', '{v} is the agent responsible for {O}.',
					'Our agent {v} wrote to {O}.', '{P} contact at the bank is the agent {v}.', '{S} talked with {v}, who is an agent.',
					'The agent assigned to {O} is {v}.', '{S} asked for agent {v}.', 'Agent: {v}.',
					'The file names {v} as the agent.', 'Responsible agent: {v}.', '{v} dealt with {P} case.',
				],
				dev: ['{P} case was handled by the agent {v}.', '{v}, an agent, spoke to {O}.', 'The agent who handled the case was {v}.'],
				test: ['At the bank, {S} talked to the agent {v}.', '{v} is responsible for {P} case.', 'The agent who took the call was {v}.'],
			},
			questions: {
				train: [
					'Which agent helped {E}?', 'Who handled the case of {E}?', 'Who was the agent in charge of the case of {E}?',
					'Which agent did {E} speak to?', 'Tell me which agent handled the case of {E}.', 'Who helped {E} at the bank?',
					'Who looked after {E}?', 'Which agent took the call of {E}?', 'With whom at the bank did {E} talk?',
					'I wonder which agent dealt with {E}.', 'Do you know who the agent for {E} is?', 'Check who handled {E}\'s case.',
					'Whom did we assign to {E} as agent?', 'Let me know who is responsible for the case of {E}.',
				],
				dev: ['Which agent handled the case of {E}?', 'Who was the agent that helped {E}?', 'Tell me which agent spoke to {E}.'],
				test: ['Which agent is responsible for {E}?', 'To which agent did {E} talk?', 'Tell me who dealt with the case of {E}.'],
			},
			lookups: {
				train: ['Which client was helped by the agent {v}?', 'Whose case was handled by {v}?'],
				dev: ['Which client spoke to the agent {v}?'],
				test: ['Whose call was taken by the agent {v}?'],
			},
		},
		{
			id: 'bank.branch',
			noun: 'branch',
			value: (random) => pick(random, cities),
			statements: {
				train: [
					'{S} belongs to the branch in {v}.', '{P} branch is in {v}.', '{S} banks at the {v} branch.', '{P} home branch is the one in {v}.',
					'The branch is in {v}.', 'The responsible branch is in {v}.', 'The case belongs to the branch in {v}.',
					'{S} is a customer of the {v} branch.', '{S} goes to the branch in {v}.', 'We serve {O} from our branch in {v}.',
					'{P} account is kept at the {v} branch.', 'The branch that looks after {O} is in {v}.', '{S} joined the bank at its {v} branch.',
					'In {v} stands the branch of {O}.', '{S} always visits the {v} branch.', 'Branch: {v}.',
					'The branch named in the file is {v}.', '{v} is where {P} branch is.', 'The papers lie at the branch in {v}.',
				],
				dev: ['{S} uses the branch in {v}.', '{P} responsible branch is the one in {v}.', 'The branch for this case is in {v}.'],
				test: ['We look after {O} at our branch in {v}.', '{P} papers are kept at the branch in {v}.', 'The city of the branch is {v}.'],
			},
			questions: {
				train: [
					'Which branch does {E} belong to?', 'Where is the branch of {E}?', 'At which branch does {E} bank?',
					'In which city is the branch of {E}?', 'Tell me where the branch of {E} is.', 'Which branch is responsible for {E}?',
					'Which branch serves {E}?', 'In what city does {E} go to the branch?', 'Of which branch is {E} a customer?',
					'I wonder which branch looks after {E}.', 'Do you know the branch of {E}?', 'Check where {E} banks.',
					'What city is {E}\'s branch in?', 'Let me know at which branch the account of {E} is kept.',
				],
				dev: ['Which branch does {E} bank at?', 'In which city is the branch that {E} belongs to?', 'Tell me which branch is responsible for {E}.'],
				test: ['Where is the branch that looks after {E}?', 'To which branch does {E} go?', 'Tell me at which branch {E} is a customer.'],
			},
			lookups: {
				train: ['Which client belongs to the branch in {v}?', 'Who banks at the {v} branch?'],
				dev: ['Which client banks at the branch in {v}?'],
				test: ['Who is a customer of the {v} branch?'],
			},
		},
		{
			id: 'bank.opening-date',
			noun: 'case opening date',
			value: (random) => date(random, 2016, 2025),
			statements: {
				train: [
					'{S} opened the case on {v}.', '{P} case was opened on {v}.', '{P} case has been open since {v}.', 'The bank opened a case for {O} on {v}.',
					'The case was opened on {v}.', 'The opening date of the case is {v}.', 'The case has been open since {v}.',
					'{S} first came to us on {v}, and a case was opened.', 'We started {P} case on {v}.', 'The case for {O} began on {v}.',
					'{P} case dates from {v}.', 'Since {v} there has been a case for {O}.', '{S} has had an open case since {v}.',
					'According to the system, {P} case opened on {v}.', 'On {v} the case of {O} was started.', 'Opened: {v}.',
					'Case opened {v}.', 'The first entry of the case is dated {v}.', 'The day the case began was {v}.',
				],
				dev: ['A case was opened for {O} on {v}.', '{P} case opening date was {v}.', 'The date on which the case was opened is {v}.'],
				test: ['{S} came to the bank and opened a case on {v}.', 'The first entry of {P} case is from {v}.', 'The case dates back to {v}.'],
			},
			questions: {
				train: [
					'When was the case of {E} opened?', 'On what date was the case of {E} opened?', 'Since when has the case of {E} been open?',
					'When did {E} open the case?', 'Tell me when the case of {E} was opened.', 'On which date did the bank open the case of {E}?',
					'When did the case of {E} begin?', 'On what day did we start the case of {E}?', 'From which date is the case of {E}?',
					'I wonder when {E}\'s case was opened.', 'Do you know since when {E} has had a case?', 'Check the day on which {E} opened a case.',
					'What date does the first entry of {E}\'s case carry?', 'Let me know when we started a case for {E}.',
				],
				dev: ['When did the bank open the case of {E}?', 'On what date did {E} open the case?', 'Tell me the date on which the case of {E} was opened.'],
				test: ['Since when has there been a case for {E}?', 'What is the date on which the case of {E} began?', 'Tell me on what day {E} opened a case.'],
			},
		},
		{
			id: 'bank.outcome',
			noun: 'case outcome',
			value: oneOf('a full refund; a new card; a fee waiver; a password reset; a corrected statement; a fraud report; a rate review; a partial refund; a formal apology; '
				+ 'a goodwill credit; a limit increase; an account transfer; a gift voucher; a police referral; a second review; a court hearing; a contract change; a free upgrade; '
				+ 'a name correction; a clear refusal'),
			statements: {
				train: [
					'{P} case ended with {v}.', 'For {O}, the outcome of the case was {v}.', '{P} case was closed with {v}.', '{P} case outcome was {v}.',
					'The case ended with {v}.', 'The outcome was {v}.', 'The case was closed with {v}.',
					'{S} got {v} in the end.', 'In the end the bank gave {O} {v}.', '{P} case led to {v}.',
					'The matter of {O} was resolved by {v}.', 'We closed the case of {O} by granting {v}.', '{S} left with {v} as the result.',
					'The result for {O} was {v}.', '{P} case finished with {v}.', 'Outcome: {v}.',
					'Result of the case: {v}.', 'At last the case came to {v}.', 'It was decided to end the case with {v}.',
				],
				dev: ['For {O}, the case ended with {v}.', '{P} outcome was {v}.', 'In the end, the outcome of the case was {v}.'],
				test: ['The bank closed {P} case with {v}.', 'In the end, {S} was given {v}.', 'The case finished with {v} as the result.'],
			},
			questions: {
				train: [
					'How did the case of {E} end?', 'What was the outcome of the case of {E}?', 'What outcome did {E} get?',
					'How was the case of {E} closed?', 'Tell me how the case of {E} ended.', 'With what outcome was the case of {E} closed?',
					'What was the result for {E}?', 'What did {E} get in the end?', 'How was the matter of {E} resolved?',
					'I wonder how {E}\'s case finished.', 'Do you know what came of the case of {E}?', 'Check the result of {E}\'s case.',
					'To what did the case of {E} lead?', 'Let me know what outcome was decided for {E}.',
				],
				dev: ['What was the outcome for {E}?', 'With what did the case of {E} end?', 'Tell me the outcome of the case of {E}.'],
				test: ['What did the bank give {E} in the end?', 'What result did the case of {E} have?', 'Tell me how the bank resolved the matter of {E}.'],
			},
			lookups: {
				train: ['Which client had a case that ended with {v}?', 'Whose case was closed with {v}?'],
				dev: ['Whose case ended with {v}?'],
				test: ['Which client got {v} in the end?'],
			},
		},
		{
			id: 'bank.channel',
			noun: 'preferred contact channel',
			value: oneOf('a text message; an e-mail; a phone call; a letter; a video call; a chat message; a voice message; a fax; an app alert; a home visit; a postcard; a web form; '
				+ 'a paper notice; a courier; a personal meeting; a secure inbox; a lawyer; an interpreter; a family member; a radio message'),
			statements: {
				train: [
					'{S} prefers to be contacted through {v}.', '{P} preferred contact channel is {v}.', '{S} wants to be contacted through {v}.', 'The best way to contact {O} is through {v}.',
					'The preferred contact channel is {v}.', 'Contact through {v} is preferred.', 'The preferred way of contact is {v}.',
					'{S} likes to hear from us by {v}.', '{S} asked us to get in touch through {v}.', 'We reach {O} best through {v}.',
					'{P} choice for contact is {v}.', 'When we write to {O}, the channel is {v}.', '{S} chose {v} as the way to be contacted.',
					'For contact, {S} picked {v}.', 'Contact {O} only through {v}.', 'Contact channel: {v}.',
					'The channel that was chosen is {v}.', '{P} wish is contact by {v}.', 'The form says that contact should go through {v}.',
				],
				dev: ['{P} preferred way of contact is {v}.', '{S} prefers contact through {v}.', 'The contact channel on file is {v}.'],
				test: ['The best channel to reach {O} is {v}.', '{S} chose to be contacted by {v}.', 'It is best to get in touch through {v}.'],
			},
			questions: {
				train: [
					'How does {E} prefer to be contacted?', 'Which contact channel does {E} prefer?', 'How does {E} want to be contacted?',
					'What is the best way to contact {E}?', 'Tell me how {E} wants to be contacted.', 'Through which channel should the bank contact {E}?',
					'How should we get in touch with {E}?', 'What way of contact did {E} choose?', 'By what channel do we reach {E} best?',
					'I wonder how {E} likes to be contacted.', 'Do you know the contact channel that {E} chose?', 'Check how we should contact {E}.',
					'Which way does {E} like to hear from us?', 'Let me know through what channel to reach {E}.',
				],
				dev: ['How should the bank contact {E}?', 'Tell me which contact channel {E} prefers.', 'In what way does {E} prefer to be contacted?'],
				test: ['What channel did {E} choose for contact?', 'How can the bank best reach {E}?', 'Tell me the way in which {E} likes to be contacted.'],
			},
		},
	],
	asides: {
		train: [
			'{S} was polite throughout.', '{S} asked for a copy of the notes.', '{S} understood the next steps.', '{S} had all papers at hand.',
			'{S} has always paid on time.', '{S} was grateful for the quick help.', '{S} had no further questions.', '{S} confirmed the details twice.',
			'The conversation was recorded.', 'All documents were checked.', 'The file is complete.', 'A colleague read the notes again.',
			'The usual checks were made.', 'The notes are kept in the archive.',
		],
		dev: [
			'{S} kept a calm voice.', '{S} asked for more time to read the terms.', 'The documents were stored safely.', 'Nothing else needs to be done.',
			'The notes were written the same day.',
		],
		test: ['{S} has always been polite.', '{S} thanked us for the quick help.', 'The details are kept in the file.', 'A colleague checked all the papers.', 'All the details were confirmed.'],
	},
};
