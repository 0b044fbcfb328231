// Reads Keycloak's search terms and field filters into a query that the store answers.
import type { Exchange } from '#protocol/http/exchange.ts';
import { containing, exactly, type TextPattern } from '#protocol/store/text-pattern.ts';
import type { UserQuery } from '#protocol/store/user-query.ts';
import { readSwitch } from '../admin-route.ts';
import { readAttributeConditions } from './attribute-query.ts';

/** Further words of one search are passed over. */
const MAX_WORDS = 16;

const FIELDS = ['username', 'firstName', 'lastName', 'email'] as const;

/** One word of `search`: prefix, `*infix*`, or `"exact"`. */
export function parseSearchWord(word: string): TextPattern {
  if (word.length > 1 && word.startsWith('"') && word.endsWith('"')) return exactly(word.slice(1, -1));
  return [...word.split('*'), ''];
}

function parseSearch(search: string): UserQuery {
  if (search.startsWith('id:')) return { ids: search.slice(3).trim().split(/\s+/) };
  const words = search.match(/"[^"]*"|\S+/g) ?? [];
  return { words: words.slice(0, MAX_WORDS).map(parseSearchWord) };
}

/** Users with every word somewhere in username, name or e-mail address; service accounts are found as well. */
export function parseWords(text: string): UserQuery {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(containing);
  return words.length === 0 ? {} : { words };
}

function readFields(exchange: Exchange): UserQuery {
  const toPattern = readSwitch(exchange, 'exact') === true ? exactly : containing;
  const fields = FIELDS.flatMap((field) => {
    const wanted = exchange.query.get(field) ?? '';
    return wanted === '' ? [] : [[field, toPattern(wanted)] as const];
  });
  const emailVerified = readSwitch(exchange, 'emailVerified');
  const provider = exchange.query.get('idpAlias') ?? '';
  const userId = exchange.query.get('idpUserId') ?? '';
  const linked = { ...(provider === '' ? {} : { provider }), ...(userId === '' ? {} : { userId }) };
  const attributes = exchange.query.get('q') ?? '';
  return {
    ...Object.fromEntries(fields),
    ...(emailVerified === undefined ? {} : { emailVerified }),
    ...(Object.keys(linked).length === 0 ? {} : { linked }),
    ...(attributes === '' ? {} : { attributes: readAttributeConditions(attributes) }),
  };
}

/** The query of a list of users. Only field filters find service accounts; with `search`, they have no effect. */
export function readUserQuery(exchange: Exchange): UserQuery {
  const enabled = readSwitch(exchange, 'enabled');
  const search = exchange.query.get('search')?.trim() ?? '';
  const query: UserQuery = {
    ...(search === '' ? readFields(exchange) : { ...parseSearch(search), isServiceAccount: false }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  return Object.keys(query).length === 0 ? { isServiceAccount: false } : query;
}
