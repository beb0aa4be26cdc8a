import { between } from '../../../statistics/random.ts';
import type { Domain } from '../domain.ts';
import { personName, siteName } from '../names.ts';
import { cities, oneOf } from '../values.ts';

/** Telemetry and fault reports of radio sites. */
export const network: Domain = {
	id: 'network',
	entityName: siteName,
	noun: 'the site',
	title: 'site',
	person: false,
	attributes: [
		{
			id: 'network.city',
			noun: 'city',
			value: oneOf(cities.join(';')),
			statements: {
				train: [
					'{S} is located in {v}.', '{S} serves the city of {v}.', '{P} mast stands in {v}.', '{S} stands on a roof in {v}.', 'The mast is located in {v}.',
					'The city served is {v}.', '{S} was built in {v}.',
				],
				test: ['{S} serves users in the city of {v}.', '{P} mast is located in {v}.', 'The mast stands in the city of {v}.'],
			},
			questions: {
				train: [
					'Where is {E} located?', 'In which city is {E}?', 'Which city does {E} serve?', 'Where does the mast of {E} stand?', 'In what city was {E} built?',
					'Tell me where {E} is located.',
				],
				test: ['In which city does the mast of {E} stand?', 'What city is {E} located in?', 'Tell me which city {E} serves.'],
			},
			lookups: { train: ['Which site is located in {v}?', 'Which site serves the city of {v}?'], test: ['Which site serves {v}?'] },
		},
		{
			id: 'network.vendor',
			noun: 'vendor',
			value: oneOf('Norvik; Telcora; Hexawave; Brightcell; Orbinet; Axitron; Redmast; Lumacom; Skyvolt; Farlink; Ondara; Pylonix; Wavemere; Cellagon; Antero; Stratel; '
				+ 'Mastwell; Beamworks; Corvane; Tessaro; Zenlink; Halden Radio; Quorix; Duskline'),
			statements: {
				train: [
					'{S} uses equipment from {v}.', 'The equipment was supplied by {v}.', '{P} equipment was supplied by {v}.', '{v} supplied {P} equipment.',
					'{P} radio units come from {v}.', '{S} runs on equipment made by {v}.', 'The equipment vendor is {v}.',
				],
				test: ['{S} uses radio units supplied by {v}.', '{P} equipment comes from {v}.', '{v} is the vendor of the equipment.'],
			},
			questions: {
				train: [
					'Who supplied the equipment of {E}?', 'Which vendor supplied {E}?', 'Whose equipment does {E} use?', 'Who made the radio units of {E}?',
					'Which equipment vendor does {E} use?', 'Tell me who supplied the equipment of {E}.',
				],
				test: ['Who made the equipment of {E}?', 'Who supplied the radio units of {E}?', 'Tell me which vendor supplied {E}.'],
			},
			lookups: {
				train: ['Which site uses equipment from {v}?', 'Which site was supplied by {v}?'],
				test: ['Which site uses equipment supplied by {v}?'],
			},
		},
		{
			id: 'network.band',
			noun: 'main band',
			// No band ends in another: 800 MHz would stand in 1800 MHz.
			value: oneOf('450 MHz; 850 MHz; 1400 MHz; 1427 MHz; 1500 MHz; 1700 MHz; 1800 MHz; 1900 MHz; 2000 MHz; 2100 MHz; 2300 MHz; 2500 MHz; 2600 MHz; 3300 MHz; 3400 MHz; '
				+ '3500 MHz; 3600 MHz; 3700 MHz; 3800 MHz; 3900 MHz; 4500 MHz; 4700 MHz; 4900 MHz; 5200 MHz; 5900 MHz'),
			statements: {
				train: [
					'{S} transmits at {v}.', '{P} main band is {v}.', 'The main band is {v}.', '{P} main carrier is at {v}.', '{S} uses {v} as the main band.',
					'{S} mainly transmits in the {v} band.', 'The main carrier is at {v}.',
				],
				test: ['{S} transmits mainly on the {v} band.', '{S} has a main carrier at {v}.', 'The carrier transmits at {v}.'],
			},
			questions: {
				train: [
					'On which band does {E} transmit?', 'At what frequency does {E} transmit?', 'Which band does {E} mainly use?', 'At what frequency is the main carrier of {E}?',
					'What does {E} use as the main band?', 'Tell me on which band {E} transmits.',
				],
				test: ['On what band does {E} mainly transmit?', 'On which frequency is the main carrier of {E}?', 'Tell me which band {E} mainly uses.'],
			},
			lookups: { train: ['Which site transmits at {v}?', 'Which site uses {v} as the main band?'], test: ['Which site mainly transmits at {v}?'] },
		},
		{
			id: 'network.rsrp',
			noun: 'RSRP',
			value: (random) => `-${between(random, 60, 139)} dBm`,
			statements: {
				train: [
					'{P} mean RSRP was {v}.', '{S} reported an RSRP of {v}.', 'Signal strength averaged {v}.', '{P} RSRP dropped to {v}.', '{S} showed an RSRP of {v}.',
					'{P} signal strength was {v}.', 'RSRP was measured at {v}.',
				],
				test: ['{S} averaged an RSRP of {v}.', '{P} RSRP was measured at {v}.', 'The mean signal strength was {v}.'],
			},
			questions: {
				train: [
					'What RSRP did {E} report?', 'How strong was the signal of {E}?', 'What signal strength did {E} report?', 'What RSRP was measured at {E}?',
					'How high was the RSRP of {E}?', 'Tell me what RSRP {E} reported.',
				],
				test: ['What signal strength was measured at {E}?', 'Which RSRP did {E} report?', 'Tell me how high the RSRP of {E} was.'],
			},
		},
		{
			id: 'network.sinr',
			noun: 'SINR',
			value: (random) => `${(between(random, 5, 349) / 10).toFixed(1)} dB`,
			statements: {
				train: [
					'{P} SINR was {v}.', '{P} SINR averaged {v}.', '{S} ran with SINR at {v}.', 'SINR was measured at {v}.', 'The mean SINR was {v}.', '{P} signal quality was {v}.',
					'{S} reported a signal quality of {v}.',
				],
				test: ['{S} reported SINR at {v}.', '{P} mean SINR was {v}.', 'Signal quality was measured at {v}.'],
			},
			questions: {
				train: [
					'What SINR did {E} report?', 'What SINR was measured at {E}?', 'How good was the signal quality of {E}?', 'What signal quality did {E} report?',
					'How high was the SINR of {E}?', 'Tell me what SINR {E} reported.',
				],
				test: ['Which SINR was measured at {E}?', 'What signal quality was measured at {E}?', 'Tell me how high the SINR of {E} was.'],
			},
		},
		{
			id: 'network.throughput',
			noun: 'downlink throughput',
			value: (random) => `${(between(random, 21, 3999) / 10).toFixed(1)} Mbps`,
			statements: {
				train: [
					'{P} downlink throughput was {v}.', '{S} delivered a throughput of {v}.', 'Downlink throughput averaged {v}.', 'Users saw a throughput of {v}.',
					'{P} throughput reached {v}.', '{S} carried {v} on the downlink.', '{P} busy-hour throughput was {v}.',
				],
				test: ['{S} reached a downlink throughput of {v}.', '{P} downlink delivered {v}.', 'Throughput on the downlink was {v}.'],
			},
			questions: {
				train: [
					'What throughput did {E} deliver?', 'How fast was the downlink of {E}?', 'What throughput did users of {E} see?', 'How much did {E} carry on the downlink?',
					'How high was the throughput of {E}?', 'Tell me what throughput {E} delivered.',
				],
				test: ['What downlink throughput did {E} reach?', 'How high was the downlink throughput of {E}?', 'Tell me how fast the downlink of {E} was.'],
			},
		},
		{
			id: 'network.alarm',
			noun: 'last alarm',
			value: oneOf('high temperature; link failure; power loss; clock drift; fan failure; low battery; packet loss; high interference; intrusion; antenna misalignment; '
				+ 'handover failure; backhaul congestion; disk overload; water leakage; smoke detection; memory shortage; sync loss; rectifier overload; low voltage; router failure; '
				+ 'lamp failure; cable damage; high humidity; ice build-up'),
			statements: {
				train: [
					'{S} raised an alarm for {v}.', '{P} last alarm was {v}.', 'The last alarm was {v}.', '{S} sent an alarm about {v}.', '{P} last alarm reported {v}.',
					'An alarm was raised for {v}.', '{S} set off an alarm for {v}.',
				],
				test: ['{S} last raised an alarm about {v}.', '{P} last alarm was raised for {v}.', 'The alarm was about {v}.'],
			},
			questions: {
				train: [
					'Which alarm did {E} raise?', 'What alarm did {E} send?', 'What did the last alarm of {E} report?', 'What did {E} raise an alarm for?',
					'What was the alarm of {E} about?', 'Tell me which alarm {E} raised.',
				],
				test: ['What was the last alarm of {E} about?', 'Which alarm did {E} last raise?', 'Tell me what alarm {E} sent.'],
			},
			lookups: { train: ['Which site raised an alarm for {v}?', 'Which site sent an alarm about {v}?'], test: ['Which site raised an alarm about {v}?'] },
		},
		{
			id: 'network.outage',
			noun: 'outage start',
			value: (random) => [between(random, 0, 23), between(random, 0, 59)].map((part) => String(part).padStart(2, '0')).join(':'),
			statements: {
				train: [
					'{P} outage began at {v}.', '{S} went down at {v}.', 'Service was lost at {v}.', 'The outage started at {v}.', '{S} lost service at {v}.',
					'{P} outage started at {v}.', '{S} went off the air at {v}.',
				],
				test: ['{S} went down and lost service at {v}.', '{P} service was lost at {v}.', 'The outage began at {v}.'],
			},
			questions: {
				train: [
					'When did the outage of {E} begin?', 'At what time did {E} go down?', 'When did {E} lose service?', 'When did the outage of {E} start?',
					'When did {E} go off the air?', 'Tell me when {E} went down.',
				],
				test: ['When did {E} go down?', 'At what time did the outage of {E} begin?', 'Tell me at what time {E} went down.'],
			},
			lookups: { train: ['Which site went down at {v}?', 'Which site had an outage that began at {v}?'], test: ['Which site had an outage that started at {v}?'] },
		},
		{
			id: 'network.repair',
			noun: 'repair',
			value: oneOf('a remote reset; a battery swap; a tilt change; a software upgrade; a fibre splice; a fan replacement; a frequency change; a cable swap; a firmware rollback; '
				+ 'a fuse replacement; an antenna realignment; a new rectifier; a router restart; a clock adjustment; a connector cleaning; a filter change; a generator refill; '
				+ 'a card replacement; a parameter rollback; a cold restart; a new power cable; a fresh door seal; a breaker reset; a duplexer swap'),
			statements: {
				train: [
					'{S} was restored by {v}.', '{S} was repaired with {v}.', 'The fault was fixed by {v}.', 'Engineers fixed {O} with {v}.', '{P} repair was {v}.',
					'{P} fault was cleared by {v}.', 'The repair was {v}.',
				],
				test: ['{S} was fixed with {v}.', '{P} fault was fixed by {v}.', 'The repair consisted of {v}.'],
			},
			questions: {
				train: [
					'How was {E} restored?', 'How was {E} repaired?', 'What fixed the fault of {E}?', 'How was {E} fixed?', 'How was the fault of {E} cleared?',
					'Tell me how {E} was repaired.',
				],
				test: ['How was the fault of {E} fixed?', 'What cleared the fault of {E}?', 'Tell me how {E} was fixed.'],
			},
			lookups: { train: ['Which site was restored by {v}?', 'Which site was repaired with {v}?'], test: ['Which site was restored with {v}?'] },
		},
		{
			id: 'network.technician',
			noun: 'technician',
			value: personName,
			statements: {
				train: [
					'{v} visited {O}.', 'The technician was {v}.', '{P} technician was {v}.', '{S} was visited by {v}.', '{v} worked on {O} as the technician.',
					'The technician who visited {O} was {v}.', '{v} was the technician on duty.',
				],
				test: ['The technician who worked on {O} was {v}.', '{S} was visited by the technician {v}.', 'The technician on duty was {v}.'],
			},
			questions: {
				train: [
					'Who visited {E}?', 'Which technician worked on {E}?', 'Who was the technician at {E}?', 'Which technician visited {E}?', 'Who worked on {E}?',
					'Tell me which technician visited {E}.',
				],
				test: ['By which technician was {E} visited?', 'Who visited {E} as the technician?', 'Tell me who worked on {E}.'],
			},
			lookups: { train: ['Which site was visited by {v}?', 'Which site had {v} as the technician?'], test: ['Which site was visited by the technician {v}?'] },
		},
	],
	asides: {
		train: [
			'{S} was checked again the next day.', 'Neighbouring cells were not affected.', '{S} is easy to reach by road.', 'The report was filed by the night shift.',
			'{S} remained under watch for a week.', 'No complaints were received.', '{S} was painted last summer.', 'The weather was mild.', '{S} is part of the regular patrol.',
			'The logs were kept for later study.', '{S} shares a road with a farm.', 'Spare parts were in stock.', '{S} has passed every inspection so far.',
			'The access road was clear.',
		],
		test: [
			'The night shift took note.', '{S} is surrounded by trees.', 'Nearby cells carried on as usual.', '{S} was quiet for the rest of the week.',
			'A short summary was sent to the planners.',
		],
	},
};
