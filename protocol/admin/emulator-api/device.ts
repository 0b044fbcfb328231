// The authentication device over HTTP: its prompts, answers, auto-answer rules and live stream.
import type {
  DeviceWaitedWire,
  DeviceWaitWire,
  DeviceWire,
  PromptAnswer,
  PromptAnswerWire,
  PromptWire,
} from '#protocol/contract/device.ts';
import { numberBetween, oneOf, text } from '#protocol/contract/settings/value-type.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Exchange, Reply } from '#protocol/http/exchange.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TestKit } from '#protocol/test-kit/test-kit.ts';
import { waitForDevice } from '#protocol/test-kit/wait-for-device.ts';
import { AdminError, badRequest, conflict, notFound } from '../admin-error.ts';
import { DONE, ok } from '../admin-route.ts';
import { type EmulatorHandlers, type EmulatorRequest, realmExchangeOf } from '../emulator-route.ts';
import { readExactObject, readObject } from '../members.ts';
import type { DeviceAccess, PromptAnswered } from './device-access.ts';
import { liveStreamReply } from './live-stream.ts';

const ANSWERS: readonly PromptAnswer[] = ['approve', 'deny', 'cancel'];
/** Answers as conformance suites name them. */
const ACTIONS = { allow: 'approve', deny: 'deny' } as const;

const ANSWER_ROWS = { answer: { type: oneOf(ANSWERS) } };

/** A URL with two placeholders: `{auth_req_id}` and `{action}`. */
function answerUrl({ baseUrl }: Exchange, realmName: string, key: string): string {
  const path = `${baseUrl}/emulator/v1/realms/${encodeURIComponent(realmName)}/device/answer`;
  return `${path}?auth_req_id={auth_req_id}&action={action}&key=${encodeURIComponent(key)}`;
}

async function show(
  { exchange, clocks, realm }: EmulatorRequest<'GET /realms/{realm}/device'>,
  device: DeviceAccess,
): Promise<Reply> {
  const { realm: name, id } = realm;
  const clock = clocks(name);
  const key = await device.answerKeyOf(name);
  const { authenticationEntity } = device;
  const wire: DeviceWire = {
    now: clock.now(),
    frozen: clock.isFrozen,
    ...(await device.list(id)),
    codes: await device.codes.list({ realm: viewRealm(realm), baseUrl: exchange.baseUrl, clock }),
    rules: device.listRules(name),
    answerUrl: answerUrl(exchange, name, key),
    ...(authenticationEntity === undefined ? {} : { authenticationEntity }),
  };
  return ok(wire);
}

function describeLate({ state }: PromptWire): string {
  return state === 'pending' ? 'The prompt is being answered right now' : `The prompt is ${state} already`;
}

function notePrompt({ activity }: Exchange, { clientId, username, flow }: PromptWire): void {
  activity.client(clientId);
  activity.user(username);
  if (flow !== undefined) activity.joinFlow(flow);
}

/** @throws {AdminError} 502 if the callback was rejected. */
function checkTaken({ activity }: Exchange, { state, problem }: PromptWire): void {
  if (state === 'failed') throw new AdminError(502, { errorMessage: problem ?? 'The answer failed' });
  activity.recordPass('answer-prompt', `The prompt is ${state}.`, 'service description §4.3');
}

/** @throws {AdminError} 404 unknown prompt, 409 answered or expired, 502 callback rejected. */
function answeredReply(exchange: Exchange, answered: PromptAnswered | undefined): Reply {
  if (answered === undefined)
    throw notFound('Prompt not found: it has not arrived, or was replaced by newer ones');
  const { outcome, prompt } = answered;
  notePrompt(exchange, prompt);
  if (outcome === 'late') throw conflict(describeLate(prompt));
  checkTaken(exchange, prompt);
  return ok(prompt);
}

async function answerPrompt(
  { exchange, realm, path }: EmulatorRequest<'POST /realms/{realm}/device/prompts/{prompt}'>,
  device: DeviceAccess,
): Promise<Reply> {
  const { answer } = readObject<PromptAnswerWire>(exchange.json, ANSWER_ROWS, ['answer']);
  const answered = await device.answer(realm.id, path.prompt, answer, 'person');
  return answeredReply(exchange, answered);
}

const WAIT_ROWS = {
  kind: { type: oneOf(['prompt', 'code']) },
  user: { type: text },
  client: { type: text },
  userCode: { type: text },
  bindingMessage: { type: text },
  answer: { type: oneOf([...ANSWERS, 'never']) },
  wait: { type: numberBetween(0, 30_000) },
};

/** Activity shows the call only if it answered something; a rejected answer is a 502. */
function noteWaited(
  exchange: Exchange,
  { answer, user }: DeviceWaitWire,
  { prompt, code }: DeviceWaitedWire,
): void {
  const { activity } = exchange;
  if (answer === undefined || (prompt === undefined && code === undefined)) return;
  if (prompt !== undefined) {
    activity.title('Prompt answered');
    notePrompt(exchange, prompt);
    checkTaken(exchange, prompt);
  }
  if (code === undefined) return;
  activity.title('Device code answered');
  activity.joinFlow(code.flow);
  activity.client(code.clientId);
  if (user !== undefined) activity.user(user);
  if (answer === 'deny') activity.recordPass('answer-device', 'The code is denied.', 'RFC 8628 §3.3');
}

async function wait(
  request: EmulatorRequest<'POST /realms/{realm}/device/wait'>,
  deps: DeviceHandlerDeps,
): Promise<Reply> {
  const { exchange } = request;
  const wanted = readExactObject<DeviceWaitWire>(exchange.json ?? {}, WAIT_ROWS);
  const { device, testKit, store, keys } = deps;
  const parts = { store, keys, prompts: device, codes: device.codes, pauses: testKit.pauses };
  const waited = await waitForDevice(realmExchangeOf(request), wanted, parts);
  noteWaited(exchange, wanted, waited);
  return ok(waited);
}

async function setRules(
  { exchange, realm }: EmulatorRequest<'PUT /realms/{realm}/device/rules'>,
  device: DeviceAccess,
): Promise<Reply> {
  const kept = await device.keepRules({ id: realm.id, name: realm.realm }, exchange.json);
  if ('problem' in kept) throw badRequest(kept.problem);
  return ok(kept.rules);
}

function stream(device: DeviceAccess): Reply {
  return liveStreamReply((send) =>
    device.subscribe((prompt) => send(`event: prompt\ndata: ${JSON.stringify(prompt)}\n\n`)),
  );
}

type LinkRequest = EmulatorRequest<`${'GET' | 'POST'} /realms/{realm}/device/answer`>;

async function answerByLink(
  { exchange, clocks, realm, query }: LinkRequest,
  device: DeviceAccess,
): Promise<Reply> {
  const { id, realm: name } = realm;
  const prompt = await device.findByRequest(id, query.auth_req_id, clocks(name).now());
  const answered =
    prompt === undefined ? undefined : await device.answer(id, prompt, ACTIONS[query.action], 'link');
  return answeredReply(exchange, answered);
}

function showsKey({ query, pathParameters }: Exchange, device: DeviceAccess): boolean {
  const key = query.get('key');
  return key !== undefined && device.isAnswerKey(pathParameters['realm'] ?? '', key);
}

export interface DeviceHandlerDeps {
  readonly device: DeviceAccess;
  readonly testKit: Pick<TestKit, 'pauses'>;
  readonly store: Store;
  readonly keys: RealmKeys;
}

export function createDeviceHandlers(deps: DeviceHandlerDeps): EmulatorHandlers<'device'> {
  const { device } = deps;
  // One URL for tools that cannot sign in: it accepts an administrator's token or the realm's key.
  const answerLink = {
    admits: (exchange: Exchange) => showsKey(exchange, device),
    handle: (request: LinkRequest) => answerByLink(request, device),
  };
  return {
    'GET /realms/{realm}/device': (request) => show(request, device),
    'POST /realms/{realm}/device/prompts/{prompt}': (request) => answerPrompt(request, device),
    'POST /realms/{realm}/device/wait': (request) => wait(request, deps),
    'DELETE /realms/{realm}/device/answered': async ({ realm }) => {
      await device.clearAnswered(realm.id);
      return DONE;
    },
    'PUT /realms/{realm}/device/rules': (request) => setRules(request, device),
    'GET /realms/{realm}/device/answer': answerLink,
    'POST /realms/{realm}/device/answer': answerLink,
    'GET /device/stream': () => stream(device),
  };
}
