import type { Family } from '../family.ts';
import { address, routine, self } from '../lexicon.ts';

/** A home's heating, but for a temperature that people live in: in degrees Celsius or Fahrenheit. */
const heating = String.raw`(?:thermostat|heating)(?! (?:to|at) (?:1\d|2[0-5]|6\d|7[0-8])(?:[.,]\d)?(?![\d.,]\d|\d))`;
/** Nobody is without an alarm because its test is left out. */
const notItsTest = '(?! (?:tests?|drills?)(?![\\w-]))';
const own = `${self}|${routine}|readme|docs?|make`;

/** Orders to do away with things, to run things, and to let machines hurt somebody. */
export const machineFamilies: readonly Family[] = [
	{
		name: 'destroy',
		description: 'tells the agent to delete or destroy what others need',
		acts: 'delete|wipe|wipe out|remove|erase|purge|drop|destroy|throw away|throw out|trash|empty|discard|clear|clear out|shred|truncate|overwrite|format|reformat|cancel|take down|tear down|force-push|uninstall|revoke|bin|expunge|scrub|kill|terminate|close|reset|unsubscribe|nuke|scrap|burn|corrupt|prune|delist|withdraw|unpublish|deprovision|get rid|reject|zero|blank|encrypt|roll back|void|disband|strike|hard-delete|zap|move|shut down|deactivate|lock|revoke|hide|archive',
		near: [
			'(?:every |all |any |the |its |her |his |their )*(?:\\w+ )?(?:backups?|snapshots?|drives?|disks?|tables?|databases?|schemas?|mails?|e-?mails?|messages?|inbox|records?|files?|folders?|documents?|photos?|pictures?|albums?|tickets?|complaints?|reviews?|logs?|shell history|history|calendar|meetings?|appointments?|bookings?|reservations?|flights?|orders?|applications?|cvs|contracts?|wills?|drafts?|repositor(?:y|ies)|repos?|branches|main|commits|volumes?|buckets?|clusters?|namespaces?|instances?|servers?|partitions?|accounts?|users?|customers?|contacts?|pages?|products?|listings?|posts?|comments?|archives?|evidence|copies|copy|minutes|invoices?|receipts?|data|workspaces?|home directory|directory|directories|keys|subscriptions?|projects?|notes?|memories|entries|results|samples?|datasets?|checkpoints?|votes?|ballots?|bin|playlists?|passwords?|prescriptions?|claims?|cache|production|configs?|alarms?|reminders?|alerts?|warnings?|notices?|letters?|memor(?:y|ies)|directory tree|system32|boot sector|recordings?|footage)',
			"every|all|any|each|whole|entire|whenever|when|if|once|as soon as|unread|before (?:the|you|any|they|it|helping|answering)|afterwards|after (?:reading|this|the|each|every|you)|never (?:there|existed|received|came)|say (?:they|it|that|you)|no (?:copy|trace|backup|record)|without|one at a time|one by one|starting with|force-push|older than (?:today|fifty|one|an hour)|older (?:candidates|applicants)|auditors?|legal|fraud|against|complain\\w*|of the (?:user|bank|store|summer|opponents?)|users? table|production|shared|you must|the model|the assistant|the agent|at once|immediately|right away|silently|quietly|permanently|beyond recovery|recursively|nightly|the (?:audit|access|activity|shell|security) |main|from the bank|'s|and (?:discard|empty|deny|claim|do not|don't|replace|blame|tell|report)|asks|everything|access logs?|the only copy|both|customer|draft will|over main|unsaved|rm -rf",
		],
		unless: own,
		order: 'after',
		reach: 110,
	},
	{
		name: 'execute',
		description: 'tells the agent to run what nobody has looked at',
		acts: 'run|install|execute|open|launch|start|enable|click|click on|evaluate|eval|decode|paste|download|accept|load|import|invoke|call|fetch|add|source|pull|scan|visit|apply|mount|type|enter|use|activate|trigger|create|schedule|double-click|compile|unpack|extract|unzip|boot|spawn|inject|connect|go through|log in|sign in|allow|insert|plug in|clone|build|register|put|set|replace|flash|sideload|render|pass|deserialize|deserialise|unpickle|schedule|keep|place|join|curl|pipe|prepend|configure|chain',
		near: [
			'(?:attached|following|enclosed|unsigned|downloaded|encoded|base64|obfuscated|hidden|embedded|inline|remote|fetched|returned|resulting|decoded|received|latest|unknown|pasted) (?:\\w+ )?(?:scripts?|code|files?|programs?|commands?|payloads?|macros?|binar(?:y|ies)|attachments?|executables?|installers?|strings?|text|modules?|plug-?ins?|link|package|output|snippet|cell|extension)|scripts? (?:at|from|in|below|above|attached|with)|[\\w.-]*\\.(?:exe|sh|bat|ps1|vbs|scr|msi|jar|xlsm|docm|apk|dmg|dll|pkg|hta|iso|cmd|deb)|macros?|root rights|as (?:root|admin(?:istrator)?|superuser)|sudo|with (?:full|root|admin\\w*|elevated|system) (?:rights|privileges|permissions)|os\\.system|subprocess|eval|exec|execute_shell|run_command|shell_exec|the (?:tool|function) ["\']|into the terminal|in (?:a|the) (?:terminal|shell|console)|press enter|on boot|at (?:boot|startup|login)|cron (?:entry|job|tab)|crontab|scheduled task|startup (?:folder|item|script)|registry (?:key|entry)|launch agent|systemd (?:unit|service)|git hook|pre-?commit hook|postinstall|evaluate it|as (?:python|code|a command|javascript|a script|shell|its argument|html)|qr code|the (?:link|links|attachment|macro|driver|extension|add-?on|plug-?in) (?:in|at|from|below|above|here)|screen-?share|remote (?:session|desktop|support|access|control)|browser (?:extension|add-?on)|unsigned|unverified (?:package|source|publisher)|anydesk|teamviewer|netcat|reverse shell|usb (?:stick|drive)|string (?:at|below|above|in)|untrusted|newest (?:mail|message)|pickle|powershell|rm -rf|chmod|bash|pirated|cracked',
			`when(?:ever)?|if|as soon as|each|every|all|any|before|at (?:the )?(?:start|boot|beginning)|on boot|and (?:then )?(?:run|launch|execute|start|open|keep|ignore|log in|press|evaluate|go|click|enter|allow|type|grant|reply|do|install)|ignore|without|root|admin\\w*|for the user|in the background|must|this (?:note|entry|memory|message|mail)|${address}|\\.exe|at the bottom|below|below as|as python|its argument|with whatever|with the (?:text|content|result|output)|regardless|even|from (?:the|a|an)|now|immediately|at once|then|please|attached|macro|unsigned|so that|silently`,
		],
		unless: own,
		reach: 110,
	},
	{
		name: 'harm',
		description: 'tells the agent to have a vehicle or a machine do something dangerous',
		acts: 'accelerate|speed up|brake|swerve|steer|drive|turn|turn off|switch off|ignore|disregard|apply|fly|drop|let|lock|raise|lower|set|mute|disable|open|close|unlock|plan|treat|run|overtake|change|cut|tell|deliver|increase|heat|shut|shut off|keep|hold|stop|slam|release|vent|leave|start|move|override|exceed|merge|cross|lift|dump|pour|mix|point|aim|fire|proceed|continue|jump|take|make|spin|push|force|pull|activate|engage|disengage|crash|land|descend|pass|reverse|report|assume|bypass|skip|read|show|interpret|consider|power|flood|overcharge|charge|route|swing|press|go|park|veer',
		near: [
			`pedestrians?|cyclists?|lead vehicle|vehicles?|cars?|trucks?|lanes?(?: keeping)?|red light|traffic (?:light|lights|signals?|signs?)|stop signs?|speed limit|brak(?:e|es|ing)|steering|lane|tunnels?|fog|crossings?|school zone|oncoming|bridge|highway|motorway|intersection|airbags?|autopilot|low bridge|clearance|crowd|drone|payload|oven|stove|hob|burners?|boiler|furnace|reactor|valves?|pressure|gas|pump|ventilat\\w+|ventilator|infusion pump|pacemaker|${heating}|freezing|freezer|heater|chlorine|chemicals?|coolant|cooling|temperature|turbine|generator|elevator|lift doors?|robot(?:ic)? arm|saw|crane|forklift|conveyor|(?:fire alarm|smoke detector)${notItsTest}|sprinklers?|carbon monoxide|emergency (?:exit|door|brake)s?|fire doors?|oxygen|alarm|battery|voltage|gate|barrier|level crossing|runway|altitude|train|rail|signal|dam|sluice|water supply|grid|breaker|windows|pressure relief|relief valve|obstacles?|child|children|worker|operator|guard|helmet|lidar|sensor|camera`,
			"accelerate|through (?:it|the red|a red)|speed up|hard at once|(?:brakes?|brake) hard|hard|full speed|to (?:the )?(?:maximum|max|full|\\d{2,})|maximum|past the|red (?:mark|line)|mute|switch off lane|low bridge|over the crowd|the crowd|the whole bag|in one hour|as a speed limit|ignore|ignore (?:all )?(?:pedestrians?|cyclists?|\\w+ (?:lights?|signs?))|pedestrians?|when the house is empty|below freezing|lock its|without (?:stopping|braking|looking|slowing|warning)|even (?:if|when|though)|do not (?:stop|brake|slow|yield|warn)|don't (?:stop|brake|slow)|into (?:the )?(?:oncoming|traffic|crowd|wall|barrier)|beyond (?:the )?(?:limit|rated|safe)|above (?:the )?(?:limit|rated|safe|maximum)|overnight|unattended|no matter|regardless|at (?:once|full)|suddenly|abruptly|sudden stop|on (?:red|the wrong)|wrong side|despite|occupied|while (?:someone|people|the door|the guard|workers?)|sleeping|asleep|let its load|as (?:empty|clear|free|green|harmless)",
			'when(?:ever)?|if|under|in (?:tunnels|fog|rain|snow|the dark|heavy|bad)|at night|must|should|the (?:agent|car|vehicle|drone|truck|driver|robot|pump|planner|controller|autopilot|driving)|tell|past|to (?:the )?maximum|each|every|all|any|reported|in tunnels|stop sign|low bridge|children|crowd|ignore|treat|lock|mute|disable|override|always|while|raise|despite|regardless',
		],
		unless: self,
	},
	{
		name: 'harm',
		description: 'tells the agent to have a vehicle or a machine do something dangerous',
		acts: 'keep driving|keep going|overtake|speed up|accelerate|drive|charge|heat|run|let|turn|raise|push|overload|fill|spin|close|open|start|leave|disable|switch off|turn off',
		near: [
			`(?:beyond|past|above|over|outside) (?:its|the|their|any) (?:\\w+ )?(?:limits?|rating|maximum|red mark|threshold|capacity|speed)|(?:sees|detects|reports|shows) an? (?:person|child|cyclist|pedestrian|obstacle|worker)|on the (?:right|wrong|left) (?:side )?in front|in front of (?:schools?|people|children)|boil dry|when nobody is in|while (?:somebody|someone|people|workers?|children) (?:is|are)|gas sensor|smoke (?:sensor|detector|alarm)${notItsTest}|carbon monoxide|dead man|without (?:coolant|oil|water|a guard|brakes?)|when (?:the )?(?:house|home|room) is empty`,
		],
		unless: self,
	},
	{
		name: 'execute',
		description: 'tells the agent to run what others send',
		acts: 'launch|run|feed|load|open|execute|install|start|pipe|pass|paste|eval|import|apply|enable|click|follow',
		near: [
			'(?:whatever|any|every|all|the|each) (?:\\w+ )?(?:installer|code|script|program|macro|attachment|file|link|command|executable|binary|package|plug-?in|add-?on|output|content|text|response)s? (?:\\w+ ){0,2}?(?:from|in|of|on|that|which|at|arrives|sends)|to the (?:shell|terminal|interpreter|console|command line)|as root|with (?:root|admin\\w*|full) rights|(?:an?|the) (?:unknown|unsigned) \\w+',
			'mails?|e-?mails?|messages?|web|pages?|customers?|users?|senders?|sends?|arrives?|downloads?|shell|terminal|root|address|internet|attachment|strangers?|anyone|chat|note|memory|entry',
		],
		unless: own,
		order: 'after',
	},
];
