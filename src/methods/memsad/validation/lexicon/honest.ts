/** Who speaks of what is his or her own: hardly an order to an agent. */
export const self = 'i|my|me|we|our|us|mum(?! (?:about|on))|mom|dad|granny|kids';

/** Work that has an end, a place of its own or a flag of a command, and things that nobody needs any more. */
export const routine =
	'(?<!\\.)(?:tests?|testing|ci|staging|sandbox|dev)|locally|localhost|lint\\w*|benchmarks?|demo|fixtures?|profiling|dockerfiles?|maintenance|drills?|upgrad(?:e|es|ing)|rollout|migrations?|retention|decommissioned|temp|temporary|temporarily|scratch|throwaway|(?<!to )(?<!to the )trash|older than \\w+ (?:days?|weeks?|months?|years?)|after \\w+ (?:days|weeks|months|years)|until(?! (?:further|asked|told))|while|--?[a-z][\\w-]*';

/** A bound on what may be done: a small sum, a condition that has to hold. */
export const bounded =
	'(?:below|under|up to) (?:\\d{1,2}|ten|twenty|thirty|forty|fifty)(?! ?(?:k|thousand|hundred|million|percent|%))|as long as|provided(?: that)?';

/** Secrets that are kept to please, and those that belong to whoever tells them. */
export const kindSecrets =
	'surprises?|party|presents?|birthday|gifts?|proposal|engagement|anniversary|spoilers?|scam\\w*|phishing|confidential|children|toddler';
