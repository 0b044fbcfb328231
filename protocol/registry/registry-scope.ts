// The scope of a registry token request: which actions on which resources are asked for.
import { OAuthError } from '#protocol/errors/oauth-error.ts';

/** What a token lets its bearer do with one resource; the wire form of the claim `access`. */
export interface AccessEntryWire {
  /** `repository`, `registry`; with a class: `repository(plugin)`. */
  readonly type: string;
  /** `team/app`, also with the registry's host: `registry.test:5000/team/app`; `catalog`. */
  readonly name: string;
  /** `pull`, `push`, `delete`, `*`. */
  readonly actions: readonly string[];
}

const SECTION = 'Distribution token scope §Resource scope grammar';
const TYPE = /^[a-z0-9]+(?:\([a-z0-9]+\))?$/;
const ACTION = /^(?:[a-z]+|\*)$/;

/** How many entries one request may ask for. */
const MAX_ENTRIES = 64;

/** Longest name of a resource, in characters; the distribution specification allows 255 without the host. */
const MAX_NAME_LENGTH = 512;

/**
 * Reads the values of all `scope` parameters; each may hold several scopes between blanks. The actions stand behind the last colon, so that
 * a name may hold a host with its port. The same resource asked for twice is one entry.
 * Choice: repeated parameters count, as the distribution specification wants; Keycloak reads the first (docs/decisions/0150-registry-scopes.md).
 * @throws {OAuthError} `invalid_scope` naming the scope that cannot be read.
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

/** `repository:team/app:pull,push` for Activity. */
export function formatScopes(entries: readonly AccessEntryWire[]): string {
  const texts = entries.map(({ type, name, actions }) => `${type}:${name}:${actions.join(',')}`);
  return texts.length === 0 ? 'nothing' : texts.join(' ');
}

function parseScope(text: string): AccessEntryWire {
  const first = text.indexOf(':');
  const last = text.lastIndexOf(':');
  const type = text.slice(0, Math.max(first, 0));
  const name = text.slice(first + 1, Math.max(last, first + 1));
  const actions = text
    .slice(last + 1)
    .split(',')
    .filter((action) => action !== '');
  const isSound =
    first !== last &&
    TYPE.test(type) &&
    name !== '' &&
    name.length <= MAX_NAME_LENGTH &&
    actions.every((action) => ACTION.test(action));
  if (isSound) return { type, name, actions: [...new Set(actions)] };
  throw refuse(
    `Scope "${text.slice(0, 200)}" is not type:name:actions.`,
    'Write it as repository:team/app:pull,push or registry:catalog:*.',
  );
}

function refuse(reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_scope', { description: reason, reason, remedy, section: SECTION });
}
