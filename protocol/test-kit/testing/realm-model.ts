// What the operations of a test suite do to one realm, as a model: for tests that run them in any order.
import assert from 'node:assert/strict';
import type { CreatedSessionWire } from '#protocol/contract/created-sessions.ts';
import type { DeviceWaitedWire } from '#protocol/contract/device.ts';
import type { HoldWire } from '#protocol/contract/holds.ts';
import type { SnapshotWire } from '#protocol/contract/snapshots.ts';
import { claimsOf, type KitTestServer, SECRET } from './server.ts';

/** How a realm must look. Immutable, so that marks and snapshots can keep it. */
export interface RealmModel {
  readonly displayName: string | undefined;
  /** Those that a test has created. */
  readonly clientIds: readonly string[];
  /** Passwords of personas by username. */
  readonly passwords: Readonly<Record<string, string>>;
  readonly offsetMs: number;
  readonly frozen: boolean;
  readonly keyIds: readonly string[];
  /** IDs of the sessions that were created without a form. */
  readonly sessionIds: readonly string[];
  /** Refresh tokens that work. */
  readonly tokens: readonly string[];
  /** Token requests that a fault will answer. */
  readonly faults: number;
  /** Pending prompts of the device. */
  readonly prompts: number;
}

/** A name under which realms come and go. */
export interface RealmSlot {
  readonly name: string;
  exists: boolean;
  /** To which a reset leads. */
  mark: RealmModel;
  model: RealmModel;
  readonly snapshots: Map<string, RealmModel>;
  /** Refresh tokens of all realms that have had the name. */
  readonly issued: string[];
}

interface Turn {
  readonly server: KitTestServer;
  readonly slot: RealmSlot;
  /** Other realms, which no operation changes at the same time. */
  readonly idle: readonly RealmSlot[];
  /** A random number. */
  readonly choice: number;
}

/** Calls the server, checks the answer against the model, and brings the model up to date. */
type RealmOperation = (turn: Turn) => Promise<void>;

const MAX_SNAPSHOTS = 20;
const NEW: RealmModel = {
  displayName: undefined,
  clientIds: [],
  passwords: {},
  offsetMs: 0,
  frozen: false,
  keyIds: [],
  sessionIds: [],
  tokens: [],
  faults: 0,
  prompts: 0,
};

export function createSlot(name: string): RealmSlot {
  return { name, exists: false, mark: NEW, model: NEW, snapshots: new Map(), issued: [] };
}

const pick = <Item>(items: readonly Item[], choice: number): Item | undefined => items[choice % items.length];

function change({ slot }: Turn, members: Partial<RealmModel>): void {
  slot.model = { ...slot.model, ...members };
}

/** A call below the realm's path of the test kit, or one with a whole path. */
async function call<Body>(turn: Turn, method: string, path: string, status: number, body?: object) {
  const whole = path.startsWith('/admin/') ? path : `/emulator/v1/realms/${turn.slot.name}${path}`;
  const answer = await turn.server.call<Body>(method, whole, body === undefined ? {} : { body });
  assert.equal(answer.status, status, `${method} ${whole}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function post({ server, slot }: Turn, endpoint: string, parameters: Record<string, string>) {
  const response = await fetch(`${server.baseUrl}/realms/${slot.name}/protocol/openid-connect/${endpoint}`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'web', client_secret: SECRET, ...parameters }),
  });
  const text = await response.text();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Readonly<Record<string, string>>;
  return { status: response.status, body };
}

/** A token request, which must succeed or not, unless one of the realm's faults answers it. */
async function requestTokens(turn: Turn, works: boolean, parameters: Record<string, string>) {
  const { faults } = turn.slot.model;
  if (faults > 0) change(turn, { faults: faults - 1 });
  const { status, body } = await post(turn, 'token', parameters);
  assert.equal(status, faults > 0 ? 503 : works ? 200 : 400, `${turn.slot.name}: ${JSON.stringify(body)}`);
  return faults > 0 ? undefined : body;
}

const refresh = (turn: Turn, token: string, works: boolean) =>
  requestTokens(turn, works, { grant_type: 'refresh_token', refresh_token: token });

function chooseUser({ slot, choice }: Turn) {
  const [username = '', password = ''] =
    pick([['ann', 'ann-password'], ...Object.entries(slot.model.passwords)], choice) ?? [];
  return { username, password };
}

async function signIn(turn: Turn): Promise<void> {
  const { server, slot } = turn;
  const body = await requestTokens(turn, true, { grant_type: 'password', ...chooseUser(turn) });
  const token = body?.['refresh_token'];
  if (token === undefined) return;
  assert.equal(claimsOf(token)['iss'], `${server.baseUrl}/realms/${slot.name}`);
  slot.issued.push(token);
  change(turn, { tokens: [...slot.model.tokens, token] });
}

export const keyIdsOf = async ({ server, slot }: Pick<Turn, 'server' | 'slot'>): Promise<string[]> =>
  (await server.keys.list(slot.name)).map(({ kid }) => kid).toSorted();

/** Clones the template, or sometimes another realm. */
export async function cloneRealm(turn: Turn): Promise<void> {
  const { server, slot, idle, choice } = turn;
  const source = choice % 3 === 0 ? pick(idle, choice) : undefined;
  const path = `/emulator/v1/realms/${source?.name ?? 'kit'}/clones`;
  const { status } = await server.call('POST', path, { body: { name: slot.name } });
  assert.equal(status, 201, path);
  const { displayName, clientIds, passwords } = source?.model ?? NEW;
  slot.mark = { ...NEW, displayName, clientIds, passwords, keyIds: await keyIdsOf(turn) };
  if (source !== undefined) assert.deepEqual(slot.mark.keyIds, source.model.keyIds);
  slot.model = slot.mark;
  slot.exists = true;
  slot.snapshots.clear();
}

export async function removeRealm(turn: Turn): Promise<void> {
  await call(turn, 'DELETE', '', 204);
  turn.slot.exists = false;
}

/** Operations on a realm that exists. */
export const REALM_OPERATIONS: Readonly<Record<string, RealmOperation>> = {
  signIn,
  removeRealm,
  async rename(turn) {
    const displayName = `Realm ${turn.choice}`;
    await call(turn, 'PUT', `/admin/realms/${turn.slot.name}`, 204, { displayName });
    change(turn, { displayName });
  },
  async createClient(turn) {
    const { clientIds } = turn.slot.model;
    const clientId = `new-${turn.choice % 5}`;
    const isTaken = clientIds.includes(clientId);
    await call(turn, 'POST', `/admin/realms/${turn.slot.name}/clients`, isTaken ? 409 : 201, { clientId });
    if (!isTaken) change(turn, { clientIds: [...clientIds, clientId].toSorted() });
  },
  async createPersona(turn) {
    const [username, password] = [`user-${turn.choice % 3}`, `password-${turn.choice}`];
    const claims = { from: turn.slot.name };
    await call(turn, 'PUT', `/personas/${username}`, 200, { password, claims, roles: [`role-${username}`] });
    change(turn, { passwords: { ...turn.slot.model.passwords, [username]: password } });
  },
  async refresh(turn) {
    const token = pick(turn.slot.issued, turn.choice);
    if (token !== undefined) await refresh(turn, token, turn.slot.model.tokens.includes(token));
  },
  async refreshForeign(turn) {
    const token = pick(turn.idle, turn.choice)?.model.tokens[0];
    if (token !== undefined) await refresh(turn, token, false);
  },
  async revoke(turn) {
    const { tokens } = turn.slot.model;
    const token = pick(tokens, turn.choice);
    if (token === undefined) return;
    assert.equal((await post(turn, 'revoke', { token })).status, 200);
    change(turn, { tokens: tokens.filter((other) => other !== token) });
  },
  async createSession(turn) {
    const { username: user } = chooseUser(turn);
    const { id } = await call<CreatedSessionWire>(turn, 'POST', '/sessions', 201, { user, clients: ['web'] });
    change(turn, { sessionIds: [...turn.slot.model.sessionIds, id] });
  },
  async endSessions(turn) {
    await call(turn, 'DELETE', '/sessions', 200);
    change(turn, { tokens: [], sessionIds: [] });
  },
  async advanceClock(turn) {
    const advanceMs = 1 + (turn.choice % 1000);
    await call(turn, 'PUT', '/clock', 200, { advanceMs });
    change(turn, { offsetMs: turn.slot.model.offsetMs + advanceMs });
  },
  async freezeClock(turn) {
    const frozen = turn.choice % 2 === 0;
    await call(turn, 'PUT', '/clock', 200, { frozen });
    change(turn, { frozen });
  },
  async armFault(turn) {
    await call(turn, 'POST', '/faults', 201, { match: { endpoint: 'token' }, do: { status: 503 } });
    change(turn, { faults: turn.slot.model.faults + 1 });
  },
  async holdSignIn(turn) {
    if (turn.slot.model.faults > 0) return;
    const { id } = await call<HoldWire>(turn, 'POST', '/holds', 201, { match: { endpoint: 'token' } });
    const signedIn = signIn(turn);
    assert.equal((await call<HoldWire>(turn, 'GET', `/holds/${id}?wait=5000`, 200)).state, 'held');
    await call(turn, 'POST', `/holds/${id}/release`, 200);
    await signedIn;
  },
  async askUser(turn) {
    const { username } = chooseUser(turn);
    const { status, body } = await post(turn, 'ext/ciba/auth', { scope: 'openid', login_hint: username });
    assert.equal(status, 200, JSON.stringify(body));
    change(turn, { prompts: turn.slot.model.prompts + 1 });
  },
  async answerPrompt(turn) {
    const { prompts } = turn.slot.model;
    const answer = turn.choice % 2 === 0 ? 'approve' : 'deny';
    const { timedOut } = await call<DeviceWaitedWire>(turn, 'POST', '/device/wait', 200, { answer });
    assert.equal(timedOut, prompts === 0);
    change(turn, { prompts: Math.max(0, prompts - 1) });
  },
  async rotateKeys(turn) {
    await call(turn, 'POST', '/keys/rotation?algorithm=ES256', 200);
    const keyIds = await keyIdsOf(turn);
    assert.equal(keyIds.length, turn.slot.model.keyIds.length + 1);
    change(turn, { keyIds });
  },
  async reset(turn) {
    await call(turn, 'POST', '/reset', 204);
    turn.slot.model = { ...turn.slot.mark, keyIds: turn.slot.model.keyIds };
  },
  async takeSnapshot(turn) {
    const { snapshots, model } = turn.slot;
    if (snapshots.size === MAX_SNAPSHOTS) return;
    const { id } = await call<SnapshotWire>(turn, 'POST', '/snapshots', 201);
    // Neither is part of a snapshot.
    snapshots.set(id, { ...model, faults: 0, prompts: 0 });
  },
  async restoreSnapshot(turn) {
    const [id, model] = pick([...turn.slot.snapshots], turn.choice) ?? [];
    if (id === undefined || model === undefined) return;
    await call(turn, 'POST', `/snapshots/${id}/restore`, 204);
    turn.slot.model = model;
  },
};
