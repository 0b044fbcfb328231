// Sign-ins of many people at once, who repeat what was not answered, as browsers and applications do.
import { setTimeout as sleep } from 'node:timers/promises';
import { CALLBACK, person, secretOf } from './clients.ts';
import { PlainBrowser, submitSignIn } from './sign-in.ts';

const CLIENT = 'demo-web';
const PEOPLE = ['alice', 'bob', 'carol'] as const;

/** Answers of a balancer or server that ask for another attempt. */
const UNAVAILABLE = [502, 503, 504];

const PAUSE_MS = 100;

/** Tokens that a client has received. */
interface Acknowledged {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** What many sign-ins have come to. */
export interface SignInLoad {
  /** In the order in which they were received. */
  readonly acknowledged: readonly Acknowledged[];
  /** Statuses of the answers that asked for another attempt; 0: the connection was closed. */
  readonly unavailable: readonly number[];
  /** Sign-ins that were begun again because an answer was lost after its request had taken effect. */
  readonly begunAgain: number;
  /** Starts no more sign-ins; resolves when those in progress are finished. */
  finish(): Promise<void>;
  /** Resolves when this many sign-ins are finished. */
  until(count: number): Promise<void>;
}

function secretsOf(): Record<string, string> {
  return { client_id: CLIENT, client_secret: secretOf(CLIENT) };
}

/** Posts a form of the client to an endpoint of the demo realm. */
export function callEndpoint(url: string, endpoint: string, form: Record<string, string>): Promise<Response> {
  return fetch(`${url}/realms/demo/protocol/openid-connect/${endpoint}`, {
    method: 'POST',
    body: new URLSearchParams({ ...secretsOf(), ...form }),
  });
}

/** Whether a refresh token can still be used. */
export async function isActive(url: string, { refresh_token: token }: Acknowledged): Promise<boolean> {
  const answer = await callEndpoint(url, 'token/introspect', { token, token_type_hint: 'refresh_token' });
  return ((await answer.json()) as { active: boolean }).active;
}

/** Uses a refresh token; the status of the answer. */
export async function refresh(url: string, { refresh_token }: Acknowledged): Promise<number> {
  const form = { grant_type: 'refresh_token', refresh_token };
  return (await callEndpoint(url, 'token', form)).status;
}

/** Calls `work` for all items, `concurrency` at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

class Load implements SignInLoad {
  readonly acknowledged: Acknowledged[] = [];
  readonly unavailable: number[] = [];
  begunAgain = 0;
  readonly #url: string;
  readonly #workers: Promise<unknown>;
  readonly #total: number;
  #begun = 0;
  #isEnding = false;

  constructor(url: string, concurrency: number, total: number) {
    this.#url = url;
    this.#total = total;
    this.#workers = Promise.all(Array.from({ length: concurrency }, () => this.#work()));
    // Reported by those who wait.
    this.#workers.catch(() => undefined);
  }

  async finish(): Promise<void> {
    this.#isEnding = true;
    await this.#workers;
  }

  async until(count: number): Promise<void> {
    while (this.acknowledged.length < count) await Promise.race([sleep(5), this.#workers]);
  }

  async #work(): Promise<void> {
    while (!this.#isEnding && this.#begun < this.#total) {
      const number = this.#begun;
      this.#begun += 1;
      let tokens = await this.#signIn(number);
      while (tokens === undefined) {
        this.begunAgain += 1;
        tokens = await this.#signIn(number);
      }
      this.acknowledged.push(tokens);
    }
  }

  /** Undefined: it must be begun again. */
  async #signIn(number: number): Promise<Acknowledged | undefined> {
    const { username, password } = person(PEOPLE[number % PEOPLE.length] ?? PEOPLE[0]);
    const browser = new PlainBrowser();
    const query = new URLSearchParams({
      client_id: CLIENT,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid',
    });
    const start = `${this.#url}/realms/demo/protocol/openid-connect/auth?${query}`;
    const html = await (await this.#persist(() => browser.request(start))).text();
    const answer = await submitSignIn(
      (url, init) => this.#persist(() => browser.request(url, init)),
      { html, url: start },
      { username, password },
    );
    const code = new URL(answer.headers.get('location') ?? this.#url).searchParams.get('code');
    if (code === null) return undefined;
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const redeemed = await this.#persist(() => callEndpoint(this.#url, 'token', form));
    if (redeemed.status === 400) return undefined;
    if (redeemed.status !== 200)
      throw new Error(`the code was answered with ${redeemed.status}: ${await redeemed.text()}`);
    return (await redeemed.json()) as Acknowledged;
  }

  /** Repeats a request until it is answered. */
  async #persist(request: () => Promise<Response>): Promise<Response> {
    for (;;) {
      // A balancer closes a connection that was used before, instead of answering, so that the caller repeats the request.
      const answer = await request().catch(() => undefined);
      if (answer !== undefined && !UNAVAILABLE.includes(answer.status)) return answer;
      this.unavailable.push(answer?.status ?? 0);
      await answer?.text();
      await sleep(PAUSE_MS);
    }
  }
}

/** Starts to sign people in at a server's demo realm, so many at a time, up to a total. */
export function startSignIns(
  url: string,
  concurrency: number,
  total: number = Number.POSITIVE_INFINITY,
): SignInLoad {
  return new Load(url, concurrency, total);
}
