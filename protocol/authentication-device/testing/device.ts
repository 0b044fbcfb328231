// For tests of this folder: a device with a real socket, a callback endpoint of the test, and tokens signed
// by the realm.

import { type ActivityRecorder, createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { createMovableClock, type MovableClock } from '#protocol/clock.ts';
import type { AutoAnswerRuleWire, PromptWire } from '#protocol/contract/device.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import { createRealmKeys, type RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Exchange, Reply, Route } from '#protocol/http/exchange.ts';
import { startTestHttpServer, type TestHttpServer } from '#protocol/http/testing/server.ts';
import { type CollectingLogger, createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { type AuthenticationDevice, createAuthenticationDevice } from '../authentication-device.ts';
import { createDelegationVerifier } from '../delegation-token.ts';
import type { RealmAttributes } from '../realm-attributes.ts';

/** The realm's ID. */
export const REALM_ID = 'r-demo';

/** A received callback. */
interface Callback {
  readonly status: unknown;
  readonly authorization: string | undefined;
}

/** How the callback endpoint answers. */
type Respond = (exchange: Exchange) => Reply | Promise<Reply>;

/** The device and its counterparts. */
export interface TestDevice {
  readonly device: AuthenticationDevice;
  readonly baseUrl: string;
  readonly clock: MovableClock;
  readonly log: CollectingLogger;
  readonly activity: ActivityRecorder;
  readonly keys: RealmKeys;
  readonly attributes: RealmAttributes;
  /** Callbacks in order of arrival. */
  readonly callbacks: readonly Callback[];
  /** Sets how the callback endpoint answers from now on. */
  answerCallbacks(respond: Respond): void;
  /** Changes the server URL that the device uses. */
  moveServer(address: string): void;
  /** A delegation token as the server signs it. */
  token(claims?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Posts a delegation; null means without a token. */
  delegate(token: string | null, body?: unknown): Promise<Response>;
  /** Posts a valid delegation and returns the ID of its prompt. */
  prompt(changes?: Readonly<Record<string, unknown>>, id?: string): Promise<string>;
  /** The next matching change. */
  until(fits: (prompt: PromptWire) => boolean): Promise<PromptWire>;
  stop(): Promise<void>;
}

/** Settings of the test. */
interface TestDeviceOptions {
  readonly rules?: readonly AutoAnswerRuleWire[];
  readonly timeoutMs?: number;
}

/** The body of a delegation; `changes` replace members. */
export function delegation(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    login_hint: 'alice',
    scope: 'openid email',
    is_consent_required: true,
    binding_message: 'W4SCT',
    ...changes,
  };
}

/** Start of 2030, so that no test passes by coincidence with the real date. */
const START = Date.UTC(2030, 0, 1);
/** Lifespan of tokens, in seconds. */
const LIFESPAN = 120;
const PATH = '/emulator/v1/realms/demo/device/delegations';
const CALLBACK_PATH = '/realms/:realm/protocol/openid-connect/ext/ciba/auth/callback';

const REALM = {
  id: REALM_ID,
  realm: 'demo',
  clients: [{ id: 'c-till', clientId: 'till', name: 'The Till', secret: 's' }],
  clientScopes: [
    {
      id: 's-email',
      name: 'email',
      protocol: 'openid-connect',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a message key as realm files have it.
      attributes: { 'consent.screen.text': '${emailScopeConsentText}' },
    },
  ],
};

/** Attributes in the store, which is created with the server, after the device. */
function attributesOf(store: () => TestHttpServer['store']): RealmAttributes {
  return {
    find: (realmName, attribute) => store().realms.find(realmName)?.attributes?.[attribute],
    async update(realmName, attribute, change) {
      await store().realms.update(realmName, ({ attributes = {}, ...realm }) => {
        const { [attribute]: value, ...others } = attributes;
        const changed = change(value);
        return { ...realm, attributes: changed === undefined ? others : { ...others, [attribute]: changed } };
      });
    },
  };
}

function callbackRoute(callbacks: Callback[], respond: () => Respond): Route {
  return {
    method: 'POST',
    path: CALLBACK_PATH,
    title: 'Authentication result',
    body: 'json',
    handle(exchange) {
      const { status } = exchange.json as { readonly status: unknown };
      callbacks.push({ status, authorization: exchange.headers.authorization });
      return respond()(exchange);
    },
  };
}

async function signDelegation(
  { keys, clock, baseUrl }: Pick<TestDevice, 'keys' | 'clock' | 'baseUrl'>,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const issuer = `${baseUrl}/realms/demo`;
  const iat = Math.floor(clock.now() / 1000);
  return signJws(await keys.signingKey('demo', 'RS256'), {
    typ: 'Bearer',
    iss: issuer,
    aud: issuer,
    azp: 'till',
    sub: 'u-alice',
    jti: createUuid(),
    iat,
    exp: iat + LIFESPAN,
    ...claims,
  });
}

function postJson(bearer: string | null, body: unknown): RequestInit {
  const authorization = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  };
}

function nextChange(
  { prompts }: AuthenticationDevice,
  fits: (prompt: PromptWire) => boolean,
): Promise<PromptWire> {
  return new Promise((resolve) => {
    const unsubscribe = prompts.subscribe((prompt) => {
      if (!fits(prompt)) return;
      unsubscribe();
      resolve(prompt);
    });
  });
}

export async function startTestDevice({ rules, timeoutMs }: TestDeviceOptions = {}): Promise<TestDevice> {
  const clock = createMovableClock({ now: () => START });
  const log = createCollectingLogger('device');
  const activity = createActivityRecorder({ clock });
  const callbacks: Callback[] = [];
  let respond: Respond = () => ({ status: 200 });
  let address: string | undefined;
  const store = (): TestHttpServer['store'] => server.store;
  const attributes = attributesOf(store);
  const keys = createRealmKeys(
    {
      find: (name) => store().realms.find(name),
      update: (name, change) => store().realms.update(name, change),
    },
    clock,
  );
  const device = createAuthenticationDevice({
    store: createMemoryStore(),
    verify: createDelegationVerifier(keys),
    describeUser: (_realmId, userId) => Promise.resolve(userId === 'u-alice' ? 'Alice Wonder' : undefined),
    directory: {
      resultIdOf: async (_realmId, authReqId) =>
        authReqId.startsWith('of-') ? authReqId.slice(3) : undefined,
      flowOf: async (_realmId, resultId) => (resultId === 'forgotten' ? undefined : `flow of ${resultId}`),
    },
    attributes,
    clocks: () => clock,
    selfUrl: () => address ?? server.baseUrl,
    activity,
    log,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const routes = [...device.routes, callbackRoute(callbacks, () => respond)];
  const server = await startTestHttpServer(routes, {
    realms: [REALM],
    server: { clock, clocks: () => clock, activity, log },
  });
  const { baseUrl } = server;
  const token = (claims: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    signDelegation({ keys, clock, baseUrl }, claims);
  const delegate: TestDevice['delegate'] = (bearer, body = delegation()) =>
    server.send(PATH, postJson(bearer, body));
  if (rules !== undefined) await device.control.keepRules({ id: REALM_ID, name: 'demo' }, rules);
  return {
    device,
    baseUrl,
    clock,
    log,
    activity,
    keys,
    attributes,
    callbacks,
    answerCallbacks: (next) => {
      respond = next;
    },
    moveServer: (to) => {
      address = to;
    },
    token,
    delegate,
    async prompt(changes, id = createUuid()) {
      const { status } = await delegate(await token({ jti: id }), delegation(changes));
      if (status !== 201) throw new TypeError(`the delegation was answered ${status}`);
      return id;
    },
    until: (fits) => nextChange(device, fits),
    async stop() {
      device.close();
      await server.stop();
    },
  };
}
