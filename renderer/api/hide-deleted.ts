// Removes entries whose deletion is pending from what the server has answered, so that no screen offers them.

/** Entries that are found by their ID, wherever they appear. */
const ENTRY_PATH =
  /\/(?:clients|users|groups|client-scopes|protocol-mappers\/models|identity-provider\/instances\/[^/]+\/mappers|roles-by-id|credentials|components|mail)\/([^/?]+)$/;

/** Roles that are deleted by name: of the realm, or of the client with the ID before. */
const ROLE_PATH = /^\/admin\/realms\/[^/]+(?:\/clients\/([^/]+))?\/roles\/([^/?]+)$/;

/** Identity providers, which are deleted by alias. */
const PROVIDER_PATH = /\/identity-provider\/instances\/([^/?]+)$/;

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function roleKey(clientUuid: unknown, name: unknown): string {
  return `${String(clientUuid)} ${String(name)}`;
}

/** The part of a path that a pattern captures, decoded. */
function capture(path: string, pattern: RegExp): readonly (string | undefined)[] {
  const found = pattern.exec(path)?.slice(1) ?? [];
  return found.map((part: string | undefined) => (part === undefined ? undefined : decodeURIComponent(part)));
}

function createTest(paths: Iterable<string>): (entry: unknown) => boolean {
  const ids = new Set<unknown>();
  const roles = new Set<string>();
  const providers = new Set<unknown>();
  for (const path of paths) {
    const [id] = capture(path, ENTRY_PATH);
    if (id !== undefined) ids.add(id);
    const [alias] = capture(path, PROVIDER_PATH);
    if (alias !== undefined) providers.add(alias);
    const [clientUuid, name] = capture(path, ROLE_PATH);
    if (name !== undefined) roles.add(roleKey(clientUuid, name));
  }
  const isRole = ({ clientRole, containerId, name }: Members): boolean =>
    typeof clientRole === 'boolean' && roles.has(roleKey(clientRole ? containerId : undefined, name));
  const isOfClient = ({ clientRole, containerId, clientUuid }: Members): boolean =>
    ids.has(clientUuid) || (clientRole === true && ids.has(containerId));
  const isProvider = ({ internalId, alias }: Members): boolean =>
    internalId !== undefined && providers.has(alias);
  return (entry) =>
    isObject(entry) && (ids.has(entry['id']) || isRole(entry) || isOfClient(entry) || isProvider(entry));
}

/**
 * The function that removes entries from loaded data: from lists, pages with a total, subgroups and role mappings,
 * with the roles of clients. Members of a single entry stay as they are, because forms save them. Undefined if
 * nothing is pending.
 */
export function createHiding(paths: ReadonlySet<string>): ((data: unknown) => unknown) | undefined {
  if (paths.size === 0) return undefined;
  const isHidden = createTest(paths);

  function hideInGroup(entry: unknown): unknown {
    if (!isObject(entry) || !Array.isArray(entry['subGroups'])) return entry;
    return { ...entry, subGroups: hideInList(entry['subGroups']) };
  }

  function hideInList(list: readonly unknown[]): readonly unknown[] {
    return list.filter((entry) => !isHidden(entry)).map(hideInGroup);
  }

  function hideInMappings(mappings: Members): Members {
    const shown = Object.entries(mappings).filter(([, owner]) => !isHidden(owner));
    return Object.fromEntries(
      shown.map(([clientId, owner]) => {
        const roles = isObject(owner) ? owner['mappings'] : undefined;
        return [
          clientId,
          isObject(owner) && Array.isArray(roles) ? { ...owner, mappings: hideInList(roles) } : owner,
        ];
      }),
    );
  }

  /** One page of a list, with the number of entries on all pages. */
  function hideInPage(page: Members, total: number): Members {
    const lists = Object.entries(page).flatMap(([member, list]) =>
      Array.isArray(list) ? [[member, list, hideInList(list)] as const] : [],
    );
    const hidden = lists.reduce((sum, [, all, shown]) => sum + all.length - shown.length, 0);
    if (hidden === 0) return page;
    return {
      ...page,
      ...Object.fromEntries(lists.map(([member, , shown]) => [member, shown])),
      total: total - hidden,
    };
  }

  function hideInRoles(data: Members): Members {
    const { realmMappings, clientMappings } = data;
    return {
      ...data,
      ...(Array.isArray(realmMappings) ? { realmMappings: hideInList(realmMappings) } : {}),
      ...(isObject(clientMappings) ? { clientMappings: hideInMappings(clientMappings) } : {}),
    };
  }

  return (data) => {
    if (Array.isArray(data)) return hideInList(data);
    if (!isObject(data)) return data;
    const { total } = data;
    if (typeof total === 'number') return hideInPage(data, total);
    return 'realmMappings' in data || 'clientMappings' in data ? hideInRoles(data) : data;
  };
}
