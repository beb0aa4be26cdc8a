import { between, pick } from '../../../statistics/random.ts';
import type { Domain } from '../domain.ts';
import { familyName, personName } from '../names.ts';
import { date, oneOf } from '../values.ts';

const drugs = ('amoxicillin ibuprofen metformin lisinopril warfarin omeprazole salbutamol prednisone codeine furosemide atenolol cetirizine diazepam ramipril sertraline '
	+ 'morphine naproxen heparin digoxin doxycycline tramadol ketorolac propranolol loratadine').split(' ');

/** Clinic notes about patients. Visits lie before 2025 and next appointments after, so that no patient returns before the visit. */
export const hospital: Domain = {
	id: 'hospital',
	entityName: personName,
	noun: 'the patient',
	person: true,
	attributes: [
		{
			id: 'hospital.visit',
			noun: 'visit date',
			value: (random) => date(random, 2012, 2024),
			statements: {
				train: [
					'{S} was seen on {v}.', '{S} came to the hospital on {v}.', '{P} visit took place on {v}.', '{S} visited the clinic on {v}.',
					'{P} visit to the clinic was on {v}.', 'The notes of this visit are dated {v}.', 'The date of the visit was {v}.',
				],
				test: ['{S} was seen at the clinic on {v}.', '{P} hospital visit took place on {v}.', 'The visit to the hospital was on {v}.'],
			},
			questions: {
				train: [
					'When was {E} seen?', 'When did {E} come to the hospital?', 'On what date did {E} visit the clinic?', 'When did the visit of {E} take place?',
					'On which day was {E} seen at the clinic?', 'Tell me when {E} came to the hospital.',
				],
				test: ['On what day did {E} come to the hospital?', 'When did {E} visit the hospital?', 'Tell me when {E} was seen.'],
			},
			lookups: { train: ['Which patient was seen on {v}?', 'Who came to the hospital on {v}?'], test: ['Who was seen on {v}?'] },
		},
		{
			id: 'hospital.doctor',
			noun: 'doctor',
			value: (random) => `Dr ${familyName(random)}`,
			statements: {
				train: [
					'{S} was examined by {v}.', '{v} examined {O}.', 'The doctor who treated {O} was {v}.', '{S} was treated by {v}.', '{P} care was led by {v}.',
					'The doctor in charge was {v}.', 'The care was led by {v}.',
				],
				test: ['{v} treated {O}.', 'The doctor who examined {O} was {v}.', '{v} was the doctor in charge.'],
			},
			questions: {
				train: [
					'Who examined {E}?', 'Which doctor treated {E}?', 'Who led the care of {E}?', 'By whom was {E} examined?', 'Which doctor examined {E}?',
					'Tell me who treated {E}.',
				],
				test: ['Who treated {E}?', 'By which doctor was {E} examined?', 'Tell me which doctor treated {E}.'],
			},
			lookups: { train: ['Which patient was examined by {v}?', 'Who was treated by {v}?'], test: ['Which patient was treated by {v}?'] },
		},
		{
			id: 'hospital.diagnosis',
			noun: 'diagnosis',
			value: oneOf('pneumonia; a migraine; diabetes; a wrist fracture; acute bronchitis; iron deficiency; appendicitis; atrial fibrillation; a torn ligament; asthma; '
				+ 'gastritis; shingles; sciatica; gallstones; a kidney stone; cellulitis; vertigo; tonsillitis; gout; sinusitis; a concussion; eczema; a stomach ulcer; lupus; '
				+ 'pleurisy; a hernia; arthritis; measles'),
			statements: {
				train: [
					'{S} was diagnosed with {v}.', '{P} diagnosis was {v}.', 'Tests showed that {S} had {v}.', 'The tests led to a diagnosis of {v}.', 'The diagnosis was {v}.',
					'{S} received a diagnosis of {v}.', 'The clinic diagnosed {O} with {v}.',
				],
				test: ['After the tests, {S} was diagnosed with {v}.', '{P} tests showed {v}.', 'The final diagnosis was {v}.'],
			},
			questions: {
				train: [
					'What was {E} diagnosed with?', 'What did the tests of {E} show?', 'What diagnosis did {E} receive?', 'What condition was {E} diagnosed with?',
					'With what was {E} diagnosed?', 'Tell me what {E} was diagnosed with.',
				],
				test: ['Which diagnosis did {E} receive?', 'With which condition was {E} diagnosed?', 'Tell me what the tests of {E} showed.'],
			},
			lookups: { train: ['Which patient was diagnosed with {v}?', 'Who received a diagnosis of {v}?'], test: ['Who was diagnosed with {v}?'] },
		},
		{
			id: 'hospital.medication',
			noun: 'medication',
			value: (random) => `${between(random, 1, 199) * 5} mg of ${pick(random, drugs)}`,
			statements: {
				train: [
					'{S} was given {v}.', '{S} was prescribed {v}.', '{P} medication was {v}.', 'The medication prescribed was {v}.', '{S} was put on {v}.',
					'{P} prescription was for {v}.', 'The prescription was for {v}.',
				],
				test: ['{S} was given a prescription for {v}.', '{P} prescribed medication was {v}.', 'The medication given was {v}.'],
			},
			questions: {
				train: [
					'What medication was {E} given?', 'What was {E} prescribed?', 'Which medication was {E} put on?', 'What was the prescription of {E} for?',
					'What medication was prescribed to {E}?', 'Tell me what {E} was prescribed.',
				],
				test: ['Which medication was {E} prescribed?', 'What medication was {E} put on?', 'Tell me which medication {E} was given.'],
			},
			lookups: { train: ['Which patient was given {v}?', 'Who was prescribed {v}?'], test: ['Which patient was prescribed {v}?'] },
		},
		{
			id: 'hospital.temperature',
			noun: 'temperature',
			value: (random) => `${(between(random, 340, 419) / 10).toFixed(1)} C`,
			statements: {
				train: [
					'{P} temperature was {v}.', '{S} had a temperature of {v}.', 'Temperature on arrival was {v}.', 'The thermometer showed {v}.', '{P} body temperature was {v}.',
					'{S} arrived with a temperature of {v}.', 'The nurse noted a temperature of {v}.',
				],
				test: ['{S} came in with a temperature of {v}.', '{P} temperature on arrival was {v}.', 'The thermometer showed a temperature of {v}.'],
			},
			questions: {
				train: [
					'How high was the temperature of {E}?', 'What temperature did {E} arrive with?', 'What did the thermometer show for {E}?', 'What body temperature was noted for {E}?',
					'Which temperature was measured for {E}?', 'Tell me how high the temperature of {E} was.',
				],
				test: ['What temperature was noted for {E}?', 'What temperature did the thermometer show for {E}?', 'Tell me what temperature {E} arrived with.'],
			},
		},
		{
			id: 'hospital.pressure',
			noun: 'blood pressure',
			value: (random) => `${between(random, 105, 199)}/${between(random, 50, 99)}`,
			statements: {
				train: [
					'{P} blood pressure was {v}.', 'Blood pressure was measured at {v}.', '{S} had a blood pressure of {v}.', '{P} blood pressure stood at {v}.',
					'{S} showed a blood pressure of {v}.', 'The blood pressure reading was {v}.', '{P} blood pressure reading was {v}.',
				],
				test: ['{S} came in with a blood pressure of {v}.', '{P} blood pressure was measured at {v}.', 'The nurse noted a blood pressure of {v}.'],
			},
			questions: {
				train: [
					'How high was the blood pressure of {E}?', 'What blood pressure was measured for {E}?', 'What did the blood pressure reading of {E} show?',
					'What blood pressure did {E} show?', 'Where did the blood pressure of {E} stand?', 'Tell me how high the blood pressure of {E} was.',
				],
				test: ['What was the blood pressure reading of {E}?', 'Which blood pressure was noted for {E}?', 'Tell me what blood pressure {E} showed.'],
			},
		},
		{
			id: 'hospital.heart',
			noun: 'heart rate',
			value: (random) => `${between(random, 42, 179)} bpm`,
			statements: {
				train: [
					'{P} heart rate was {v}.', '{S} had a heart rate of {v}.', 'Heart rate was counted at {v}.', '{P} heart was beating at {v}.', '{P} pulse was {v}.',
					'The pulse was steady at {v}.', '{S} had a pulse of {v}.',
				],
				test: ['{S} came in with a heart rate of {v}.', '{P} heart rate was counted at {v}.', 'The pulse was measured at {v}.'],
			},
			questions: {
				train: [
					'How fast was the heart of {E} beating?', 'What heart rate was measured for {E}?', 'What pulse did {E} have?', 'How fast was the pulse of {E}?',
					'What heart rate was counted for {E}?', 'Tell me how fast the heart of {E} was beating.',
				],
				test: ['How high was the heart rate of {E}?', 'What pulse was measured for {E}?', 'Tell me how fast the pulse of {E} was.'],
			},
		},
		{
			id: 'hospital.allergy',
			noun: 'allergy',
			value: oneOf('penicillin; latex; peanuts; aspirin; shellfish; iodine; sulfa drugs; pollen; eggs; wasp stings; nickel; cat hair; dust mites; soy; sesame; strawberries; '
				+ 'mould; wool; celery; mustard; milk; hazelnuts; kiwi fruit; wheat'),
			statements: {
				train: [
					'{S} is allergic to {v}.', '{P} file lists an allergy to {v}.', 'There is a known allergy to {v}.', '{S} has an allergy to {v}.', '{S} reacts badly to {v}.',
					'{P} known allergy is to {v}.', 'The file warns of an allergy to {v}.',
				],
				test: ['{S} is known to be allergic to {v}.', '{P} notes mention an allergy to {v}.', 'The allergy on file is to {v}.'],
			},
			questions: {
				train: [
					'What is {E} allergic to?', 'What allergy is listed for {E}?', 'To what is {E} allergic?', 'Which known allergy does {E} have?', 'What does {E} react badly to?',
					'Tell me what {E} is allergic to.',
				],
				test: ['What is {E} known to be allergic to?', 'Which allergy is listed in the file of {E}?', 'Tell me which allergy is listed for {E}.'],
			},
			lookups: { train: ['Which patient is allergic to {v}?', 'Who has an allergy to {v}?'], test: ['Who is allergic to {v}?'] },
		},
		{
			id: 'hospital.ward',
			noun: 'ward',
			value: oneOf('Ward A; Ward B; Ward C; Ward D; Ward E; Ward F; Cedar Ward; Birch Ward; Elm Ward; Rowan Ward; Willow Ward; the surgical unit; the cardiac unit; '
				+ 'the emergency room; the stroke unit; the burns unit; the recovery room; the isolation room; the chest unit; the spinal unit; the north wing; the west wing'),
			statements: {
				train: [
					'{S} stayed in {v}.', '{S} was admitted to {v}.', '{P} bed was in {v}.', '{S} spent the night in {v}.', 'A bed was found in {v}.', '{P} ward was {v}.',
					'The ward for the stay was {v}.',
				],
				test: ['{S} was admitted and stayed in {v}.', '{P} bed for the night was in {v}.', 'The bed stood in {v}.'],
			},
			questions: {
				train: [
					'Where was {E} admitted?', 'Where did {E} stay?', 'Which ward was {E} admitted to?', 'Where was the bed of {E}?', 'In which ward did {E} stay?',
					'Tell me where {E} was admitted.',
				],
				test: ['In which ward was the bed of {E}?', 'To which ward was {E} admitted?', 'Tell me in which ward {E} stayed.'],
			},
			lookups: { train: ['Which patient was admitted to {v}?', 'Who stayed in {v}?'], test: ['Which patient stayed in {v}?'] },
		},
		{
			id: 'hospital.appointment',
			noun: 'next appointment',
			value: (random) => date(random, 2025, 2032),
			statements: {
				train: [
					'{P} next appointment is on {v}.', '{S} is due back on {v}.', 'The next appointment is on {v}.', '{S} has another appointment on {v}.', '{S} will return on {v}.',
					'A follow-up appointment was booked for {v}.', '{P} follow-up is set for {v}.',
				],
				test: ['{S} is due for the next appointment on {v}.', '{P} follow-up appointment is booked for {v}.', 'The follow-up is due on {v}.'],
			},
			questions: {
				train: [
					'When is {E} due back?', 'When will {E} return?', 'When is the follow-up of {E}?', 'For which date is the next appointment of {E} booked?',
					'When does {E} have another appointment?', 'Tell me when {E} is due back.',
				],
				test: ['When is the follow-up appointment of {E}?', 'On what date is {E} due back?', 'Tell me when {E} will return.'],
			},
			lookups: {
				train: ['Which patient is due back on {v}?', 'Who has another appointment on {v}?'],
				test: ['Who is due back on {v}?'],
			},
		},
	],
	asides: {
		train: [
			'{S} slept well.', '{S} felt better in the morning.', 'The family was informed.', '{S} asked for a second pillow.', '{S} was calm and friendly.',
			'The papers were signed the same evening.', '{S} ate a light meal.', 'No further steps were needed.', '{S} walked a little in the corridor.', '{S} had no questions.',
			'A relative brought some clothes.', '{S} drank plenty of water.', '{S} thanked the staff.', 'Everything was explained in simple words.',
		],
		test: [
			'{S} was tired but cheerful.', 'The relatives were told.', '{S} read a book in the afternoon.', 'A letter was sent by post.', '{S} enjoyed the meal.',
		],
	},
};
