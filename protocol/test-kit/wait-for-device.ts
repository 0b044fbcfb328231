// Waits for prompts of the authentication device and codes of the device grant, and answers them in the same call.
import { monotonicMs } from '#protocol/clock.ts';
import type {
  DeviceCodeWire,
  DeviceWaitedWire,
  DeviceWaitWire,
  PromptAnswer,
  PromptWire,
} from '#protocol/contract/device.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { acrOf, sessionLevels } from '#protocol/login/levels.ts';
import type { SignedIn } from '#protocol/login/sign-in.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import { type CreateSessionDeps, createUserSession } from './create-session.ts';
import { findNamedUser, findPerson } from './find-person.ts';
import { KitError } from './kit-error.ts';
import type { Pauses } from './pauses.ts';

/** `late`: it was answered elsewhere, or has expired. `failed`: the server rejected the answer. */
interface PromptAnswered {
  readonly outcome: 'taken' | 'failed' | 'late';
  readonly prompt: PromptWire;
}

/** The prompts of the authentication device. */
export interface KitPrompts {
  /** Oldest first. */
  list(realmId: string): Promise<{ readonly pending: readonly PromptWire[] }>;
  answer(
    realmId: string,
    id: string,
    answer: PromptAnswer,
    answeredBy: 'person',
  ): Promise<PromptAnswered | undefined>;
  /** Takes a pending prompt away from the rules; undefined if it is not pending. */
  leaveAlone(realmId: string, id: string): Promise<PromptWire | undefined>;
  /** Calls the listener when a prompt of any realm arrives or changes. */
  subscribe(listener: (prompt: PromptWire) => void): () => void;
}

/** The codes of the device grant. */
export interface KitCodes {
  /** Oldest first. */
  list(place: Pick<RealmExchange, 'realm' | 'baseUrl' | 'clock'>): Promise<readonly DeviceCodeWire[]>;
  /** False if the code is not pending any more. */
  approve(
    exchange: RealmExchange,
    userCode: string,
    person: Pick<SignedIn, 'user' | 'session' | 'acr'>,
  ): Promise<boolean>;
  /** False if the code is not pending any more. */
  deny(exchange: RealmExchange, userCode: string): Promise<boolean>;
  /** Calls the listener with the realm's id for each new code. */
  subscribe(listener: (realmId: string) => void): () => void;
}

export interface WaitForDeviceDeps extends CreateSessionDeps {
  readonly store: Pick<Store, 'sessions' | 'users'>;
  readonly prompts: KitPrompts;
  readonly codes: KitCodes;
  readonly pauses: Pauses;
}

/** A prompt whose answer the server rejected is also one that was found. */
type Attempt = () => Promise<Omit<DeviceWaitedWire, 'timedOut'> | undefined>;
type Subscribe = (changed: () => void) => () => void;

/** Tries now and after every change, until it succeeds, the time is over, or the realm's pauses end. */
async function tryUntil(
  realmId: string,
  waitMs: number,
  pauses: Pauses,
  subscribe: Subscribe,
  attempt: Attempt,
): Promise<DeviceWaitedWire> {
  const until = monotonicMs() + waitMs;
  let isChanged = false;
  let wake = (): void => undefined;
  const unsubscribe = subscribe(() => {
    isChanged = true;
    wake();
  });
  try {
    do {
      isChanged = false;
      const found = await attempt();
      if (found !== undefined) return { timedOut: false, ...found };
      const leftMs = until - monotonicMs();
      if (!isChanged && leftMs > 0) {
        await pauses.wait(realmId, leftMs, {
          begin(finish) {
            wake = finish;
            return () => {
              wake = () => undefined;
            };
          },
        });
      }
    } while (isChanged);
    return { timedOut: true };
  } finally {
    unsubscribe();
  }
}

/** The delegation is answered first: its answer must not overtake the request. */
function afterDelivery(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function answerPrompt(
  realmId: string,
  { id }: PromptWire,
  answer: NonNullable<DeviceWaitWire['answer']>,
  prompts: KitPrompts,
): Promise<PromptWire | undefined> {
  await afterDelivery();
  if (answer === 'never') return prompts.leaveAlone(realmId, id);
  const answered = await prompts.answer(realmId, id, answer, 'person');
  return answered === undefined || answered.outcome === 'late' ? undefined : answered.prompt;
}

/** Prompts that were left alone stay with those who wanted that. */
function findPrompt(
  pending: readonly PromptWire[],
  { client, bindingMessage: message }: DeviceWaitWire,
  user: StoredUser | undefined,
): PromptWire | undefined {
  const names = [user?.username, user?.email].map((name) => name?.toLowerCase());
  return pending.findLast(
    ({ clientId, username, bindingMessage, leftAlone }) =>
      leftAlone !== true &&
      (message === undefined || bindingMessage === message) &&
      (client === undefined || clientId === client) &&
      (user === undefined || names.includes(username.toLowerCase())),
  );
}

/** Resolves to the code as it was, and the session that approved it; undefined if it was answered elsewhere. */
async function approveCode(
  exchange: RealmExchange,
  code: DeviceCodeWire,
  user: StoredUser,
  deps: WaitForDeviceDeps,
): Promise<Omit<DeviceWaitedWire, 'timedOut'> | undefined> {
  const { realm, clock } = exchange;
  const { sessions } = deps.store;
  // The session belongs to the flow that the device began.
  exchange.activity.joinFlow(code.flow);
  const { id } = await createUserSession(deps, exchange, { user: user.username }, clock.now());
  const session = await sessions.find(realm.id, id);
  if (session === undefined) throw new TypeError(`session ${id} was not saved`);
  const acr = acrOf(realm, realm.clients.get(code.clientId), sessionLevels(session), true);
  if (await deps.codes.approve(exchange, code.userCode, { user, session, acr }))
    return { code, sessionId: id };
  await sessions.remove(realm.id, id);
  return undefined;
}

const spellCode = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

async function answerCode(
  exchange: RealmExchange,
  { client, userCode, answer }: DeviceWaitWire,
  user: StoredUser | undefined,
  deps: WaitForDeviceDeps,
): Promise<Omit<DeviceWaitedWire, 'timedOut'> | undefined> {
  const pending = await deps.codes.list(exchange);
  const code = pending.findLast(
    (one) =>
      (client === undefined || one.clientId === client) &&
      (userCode === undefined || spellCode(one.userCode) === spellCode(userCode)),
  );
  if (code === undefined) return undefined;
  if (answer === 'approve' && user !== undefined) return approveCode(exchange, code, user, deps);
  if (answer === 'deny') return (await deps.codes.deny(exchange, code.userCode)) ? { code } : undefined;
  return { code };
}

function checkWait(
  realm: Realm,
  { kind, userCode, bindingMessage, client, user, answer }: DeviceWaitWire,
): void {
  if (client !== undefined && !realm.clients.has(client))
    throw new KitError(
      400,
      `client: realm ${realm.name} has no client "${client.slice(0, 80)}".`,
      'Correct the clientId, or leave client out.',
    );
  if (kind === 'prompt' && userCode !== undefined)
    throw new KitError(400, 'userCode is for kind "code".', 'Leave kind out, or set it to "code".');
  if (kind !== 'code' && userCode === undefined) return;
  if (bindingMessage !== undefined)
    throw new KitError(
      400,
      'bindingMessage is for prompts: codes have none.',
      'Leave it out, and name the code by userCode.',
    );
  if (answer === 'cancel' || answer === 'never')
    throw new KitError(400, `answer: a code cannot be answered with "${answer}".`, 'Send approve or deny.');
  if (answer === 'approve' && user === undefined)
    throw new KitError(400, 'user is missing: somebody must approve the code.', 'Send a username as user.');
}

/**
 * Waits for the newest pending prompt or code that matches, and answers it. One that is answered elsewhere meanwhile does
 * not count. An approved code has a new session of the user.
 * @throws {KitError} 400 naming the member that is wrong, 409 for a user who cannot sign in.
 */
export async function waitForDevice(
  exchange: RealmExchange,
  wanted: DeviceWaitWire,
  deps: WaitForDeviceDeps,
): Promise<DeviceWaitedWire> {
  const { realm, clock } = exchange;
  const { prompts, codes, pauses, store } = deps;
  checkWait(realm, wanted);
  const { answer, wait: waitMs = 0 } = wanted;
  const isForCode = wanted.kind === 'code' || wanted.userCode !== undefined;
  const find = isForCode && answer === 'approve' ? findPerson : findNamedUser;
  const user =
    wanted.user === undefined ? undefined : await find(store.users, realm, wanted.user, clock.now());
  if (isForCode) {
    const subscribe: Subscribe = (changed) => codes.subscribe((id) => id === realm.id && changed());
    return tryUntil(realm.id, waitMs, pauses, subscribe, () => answerCode(exchange, wanted, user, deps));
  }
  const subscribe: Subscribe = (changed) =>
    prompts.subscribe((prompt) => prompt.realm === realm.name && changed());
  return tryUntil(realm.id, waitMs, pauses, subscribe, async () => {
    const { pending } = await prompts.list(realm.id);
    const found = findPrompt(pending, wanted, user);
    const prompt =
      found === undefined || answer === undefined
        ? found
        : await answerPrompt(realm.id, found, answer, prompts);
    return prompt && { prompt };
  });
}
