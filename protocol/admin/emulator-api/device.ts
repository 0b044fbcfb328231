// The authentication device over HTTP: its prompts, answers, auto-answer rules and live stream.
import type { DeviceWire, PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import { oneOf } from '#protocol/contract/settings/value-type.ts';
import type { Exchange, Reply } from '#protocol/http/exchange.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { AdminError, badRequest, conflict, notFound } from '../admin-error.ts';
import {
  type AdminRequest,
  DONE,
  emulatorRow,
  type KeyedRequest,
  type KeyedRow,
  namedRealm,
  ok,
  parameter,
  type ServerRow,
} from '../admin-route.ts';
import { readObject } from '../members.ts';
import type { DeviceAccess, PromptAnswered } from './device-access.ts';
import { liveStreamReply } from './live-stream.ts';

const DEVICE = '/realms/:realm/device';
const ANSWERS: readonly PromptAnswer[] = ['approve', 'deny', 'cancel'];
/** Answers as conformance suites name them. */
const ACTIONS: ReadonlyMap<string, PromptAnswer> = new Map([
  ['allow', 'approve'],
  ['deny', 'deny'],
]);

const ANSWER_ROWS = { answer: { type: oneOf(ANSWERS) } };

/** A URL with two placeholders: `{auth_req_id}` and `{action}`. */
function answerUrl({ baseUrl }: Exchange, realmName: string, key: string): string {
  const path = `${baseUrl}/emulator/v1/realms/${encodeURIComponent(realmName)}/device/answer`;
  return `${path}?auth_req_id={auth_req_id}&action={action}&key=${encodeURIComponent(key)}`;
}

async function show(request: AdminRequest, device: DeviceAccess): Promise<Reply> {
  const { exchange } = request;
  const stored = namedRealm(request);
  const { realm: name, id } = stored;
  const clock = request.clocks(name);
  const key = await device.answerKeyOf(name);
  const { authenticationEntity } = device;
  const wire: DeviceWire = {
    now: clock.now(),
    ...device.list(id),
    codes: device.codes({ realm: viewRealm(stored), baseUrl: exchange.baseUrl, clock }),
    rules: device.listRules(name),
    answerUrl: answerUrl(exchange, name, key),
    ...(authenticationEntity === undefined ? {} : { authenticationEntity }),
  };
  return ok(wire);
}

function describeLate({ state }: PromptWire): string {
  return state === 'pending' ? 'The prompt is being answered right now' : `The prompt is ${state} already`;
}

/** @throws {AdminError} 404 unknown prompt, 409 answered or expired, 502 callback rejected. */
function answeredReply({ activity }: Exchange, answered: PromptAnswered | undefined): Reply {
  if (answered === undefined)
    throw notFound('Prompt not found: it has not arrived, or was replaced by newer ones');
  const { outcome, prompt } = answered;
  activity.client(prompt.clientId);
  activity.user(prompt.username);
  if (prompt.flow !== undefined) activity.joinFlow(prompt.flow);
  if (outcome === 'late') throw conflict(describeLate(prompt));
  if (outcome === 'failed')
    throw new AdminError(502, { errorMessage: prompt.problem ?? 'The answer failed' });
  activity.recordPass('answer-prompt', `The prompt is ${prompt.state}.`, 'service description §4.3');
  return ok(prompt);
}

async function answerPrompt(request: AdminRequest, device: DeviceAccess): Promise<Reply> {
  const { id } = namedRealm(request);
  const { exchange } = request;
  const body = readObject<{ answer: PromptAnswer }>(exchange.json, ANSWER_ROWS, ['answer']);
  const answered = await device.answer(id, parameter(request, 'prompt'), body.answer, 'person');
  return answeredReply(exchange, answered);
}

async function setRules(request: AdminRequest, device: DeviceAccess): Promise<Reply> {
  const { id, realm: name } = namedRealm(request);
  const kept = await device.keepRules({ id, name }, request.exchange.json);
  if ('problem' in kept) throw badRequest(kept.problem);
  return ok(kept.rules);
}

function stream(device: DeviceAccess): Reply {
  return liveStreamReply((send) =>
    device.subscribe((prompt) => send(`event: prompt\ndata: ${JSON.stringify(prompt)}\n\n`)),
  );
}

/** A query parameter that must be given exactly once. */
function required({ query }: Exchange, name: string): string {
  const [value = '', ...others] = query.all(name);
  if (value === '') throw badRequest(`${name} is missing`);
  if (others.length > 0) throw badRequest(`${name} must be given once`);
  return value;
}

async function answerByLink(request: KeyedRequest, device: DeviceAccess): Promise<Reply> {
  const { exchange, clocks } = request;
  const { id, realm: name } = namedRealm(request);
  const authReqId = required(exchange, 'auth_req_id');
  const action = ACTIONS.get(required(exchange, 'action'));
  if (action === undefined) throw badRequest(`action must be one of ${[...ACTIONS.keys()].join(', ')}`);
  const prompt = device.findByRequest(id, authReqId, clocks(name).now());
  const answered = prompt === undefined ? undefined : await device.answer(id, prompt, action, 'link');
  return answeredReply(exchange, answered);
}

function showsKey(request: KeyedRequest, device: DeviceAccess): boolean {
  const key = request.exchange.query.get('key');
  return key !== undefined && device.isAnswerKey(parameter(request, 'realm'), key);
}

/** One URL for tools that cannot sign in: it accepts an administrator's token or the realm's key. */
export function createDeviceAnswerRows(device: DeviceAccess): readonly KeyedRow[] {
  return (['GET', 'POST'] as const).map((method) => ({
    method,
    path: `/emulator/v1${DEVICE}/answer`,
    title: 'Prompt answered',
    // A body is ignored: the parameters are in the URL.
    body: 'none',
    admits: (request) => showsKey(request, device),
    handle: (request) => answerByLink(request, device),
  }));
}

export function createDeviceRows(device: DeviceAccess): readonly ServerRow[] {
  return [
    emulatorRow('GET', DEVICE, (request) => show(request, device)),
    emulatorRow(
      'POST',
      `${DEVICE}/prompts/:prompt`,
      (request) => answerPrompt(request, device),
      'Prompt answered',
    ),
    emulatorRow('DELETE', `${DEVICE}/answered`, (request) => {
      device.clearAnswered(namedRealm(request).id);
      return DONE;
    }),
    emulatorRow('PUT', `${DEVICE}/rules`, (request) => setRules(request, device), 'Auto-answer rules'),
    emulatorRow('GET', '/device/stream', () => stream(device)),
  ];
}
