// The built-in authentication device: takes delegations and answers them through the callback, over HTTP
// only.
import type { Clock } from '#protocol/clock.ts';
import type { AutoAnswerRuleWire, PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import { locateRoute } from '#protocol/contract/emulator-routes/table.ts';
import type { RealmRoute } from '#protocol/http/exchange.ts';
import type { ExchangeRecorder } from '#protocol/http/exchange-recorder.ts';
import { createOutgoingCalls, OWN_SERVER_TIMEOUT_MS } from '#protocol/http/outgoing-calls.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { createAnswerKeys } from './answer-key.ts';
import { type AnswerResult, createAnswers } from './answers.ts';
import { createAutoAnswerRules, type ParsedRules } from './auto-answer-rules.ts';
import { createAutomaticAnswers } from './automatic-answers.ts';
import { type DelegationEndpointDeps, handleDelegation } from './delegation-endpoint.ts';
import { createInbox, type InboxDeps, type PromptList } from './inbox.ts';
import type { RealmAttributes } from './realm-attributes.ts';

/** The server's knowledge of delegated requests. */
interface RequestDirectory {
  /** Result ID of the request with this `auth_req_id`; undefined if there is none at `now`. */
  resultIdOf(realmId: string, authReqId: string, now: number): Promise<string | undefined>;
  /** ID of the request's flow in Activity. */
  flowOf(realmId: string, resultId: string, now: number): Promise<string | undefined>;
}

export interface AuthenticationDeviceDeps
  extends Pick<DelegationEndpointDeps, 'verify' | 'describeUser'>,
    Pick<InboxDeps, 'store'> {
  readonly directory: RequestDirectory;
  readonly attributes: RealmAttributes;
  /** Clock by realm name. */
  readonly clocks: (realmName: string) => Clock;
  /** The server's own base URL, without trailing slash; available once it listens. */
  readonly selfUrl: () => string;
  readonly activity: ExchangeRecorder;
  readonly log: Logger;
  /** Milliseconds that a callback may take; 30 s by default. */
  readonly timeoutMs?: number;
}

/** Pending prompts, for the user interface. */
export interface Prompts {
  /** Calls the listener, which must not throw, when a prompt arrives or changes. Returns the unsubscriber. */
  subscribe(listener: (prompt: PromptWire) => void): () => void;
  /** Number of pending prompts in all realms that this server has heard of. */
  pendingCount(): number;
}

/** The device's functions for administrators. */
interface DeviceControl {
  list(realmId: string): Promise<PromptList>;
  /** ID of the prompt for a client's request; undefined if there is none at `now`. */
  findByRequest(realmId: string, authReqId: string, now: number): Promise<string | undefined>;
  /** Sends an answer; undefined if there is no such prompt. */
  answer(
    realmId: string,
    id: string,
    answer: PromptAnswer,
    answeredBy: 'person' | 'link',
  ): Promise<AnswerResult | undefined>;
  /** Takes a pending prompt away from the rules; undefined if it is not pending. */
  leaveAlone(realmId: string, id: string): Promise<PromptWire | undefined>;
  clearAnswered(realmId: string): Promise<void>;
  listRules(realmName: string): readonly AutoAnswerRuleWire[];
  /** Saves the rules and applies them to pending prompts; invalid rules change nothing. */
  keepRules(realm: { readonly id: string; readonly name: string }, json: unknown): Promise<ParsedRules>;
  /** The key for answering the realm's prompts without a token. */
  answerKeyOf(realmName: string): Promise<string>;
  isAnswerKey(realmName: string, text: string): boolean;
}

export interface AuthenticationDevice {
  readonly routes: readonly RealmRoute[];
  readonly prompts: Prompts;
  readonly control: DeviceControl & Pick<Prompts, 'subscribe'>;
  /** Drops the prompts of a realm; answers in progress reach nobody. */
  forgetRealm(realmId: string, realmName: string): Promise<void>;
  /** Stops automatic answers and cancels callbacks in progress. */
  close(): void;
}

/** The endpoint records a callback that reaches it, so only failed connections are recorded here. */
function recordFailedOnly(activity: ExchangeRecorder): ExchangeRecorder {
  return {
    begin: (facts) => activity.begin(facts),
    finish: (recorded, reply) => {
      if (reply.status === 0) activity.finish(recorded, reply);
    },
  };
}

/** Service description §4.2, §4.3. */
export function createAuthenticationDevice(deps: AuthenticationDeviceDeps): AuthenticationDevice {
  const { clocks, log, directory, attributes, selfUrl } = deps;
  const calls = createOutgoingCalls({
    activity: recordFailedOnly(deps.activity),
    log,
    timeoutMs: deps.timeoutMs ?? OWN_SERVER_TIMEOUT_MS,
  });
  const rules = createAutoAnswerRules(attributes, log);
  const keys = createAnswerKeys(attributes);
  const inbox = createInbox({ store: deps.store, clocks, log, planFor: rules.planFor });
  const answers = createAnswers({ inbox, calls, selfUrl, log });
  const automatic = createAutomaticAnswers({ inbox, answers, rules, clocks, log });
  inbox.subscribe((_prompt, isOwn) => {
    // Own ones are scheduled once their delegation is answered.
    if (!isOwn) automatic.schedule();
  });
  const { verify, describeUser } = deps;
  const endpoint = { inbox, verify, describeUser, flowOf: directory.flowOf };
  const route: RealmRoute = {
    realm: true,
    ...locateRoute('POST /realms/{realm}/device/delegations'),
    body: 'json',
    async handle(exchange) {
      const reply = await handleDelegation(exchange, endpoint);
      // After the response is sent, so the server knows of the delivery before it gets an answer.
      if (reply.status === 201) setImmediate(automatic.schedule);
      return reply;
    },
  };
  const subscribe: Prompts['subscribe'] = (listener) => inbox.subscribe(listener);
  const prompts: Prompts = { subscribe, pendingCount: () => inbox.pendingCount() };
  return {
    routes: [route],
    prompts,
    control: {
      subscribe,
      list: (realmId) => inbox.list(realmId),
      findByRequest: directory.resultIdOf,
      answer: answers.answer,
      leaveAlone: (realmId, id) => inbox.leaveAlone(realmId, id),
      clearAnswered: (realmId) => inbox.clearAnswered(realmId),
      listRules: rules.listRules,
      async keepRules({ id, name }, json) {
        const kept = await rules.keep(name, json);
        if ('problem' in kept) return kept;
        await inbox.announce(id);
        automatic.schedule();
        return kept;
      },
      answerKeyOf: keys.getOrCreateKey,
      isAnswerKey: keys.matches,
    },
    async forgetRealm(realmId, realmName) {
      rules.forget(realmName);
      await inbox.removeRealm(realmId);
    },
    close() {
      automatic.close();
      calls.close();
    },
  };
}
