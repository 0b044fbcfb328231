// Reads the named values of a reply (JSON members, or the parameters of a redirect or form), and writes others.

import type { PostedForm, Reply } from '#protocol/http/exchange.ts';
import { decodeLeniently } from '#protocol/http/masking.ts';
import { renderPostingPage } from '#protocol/http/posting-page.ts';

type Members = Readonly<Record<string, unknown>>;

/** The named values of a reply, and how they are replaced. */
export interface AnswerPart {
  readonly kind: 'json' | 'parameters';
  readonly members: Members;
  /** The reply with other values; undefined removes. Parameters must be texts. */
  write(changes: Members): Reply;
}

/** Parameters that only answers to clients have (RFC 6749 §4.1.2, JARM §2.3, SAML Bindings §3). */
const CLIENT_PARAMETERS = ['code', 'error', 'id_token', 'access_token', 'response'];
const SAML_PARAMETERS = ['SAMLResponse', 'SAMLRequest', 'SAMLart'];

function withoutUndefined(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function readJson(reply: Reply): AnswerPart | undefined {
  const type = reply.headers?.['content-type'];
  if (typeof type !== 'string' || !type.includes('json') || reply.body === undefined) return undefined;
  const value: unknown = JSON.parse(reply.body.toString());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = { ...(value as Members) };
  return {
    kind: 'json',
    members,
    write: (changes) => ({
      ...reply,
      body: JSON.stringify(withoutUndefined({ ...members, ...changes })),
    }),
  };
}

type Field = readonly [name: string, value: string];

/** Changed fields stay where they are, new ones come last. */
function changeFields(fields: readonly Field[], changes: Members): Field[] {
  const names = new Set(fields.map(([name]) => name));
  const added = Object.entries(changes).filter(([name]) => !names.has(name));
  return [
    ...fields.map(([name, value]) => [name, Object.hasOwn(changes, name) ? changes[name] : value] as const),
    ...added,
  ].flatMap(([name, value]): Field[] => (typeof value === 'string' ? [[name, value]] : []));
}

function readForm(reply: Reply, form: PostedForm): AnswerPart {
  return {
    kind: 'parameters',
    members: Object.fromEntries(form.fields),
    write(changes) {
      const { body, postedForm } = renderPostingPage({ ...form, fields: changeFields(form.fields, changes) });
      return { ...reply, ...(body && { body }), ...(postedForm && { postedForm }) };
    },
  };
}

/** Other pairs keep their spelling, which a signature may cover. */
function changePairs(text: string, changes: Members): string {
  const pairs = text.split('&').filter((pair) => pair !== '');
  const nameOf = (pair: string): string => decodeLeniently(pair.split('=', 1)[0] ?? '');
  const names = new Set(pairs.map(nameOf));
  const spell = (name: string): string[] =>
    typeof changes[name] === 'string'
      ? [`${encodeURIComponent(name)}=${encodeURIComponent(changes[name])}`]
      : [];
  const kept = pairs.flatMap((pair) => (Object.hasOwn(changes, nameOf(pair)) ? spell(nameOf(pair)) : [pair]));
  return [
    ...kept,
    ...Object.keys(changes)
      .filter((name) => !names.has(name))
      .flatMap(spell),
  ].join('&');
}

function readPairs(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The parameters of the fragment; without one, of the query. */
function readRedirect(reply: Reply, location: string): AnswerPart {
  const [address = '', fragment] = location.split(/#(.*)/s, 2);
  const [path = '', query = ''] = address.split(/\?(.*)/s, 2);
  const inFragment = fragment !== undefined && fragment !== '';
  const members = readPairs(inFragment ? fragment : query);
  return {
    kind: 'parameters',
    members,
    write(changes) {
      const changed = inFragment
        ? `${address}#${changePairs(fragment, changes)}`
        : [path, changePairs(query, changes)].filter((text) => text !== '').join('?');
      return { ...reply, headers: { ...reply.headers, location: changed } };
    },
  };
}

/** The part of the reply that is meant for a client; undefined if it has neither JSON members nor parameters. */
export function readAnswerPart(reply: Reply): AnswerPart | undefined {
  if (reply.postedForm !== undefined) return readForm(reply, reply.postedForm);
  const location = reply.headers?.['location'];
  return typeof location === 'string' ? readRedirect(reply, location) : readJson(reply);
}

/** Which protocol's answer the browser takes to a client; undefined for pages and other replies. */
export function protocolOf(reply: Reply): 'authorization' | 'saml' | undefined {
  const part = readAnswerPart(reply);
  if (part?.kind !== 'parameters') return undefined;
  const has = (names: readonly string[]): boolean => names.some((name) => Object.hasOwn(part.members, name));
  if (has(SAML_PARAMETERS)) return 'saml';
  return has(CLIENT_PARAMETERS) ? 'authorization' : undefined;
}
