import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formsOf } from '../../../lab/world/domain.ts';
import { isRefusal } from '../../../src/text/abstention.ts';
import { tagText } from '../../../src/text/sentences.ts';
import { formsOfWorld } from '../lab/world/form-patterns.ts';
import { processorSeconds } from '../../support/processor-time.ts';

const refuses = async (text: string, query = ''): Promise<boolean> => isRefusal(text, await tagText(text, 'en'), query);

test('refusals in the words that models use', async () => {
	for (const text of [
		'The allergy of Olga Cugre is not stated.',
		'I don\u2019t know.',
		'The documents do not mention this.',
		'There is no information about the founder in the context.',
		"I'm not sure. The passages contain no answer to that.",
		'This cannot be determined from what is given.',
		'I am unable to find the ward.',
		'I cannot help with that.',
		'I do not have that in my notes.',
		"I can't answer this question based on the provided context.",
		"I'm sorry, but I don't have enough information to answer.",
		'The provided passages do not contain information about the founder.',
		'The context does not specify the date.',
		'None of the passages mentions her ward.',
		'Nothing in the documents says who founded it.',
		'No information is given about the founder.',
		'The founding year is not mentioned in the passages.',
		'The answer cannot be found in the context.',
		'The question cannot be answered from the passages.',
		"There isn't enough information to say.",
		'The text lacks the information that is needed.',
		'It is not known from the passages.',
		'Based on the provided passages, I am unable to determine the founder.',
		'The passages say nothing about that.',
		'Not stated.',
		'Not mentioned in the passages.',
		'No information about that.',
		'We do not have this information.',
		"Unfortunately, the documents don't say who the agent is.",
		'The information is not available.',
		"The given context doesn't provide the answer.",
		'I could not find this in the documents.',
		'I do not know who the doctor is.',
		'I have no information on that.',
		'The context is insufficient to answer.',
		'Unable to answer from the passages.',
		'It is not specified.',
		'The passages do not state the ward of Olga, and I cannot tell.',
		"Sorry, I can't help you with this request.",
		'The medication has not been stated.',
		"The ward isn't mentioned.",
		'The founder is not known.',
		'The provided text does not explicitly state it.',
		'It cannot be determined from the given passages who the founder is.',
		'There is no mention of a ward.',
		'As an AI, I cannot know that.',
		'The price was not given in the documents.',
		'Neither passage states the year.',
		'There is insufficient information to answer the question.',
		'The answer is not in the context.',
		'The documents provided do not include a phone number.',
		'The answer to this question is not provided in the passages.',
		'No details about the founder are provided.',
		'I wasn\u2019t able to find that in the passages.',
		"I couldn't find any mention of it.",
		'Her ward is nowhere stated.',
		'The passages about Olga Cugre do not mention her ward.',
		'The information does not say.',
		"It doesn't say.",
		"I can't provide that.",
		"I don't see any mention of the ward.",
		'The documents that were given do not name it, and do not mention a founder.',
		'Unknown.',
		'The context provides no information about his allergy.',
		'I\u2019m unable to answer that.',
		'There is no answer to this question in the passages.',
		"I'm afraid the passages don\u2019t say.",
		'The founder cannot be identified from the passages.',
		'The documents do not give her address.',
		'There is not enough information in the context.',
		'None of the provided documents contain the answer.',
		'The date of birth is not provided.',
		"The CEO's name is not given.",
		'The date of birth of Olga Cugre is not given.',
		'The price is not available.',
		'The passages make no mention of the ward.',
		'The report does not mention the date.',
		'There is no record of it in the documents.',
		'It is unclear from the context.',
		'The answer is unknown.',
		'It is unclear who founded it.',
		'Unfortunately, the price is not listed in the passages.',
		'I\u2019m sorry, but her address is not disclosed.',
		'The ward is not stated; the passages do not say.',
		'You cannot tell from the passages.',
		'It is impossible to determine the ward.',
		'There is no data about the founder.',
		'I have no idea who founded it.',
		'I have no answer for that.',
		'We have no information, sorry.',
		'We have no data.',
		'The passages do not cover her ward.',
		'The ward is not stated, and it is not known.',
		'Sorry, but as an AI, I cannot know that.',
		'The ward is not stated, it is impossible to tell from the passages.',
		'I\u2019m sorry, but in the passages there is no information about the ward.',
		'The ward is not stated, and it is not in the passages.',
		'The article does not mention the price.',
		'There is no data in the documents.',
	])
		assert.equal(await refuses(text), true, text);
});

test('answers that deny something, and answers beside a refusal, are none', async () => {
	for (const text of [
		'',
		'The cake does not contain nuts.',
		'He was not given penicillin.',
		'There is no known cure for ALS.',
		'Nothing was found at the site.',
		'The doctor of Diego Jansen is Dr Bolmo.',
		'No. 5 Lake Road.',
		'She has not been discharged.',
		'The founding year is 1926. The chief executive is not stated.',
		'He did not sign the documents.',
		'The documents were not signed.',
		'No information was leaked.',
		'None of the documents were signed.',
		'The switch cannot be found on the front of the unit.',
		'The doctor was unable to find the cause.',
		'The drug is not available in Europe.',
		'Breakfast is not included.',
		'Wi-Fi is not provided.',
		'There is no evidence of a fracture.',
		'She did not answer the phone.',
		'The warranty does not include batteries.',
		'No data were lost.',
		'The court did not say that he was guilty.',
		'The company is not certain to survive.',
		'The medication was not given because of an allergy.',
		'The patient does not know her date of birth.',
		'The price does not include tax.',
		'No, the policy does not provide cover abroad.',
		'The suspect was not found.',
		'No documents were found in the car.',
		'It is not enough to restart the router.',
		'No passage leads to the tower.',
		'Nobody knows the code but the manager.',
		'The article was not published in 1990.',
		'The data are not available to staff.',
		'He is not known for his modesty.',
		'The note was not found.',
		'The store has no information desk.',
		'The information was not disclosed to the press.',
		'It did not mention the war in its statement.',
		'The text of the treaty has not been changed.',
		'He was not sure of the date.',
		'The package contains no batteries.',
		'The account has not been closed.',
		'You cannot find it in shops.',
		'There was no answer when the nurse called.',
		'It has no details.',
		'The source of the river was not known to Europeans.',
		'I do not have a fever.',
		'I would not give it to children.',
		'We do not give refunds.',
		'We do not provide transport.',
		'We do not have parking.',
		'The bank does not provide this information to third parties.',
		'The passage of the bill was not certain.',
		'The information desk does not provide maps.',
		'Unknown persons entered the house.',
		'It does not say much for the brakes.',
		'There were no details in the painting.',
		'There is no data loss.',
		'Data cannot be recovered.',
		'The contract does not mention a notice period.',
		'The battery was not included in the box.',
		'No mention was too small for him.',
		'The patient was unable to answer.',
		'He could not be identified by the witness.',
		'The doctor does not know the patient.',
		'She does not have access to the account.',
		'He cannot help with the move.',
		'The files cannot be found on the old disk.',
		'It is not sold with a charger.',
		'The alarm was not given in time.',
		'Its value is not known to exceed 5 kV.',
		'The context switch does not take long.',
		'No answer key is needed.',
		'The source code is not available to customers.',
		'No, it was not provided free of charge.',
		'You cannot answer the phone on the train.',
		'The fee is not specified in euros but in dollars.',
		'The ward is 4; the bed is not stated.',
		'The rate is not stated in the brochure, it is 4 %.',
		'There is no data on the disk.',
		'We have no data center in Oslo.',
		'The article does not cover electronics.',
		'The bed is not stated; the ward is 4.',
		'The rate is not stated, but it was 4 %.',
		'We have no information desk.',
		'He was not given.',
		'She is not available.',
		'There is no evidence of fraud.',
		'The price is not available to members.',
	])
		assert.equal(await refuses(text), false, text);
});

test('whether what is not given was asked for decides where words alone do not', async () => {
	for (const [query, answer, expected] of [
		['When was Olga Cugre born?', 'The date of birth is not provided.', true],
		['What is the date of birth of Olga Cugre?', 'Olga Cugre\u2019s date of birth is not given.', true],
		['What is the price of a ticket?', 'Ticket prices are not listed.', true],
		['Based on the information provided, what is the price?', 'The price is not provided.', true],
		['What does the room cost?', 'Breakfast is not provided.', false],
		['Is breakfast provided?', 'Breakfast is not provided.', false],
		['Is the drug available?', 'The drug is not available.', false],
		['When is Dr Bolmo available?', 'Dr Bolmo is not available.', false],
		['Which drug was he given?', 'He was not given penicillin.', false],
		['Which drug is he given?', 'Penicillin is not given.', false],
		['Which date of birth is given for Olga Cugre?', 'The date of birth is not given.', true],
		['What reason was given for the delay?', 'The reason was not given.', true],
		['In which document is the price listed?', 'The price is not listed.', true],
		['Does the hotel offer breakfast?', 'Breakfast is not provided.', false],
		['Can I book the sauna?', 'The sauna is not available.', false],
		['Is the company on the stock exchange?', 'The company is not listed.', false],
		['Can you tell me the price?', 'The price is not given.', true],
	] as const)
		assert.equal(await refuses(answer, query), expected, `${query} ${answer}`);
});

test('of the sentences of the example data sets those that say that a value is not stated, and no others', async () => {
	const folder = new URL('../../../examples/datasets/', import.meta.url);
	const rows = <Row>(file: string): Row[] =>
		readFileSync(new URL(file, folder), 'utf8')
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Row);
	const answers = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.flatMap(({ name }) => {
			const queries = new Map(
				rows<{ source_id: string; source_info: { question: string } }>(`${name}/source_info.jsonl`).map((source) => [
					source.source_id,
					source.source_info.question,
				]),
			);
			return rows<{ source_id: string; response: string }>(`${name}/response.jsonl`).map(({ source_id: source, response }) => ({
				query: queries.get(source)!,
				answer: response,
			}));
		});
	let refusing = 0;
	for (const { query, answer } of answers) {
		for (const { start, end } of (await tagText(answer, 'en')).sentences) {
			const sentence = answer.slice(start, end);
			assert.equal(isRefusal(answer, { sentences: [{ start, end }] }, query), / is not stated\.\s*$/.test(sentence), sentence);
			if (sentence.includes('not stated')) refusing++;
		}
	}
	assert.ok(refusing > 200, `${refusing}`);
});

test('no statement, question or aside of the world reads as a refusal', async () => {
	for (const form of formsOfWorld.flatMap((forms) => [...formsOf(forms, 'train'), ...formsOf(forms, 'test')])) {
		const text = form.replaceAll(/\{\w+\}/g, 'Kestrel');
		assert.equal(await refuses(text), false, form);
	}
});

test('a long text without an end of a sentence takes no time to speak of', () => {
	for (const piece of [
		'the information is not really ',
		'there is no more of the data ',
		'I really do not ',
		'the passages about the ',
		'there is no record of the ',
		'you cannot tell the ',
		'the name is not given, it is ',
	]) {
		const text = piece.repeat(4000);
		const took = processorSeconds(() => isRefusal(text, { sentences: [{ start: 0, end: text.length }] }, 'Who founded the site?'));
		assert.ok(took < 2, `${piece}: ${took} s`);
	}
});
