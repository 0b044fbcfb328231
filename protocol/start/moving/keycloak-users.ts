// The form for Keycloak of a realm and its users, made in parts so that the users need not be in memory at once.
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import type { MovedRealm } from '#protocol/store/moving.ts';
import { inBatches } from '#protocol/store/moving.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';

/** What Keycloak will read differently. */
export interface Finding {
  readonly path: string;
  readonly message: string;
}

/** A realm as Keycloak imports it. */
interface WrittenRealm {
  readonly file: RealmRepresentation;
  readonly report: readonly Finding[];
}

/** Makes the form for Keycloak of a realm with some of its users. */
export type WriteRealm = (realm: StoredRealm, users: readonly StoredUser[]) => WrittenRealm;

/** Users that are converted at once: few enough for the memory of the youngest objects. */
const BATCH = 250;

const named = <Item extends { readonly id?: string }, Name extends keyof Item>(
  items: readonly Item[] | undefined,
  name: Name,
): Pick<Item, 'id' | Name>[] =>
  (items ?? []).map((item) => ({ id: item.id, [name]: item[name] }) as Pick<Item, 'id' | Name>);

/** What users may refer to, so that not all of the realm is converted with each part of them. */
function withNamesOnly({
  id,
  realm,
  groups,
  roles,
  defaultRole,
  clients,
  clientScopes,
}: StoredRealm): StoredRealm {
  const ofClients = Object.entries(roles?.client ?? {}).map(([clientId, list]) => [
    clientId,
    named(list, 'name'),
  ]);
  return {
    id,
    realm,
    ...(groups === undefined ? {} : { groups }),
    ...(defaultRole === undefined ? {} : { defaultRole }),
    ...(roles === undefined
      ? {}
      : { roles: { realm: named(roles.realm, 'name'), client: Object.fromEntries(ofClients) } }),
    ...(clients === undefined ? {} : { clients: named(clients, 'clientId') }),
    ...(clientScopes === undefined ? {} : { clientScopes: named(clientScopes, 'name') }),
  };
}

/** The texts of a document, and those of documents in its texts: what it may refer to. */
function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') {
    texts.add(value);
    if (value.startsWith('[') || value.startsWith('{')) collectTexts(parseOrNothing(value), texts);
  } else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectTexts(member, texts);
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ACCOUNT_PREFIX = 'service-account-';

/** Findings of several parts, of which those of the same kind are counted together. */
class Findings {
  readonly #found = new Map<string, { readonly finding: Finding; count: number }>();

  add({ path, message }: Finding): void {
    const [, base = message, more = '0'] =
      /^(.*) The same applies in (\d+) more places\.$/s.exec(message) ?? [];
    const count = 1 + Number(more);
    const kind = `${path.replaceAll(/\[\d+\]/g, '[]')} ${base}`;
    const known = this.#found.get(kind);
    if (known === undefined) this.#found.set(kind, { finding: { path, message: base }, count });
    else known.count += count;
  }

  list(): readonly Finding[] {
    return [...this.#found.values()].map(({ finding: { path, message }, count }) => ({
      path,
      message: count === 1 ? message : `${message} The same applies in ${count - 1} more places.`,
    }));
  }
}

/** A realm for Keycloak: first everything but the users, then those. */
export class KeycloakRealm {
  readonly #moved: MovedRealm;
  readonly #write: WriteRealm;
  readonly #findings = new Findings();
  readonly #credentialIds = new Set<string>();

  constructor(moved: MovedRealm, write: WriteRealm) {
    this.#moved = moved;
    this.#write = write;
  }

  /** The realm without its users. */
  async readRealm(): Promise<RealmRepresentation> {
    const { realm } = this.#moved;
    const { file, report } = this.#write(realm, await this.#mentionedUsers());
    for (const finding of report) if (!isOfUsers(finding)) this.#findings.add(finding);
    const { users: _written, ...members } = file;
    return members as RealmRepresentation;
  }

  async *users(): AsyncGenerator<UserRepresentation, void> {
    let first = 0;
    const realm = withNamesOnly(this.#moved.realm);
    for await (const batch of inBatches(this.#moved.users(), BATCH)) {
      const { file, report } = this.#write(
        realm,
        batch.map(({ user }) => user),
      );
      for (const finding of report)
        if (isOfUsers(finding)) this.#findings.add({ ...finding, path: later(finding.path, first) });
      for (const [index, user] of (file.users ?? []).entries())
        yield this.#withOwnCredentialIds(user, first + index);
      first += batch.length;
    }
  }

  /** Complete once all users are read. */
  report(): readonly Finding[] {
    return this.#findings.list();
  }

  /** The users to whom the realm may refer. */
  async #mentionedUsers(): Promise<readonly StoredUser[]> {
    const texts = new Set<string>();
    collectTexts(this.#moved.realm, texts);
    const mentioned: StoredUser[] = [];
    for await (const { user } of this.#moved.users()) {
      const { id, username, serviceAccountClientId = id } = user;
      const isAccount =
        username.startsWith(ACCOUNT_PREFIX) && texts.has(username.slice(ACCOUNT_PREFIX.length));
      if (isAccount || [id, username, serviceAccountClientId].some((text) => texts.has(text)))
        mentioned.push(user);
    }
    return mentioned;
  }

  /** Users of one part have different ids of credentials already; those of different parts may not. */
  #withOwnCredentialIds(user: UserRepresentation, index: number): UserRepresentation {
    const { credentials } = user;
    if (credentials === undefined) return user;
    let isChanged = false;
    const own = credentials.map((credential, position) => {
      const { id, ...rest } = credential;
      if (id === undefined) return credential;
      if (!this.#credentialIds.has(id)) {
        this.#credentialIds.add(id);
        return credential;
      }
      isChanged = true;
      const path = `users[${index}].credentials[${position}].id`;
      const message = `The id "${id}" is used twice, so Keycloak generates another one.`;
      this.#findings.add({ path, message });
      return rest;
    });
    return isChanged ? { ...user, credentials: own } : user;
  }
}

const isOfUsers = ({ path }: Finding): boolean => path.startsWith('users[');

/** The path of a user in the whole list. */
function later(path: string, by: number): string {
  return path.replace(/^users\[(\d+)\]/, (_, index) => `users[${Number(index) + by}]`);
}
