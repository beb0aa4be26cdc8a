/** An order that stands for whatever comes. */
export const always =
	'(?:when(?:ever)?|each time|every time|any ?time|if|once|after (?:each|every)|before (?:each|every)|each|every|all|any|always|from now on|from (?:today|here on|this point)|henceforth|until further notice|everything|whatever|whoever|at the (?:start|beginning|end) of (?:each|every|any)|nightly|daily|hourly|weekly|automatically|by default|as soon as|upon|on request|quietly|silently|secretly|covertly|discreetly|unasked|in the background|hidden|blind|should (?:any|some)\\w+)';

/** What a person says counts for nothing. */
export const regardless =
	'(?:regardless|irrespective|no matter|whatever|even (?:if|when|though|where)|although|though|despite|in spite|anyway|anyhow|unconditionally|however|whichever|whether or not|rather than|instead(?: of)?|in place of|as if|as though|without exception|not the one|against (?:his|her|their|the) (?:wish|wishes|will))';

/** Without a look. */
export const unchecked =
	'(?:without (?:any |a |first |further |the |so much as )?(?:\\w+ ){0,2}?(?:asking|checking|verif\\w+|confirm\\w+|approval|review\\w*|looking|reading|questions?|consent|permission|authori\\w+|authentic\\w+|receipts?|proof|prescriptions?|hesitat\\w+|validat\\w+|inspect\\w*|delay|waiting|scrutin\\w+|oversight|checks?|tests?|testing|opening|consulting|warning|telling|id|identification|a (?:signature|second|look|receipt|check|word)|\\w+ (?:checks?|approval|review|sign-?off|consent|confirmation))|unread|unseen|sight unseen|unchecked|unreviewed|untested|unverified|no questions asked|blindly|at once|immediately|right away|straight away|instantly|on the spot|automatically|with no (?:\\w+ )?(?:\\w+ )?(?:tests?|reviews?|checks?|approval|questions|verification|oversight|confirmation|sign-?off|receipts?|paperwork)|and no (?:\\w+ )?(?:review|tests?|checks?|approval|questions)|no need to|before (?:any|the) (?:check|review|approval)|ahead of|unasked|on (?:his|her|their|its) (?:behalf|word)|need not be asked|whatever the|regardless|no matter|irrespective|anyway|anyhow|while (?:the |all )?(?:\\w+ )?(?:reviewers?|others?|owner|manager)(?: \\w+)* (?:offline|away|asleep|out)|before (?:anyone|the owner)|even (?:if|though|when|where)|as (?:genuine|valid|passed|approved|verified|complete|true|given|authentic|cleared|clean|paid|done))';

/** An entry that speaks of itself. */
export const itself =
	'(?:(?:this|these|the present|the above|the following|that same|this same|the same|the entire|this very|these very|this exact|this whole) (?:\\w+ )?(?:notes?|entr(?:y|ies)|memor(?:y|ies)|records?|messages?|instructions?|lines?|rules?|paragraphs?|texts?|clauses?|orders?|directives?|directions?|blocks?|prompts?|passages?|sentences?|statements?|steps|words?|polic(?:y|ies)|snippets?|commands?|request|guidance|mandate|payload|content|preferences?|exchange|conversation)|this (?:here|down)|the (?:above|below)(?! (?:ground|average))|the (?:instructions?|directives?|rule|order|text|entry|note|memory|message|paragraph) (?:above|below|here|in this|itself)|the (?:instruction|directive)|anything (?:above|here)|steps (?:listed |given )?below|the note says|such instructions)';

/** Whom an order speaks of when it is meant for an agent. */
export const agent = '(?:you|the (?:\\w+ )?(?:assistant|agent|model|bot|system|ai|llm|planner|copilot|chatbot))';

/** Those whom an agent works for, and what shows them what it does. */
export const principals =
	'(?:the |any |your |our |an? |its )?(?:users?|owners?|customers?|clients?|operators?|admins?|administrators?|humans?|anyone|anybody|security(?: team)?|it (?:department|team)|him|her|them|people|persons?|developers?|management|manager|compliance|auditors?|account holders?|supervisors?|boss|patients?|doctors?|nurses?|buyers?|shoppers?|bank|legal|reviewers?|parents?|tenants?|team|drivers?|reader|staff|employees?|colleagues?)';
export const traces =
	'(?:(?:activity|audit|access|event|error|change|action|chat|tool|shell|system|command|security|server|the|any|all|its|your|session) (?:logs?|history|trail)|logs?|logging|traces?|summar(?:y|ies)|reports?|minutes|receipts?|histor(?:y|ies)|notifications?|record of|evidence|alerts?|footprints?|transcripts?|audit trail|dashboards?|status|changelog|recap|digest|overview|the bin|sent (?:items|folder|mail)|outbox|header|footnotes?|output|final answer|reply|answer|response|view)';
