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
					'{S} is located in {v}.', '{S} serves the city of {v}.', '{P} mast stands in {v}.', '{S} stands on a roof in {v}.',
					'The mast is located in {v}.', 'The city served is {v}.', '{S} was built in {v}.', 'In the plans, {P} city is given as {v}.',
					'{v} is home to {O}.', 'The place where {S} can be found is {v}.', 'People in {v} get their signal from {O}.',
					'According to the map, {S} lies in {v}.', 'We drove to {v}, where {S} is situated.', 'The tower that belongs to {O} rises above {v}.',
					'{P} location turned out to be {v}.', 'City: {v}.', '{v} was noted as the location.', 'The antennas cover homes in {v}.',
				],
				dev: ['{S} serves users in the city of {v}.', '{P} mast is located in {v}.', 'The mast stands in the city of {v}.'],
				test: ['The map shows {O} in {v}.', 'People in the city of {v} are served by {O}.', 'The tower rises above the city of {v}.'],
			},
			questions: {
				train: [
					'Where is {E} located?', 'In which city is {E}?', 'Which city does {E} serve?', 'Where does the mast of {E} stand?',
					'In what city was {E} built?', 'Tell me where {E} is located.', 'I wonder where {E} lies.', 'Do you know in which town {E} can be found?',
					'Remind me where {E} is situated.', 'Let me know which city is home to {E}.', 'Check on the map where {E} is.',
					'We must know to which city we drive for {E}.', '{E} is in which city?', 'Which place gets its signal from {E}?',
				],
				dev: ['In which city does the mast of {E} stand?', 'What city is {E} located in?', 'Tell me which city {E} serves.'],
				test: ['Where on the map does {E} lie?', 'In what city can {E} be found?', 'Tell me to which city {E} belongs.'],
			},
			lookups: { train: ['Which site is located in {v}?', 'Which site serves the city of {v}?'], dev: ['Which site serves {v}?'], test: ['Which site can be found in {v}?'] },
		},
		{
			id: 'network.vendor',
			noun: 'vendor',
			value: oneOf('Norvik; Telcora; Hexawave; Brightcell; Orbinet; Axitron; Redmast; Lumacom; Skyvolt; Farlink; Ondara; Pylonix; Wavemere; Cellagon; Antero; Stratel; '
				+ 'Mastwell; Beamworks; Corvane; Tessaro; Zenlink; Halden Radio; Quorix; Duskline'),
			statements: {
				train: [
					'{S} uses equipment from {v}.', 'The equipment was supplied by {v}.', '{P} equipment was supplied by {v}.', '{v} supplied {P} equipment.',
					'{P} radio units come from {v}.', '{S} runs on equipment made by {v}.', 'The equipment vendor is {v}.', '{v} built {P} radio units.',
					'The hardware at {O} was bought from {v}.', 'In the inventory, {P} maker is listed as {v}.', 'The company that equipped {O} is {v}.',
					'{S} was fitted with hardware by {v}.', 'We opened {P} cabinet and saw the brand {v}.', '{P} gear turned out to be from {v}.',
					'{v} delivered the hardware that {S} relies on.', 'Vendor: {v}.', 'The label on the cabinet reads {v}.', 'The radios were manufactured by {v}.',
				],
				dev: ['{S} uses radio units supplied by {v}.', '{P} equipment comes from {v}.', '{v} is the vendor of the equipment.'],
				test: ['{v} is the company that equipped {O}.', '{P} hardware was made by {v}.', 'The radio units were bought from {v}.'],
			},
			questions: {
				train: [
					'Who supplied the equipment of {E}?', 'Which vendor supplied {E}?', 'Whose equipment does {E} use?', 'Who made the radio units of {E}?',
					'Which equipment vendor does {E} use?', 'Tell me who supplied the equipment of {E}.', 'I wonder whose hardware {E} runs on.',
					'Do you know which company equipped {E}?', 'Remind me what brand the gear of {E} is.', 'Let me know who manufactured the radios of {E}.',
					'Check the label on the cabinet of {E}: which brand is it?', 'We must know from which company the hardware at {E} was bought.',
					'{E} was equipped by which maker?', 'From whom was the gear of {E} bought?',
				],
				dev: ['Who made the equipment of {E}?', 'Who supplied the radio units of {E}?', 'Tell me which vendor supplied {E}.'],
				test: ['Who is the maker of the hardware at {E}?', 'From which company does the equipment of {E} come?', 'Tell me whose gear {E} uses.'],
			},
			lookups: {
				train: ['Which site uses equipment from {v}?', 'Which site was supplied by {v}?'],
				dev: ['Which site uses equipment supplied by {v}?'],
				test: ['Which site has radio units from {v}?'],
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
					'{S} mainly transmits in the {v} band.', 'The main carrier is at {v}.', 'In the plans, {P} main frequency is given as {v}.',
					'{v} is the band that {S} works on.', '{S} was tuned to {v}.', 'We set {P} main carrier to {v}.', 'The frequency at which {S} sends is {v}.',
					'Most of {P} traffic travels over the {v} band.', '{S} broadcasts on {v}.', 'According to the planners, {P} chief band is {v}.',
					'Main band: {v}.', 'The radio was configured for {v}.', 'The operating frequency turned out to be {v}.',
				],
				dev: ['{S} transmits mainly on the {v} band.', '{S} has a main carrier at {v}.', 'The carrier transmits at {v}.'],
				test: ['{S} mainly sends at {v}.', '{P} radio operates at {v}.', 'The band that carries most of the traffic is {v}.'],
			},
			questions: {
				train: [
					'On which band does {E} transmit?', 'At what frequency does {E} transmit?', 'Which band does {E} mainly use?',
					'At what frequency is the main carrier of {E}?', 'What does {E} use as the main band?', 'Tell me on which band {E} transmits.',
					'I wonder which frequency {E} sends at.', 'Do you know on what frequency {E} broadcasts?', 'Remind me what band {E} works on.',
					'Let me know to which frequency {E} was tuned.', 'Check for which band the radio of {E} was configured.',
					'We must know the operating frequency of {E}.', '{E} operates on which band?', 'Over which band does most traffic of {E} travel?',
				],
				dev: ['On what band does {E} mainly transmit?', 'On which frequency is the main carrier of {E}?', 'Tell me which band {E} mainly uses.'],
				test: ['To which band was {E} tuned?', 'What is the chief frequency of {E}?', 'Tell me at what frequency {E} mainly sends.'],
			},
			lookups: { train: ['Which site transmits at {v}?', 'Which site uses {v} as the main band?'], dev: ['Which site mainly transmits at {v}?'], test: ['Which site broadcasts on {v}?'] },
		},
		{
			id: 'network.rsrp',
			noun: 'RSRP',
			value: (random) => `-${between(random, 60, 139)} dBm`,
			statements: {
				train: [
					'{P} mean RSRP was {v}.', '{S} reported an RSRP of {v}.', 'Signal strength averaged {v}.', '{P} RSRP dropped to {v}.',
					'{S} showed an RSRP of {v}.', '{P} signal strength was {v}.', 'RSRP was measured at {v}.', 'We tested {P} coverage and read an RSRP of {v}.',
					'In the log, {P} RSRP is given as {v}.', 'Near {O}, phones received a signal strength of {v}.', 'The RSRP that {S} achieved was {v}.',
					'{P} signal was received at a level of {v}.', 'According to the drive test, {P} RSRP stood at {v}.', '{S} was monitored, and RSRP came to {v}.',
					'{P} received power turned out to be {v}.', 'RSRP: {v}.', 'The drive test found a signal strength of {v}.',
					'A received power of {v} was recorded.',
				],
				dev: ['{S} averaged an RSRP of {v}.', '{P} RSRP was measured at {v}.', 'The mean signal strength was {v}.'],
				test: ['{S} was received with a signal strength of {v}.', 'Phones near {O} saw an RSRP of {v}.', 'The signal came in at a strength of {v}.'],
			},
			questions: {
				train: [
					'What RSRP did {E} report?', 'How strong was the signal of {E}?', 'What signal strength did {E} report?', 'What RSRP was measured at {E}?',
					'How high was the RSRP of {E}?', 'Tell me what RSRP {E} reported.', 'I wonder how strongly {E} was received.',
					'Do you know what RSRP the drive test found at {E}?', 'Remind me how much received power {E} showed.',
					'Let me know at what level the signal of {E} was received.', 'Check how strong a signal phones got from {E}.',
					'We must know to what value the RSRP of {E} fell.', 'Any news on how strongly phones heard {E}?', '{E} came in at what signal strength?',
				],
				dev: ['What signal strength was measured at {E}?', 'Which RSRP did {E} report?', 'Tell me how high the RSRP of {E} was.'],
				test: ['What RSRP did phones get from {E}?', 'At what signal strength was {E} received?', 'Tell me how strong the signal of {E} was.'],
			},
		},
		{
			id: 'network.sinr',
			noun: 'SINR',
			value: (random) => `${(between(random, 5, 349) / 10).toFixed(1)} dB`,
			statements: {
				train: [
					'{P} SINR was {v}.', '{P} SINR averaged {v}.', '{S} ran with SINR at {v}.', 'SINR was measured at {v}.', 'The mean SINR was {v}.',
					'{P} signal quality was {v}.', '{S} reported a signal quality of {v}.', 'We tested {P} signal quality and read {v}.',
					'In the log, {P} SINR is given as {v}.', 'Near {O}, phones saw a SINR of {v}.', 'The SINR that {S} achieved was {v}.',
					'{P} signal was clean, with SINR at {v}.', 'According to the drive test, {P} SINR stood at {v}.', '{S} was monitored, and SINR came to {v}.',
					'{P} signal quality turned out to be {v}.', 'SINR: {v}.', 'The drive test found a signal quality of {v}.',
					'An average SINR of {v} was recorded.',
				],
				dev: ['{S} reported SINR at {v}.', '{P} mean SINR was {v}.', 'Signal quality was measured at {v}.'],
				test: ['Phones near {O} reported a SINR of {v}.', '{P} signal came in with SINR at {v}.', 'A mean signal quality of {v} was measured.'],
			},
			questions: {
				train: [
					'What SINR did {E} report?', 'What SINR was measured at {E}?', 'How good was the signal quality of {E}?', 'What signal quality did {E} report?',
					'How high was the SINR of {E}?', 'Tell me what SINR {E} reported.', 'I wonder how clean the signal of {E} was.',
					'Do you know what SINR the drive test found at {E}?', 'Remind me how much SINR {E} achieved.', 'Let me know with what signal quality {E} ran.',
					'Check how good a SINR phones got from {E}.', 'We must know at what value the SINR of {E} stood.',
					'Any news on how clear the signal of {E} was?', '{E} had what quality of signal?',
				],
				dev: ['Which SINR was measured at {E}?', 'What signal quality was measured at {E}?', 'Tell me how high the SINR of {E} was.'],
				test: ['What SINR did phones see at {E}?', 'With what SINR did {E} run?', 'Tell me how good the signal quality of {E} was.'],
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
					'{v} was recorded as {P} downlink speed.', 'In the log, {P} throughput is given as {v}.', 'Phones connected to {O} downloaded at {v}.',
					'The download speed that {S} offered was {v}.', '{S} served its users with {v}.', 'We ran a speed test at {O} and got {v}.',
					'According to the counters, {P} downlink moved data at {v}.', '{S} was busy, but downloads still ran at {v}.', 'Downlink throughput: {v}.',
					'The speed test turned out at {v}.', 'Data flowed down to the phones at {v}.',
				],
				dev: ['{S} reached a downlink throughput of {v}.', '{P} downlink delivered {v}.', 'Throughput on the downlink was {v}.'],
				test: ['In the speed test, {S} reached {v}.', '{P} users saw a download speed of {v}.', 'Downloads ran at a speed of {v}.'],
			},
			questions: {
				train: [
					'What throughput did {E} deliver?', 'How fast was the downlink of {E}?', 'What throughput did users of {E} see?',
					'How much did {E} carry on the downlink?', 'How high was the throughput of {E}?', 'Tell me what throughput {E} delivered.',
					'I wonder how fast downloads at {E} were.', 'Do you know what download speed {E} offered?', 'Remind me how much data {E} moved on the downlink.',
					'Let me know how the speed test at {E} turned out.', 'Check what speed users got from {E}.', 'We must know how quickly phones download at {E}.',
					'Any news on how quickly data flowed from {E}?', 'With what downlink speed did {E} serve its users?',
				],
				dev: ['What downlink throughput did {E} reach?', 'How high was the downlink throughput of {E}?', 'Tell me how fast the downlink of {E} was.'],
				test: ['How fast did users of {E} download?', 'What speed did the downlink of {E} reach?', 'Tell me how high the throughput of {E} was.'],
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
					'{S} raised an alarm for {v}.', '{P} last alarm was {v}.', 'The last alarm was {v}.', '{S} sent an alarm about {v}.',
					'{P} last alarm reported {v}.', 'An alarm was raised for {v}.', '{S} set off an alarm for {v}.',
					'The most recent warning from {O} concerned {v}.', 'In the log, {P} latest alarm is given as {v}.', 'The control room was warned by {O} of {v}.',
					'The alarm that {S} triggered was for {v}.', '{S} alerted the operators to {v}.', 'We received an alert of {v} from {O}.',
					'{P} newest alert turned out to be {v}.', '{S} was flashing red because of {v}.', 'Last alarm: {v}.',
					'A bell rang in the control room to report {v}.', 'The operators were alerted to {v}.',
				],
				dev: ['{S} last raised an alarm about {v}.', '{P} last alarm was raised for {v}.', 'The alarm was about {v}.'],
				test: ['{S} warned the operators of {v}.', 'The latest alarm from {O} reported {v}.', 'The most recent alert concerned {v}.'],
			},
			questions: {
				train: [
					'Which alarm did {E} raise?', 'What alarm did {E} send?', 'What did the last alarm of {E} report?', 'What did {E} raise an alarm for?',
					'What was the alarm of {E} about?', 'Tell me which alarm {E} raised.', 'I wonder what alarm {E} triggered.',
					'Do you know what {E} warned us of?', 'Remind me what alert came from {E}.', 'Let me know what {E} alerted the operators to.',
					'Check why {E} set off the alarm.', 'We must know what the most recent warning from {E} concerned.', 'Any alerts from {E}, and what for?',
					'Of what was the control room warned by {E}?',
				],
				dev: ['What was the last alarm of {E} about?', 'Which alarm did {E} last raise?', 'Tell me what alarm {E} sent.'],
				test: ['What did {E} alert the operators to?', 'What was the most recent alarm of {E} for?', 'Tell me what {E} sent an alarm about.'],
			},
			lookups: { train: ['Which site raised an alarm for {v}?', 'Which site sent an alarm about {v}?'], dev: ['Which site raised an alarm about {v}?'], test: ['Which site warned of {v}?'] },
		},
		{
			id: 'network.outage',
			noun: 'outage start',
			value: (random) => [between(random, 0, 23), between(random, 0, 59)].map((part) => String(part).padStart(2, '0')).join(':'),
			statements: {
				train: [
					'{P} outage began at {v}.', '{S} went down at {v}.', 'Service was lost at {v}.', 'The outage started at {v}.', '{S} lost service at {v}.',
					'{P} outage started at {v}.', '{S} went off the air at {v}.', 'At {v}, {S} stopped working.', '{v} was recorded as the start of {P} outage.',
					'In the log, {P} outage opens at {v}.', 'Contact with {O} broke off at {v}.', 'The moment when {S} fell silent was {v}.',
					'Users of {O} were cut off at {v}.', '{S} was running well but failed at {v}.', 'Since {v}, {S} has been down.', 'Outage start: {v}.',
					'The interruption set in at {v}.', 'According to the log, the signal disappeared at {v}.',
				],
				dev: ['{S} went down and lost service at {v}.', '{P} service was lost at {v}.', 'The outage began at {v}.'],
				test: ['Contact with {O} was lost at {v}.', '{P} signal disappeared at {v}.', 'The service broke off at {v}.'],
			},
			questions: {
				train: [
					'When did the outage of {E} begin?', 'At what time did {E} go down?', 'When did {E} lose service?', 'When did the outage of {E} start?',
					'When did {E} go off the air?', 'Tell me when {E} went down.', 'I wonder when {E} stopped working.',
					'Do you know when contact with {E} broke off?', 'Remind me when {E} fell silent.', 'Let me know since when {E} has been down.',
					'Check at what hour {E} failed.', 'We must know from what time {E} was out of service.', '{E} failed at what time?',
					'At what hour were users of {E} cut off?',
				],
				dev: ['When did {E} go down?', 'At what time did the outage of {E} begin?', 'Tell me at what time {E} went down.'],
				test: ['When was contact with {E} lost?', 'At what hour did {E} go off the air?', 'Tell me when {E} lost service.'],
			},
			lookups: { train: ['Which site went down at {v}?', 'Which site had an outage that began at {v}?'], dev: ['Which site had an outage that started at {v}?'], test: ['Which site lost service at {v}?'] },
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
					'{P} fault was cleared by {v}.', 'The repair was {v}.', 'The crew got {O} running again with {v}.', 'In the log, {P} fix is given as {v}.',
					'It took {v} to bring {O} back.', 'What helped {O} in the end was {v}.', 'The remedy that {S} needed turned out to be {v}.',
					'{S} had a fault, and the crew solved it with {v}.', '{P} trouble ended after {v}.', 'To cure the problem, {S} was given {v}.', 'Repair: {v}.',
					'The crew carried out {v}.', 'Service came back thanks to {v}.',
				],
				dev: ['{S} was fixed with {v}.', '{P} fault was fixed by {v}.', 'The repair consisted of {v}.'],
				test: ['The crew repaired {O} with {v}.', 'What brought {O} back was {v}.', 'The problem was solved by {v}.'],
			},
			questions: {
				train: [
					'How was {E} restored?', 'How was {E} repaired?', 'What fixed the fault of {E}?', 'How was {E} fixed?', 'How was the fault of {E} cleared?',
					'Tell me how {E} was repaired.', 'I wonder how the crew got {E} running again.', 'Do you know what it took to bring {E} back?',
					'Remind me what helped {E} in the end.', 'Let me know which remedy {E} needed.', 'Check what the crew did to cure {E}.',
					'We must know what solved the problem at {E}.', '{E} was brought back how?', 'Thanks to what did {E} come back?',
				],
				dev: ['How was the fault of {E} fixed?', 'What cleared the fault of {E}?', 'Tell me how {E} was fixed.'],
				test: ['What brought {E} back?', 'With what was {E} repaired?', 'Tell me what the engineers did to fix {E}.'],
			},
			lookups: { train: ['Which site was restored by {v}?', 'Which site was repaired with {v}?'], dev: ['Which site was restored with {v}?'], test: ['Which site was brought back by {v}?'] },
		},
		{
			id: 'network.technician',
			noun: 'technician',
			value: personName,
			statements: {
				train: [
					'{v} visited {O}.', 'The technician was {v}.', '{P} technician was {v}.', '{S} was visited by {v}.', '{v} worked on {O} as the technician.',
					'The technician who visited {O} was {v}.', '{v} was the technician on duty.', 'In the log, {P} engineer is named as {v}.',
					'{v} went out to {O}.', 'The person sent to {O} was {v}.', '{S} was inspected by {v}.', 'We asked {v} to drive out to {O}.',
					'{S} needed a hand, so {v} was called out.', 'It was {v} who climbed the mast of {O}.',
					'The field engineer whom {S} was assigned turned out to be {v}.', 'Technician: {v}.', 'The field work was done by {v}.',
					'{v} signed the work order.',
				],
				dev: ['The technician who worked on {O} was {v}.', '{S} was visited by the technician {v}.', 'The technician on duty was {v}.'],
				test: ['We sent {v} out to {O}.', 'The engineer who climbed {P} mast was {v}.', 'The work at the mast was done by {v}.'],
			},
			questions: {
				train: [
					'Who visited {E}?', 'Which technician worked on {E}?', 'Who was the technician at {E}?', 'Which technician visited {E}?', 'Who worked on {E}?',
					'Tell me which technician visited {E}.', 'I wonder who went out to {E}.', 'Do you know who was sent to {E}?',
					'Remind me which engineer inspected {E}.', 'Let me know who climbed the mast of {E}.', 'Check who signed the work order for {E}.',
					'We must know whom we asked to drive out to {E}.', '{E} was inspected by whom?', 'Which field engineer was assigned to {E}?',
				],
				dev: ['By which technician was {E} visited?', 'Who visited {E} as the technician?', 'Tell me who worked on {E}.'],
				test: ['Who was called out to {E}?', 'Which engineer did the work at {E}?', 'Tell me who was sent to {E} as the technician.'],
			},
			lookups: { train: ['Which site was visited by {v}?', 'Which site had {v} as the technician?'], dev: ['Which site was visited by the technician {v}?'], test: ['To which site was {v} sent?'] },
		},
	],
	asides: {
		train: [
			'{S} was checked again the next day.', 'Neighbouring cells were not affected.', '{S} is easy to reach by road.', 'The report was filed by the night shift.',
			'{S} remained under watch for a week.', 'No complaints were received.', '{S} was painted last summer.', 'The weather was mild.', '{S} is part of the regular patrol.',
			'The logs were kept for later study.', '{S} shares a road with a farm.', 'Spare parts were in stock.', '{S} has passed every inspection so far.',
			'The access road was clear.',
		],
		dev: [
			'The night shift took note.', '{S} is surrounded by trees.', 'Nearby cells carried on as usual.', '{S} was quiet for the rest of the week.',
			'A short summary was sent to the planners.',
		],
		test: ['{S} stands near a farm.', '{S} passed the last inspection.', 'The logs were checked the next day.', 'No spare parts were needed.', 'The weather was clear all week.'],
	},
};
