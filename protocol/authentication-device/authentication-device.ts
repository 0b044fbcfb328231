// The built-in authentication device, put together: an authentication entity that takes delegations and answers by the callback, over HTTP alone.
import type { Clock } from '#protocol/clock.ts';
import type { AutoAnswerRuleWire, PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import type { RealmRoute } from '#protocol/http/exchange.ts';
import type { ExchangeRecorder } from '#protocol/http/exchange-recorder.ts';
import { createOutgoingCalls, OWN_SERVER_TIMEOUT_MS } from '#protocol/http/outgoing-calls.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { createAnswerKeys } from './answer-key.ts';
import { type AnswerResult, createAnswers } from './answers.ts';
import { createAutoAnswerRules, type ParsedRules } from './auto-answer-rules.ts';
import { createAutomaticAnswers } from './automatic-answers.ts';
import { type DelegationEndpointDeps, handleDelegation } from './delegation-endpoint.ts';
import { createInbox, type PromptList } from './inbox.ts';
import type { RealmAttributes } from './realm-attributes.ts';

/** Looks up what the server knows of a request that was delegated. */
interface RequestDirectory {
  /** The result id of a request by the `auth_req_id` that its client was given; undefined when there is none by `now`. */
  resultIdOf(realmId: string, authReqId: string, now: number): string | undefined;
  /** Activity's flow of a request by its result id. */
  flowOf(realmId: string, resultId: string, now: number): string | undefined;
}

/** What the device is made of. */
export interface AuthenticationDeviceDeps extends Pick<DelegationEndpointDeps, 'verify' | 'describeUser'> {
  readonly directory: RequestDirectory;
  readonly attributes: RealmAttributes;
  /** The clock of a realm by its name. */
  readonly clocks: (realmName: string) => Clock;
  /** Where the server itself is reached once it listens, without trailing slash. */
  readonly selfUrl: () => string;
  readonly activity: ExchangeRecorder;
  readonly log: Logger;
  /** How long the server may take for a callback, in milliseconds; default 30 s. */
  readonly timeoutMs?: number;
}

/** What waits on the device, for whoever shows it. */
export interface Prompts {
  /** Calls the listener when a prompt arrives or changes; the answer ends that. A listener must not throw. */
  subscribe(listener: (prompt: PromptWire) => void): () => void;
  /** How many prompts wait in all realms. */
  pendingCount(): number;
}

/** The device as its administrators reach it. */
interface DeviceControl {
  list(realmId: string): PromptList;
  /** The id of the prompt that stands for a client's request; undefined when there is none by `now`. */
  findByRequest(realmId: string, authReqId: string, now: number): string | undefined;
  /** Sends an answer back; undefined when there is no such prompt. */
  answer(
    realmId: string,
    id: string,
    answer: PromptAnswer,
    answeredBy: 'person' | 'link',
  ): Promise<AnswerResult | undefined>;
  clearAnswered(realmId: string): void;
  listRules(realmName: string): readonly AutoAnswerRuleWire[];
  /** Keeps rules and applies them to the prompts that wait; changes nothing when there is a problem. */
  keepRules(realm: { readonly id: string; readonly name: string }, json: unknown): Promise<ParsedRules>;
  /** The key that answers prompts of a realm without a token. */
  answerKeyOf(realmName: string): Promise<string>;
  isAnswerKey(realmName: string, text: string): boolean;
}

/** The device. */
export interface AuthenticationDevice {
  readonly routes: readonly RealmRoute[];
  readonly prompts: Prompts;
  readonly control: DeviceControl & Pick<Prompts, 'subscribe'>;
  /** Answers no more by rule, and gives up the callbacks that are under way. */
  close(): void;
}

/** An answered callback is recorded by the endpoint that answered it; one that did not get there would be seen nowhere. */
function unanswered(activity: ExchangeRecorder): ExchangeRecorder {
  return {
    begin: (facts) => activity.begin(facts),
    finish: (recorded, reply) => {
      if (reply.status === 0) activity.finish(recorded, reply);
    },
  };
}

/** Makes the device. Service description §4.2, §4.3. */
export function createAuthenticationDevice(deps: AuthenticationDeviceDeps): AuthenticationDevice {
  const { clocks, log, directory, attributes, selfUrl } = deps;
  const calls = createOutgoingCalls({
    activity: unanswered(deps.activity),
    log,
    timeoutMs: deps.timeoutMs ?? OWN_SERVER_TIMEOUT_MS,
  });
  const rules = createAutoAnswerRules(attributes, log);
  const keys = createAnswerKeys(attributes);
  const inbox = createInbox({ clocks, log, planFor: rules.planFor });
  const answers = createAnswers({ inbox, calls, selfUrl, log });
  const automatic = createAutomaticAnswers({ inbox, answers, rules, clocks, log });
  const { verify, describeUser } = deps;
  const endpoint = { inbox, verify, describeUser, flowOf: directory.flowOf };
  const route: RealmRoute = {
    realm: true,
    method: 'POST',
    path: '/emulator/v1/realms/:realm/device/delegations',
    body: 'json',
    async handle(exchange) {
      const reply = await handleDelegation(exchange, endpoint);
      // After the reply has gone out: the server is told of an answer when it knows that its question has arrived.
      if (reply.status === 201) setImmediate(automatic.schedule);
      return reply;
    },
  };
  const prompts: Prompts = { subscribe: inbox.subscribe, pendingCount: inbox.pendingCount };
  return {
    routes: [route],
    prompts,
    control: {
      subscribe: inbox.subscribe,
      list: inbox.list,
      findByRequest: directory.resultIdOf,
      answer: answers.answer,
      clearAnswered: inbox.clearAnswered,
      listRules: rules.listRules,
      async keepRules({ id, name }, json) {
        const kept = await rules.keep(name, json);
        if ('problem' in kept) return kept;
        inbox.announce(id);
        automatic.schedule();
        return kept;
      },
      answerKeyOf: keys.getOrCreateKey,
      isAnswerKey: keys.matches,
    },
    close() {
      automatic.close();
      calls.close();
    },
  };
}
