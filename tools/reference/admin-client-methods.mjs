// The methods of @keycloak/keycloak-admin-client with the requests that they send, found by calling each of them.
import { KeycloakAdminClient } from '@keycloak/keycloak-admin-client/lib/client.js';
import { Agent } from '@keycloak/keycloak-admin-client/lib/resources/agent.js';

const REALM = ':realm';

/** Keeps what each request method is made from. */
function recordRequests() {
  const made = new Map();
  for (const kind of ['request', 'updateRequest']) {
    const original = Agent.prototype[kind];
    Agent.prototype[kind] = function make(args) {
      const method = original.call(this, args);
      made.set(method, args);
      return method;
    };
  }
  return made;
}

/** Calls a method with `:name` for each parameter of its path; gives the verb and the path. */
async function requestOf(method, { path = '', urlParamKeys = [] }) {
  const names = [...urlParamKeys, ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)];
  const parameters = Object.fromEntries(names.map((name) => [name, name === 'realm' ? REALM : `:${name}`]));
  const { fetch } = globalThis;
  let sent;
  globalThis.fetch = async (url, { method: verb }) => {
    sent = { verb, path: decodeURIComponent(url.pathname).replace(/(.)\/$/, '$1') };
    return new Response('{}', { headers: { location: 'http://localhost/id' } });
  };
  try {
    await method(parameters, {});
  } finally {
    globalThis.fetch = fetch;
  }
  return sent;
}

/** The request methods of a resource. */
async function methodsOf(resource, object, made) {
  const methods = Object.entries(object).filter(([, method]) => made.has(method));
  const found = [];
  // One after another, because they share the global fetch.
  for (const [name, method] of methods)
    found.push({ name: `${resource}.${name}`, ...(await requestOf(method, made.get(method))) });
  return found;
}

/** Each `{ name, verb, path }`; parameters of a path are segments that begin with a colon. */
export async function listAdminClientMethods() {
  const made = recordRequests();
  const client = new KeycloakAdminClient({ baseUrl: 'http://localhost', realmName: REALM });
  client.registerTokenProvider({ getAccessToken: async () => 'token' });
  const resources = Object.entries(client).filter(([, value]) => typeof value === 'object' && value !== null);
  const lists = [];
  for (const [resource, object] of resources) lists.push(...(await methodsOf(resource, object, made)));
  // Groups of an organization are a resource of their own.
  const groups = client.organizations.groups(':organization');
  lists.push(...(await methodsOf('organizations.groups()', groups, made)));
  return lists;
}
