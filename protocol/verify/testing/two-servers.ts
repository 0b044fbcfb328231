// Two servers for tests: one whose Activity records what an application does, and one that is compared with it.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import { createMasterRealm } from '#protocol/realm/master-realm.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';
import { recordedRealm } from '../addresses.ts';
import { type Credentials, NO_CREDENTIALS } from '../credentials.ts';
import { findOtherRealm, send } from '../other-server.ts';
import { readRecording } from '../recording.ts';
import { replaySteps } from '../replay.ts';
import { createReport, type Report } from '../report.ts';
import { groupSteps } from '../steps.ts';

/** Starts a server with `master` (administrator `admin`, password `admin`) and this realm. */
export function startWithRealm(realm: RealmRepresentation): Promise<ComposedTestServer> {
  return startComposedServer({
    realms: [realm],
    prepare: async ({ store }, clock) => {
      const master = createMasterRealm({ username: 'admin', password: 'admin' }, clock);
      await store.realms.create(master.realm, master.users);
    },
  });
}

/** The application's callback; nothing listens there. */
export const CALLBACK = 'http://app.test/callback';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

type Fields = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  /** The JSON body; empty if there is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What applications and browsers send to the recorded server. */
export class Traffic {
  readonly base: string;
  readonly endpoints: string;

  constructor(base: string) {
    this.base = base;
    this.endpoints = `${base}/realms/demo/protocol/openid-connect`;
  }

  browser(): TestBrowser {
    return new TestBrowser(this.base);
  }

  /** Opens the authorization endpoint as client `web`; changed parameters may be empty, which leaves them out. */
  authorize(browser: TestBrowser, changes: Fields = {}): Promise<TestPage> {
    const all = {
      client_id: 'web',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: CALLBACK,
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...changes,
    };
    const sent = Object.entries(all).filter(([, value]) => value !== '');
    return browser.get(`${this.endpoints}/auth?${new URLSearchParams(sent)}`);
  }

  /** Signs in as alice; the answer of the last form. */
  async signIn(browser: TestBrowser, changes: Fields = {}, password = 'alice-password'): Promise<TestPage> {
    return browser.signIn(await this.authorize(browser, changes), 'alice', password);
  }

  async post(endpoint: string, fields: Fields, headers: Fields = {}): Promise<Answer> {
    const body = new URLSearchParams(fields);
    return readAnswer(await fetch(`${this.endpoints}/${endpoint}`, { method: 'POST', body, headers }));
  }

  /** Exchanges the code of a redirect. */
  exchange({ leadsTo }: TestPage, changes: Fields = {}): Promise<Answer> {
    const { code = '' } = leadsTo;
    const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER };
    return this.post('token', { ...WEB, ...grant, ...changes });
  }

  async get(path: string, headers: Fields = {}): Promise<Answer> {
    return readAnswer(await fetch(`${this.base}${path}`, { headers, redirect: 'manual' }));
  }

  userinfo(accessToken: unknown): Promise<Answer> {
    return this.get('/realms/demo/protocol/openid-connect/userinfo', {
      authorization: `Bearer ${String(accessToken)}`,
    });
  }
}

/** Fields with the credentials of client `web`. */
export const WEB: Fields = { client_id: 'web', client_secret: 'web-secret' };

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {};
  return { status: response.status, body };
}

/** The realm of both servers. */
export const REALM: RealmRepresentation = {
  realm: 'demo',
  defaultSignatureAlgorithm: 'RS256',
  clients: [
    {
      clientId: 'web',
      publicClient: false,
      secret: 'web-secret',
      redirectUris: [CALLBACK],
      webOrigins: ['http://app.test'],
      directAccessGrantsEnabled: true,
      implicitFlowEnabled: true,
      serviceAccountsEnabled: true,
      attributes: {
        'post.logout.redirect.uris': 'http://app.test/bye',
        'oauth2.device.authorization.grant.enabled': 'true',
        'oidc.ciba.grant.enabled': 'true',
      },
    },
    {
      clientId: 'http://sp.test/metadata',
      protocol: 'saml',
      redirectUris: ['http://sp.test/*'],
      attributes: {
        'saml.client.signature': 'false',
        saml_assertion_consumer_url_post: 'http://sp.test/acs',
      },
    },
  ],
  users: [
    {
      username: 'alice',
      email: 'alice@example.test',
      emailVerified: true,
      firstName: 'Alice',
      lastName: 'Example',
      enabled: true,
      credentials: [{ type: 'password', value: 'alice-password' }],
    },
  ],
};

/** The realm with changes of one client. */
export function withClient(
  clientId: string,
  changes: Readonly<Record<string, unknown>>,
  realm: RealmRepresentation = REALM,
): RealmRepresentation {
  const clients = (realm.clients ?? []).map((client) =>
    client.clientId === clientId
      ? { ...client, ...changes, attributes: { ...client.attributes, ...(changes['attributes'] as object) } }
      : client,
  );
  return { ...realm, clients };
}

/** The realm with changes of alice. */
export function withAlice(changes: Readonly<Record<string, unknown>>): RealmRepresentation {
  return { ...REALM, users: (REALM.users ?? []).map((user) => ({ ...user, ...changes })) };
}

export interface Trial {
  /** What is recorded. */
  readonly traffic: (traffic: Traffic, here: ComposedTestServer) => Promise<unknown>;
  /** The realm of the recorded server; default: {@link REALM}. */
  readonly here?: RealmRepresentation;
  /** The realm of the other server; default: that of the recorded one. */
  readonly there?: RealmRepresentation;
  readonly credentials?: Partial<Credentials>;
  /** Done before the replay. */
  readonly before?: (there: ComposedTestServer, here: ComposedTestServer) => unknown;
}

/** What was found: each difference as `kind name: here | there`, and why exchanges were left out. */
export interface Found {
  readonly differences: readonly string[];
  readonly notReplayed: readonly string[];
  readonly report: Report;
}

/** Records the traffic, replays it, and stops both servers. */
export async function compareServers({ traffic, before, credentials, ...realms }: Trial): Promise<Found> {
  const { here: ours = REALM, there: theirs = ours } = realms;
  const [here, there] = [await startWithRealm(ours), await startWithRealm(theirs)];
  try {
    await traffic(new Traffic(here.baseUrl), here);
    const records = await readRecording({
      server: here.baseUrl,
      realm: 'demo',
      username: 'admin',
      password: 'admin',
    });
    const other = await findOtherRealm(there.baseUrl, 'demo');
    await before?.(there, here);
    const results = await replaySteps(groupSteps(records), {
      here: recordedRealm(`${here.baseUrl}/realms/demo`),
      there: other,
      credentials: { ...NO_CREDENTIALS, ...credentials },
      send,
      // The server's clock stands still meanwhile.
      wait: async (milliseconds) =>
        there.clock.setOffsetMs(there.clock.offsetMs + Math.ceil(milliseconds / 1000) * 1000),
    });
    return summarize(createReport(results, { here: here.baseUrl, there: other.url }));
  } finally {
    await Promise.all([here.stop(), there.stop()]);
  }
}

function summarize(report: Report): Found {
  const differences = report.flows.flatMap(({ exchanges }) =>
    exchanges.flatMap((exchange) =>
      exchange.differences.map(({ kind, name, here: ours, there: theirs }) => {
        const what = name === '' ? kind : `${kind} ${name}`;
        return `${what}: ${ours ?? '-'} | ${theirs ?? '-'}`;
      }),
    ),
  );
  return { differences, notReplayed: report.notReplayed.map(({ why }) => why), report };
}
