// What a request asked for, as far as flows are named and filtered by it. Read when a list is requested.
import type { ActivityAnswer, ActivitySummary } from '#protocol/contract/activity.ts';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import { endpointOf } from '#protocol/http/endpoints.ts';
import { queryOf, type RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { readPairs } from './request-parameters.ts';

type RequestFacts = Pick<ActivitySummary, 'grant' | 'responseType' | 'prompt' | 'scope' | 'userAnswer'>;

/** Longer values are cut: they only serve names and filters. */
const MAX_LENGTH = 1000;

const NONE: RequestFacts = {};

/** The values of a parameter, joined by spaces; undefined if all are empty. */
type Parameters = (name: string) => string | undefined;

function readParameters({ facts, requestBody }: RecordedExchange): Parameters {
  const pairs = [...readPairs(queryOf(facts.target)), ...readPairs(requestBody)];
  return (wanted) => {
    const values = pairs.flatMap(([name, value]) => (name === wanted && value !== '' ? [value] : []));
    return values.length === 0 ? undefined : values.join(' ').slice(0, MAX_LENGTH);
  };
}

type Members = { readonly [Member in keyof RequestFacts]: RequestFacts[Member] | undefined };

function scopeOf(parameters: Parameters): Members {
  return { scope: parameters('scope') };
}

function authorizationFacts(parameters: Parameters): Members {
  return {
    responseType: parameters('response_type'),
    prompt: parameters('prompt'),
    ...scopeOf(parameters),
  };
}

function tokenFacts(parameters: Parameters): Members {
  return { grant: parameters('grant_type'), ...scopeOf(parameters) };
}

const ANSWERS: ReadonlyMap<unknown, ActivityAnswer> = new Map([
  ['SUCCEED', 'approved'],
  ['UNAUTHORIZED', 'denied'],
  ['CANCELLED', 'cancelled'],
]);

/** The body of an authentication result (CIBA). */
function answerOf({ requestBody }: RecordedExchange): Members {
  try {
    const body: unknown = JSON.parse(requestBody);
    const status = typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
    return { userAnswer: ANSWERS.get(status) };
  } catch {
    // The endpoint has refused it: nobody has answered.
    return NONE;
  }
}

const READERS: { readonly [Name in EndpointName]?: (parameters: Parameters) => Members } = {
  authorization: authorizationFacts,
  par: authorizationFacts,
  token: tokenFacts,
  device: scopeOf,
  ciba: scopeOf,
  registry: scopeOf,
};

/** Authentication entities call it, so it is no named endpoint. */
const CALLBACK = '/realms/:realm/protocol/openid-connect/ext/ciba/auth/callback';

/** Reads the facts of an exchange; those that are unknown are absent. */
export function readRequestFacts(recorded: RecordedExchange): RequestFacts {
  const { routePath } = recorded;
  const endpoint = endpointOf(routePath);
  const read = endpoint === undefined ? undefined : READERS[endpoint];
  if (read === undefined && routePath !== CALLBACK) return NONE;
  const members = read === undefined ? answerOf(recorded) : read(readParameters(recorded));
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
