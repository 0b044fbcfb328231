// The authentication device over HTTP: its prompts, answers, auto-answer rules and live stream.
import type { DeviceWire, PromptAnswer, PromptAnswerWire, PromptWire } from '#protocol/contract/device.ts';
import { oneOf } from '#protocol/contract/settings/value-type.ts';
import type { Exchange, Reply } from '#protocol/http/exchange.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { AdminError, badRequest, conflict, notFound } from '../admin-error.ts';
import { DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { readObject } from '../members.ts';
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
    ...device.list(id),
    codes: device.codes({ realm: viewRealm(realm), baseUrl: exchange.baseUrl, clock }),
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

async function answerPrompt(
  { exchange, realm, path }: EmulatorRequest<'POST /realms/{realm}/device/prompts/{prompt}'>,
  device: DeviceAccess,
): Promise<Reply> {
  const { answer } = readObject<PromptAnswerWire>(exchange.json, ANSWER_ROWS, ['answer']);
  const answered = await device.answer(realm.id, path.prompt, answer, 'person');
  return answeredReply(exchange, answered);
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
  const prompt = device.findByRequest(id, query.auth_req_id, clocks(name).now());
  const answered =
    prompt === undefined ? undefined : await device.answer(id, prompt, ACTIONS[query.action], 'link');
  return answeredReply(exchange, answered);
}

function showsKey({ query, pathParameters }: Exchange, device: DeviceAccess): boolean {
  const key = query.get('key');
  return key !== undefined && device.isAnswerKey(pathParameters['realm'] ?? '', key);
}

export function createDeviceHandlers(device: DeviceAccess): EmulatorHandlers<'device'> {
  // One URL for tools that cannot sign in: it accepts an administrator's token or the realm's key.
  const answerLink = {
    admits: (exchange: Exchange) => showsKey(exchange, device),
    handle: (request: LinkRequest) => answerByLink(request, device),
  };
  return {
    'GET /realms/{realm}/device': (request) => show(request, device),
    'POST /realms/{realm}/device/prompts/{prompt}': (request) => answerPrompt(request, device),
    'DELETE /realms/{realm}/device/answered': ({ realm }) => {
      device.clearAnswered(realm.id);
      return DONE;
    },
    'PUT /realms/{realm}/device/rules': (request) => setRules(request, device),
    'GET /realms/{realm}/device/answer': answerLink,
    'POST /realms/{realm}/device/answer': answerLink,
    'GET /device/stream': () => stream(device),
  };
}
