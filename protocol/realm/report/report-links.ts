// Accounts at identity providers that a realm file gives to more than one user.
import type { StoredUser } from '#protocol/store/store.ts';
import { linkKey, linksOf } from '#protocol/store/user-links.ts';
import type { Findings } from './findings.ts';

/** Compat: Keycloak stores such links, too, and refuses all sign-ins with the account. */
const MESSAGE =
  'Another user before this one in the file has the same account, and is the one who signs in with it. Remove the link of one of them.';

/** Takes the users of a realm in their order, and adds a line for each link that a user before has. */
export class LinkReport {
  readonly #findings: Findings;
  readonly #owners = new Map<string, string>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  addUser(user: StoredUser): void {
    for (const link of linksOf(user)) {
      const key = linkKey(link);
      const owner = this.#owners.get(key);
      if (owner === undefined) this.#owners.set(key, user.id);
      else if (owner !== user.id)
        this.#findings.add({
          path: ['users', { item: user.username }, 'federatedIdentities'],
          value: `${link.provider}: ${link.userId}`,
          message: MESSAGE,
        });
    }
  }
}
