// The settings of stand-ins: keys in the config of an identity provider.

/** Whether a stand-in takes the provider's place: `auto`, `always` or `never`. */
export const STAND_IN_SETTING = 'understudy.stand-in';

/** The people at the stand-in: a JSON array of objects. */
export const PEOPLE_SETTING = 'understudy.stand-in.people';

/** What the stand-in answers in place of a person: a code of RFC 6749 §4.1.2.1; empty: a person. */
export const STAND_IN_FAULT_SETTING = 'understudy.stand-in.fault';

/** How long the stand-in takes to answer the server, in milliseconds. */
export const STAND_IN_DELAY_SETTING = 'understudy.stand-in.delay';

/** The people of a stand-in whose settings name none: first name and last name. */
export const STAND_IN_EXAMPLES = [
  ['Ada', 'Moreno'],
  ['Ben', 'Okafor'],
  ['Chiara', 'Rossi'],
] as const;
