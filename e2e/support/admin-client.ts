// Keycloak's admin client in a realm of its own, with a record of the methods that a test has called.
import KeycloakAdminClient, { NetworkError } from '@keycloak/keycloak-admin-client';
import { expect } from '@playwright/test';
import type { TestServer } from './server.ts';

type Method = (...args: unknown[]) => unknown;

/** How requests are made; not methods of a resource. */
const FACTORIES: readonly string[] = ['makeRequest', 'makeUpdateRequest', 'constructor'];

/** Names of a resource's methods, as the library has them. */
function methodNames(resource: object): readonly string[] {
  const names = [...Object.keys(resource), ...Object.getOwnPropertyNames(Object.getPrototypeOf(resource))];
  const isMethod = (name: string): boolean =>
    !FACTORIES.includes(name) && typeof (resource as Record<string, unknown>)[name] === 'function';
  return names.filter(isMethod);
}

/** Names of the client's resources. */
export function resourceNames(client: KeycloakAdminClient): readonly string[] {
  return Object.entries(client)
    .filter(([, value]) => typeof value === 'object' && value !== null && methodNames(value).length > 0)
    .map(([name]) => name);
}

export class RecordedClient {
  readonly client: KeycloakAdminClient;
  readonly #called = new Map<object, Set<string>>();
  readonly #recorded = new Map<object, object>();

  constructor(client: KeycloakAdminClient) {
    this.client = client;
  }

  /** A resource that keeps which of its methods are called. */
  record<T extends object>(resource: T): T {
    const known = this.#recorded.get(resource);
    if (known !== undefined) return known as T;
    const called = new Set<string>();
    const recorded = new Proxy(resource, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        return (...args: unknown[]): unknown => {
          called.add(name);
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
    this.#called.set(resource, called);
    this.#recorded.set(resource, recorded);
    return recorded;
  }

  /** Fails for a method of the library that no test has called, unless `elsewhere` says which test calls it. */
  expectAllCalled(resource: object, elsewhere: Readonly<Record<string, string>> = {}): void {
    const names = methodNames(resource);
    const called = this.#called.get(resource) ?? new Set();
    expect(names.filter((name) => !called.has(name) && !Object.hasOwn(elsewhere, name))).toEqual([]);
    // An entry that the library no longer has, or that is called here by now.
    expect(Object.keys(elsewhere).filter((name) => !names.includes(name) || called.has(name))).toEqual([]);
  }

  /** Calls each method by name, and expects the refusal of a feature that is off. */
  async expectUnsupported(resource: object, names: readonly string[], reason: RegExp): Promise<void> {
    for (const name of names) {
      const { status, text } = await refusal(() => call(this.record(resource), name));
      expect([status, text], name).toEqual([501, expect.stringMatching(reason)]);
    }
  }

  /** Calls each method by name, and expects that Keycloak 26 has no such route. */
  async expectAbsent(resource: object, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const { status } = await refusal(() => call(this.record(resource), name));
      expect([404, 405], name).toContain(status);
    }
  }
}

/** Parameters of paths. */
const PARAMETERS: readonly string[] = [
  'id',
  'alias',
  'attr',
  'clientId',
  'credentialId',
  'credentialScopeName',
  'flow',
  'groupId',
  'locale',
  'orgId',
  'parentId',
  'permissionId',
  'policyId',
  'resourceId',
  'resourceName',
  'scopeId',
  'themeType',
  'type',
  'userId',
  'clientUniqueId',
];

function call(resource: object, name: string): unknown {
  const method = (resource as Record<string, Method | undefined>)[name];
  if (method === undefined) throw new TypeError(`the resource has no method ${name}`);
  return method(Object.fromEntries(PARAMETERS.map((parameter) => [parameter, 'any'])), {});
}

/** How a call was refused; fails if it was not. */
export async function refusal(
  work: () => unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    return { status: error.response.status, text: JSON.stringify(error.responseData) };
  }
  throw new Error('the call was not refused');
}

/** The client as an administrator of the server, with a new realm. */
export async function openAdminClient(
  server: Pick<TestServer, 'url'>,
  realm: string,
  settings: object = {},
): Promise<RecordedClient> {
  const client = new KeycloakAdminClient({ baseUrl: server.url, realmName: 'master' });
  await client.auth({ grantType: 'password', clientId: 'admin-cli', username: 'admin', password: 'admin' });
  await client.realms.create({ ...settings, realm, enabled: true });
  client.setConfig({ realmName: realm });
  return new RecordedClient(client);
}
