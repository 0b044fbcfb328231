// Reads the scope of a registry token request: the requested actions per resource.
import { OAuthError } from '#protocol/errors/oauth-error.ts';

/** The actions allowed on one resource; an entry of the claim `access`. */
export interface AccessEntryWire {
  /** `repository` or `registry`, without a class. */
  readonly type: string;
  /** `catalog`, `team/app`, or with the registry's host `registry.test:5000/team/app`. */
  readonly name: string;
  /** `pull`, `push`, `delete`, `*`. */
  readonly actions: readonly string[];
}

const SECTION = 'Distribution token scope §Resource scope grammar';
/** May be followed by a class, which is ignored: `repository(plugin)`. */
const TYPE = /^([a-z0-9]+)(?:\([a-z0-9]+\))?$/;
/** A path, optionally after a host with a port. Wider than the grammar: registries choose their names. */
const NAME = /^(?:(?:[\w.-]+|\[[\da-f.:]+\])(?::\d+)?\/)?[\w.*+@~/-]+$/i;
const ACTION = /^(?:[a-z]+|\*)$/;

/** Maximum entries in one request. */
const MAX_ENTRIES = 64;

/** Maximum length of a resource name; the distribution specification allows 255 without the host. */
const MAX_NAME_LENGTH = 512;

/**
 * Reads all `scope` parameters, each a list separated by spaces; entries for the same resource are merged.
 * Choice: Keycloak reads only the first parameter (docs/differences-to-keycloak.md, "Registry scopes").
 * @throws {OAuthError} `invalid_scope` naming the unreadable scope and the fault.
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

/** Reads one scope, from a request or a role name; undefined if it is not well-formed. */
export function readRegistryScope(text: string): AccessEntryWire | undefined {
  const scope = readScope(text);
  return 'fault' in scope ? undefined : scope;
}

/** For Activity: `repository:team/app:pull,push`. */
export function formatScopes(entries: readonly AccessEntryWire[]): string {
  const texts = entries.map(({ type, name, actions }) => `${type}:${name}:${actions.join(',')}`);
  return texts.length === 0 ? 'nothing' : texts.join(' ');
}

/** The actions follow the last colon, because a name may contain a host with a port. */
function readScope(text: string): AccessEntryWire | { readonly fault: string } {
  const first = text.indexOf(':');
  const last = text.lastIndexOf(':');
  if (first === last) return { fault: 'it is not type:name:actions' };
  const type = TYPE.exec(text.slice(0, first))?.[1];
  if (type === undefined) return { fault: 'its type is not a word of lower-case letters and digits' };
  const name = text.slice(first + 1, last);
  if (name.length > MAX_NAME_LENGTH)
    return { fault: `its name is longer than ${MAX_NAME_LENGTH} characters` };
  if (!NAME.test(name)) return { fault: 'its name is not a path, with or without a host' };
  // The distribution specification allows an empty action.
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
