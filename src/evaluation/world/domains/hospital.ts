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
					'On {v}, {S} walked into the clinic.', 'The desk registered {P} visit on {v}.', 'Our clinic received {O} on {v}.',
					'{v} was the day on which we saw {O}.', 'The visit that {S} paid us was dated {v}.', '{S} needed help and turned up at the hospital on {v}.',
					'According to the doctor, {S} attended the clinic on {v}.', '{P} attendance was recorded on {v}.', 'Date of visit: {v}.',
					'The clinic visit turned out to be on {v}.', 'The file says that the visit happened on {v}.',
				],
				dev: ['{S} was seen at the clinic on {v}.', '{P} hospital visit took place on {v}.', 'The visit to the hospital was on {v}.'],
				test: ['The doctor saw {O} at the clinic on {v}.', '{P} visit to the hospital is dated {v}.', 'The day of the clinic visit was {v}.'],
			},
			questions: {
				train: [
					'When was {E} seen?', 'When did {E} come to the hospital?', 'On what date did {E} visit the clinic?', 'When did the visit of {E} take place?',
					'On which day was {E} seen at the clinic?', 'Tell me when {E} came to the hospital.', 'I wonder on which date {E} came in.',
					'Do you know when {E} attended the clinic?', 'Remind me when we saw {E}.', 'Let me know the day that {E} turned up at the hospital.',
					'Please check when the desk registered {E}.', 'The visit by {E} happened when?', 'Could somebody say when the clinic received {E}?',
					'We must know the date on which {E} was seen.',
				],
				dev: ['On what day did {E} come to the hospital?', 'When did {E} visit the hospital?', 'Tell me when {E} was seen.'],
				test: ['When was {E} at the clinic?', 'On which day did the clinic receive {E}?', 'Tell me the date on which {E} came to the clinic.'],
			},
			lookups: { train: ['Which patient was seen on {v}?', 'Who came to the hospital on {v}?'], dev: ['Who was seen on {v}?'], test: ['Which patient visited the hospital on {v}?'] },
		},
		{
			id: 'hospital.doctor',
			noun: 'doctor',
			value: (random) => `Dr ${familyName(random)}`,
			statements: {
				train: [
					'{S} was examined by {v}.', '{v} examined {O}.', 'The doctor who treated {O} was {v}.', '{S} was treated by {v}.', '{P} care was led by {v}.',
					'The doctor in charge was {v}.', 'The care was led by {v}.', '{v} looked after {O}.', 'On the round, {O} was checked by a doctor named {v}.',
					'The file names {v} as {P} doctor.', '{S} was under the care of {v}.', '{S} asked for a doctor and was met by {v}.',
					'It was {v} who took charge of {O}.', 'The physician responsible for {O} turned out to be {v}.', '{S} spoke with {v}, who led the treatment.',
					'Doctor: {v}.', '{v} signed the notes as the doctor.', 'We found that the treating physician was {v}.',
				],
				dev: ['{v} treated {O}.', 'The doctor who examined {O} was {v}.', '{v} was the doctor in charge.'],
				test: ['{v} was responsible for {P} care.', '{S} was looked after by a doctor named {v}.', 'The doctor who led the treatment was {v}.'],
			},
			questions: {
				train: [
					'Who examined {E}?', 'Which doctor treated {E}?', 'Who led the care of {E}?', 'By whom was {E} examined?', 'Which doctor examined {E}?',
					'Tell me who treated {E}.', 'I wonder who looked after {E}.', 'Do you know which physician took charge of {E}?',
					'Remind me under whose care {E} was.', 'Let me know who the physician of {E} was.', 'Check who led the treatment of {E}.',
					'We must know which doctor was responsible for {E}.', '{E} was treated by whom?', 'Please name the person who examined {E}.',
				],
				dev: ['Who treated {E}?', 'By which doctor was {E} examined?', 'Tell me which doctor treated {E}.'],
				test: ['Which doctor looked after {E}?', 'Who was the doctor that treated {E}?', 'Tell me which physician examined {E}.'],
			},
			lookups: { train: ['Which patient was examined by {v}?', 'Who was treated by {v}?'], dev: ['Which patient was treated by {v}?'], test: ['Whose care was led by {v}?'] },
		},
		{
			id: 'hospital.diagnosis',
			noun: 'diagnosis',
			value: oneOf('pneumonia; a migraine; diabetes; a wrist fracture; acute bronchitis; iron deficiency; appendicitis; atrial fibrillation; a torn ligament; asthma; '
				+ 'gastritis; shingles; sciatica; gallstones; a kidney stone; cellulitis; vertigo; tonsillitis; gout; sinusitis; a concussion; eczema; a stomach ulcer; lupus; '
				+ 'pleurisy; a hernia; arthritis; measles'),
			statements: {
				train: [
					'{S} was diagnosed with {v}.', '{P} diagnosis was {v}.', 'Tests showed that {S} had {v}.', 'The tests led to a diagnosis of {v}.',
					'The diagnosis was {v}.', '{S} received a diagnosis of {v}.', 'The clinic diagnosed {O} with {v}.', 'We found that {S} was suffering from {v}.',
					'According to the doctor, {S} has {v}.', 'In the report, {P} illness is named as {v}.', '{S} turned out to have {v}.',
					'The illness that troubled {O} was {v}.', '{S} had a scan, and it revealed {v}.', '{P} condition was identified as {v}.',
					'The cause of {P} symptoms was found to be {v}.', 'Diagnosis: {v}.', 'The doctors agreed on {v} as the condition.',
					'The file says that the illness was {v}.',
				],
				dev: ['After the tests, {S} was diagnosed with {v}.', '{P} tests showed {v}.', 'The final diagnosis was {v}.'],
				test: ['{S} was told that the illness was {v}.', 'The scan showed that {S} had {v}.', 'The condition that the doctors found was {v}.'],
			},
			questions: {
				train: [
					'What was {E} diagnosed with?', 'What did the tests of {E} show?', 'What diagnosis did {E} receive?', 'What condition was {E} diagnosed with?',
					'With what was {E} diagnosed?', 'Tell me what {E} was diagnosed with.', 'I wonder what illness {E} has.',
					'Do you know what {E} was suffering from?', 'Remind me what was wrong with {E}.', 'Let me know what condition was found in {E}.',
					'Check what caused the symptoms of {E}.', 'We must know what the doctors found in {E}.', '{E} turned out to have what?',
					'Which illness did the scan of {E} reveal?',
				],
				dev: ['Which diagnosis did {E} receive?', 'With which condition was {E} diagnosed?', 'Tell me what the tests of {E} showed.'],
				test: ['Which illness was {E} found to have?', 'What condition did the tests of {E} reveal?', 'Tell me which diagnosis the doctors agreed on for {E}.'],
			},
			lookups: { train: ['Which patient was diagnosed with {v}?', 'Who received a diagnosis of {v}?'], dev: ['Who was diagnosed with {v}?'], test: ['Which patient turned out to have {v}?'] },
		},
		{
			id: 'hospital.medication',
			noun: 'medication',
			value: (random) => `${between(random, 1, 199) * 5} mg of ${pick(random, drugs)}`,
			statements: {
				train: [
					'{S} was given {v}.', '{S} was prescribed {v}.', '{P} medication was {v}.', 'The medication prescribed was {v}.', '{S} was put on {v}.',
					'{P} prescription was for {v}.', 'The prescription was for {v}.', 'The doctor told {O} to take {v}.', 'For treatment, {S} received {v}.',
					'We started {O} on {v}.', 'The pharmacy handed {O} a dose of {v}.', 'In the notes, {P} medicine is written down as {v}.',
					'{S} needed a drug and was offered {v}.', '{v} was prescribed for {O}.', 'The dose that {S} takes is {v}.', 'Medication: {v}.',
					'A dose of {v} was ordered from the pharmacy.', 'The file says that the drug to take was {v}.',
				],
				dev: ['{S} was given a prescription for {v}.', '{P} prescribed medication was {v}.', 'The medication given was {v}.'],
				test: ['The doctor prescribed {v} for {O}.', '{S} was told to take {v}.', 'The drug on the prescription was {v}.'],
			},
			questions: {
				train: [
					'What medication was {E} given?', 'What was {E} prescribed?', 'Which medication was {E} put on?', 'What was the prescription of {E} for?',
					'What medication was prescribed to {E}?', 'Tell me what {E} was prescribed.', 'I wonder which drug {E} takes.',
					'Do you know what medicine {E} received?', 'Remind me what the doctor told {E} to take.', 'Let me know which dose was ordered for {E}.',
					'Check which medicine {E} is on.', 'We must know what drug we started {E} on.', '{E} takes which medicine?',
					'What did the pharmacy hand to {E}?',
				],
				dev: ['Which medication was {E} prescribed?', 'What medication was {E} put on?', 'Tell me which medication {E} was given.'],
				test: ['Which drug was {E} told to take?', 'What medicine was ordered for {E}?', 'Tell me which drug {E} received.'],
			},
			lookups: { train: ['Which patient was given {v}?', 'Who was prescribed {v}?'], dev: ['Which patient was prescribed {v}?'], test: ['Which patient was told to take {v}?'] },
		},
		{
			id: 'hospital.temperature',
			noun: 'temperature',
			value: (random) => `${(between(random, 340, 419) / 10).toFixed(1)} C`,
			statements: {
				train: [
					'{P} temperature was {v}.', '{S} had a temperature of {v}.', 'Temperature on arrival was {v}.', 'The thermometer showed {v}.',
					'{P} body temperature was {v}.', '{S} arrived with a temperature of {v}.', 'The nurse noted a temperature of {v}.',
					'We took {P} temperature and read {v}.', '{v} was noted as {P} temperature.', 'In the notes, {P} temperature is given as {v}.',
					'A thermometer was placed on {O} and displayed {v}.', '{S} lay down, and body temperature was read as {v}.',
					'The temperature that {S} ran was {v}.', 'The nurse found {P} body heat to be {v}.', '{P} temperature turned out to be {v}.',
					'Temperature: {v}.', 'The file says that body temperature reached {v}.', 'According to the doctor, the temperature stood at {v}.',
				],
				dev: ['{S} came in with a temperature of {v}.', '{P} temperature on arrival was {v}.', 'The thermometer showed a temperature of {v}.'],
				test: ['The thermometer showed {v} when {S} arrived.', 'The nurse read {P} temperature as {v}.', 'The body temperature was noted as {v}.'],
			},
			questions: {
				train: [
					'How high was the temperature of {E}?', 'What temperature did {E} arrive with?', 'What did the thermometer show for {E}?',
					'What body temperature was noted for {E}?', 'Which temperature was measured for {E}?', 'Tell me how high the temperature of {E} was.',
					'I wonder how hot {E} was.', 'Do you know how warm the body of {E} was?', 'Remind me what temperature {E} ran.',
					'Let me know how many degrees the thermometer gave for {E}.', 'Check whether {E} had a fever, and how high.',
					'We must know what the nurse read on the thermometer of {E}.', 'Did {E} have a fever, and of how many degrees?', 'Any news on how warm {E} was?',
				],
				dev: ['What temperature was noted for {E}?', 'What temperature did the thermometer show for {E}?', 'Tell me what temperature {E} arrived with.'],
				test: ['What did the nurse read as the temperature of {E}?', 'With what temperature did {E} arrive?', 'Tell me what the thermometer showed for {E}.'],
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
					'{v} was noted as {P} blood pressure.', 'The cuff on {P} arm gave a blood pressure of {v}.',
					'In the file, {P} blood pressure is written as {v}.', 'We checked {P} blood pressure and found {v}.', '{P} blood pressure turned out to be {v}.',
					'The blood pressure that {S} arrived with was {v}.', 'According to the doctor, {P} blood pressure reached {v}.',
					'{S} sat down, and the cuff read {v}.', 'Blood pressure: {v}.', 'A blood pressure of {v} was recorded.', 'The cuff showed {v}.',
				],
				dev: ['{S} came in with a blood pressure of {v}.', '{P} blood pressure was measured at {v}.', 'The nurse noted a blood pressure of {v}.'],
				test: ['{S} arrived with a blood pressure of {v}.', 'The nurse measured {P} blood pressure at {v}.', 'The blood pressure on arrival was {v}.'],
			},
			questions: {
				train: [
					'How high was the blood pressure of {E}?', 'What blood pressure was measured for {E}?', 'What did the blood pressure reading of {E} show?',
					'What blood pressure did {E} show?', 'Where did the blood pressure of {E} stand?', 'Tell me how high the blood pressure of {E} was.',
					'I wonder what the cuff showed for {E}.', 'Do you know what blood pressure {E} had?', 'Remind me what blood pressure we found in {E}.',
					'Let me know how the blood pressure check of {E} turned out.', 'Check what was read from the cuff of {E}.',
					'We must know to what level the blood pressure of {E} rose.', 'What number did the cuff give for {E}?',
					'With what blood pressure did {E} arrive?',
				],
				dev: ['What was the blood pressure reading of {E}?', 'Which blood pressure was noted for {E}?', 'Tell me what blood pressure {E} showed.'],
				test: ['What blood pressure did we find in {E}?', 'At what level was the blood pressure of {E} measured?', 'Tell me the blood pressure that was recorded for {E}.'],
			},
		},
		{
			id: 'hospital.heart',
			noun: 'heart rate',
			value: (random) => `${between(random, 42, 179)} bpm`,
			statements: {
				train: [
					'{P} heart rate was {v}.', '{S} had a heart rate of {v}.', 'Heart rate was counted at {v}.', '{P} heart was beating at {v}.',
					'{P} pulse was {v}.', 'The pulse was steady at {v}.', '{S} had a pulse of {v}.', '{v} was written down as {P} heart rate.',
					'We felt {P} pulse and counted {v}.', 'In the notes, {P} heart rate is given as {v}.', 'The monitor put {P} heart rate at {v}.',
					'According to the doctor, {P} heart beat at {v}.', 'The pulse that {S} showed was {v}.', '{S} was resting, and the heart monitor read {v}.',
					'{P} pulse turned out to be {v}.', 'Heart rate: {v}.', 'A heart rate of {v} was recorded.', 'The file says that the heart was going at {v}.',
				],
				dev: ['{S} came in with a heart rate of {v}.', '{P} heart rate was counted at {v}.', 'The pulse was measured at {v}.'],
				test: ['The heart monitor showed {v} for {O}.', '{S} arrived with a pulse of {v}.', 'The monitor counted a heart rate of {v}.'],
			},
			questions: {
				train: [
					'How fast was the heart of {E} beating?', 'What heart rate was measured for {E}?', 'What pulse did {E} have?', 'How fast was the pulse of {E}?',
					'What heart rate was counted for {E}?', 'Tell me how fast the heart of {E} was beating.', 'I wonder how quickly the heart of {E} beat.',
					'Do you know what the heart monitor read for {E}?', 'Remind me what pulse we counted for {E}.',
					'Let me know at what rate the heart of {E} was going.', 'Check how many beats a minute {E} had.', 'We must know how rapid the pulse of {E} was.',
					'Any news on how fast the heart of {E} goes?', 'At what speed did the heart of {E} beat?',
				],
				dev: ['How high was the heart rate of {E}?', 'What pulse was measured for {E}?', 'Tell me how fast the pulse of {E} was.'],
				test: ['How fast did the heart of {E} beat?', 'What heart rate did the monitor show for {E}?', 'Tell me what pulse was counted for {E}.'],
			},
		},
		{
			id: 'hospital.allergy',
			noun: 'allergy',
			value: oneOf('penicillin; latex; peanuts; aspirin; shellfish; iodine; sulfa drugs; pollen; eggs; wasp stings; nickel; cat hair; dust mites; soy; sesame; strawberries; '
				+ 'mould; wool; celery; mustard; milk; hazelnuts; kiwi fruit; wheat'),
			statements: {
				train: [
					'{S} is allergic to {v}.', '{P} file lists an allergy to {v}.', 'There is a known allergy to {v}.', '{S} has an allergy to {v}.',
					'{S} reacts badly to {v}.', '{P} known allergy is to {v}.', 'The file warns of an allergy to {v}.', '{S} cannot tolerate {v}.',
					'{S} was asked about allergies and named {v}.', 'We found that {S} must avoid {v}.', 'Contact with {v} makes {O} ill.',
					'According to the doctor, {P} body does not accept {v}.', 'In the past, {v} caused {O} a rash.', 'The allergy that {S} suffers from is to {v}.',
					'Keep {v} away from {O} because of an allergy.', 'Allergy: {v}.', 'A warning sticker says: allergic to {v}.',
					'The tests confirmed an allergic reaction to {v}.',
				],
				dev: ['{S} is known to be allergic to {v}.', '{P} notes mention an allergy to {v}.', 'The allergy on file is to {v}.'],
				test: ['{S} suffers from an allergy to {v}.', 'Contact with {v} gives {O} a rash.', 'An allergic reaction to {v} is on file.'],
			},
			questions: {
				train: [
					'What is {E} allergic to?', 'What allergy is listed for {E}?', 'To what is {E} allergic?', 'Which known allergy does {E} have?',
					'What does {E} react badly to?', 'Tell me what {E} is allergic to.', 'I wonder what {E} cannot tolerate.', 'Do you know what {E} must avoid?',
					'Remind me what gives {E} an allergic reaction.', 'Let me know what should be kept away from {E}.', 'Check what makes {E} break out in a rash.',
					'Does {E} suffer from any allergy, and to what?', '{E} is allergic to what?', 'Before we start, what could cause {E} an allergic reaction?',
				],
				dev: ['What is {E} known to be allergic to?', 'Which allergy is listed in the file of {E}?', 'Tell me which allergy is listed for {E}.'],
				test: ['What allergy does {E} suffer from?', 'To what does {E} have an allergy?', 'Tell me what {E} reacts badly to.'],
			},
			lookups: { train: ['Which patient is allergic to {v}?', 'Who has an allergy to {v}?'], dev: ['Who is allergic to {v}?'], test: ['Who reacts badly to {v}?'] },
		},
		{
			id: 'hospital.ward',
			noun: 'ward',
			value: oneOf('Ward A; Ward B; Ward C; Ward D; Ward E; Ward F; Cedar Ward; Birch Ward; Elm Ward; Rowan Ward; Willow Ward; the surgical unit; the cardiac unit; '
				+ 'the emergency room; the stroke unit; the burns unit; the recovery room; the isolation room; the chest unit; the spinal unit; the north wing; the west wing'),
			statements: {
				train: [
					'{S} stayed in {v}.', '{S} was admitted to {v}.', '{P} bed was in {v}.', '{S} spent the night in {v}.', 'A bed was found in {v}.',
					'{P} ward was {v}.', 'The ward for the stay was {v}.', 'In the notes, {P} ward is given as {v}.', 'The nurses moved {O} to {v}.',
					'For the stay, {S} was placed in {v}.', 'It was in {v} that {S} slept.', 'A porter took {O} to {v}.',
					'According to the doctor, {S} is lying in {v}.', '{S} needed a bed and was sent to {v}.', 'The place where {S} was kept turned out to be {v}.',
					'Ward: {v}.', 'The file says that the room was in {v}.', 'Visitors were directed to {v}.',
				],
				dev: ['{S} was admitted and stayed in {v}.', '{P} bed for the night was in {v}.', 'The bed stood in {v}.'],
				test: ['{S} was given a bed in {v}.', 'The nurses placed {O} in {v}.', 'The night was spent in {v}.'],
			},
			questions: {
				train: [
					'Where was {E} admitted?', 'Where did {E} stay?', 'Which ward was {E} admitted to?', 'Where was the bed of {E}?', 'In which ward did {E} stay?',
					'Tell me where {E} was admitted.', 'I wonder where {E} is lying.', 'Do you know where the nurses moved {E}?', 'Remind me where {E} slept.',
					'Let me know where visitors can find {E}.', 'Check where {E} was placed.', 'We must know which ward {E} is in.', '{E} was sent to which ward?',
					'Where in the hospital is {E}?',
				],
				dev: ['In which ward was the bed of {E}?', 'To which ward was {E} admitted?', 'Tell me in which ward {E} stayed.'],
				test: ['In which ward is {E} lying?', 'Where was {E} given a bed?', 'Tell me to which ward {E} was moved.'],
			},
			lookups: { train: ['Which patient was admitted to {v}?', 'Who stayed in {v}?'], dev: ['Which patient stayed in {v}?'], test: ['Whose bed was in {v}?'] },
		},
		{
			id: 'hospital.appointment',
			noun: 'next appointment',
			value: (random) => date(random, 2025, 2032),
			statements: {
				train: [
					'{P} next appointment is on {v}.', '{S} is due back on {v}.', 'The next appointment is on {v}.', '{S} has another appointment on {v}.',
					'{S} will return on {v}.', 'A follow-up appointment was booked for {v}.', '{P} follow-up is set for {v}.', 'On {v}, {S} should come back.',
					'We expect {O} again on {v}.', 'The doctor wants to see {O} again on {v}.', '{v} was fixed for {P} next appointment.',
					'The date for which {S} was booked again is {v}.', '{S} agreed to a later check, and it was planned for {v}.',
					'In the calendar, {P} return is marked for {v}.', '{P} coming appointment was arranged for {v}.', 'Next appointment: {v}.',
					'The following check will take place on {v}.', 'Another check is scheduled for {v}.',
				],
				dev: ['{S} is due for the next appointment on {v}.', '{P} follow-up appointment is booked for {v}.', 'The follow-up is due on {v}.'],
				test: ['{S} was told to come back on {v}.', 'The doctor will see {O} again on {v}.', 'The return to the clinic is planned for {v}.'],
			},
			questions: {
				train: [
					'When is {E} due back?', 'When will {E} return?', 'When is the follow-up of {E}?', 'For which date is the next appointment of {E} booked?',
					'When does {E} have another appointment?', 'Tell me when {E} is due back.', 'I wonder when {E} should come back.',
					'Do you know when we expect {E} again?', 'Remind me when the doctor will see {E} again.', 'Let me know for when {E} was booked again.',
					'Check the calendar for the return of {E}.', 'We must know when {E} comes in next.', '{E} has to be back by which date?',
					'For when was the later check of {E} planned?',
				],
				dev: ['When is the follow-up appointment of {E}?', 'On what date is {E} due back?', 'Tell me when {E} will return.'],
				test: ['On which date should {E} come back?', 'On what day will the doctor see {E} again?', 'Tell me on what date {E} should be back.'],
			},
			lookups: {
				train: ['Which patient is due back on {v}?', 'Who has another appointment on {v}?'],
				dev: ['Who is due back on {v}?'],
				test: ['Which patient should come back on {v}?'],
			},
		},
	],
	asides: {
		train: [
			'{S} slept well.', '{S} felt better in the morning.', 'The family was informed.', '{S} asked for a second pillow.', '{S} was calm and friendly.',
			'The papers were signed the same evening.', '{S} ate a light meal.', 'No further steps were needed.', '{S} walked a little in the corridor.', '{S} had no questions.',
			'A relative brought some clothes.', '{S} drank plenty of water.', '{S} thanked the staff.', 'Everything was explained in simple words.',
		],
		dev: [
			'{S} was tired but cheerful.', 'The relatives were told.', '{S} read a book in the afternoon.', 'A letter was sent by post.', '{S} enjoyed the meal.',
		],
		test: [
			'{S} slept a little in the evening.', '{S} walked in the corridor with a relative.', 'The next steps were explained to the family.',
			'The staff brought a second pillow.', 'The family thanked the staff.',
		],
	},
};
