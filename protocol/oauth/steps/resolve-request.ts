// The source of an authorization request's parameters: the request itself, a request object, request_uri or
// PAR.
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { defineStep, type Step, type StepDeps } from '../authorization-facts.ts';
import { fetchRequestObject } from '../requests/fetch-request-object.ts';
import { PUSHED_PREFIX, takePushedRequest } from '../requests/pushed-requests.ts';
import { readRequestObject } from '../requests/request-objects.ts';
import { refuseRequest } from '../requests/request-refusal.ts';

type Source = 'request itself' | 'request object' | 'request_uri' | 'pushed request';

/** Values of `request.object.required` with the sources they allow. */
const ACCEPTED_SOURCES: Readonly<Record<string, readonly Source[]>> = {
  'request or request_uri': ['request object', 'request_uri', 'pushed request'],
  'request only': ['request object'],
  'request_uri only': ['request_uri', 'pushed request'],
};

/** OIDC Core §6, RFC 9101 §5, RFC 9126 §4: an object or pushed request replaces the sent parameters. */
export const resolveRequest: Step = defineStep({
  name: 'resolve-request',
  section: 'OIDC Core §6',
  needs: ['sent', 'client'],
  gives: ['parameters', 'pushed'],
  run(exchange, { sent, client }, deps) {
    const object = only(sent, 'request');
    const uri = only(sent, 'request_uri');
    const source = sourceOf(object, uri);
    const pushed = source === 'pushed request';
    // A pushed request passed this check when it was pushed.
    if (!pushed) {
      const isPushing = source === 'request itself' && deps.endpoint === 'pushed';
      checkAccepted(client, isPushing ? 'pushed request' : source);
    }
    if (source === 'request itself') return { parameters: sent, pushed };
    if (pushed) return takePushed(exchange, client, uri, deps);
    return readObject(exchange, client, sent, { object, uri }, deps);
  },
  describe: ({ pushed }) => (pushed ? 'The request was pushed.' : 'The parameters of the request are read.'),
});

function only(sent: Parameters, name: string): string {
  const [first = '', ...others] = sent.all(name);
  if (others.length === 0) return first;
  throw refuseRequest(`${name} was sent more than once.`, `Send ${name} once.`, { section: 'RFC 6749 §3.1' });
}

function sourceOf(object: string, uri: string): Source {
  if (object !== '' && uri !== '') {
    throw refuseRequest('The request carries both request and request_uri.', 'Send one of them.', {
      section: 'OIDC Core §6',
    });
  }
  if (object !== '') return 'request object';
  if (uri === '') return 'request itself';
  return uri.startsWith(PUSHED_PREFIX) ? 'pushed request' : 'request_uri';
}

function checkAccepted(client: Client, source: Source): void {
  const required = client.attributes['request.object.required'] ?? '';
  const accepted = Object.hasOwn(ACCEPTED_SOURCES, required) ? ACCEPTED_SOURCES[required] : undefined;
  if (accepted === undefined || accepted.includes(source)) return;
  throw refuseRequest(
    `Client ${client.clientId} must send its requests as "${required}" (request.object.required); this is a ${source}.`,
    `Send ${required}, or set attribute request.object.required of client ${client.clientId} to "not required".`,
  );
}

async function takePushed(
  exchange: RealmExchange,
  client: Client,
  uri: string,
  deps: StepDeps,
): Promise<{ parameters: Parameters; pushed: boolean }> {
  return { parameters: await takePushedRequest(deps.pushed, exchange, client, uri), pushed: true };
}

async function readObject(
  exchange: RealmExchange,
  client: Client,
  parameters: Parameters,
  { object, uri }: { readonly object: string; readonly uri: string },
  deps: StepDeps,
): Promise<{ parameters: Parameters; pushed: boolean }> {
  const text = object === '' ? await fetchRequestObject(exchange, client, uri, deps.fetchDocument) : object;
  return { parameters: await readRequestObject(exchange, client, parameters, text, deps), pushed: false };
}
