// The scope of a registry token request: which actions on which resources are asked for.
import { OAuthError } from '#protocol/errors/oauth-error.ts';

/** What a token lets its bearer do with one resource; the wire form of the claim `access`. */
export interface AccessEntryWire {
  /** `repository`, `registry`; never with a class. */
  readonly type: string;
  /** `team/app`, also with the registry's host: `registry.test:5000/team/app`; `catalog`. */
  readonly name: string;
  /** `pull`, `push`, `delete`, `*`. */
  readonly actions: readonly string[];
}

const SECTION = 'Distribution token scope §Resource scope grammar';
/** With a class behind it, which says nothing: `repository(plugin)`. */
const TYPE = /^([a-z0-9]+)(?:\([a-z0-9]+\))?$/;
/** A host, in which alone a colon may stand, and a path. Wider than the grammar: what a registry calls its resources is its own affair. */
const NAME = /^(?:(?:[\w.-]+|\[[\da-f.:]+\])(?::\d+)?\/)?[\w.*+@~/-]+$/i;
const ACTION = /^(?:[a-z]+|\*)$/;

/** How many entries one request may ask for. */
const MAX_ENTRIES = 64;

/** Longest name of a resource, in characters; the distribution specification allows 255 without the host. */
const MAX_NAME_LENGTH = 512;

/**
 * Reads the values of all `scope` parameters; each may hold several scopes between blanks. The same resource asked for twice is one entry.
 * Choice: repeated parameters count, as the distribution specification wants; Keycloak reads the first (docs/differences-to-keycloak.md,
 * "Registry scopes").
 * @throws {OAuthError} `invalid_scope` naming the scope that cannot be read, and what of it.
 */
export function parseRegistryScopes(values: readonly string[]): readonly AccessEntryWire[] {
  const texts = values.flatMap((value) => value.split(' ')).filter((text) => text !== '');
  if (texts.length > MAX_ENTRIES)
    throw refuse(`The request asks for ${texts.length} resources.`, `Ask for at most ${MAX_ENTRIES}.`);
  const entries = new Map<string, { type: string; name: string; actions: Set<string> }>();
  for (const { type, name, actions } of texts.map(parseScope)) {
    const key = `${type}:${name}`;
    const entry = entries.get(key) ?? { type, name, actions: new Set() };
    entries.set(key, entry);
    for (const action of actions) entry.actions.add(action);
  }
  return [...entries.values()].map(({ type, name, actions }) => ({ type, name, actions: [...actions] }));
}

/** One scope, as it stands in a request or is the name of a role; undefined when it is none. */
export function readRegistryScope(text: string): AccessEntryWire | undefined {
  const scope = readScope(text);
  return 'fault' in scope ? undefined : scope;
}

/** `repository:team/app:pull,push` for Activity. */
export function formatScopes(entries: readonly AccessEntryWire[]): string {
  const texts = entries.map(({ type, name, actions }) => `${type}:${name}:${actions.join(',')}`);
  return texts.length === 0 ? 'nothing' : texts.join(' ');
}

/** The actions stand behind the last colon, so that a name may hold a host with its port. */
function readScope(text: string): AccessEntryWire | { readonly fault: string } {
  const first = text.indexOf(':');
  const last = text.lastIndexOf(':');
  if (first === last) return { fault: 'it is not type:name:actions' };
  const type = TYPE.exec(text.slice(0, first))?.[1];
  if (type === undefined) return { fault: 'its type is no word of lower-case letters and digits' };
  const name = text.slice(first + 1, last);
  if (name.length > MAX_NAME_LENGTH)
    return { fault: `its name is longer than ${MAX_NAME_LENGTH} characters` };
  if (!NAME.test(name)) return { fault: 'its name is no path, with or without a host' };
  // The distribution specification lets an action be empty.
  const actions = text
    .slice(last + 1)
    .split(',')
    .filter((action) => action !== '');
  if (!actions.every((action) => ACTION.test(action)))
    return { fault: 'its actions are neither words of lower-case letters nor *' };
  return { type, name, actions: [...new Set(actions)] };
}

function parseScope(text: string): AccessEntryWire {
  const scope = readScope(text);
  if (!('fault' in scope)) return scope;
  throw refuse(
    `Scope "${text.slice(0, 200)}" cannot be read: ${scope.fault}.`,
    'Write it as repository:team/app:pull,push or registry:catalog:*.',
  );
}

function refuse(reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_scope', { description: reason, reason, remedy, section: SECTION });
}
