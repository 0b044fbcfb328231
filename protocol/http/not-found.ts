// Explains a 404: a legacy base path, a realm that does not exist, or an unknown path.
import type { RealmStore } from '#protocol/store/store.ts';
import { RequestFault } from './request-fault.ts';

function nothingHere(path: string): RequestFault {
  const isOldBasePath = path.startsWith('/auth/realms/') || path.startsWith('/auth/admin/');
  return new RequestFault(404, 'not_found', 'There is nothing at this address.', {
    remedy: isOldBasePath
      ? 'Leave out /auth: as in Keycloak 17 and later, paths begin with /realms or /admin.'
      : 'Check the path.',
    section: 'RFC 9110 §15.5.5',
  });
}

/** A path that only Keycloak has. `subject`: what it belongs to, within a sentence. */
export function notImplemented(subject: string): RequestFault {
  return new RequestFault(404, 'not_found', 'Keycloak has this endpoint; Understudy does not implement it.', {
    remedy: `It belongs to ${subject}. Leave the call out of tests against Understudy, or run them against Keycloak.`,
    section: 'RFC 9110 §15.5.5',
  });
}

/** The route's realm does not exist. Compat: Keycloak's codes. */
export function noSuchRealm(path: string): RequestFault {
  const code = path.startsWith('/realms/') ? 'Realm does not exist' : 'Realm not found.';
  const name = /\/realms\/([^/]*)/.exec(path)?.[1] ?? '';
  return new RequestFault(404, code, 'There is no realm of this name.', {
    remedy: `Check the spelling of "${name}", create the realm, or import its file with --import-realm.`,
  });
}

/** The fault for an unknown path. A missing realm takes precedence over a missing path. */
export function nothingAt(realms: RealmStore, path: string): RequestFault {
  const name = /^\/realms\/([^/%]+)(?:\/|$)/.exec(path)?.[1];
  return name === undefined || realms.find(name) !== undefined ? nothingHere(path) : noSuchRealm(path);
}
