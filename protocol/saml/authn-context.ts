// Maps requested authentication contexts to levels, and reached levels to the class in the response.

import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { acrLevels, hasLevels, OTP_LEVEL, PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { RequestedAuthnContext } from './messages/authn-request.ts';
import { AUTHN_CONTEXT_CLASSES } from './xml-names.ts';

/** Classes for which a password is sufficient, whatever the map says. */
const PASSWORD_CLASSES: readonly string[] = Object.values(AUTHN_CONTEXT_CLASSES);

/** Realm and client whose level maps apply. */
interface ContextScope {
  readonly realm: Realm;
  readonly client: Client;
}

/** The known classes with their levels; every sign-in has at least level 1. */
function leveledClasses(
  { realm, client }: ContextScope,
  classes: readonly string[],
): readonly { readonly name: string; readonly level: number }[] {
  const map = acrLevels(realm, client);
  return classes.flatMap((name) => {
    const level = map.get(name) ?? (PASSWORD_CLASSES.includes(name) ? PASSWORD_LEVEL : undefined);
    return level === undefined ? [] : [{ name, level: Math.max(PASSWORD_LEVEL, level) }];
  });
}

/**
 * The minimum level at which a sign-in satisfies the requested context.
 * @throws {SamlStatusError} `no_authn_context` when no sign-in can satisfy it. SAML Core §3.3.2.2.1.
 */
export function requiredLevel(scope: ContextScope, requested: RequestedAuthnContext): number {
  const { realm, client } = scope;
  const known = leveledClasses(scope, requested.classes).map(({ level }) => level);
  const highest = hasLevels(realm, client) ? OTP_LEVEL : PASSWORD_LEVEL;
  const level = lowestFittingLevel(requested.comparison, known);
  if (level !== undefined && level <= highest) return level;
  throw unreachable(scope, requested);
}

function lowestFittingLevel(
  comparison: RequestedAuthnContext['comparison'],
  known: readonly number[],
): number | undefined {
  if (known.length === 0) return undefined;
  // Reaching a level includes all lower ones, so the lowest always satisfies "maximum".
  if (comparison === 'maximum') return PASSWORD_LEVEL;
  // "Better" must exceed every one of the classes.
  if (comparison === 'better') return Math.max(...known) + 1;
  return Math.min(...known);
}

export function unreachable(
  { realm, client }: ContextScope,
  requested: RequestedAuthnContext | undefined,
): SamlStatusError {
  const { classes, comparison } = requested ?? { classes: [], comparison: 'exact' };
  const demanded =
    classes.length === 0 ? 'a context that it names by no class' : `${comparison} ${classes.join(', ')}`;
  return new SamlStatusError('no_authn_context', {
    reason: `The request demands ${demanded}; a password reaches level 1, a one-time code level 2.`,
    remedy: `Map the class to level 1 or 2 in attribute acr.loa.map of realm ${realm.name} or client ${client.clientId}, e.g. {"${classes[0] ?? AUTHN_CONTEXT_CLASSES.password}":1}, or do not send RequestedAuthnContext.`,
  });
}

/** @throws {SamlStatusError} `no_authn_context` if the map has changed and the level is now too low. */
export function checkReached(
  scope: ContextScope,
  requested: RequestedAuthnContext | undefined,
  reached: number,
): void {
  if (requested !== undefined && reached < requiredLevel(scope, requested))
    throw unreachable(scope, requested);
}

/** The strongest requested class that was reached, otherwise the one mapped to the level. */
export function reachedClass(
  scope: ContextScope,
  requested: RequestedAuthnContext | undefined,
  reached: number,
): string {
  if (requested === undefined) return AUTHN_CONTEXT_CLASSES.unspecified;
  const proven = leveledClasses(scope, requested.classes).filter(({ level }) => level <= reached);
  const best = Math.max(...proven.map(({ level }) => level));
  const named = requested.comparison === 'better' ? undefined : proven.find(({ level }) => level === best);
  if (named !== undefined) return named.name;
  const mapped = [...acrLevels(scope.realm, scope.client)].find(([, level]) => level === reached);
  return mapped?.[0] ?? AUTHN_CONTEXT_CLASSES.unspecified;
}
