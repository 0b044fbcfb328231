// Messages on pages, with their English texts for Activity, which are never translated.
import { formatMessage } from '#protocol/realm/texts/message-format.ts';
import { EN_MESSAGES } from './en-messages.ts';
import { EN, type PageTextKey } from './table.ts';

export interface PageMessage {
  /** Of our texts or the realm's. */
  readonly key: string;
  readonly params: readonly string[];
  /** In English; shown if the key has no text. */
  readonly text: string;
}

export function messageOf(key: PageTextKey, ...params: readonly string[]): PageMessage {
  return { key, params, text: params.length === 0 ? EN[key] : formatMessage(EN[key], params).text };
}

const PLACEHOLDER = /\{\d\}/;

/** Keys of messages without placeholders by their English text; the first of several. */
const KEYS: ReadonlyMap<string, string> = new Map(
  Object.entries(EN_MESSAGES)
    .filter(([, text]) => !PLACEHOLDER.test(text))
    .map(([key, text]) => [text, key] as const)
    .toReversed(),
);

/** Descriptions of errors with a value: how they begin and end. */
const WITH_VALUE = (
  [
    'invalidParameterMessage',
    'missingParameterMessage',
    'understudy.missingParameters',
    'understudy.otherMethods',
    'accessDeniedWhenIdpAuth',
    'federatedIdentityConfirmReauthenticateMessage',
    'notMemberOfOrganization',
  ] as const
).map((key) => {
  const [beginning = '', ending = ''] = EN[key].split('{0}');
  return { key, beginning, ending };
});

/** The message of an error's description; any other description stays as it is. */
export function messageOfDescription(description: string): PageMessage {
  const key = KEYS.get(description);
  if (key !== undefined) return { key, params: [], text: description };
  const found = WITH_VALUE.find(
    ({ beginning, ending }) => description.startsWith(beginning) && description.endsWith(ending),
  );
  if (found === undefined) return { key: '', params: [], text: description };
  const value = description.slice(found.beginning.length, description.length - found.ending.length);
  return { key: found.key, params: [value], text: description };
}
