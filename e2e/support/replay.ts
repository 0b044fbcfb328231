// A client of the admin API that sends what foreign programs send, and reads what they read.
import { expect } from '@playwright/test';
import { administratorToken } from './administrator.ts';
import { callAdmin, type TestServer } from './server.ts';

export type Json = Record<string, unknown>;

/** An answer of the admin API. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The last segment of the Location header, as clients use it. */
  readonly id: string;
}

/** An answer that ends a program: status 400 or above. */
export class Refusal extends Error {
  readonly status: number;
  readonly text: string;

  constructor(request: string, { status, text }: Reply) {
    super(`${request}: ${status} ${text}`);
    this.status = status;
    this.text = text;
  }
}

/** Paths begin with `/`; they are relative to the realm unless they begin with `//`, which stands for `/admin`. */
export class AdminSession {
  readonly realm: string;
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string, realm: string) {
    this.#url = url;
    this.#token = token;
    this.realm = realm;
  }

  /** Sends a request; a text is sent as text/plain. */
  async send(method: string, path: string, body?: unknown): Promise<Reply> {
    if (typeof body === 'string') return this.#request(method, path, 'text/plain', body);
    return this.sendJson(method, path, body);
  }

  /** Sends JSON, also for a text. */
  async sendJson(method: string, path: string, body?: unknown): Promise<Reply> {
    return this.#request(method, path, 'application/json', body === undefined ? body : JSON.stringify(body));
  }

  async #request(method: string, path: string, type: string, body: string | undefined): Promise<Reply> {
    const address = path.startsWith('//') ? path.slice(1) : `/realms/${this.realm}${path}`;
    const response = await fetch(`${this.#url}/admin${address}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        accept: 'application/json',
        ...(method === 'GET' ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const reply = {
      status: response.status,
      text: await response.text(),
      id: (response.headers.get('location') ?? '').split('/').at(-1) ?? '',
    };
    if (response.status >= 400) throw new Refusal(`${method} ${path}`, reply);
    return reply;
  }

  async get<T = Json>(path: string): Promise<T> {
    return JSON.parse((await this.send('GET', path)).text) as T;
  }

  /** The ID of what a POST has made, from the Location header. */
  async post(path: string, body: unknown): Promise<string> {
    return (await this.send('POST', path, body)).id;
  }

  async put(path: string, body: unknown): Promise<void> {
    await this.send('PUT', path, body);
  }

  async delete(path: string, body?: unknown): Promise<void> {
    await this.send('DELETE', path, body);
  }

  /** What a GET answers; undefined if there is nothing. */
  async find<T = Json>(path: string): Promise<T | undefined> {
    try {
      return await this.get<T>(path);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return undefined;
      throw error;
    }
  }

  /** The complete realm file, byte by byte. */
  async stored(): Promise<string> {
    const response = await callAdmin(this.#url, 'GET', `/emulator/v1/realms/${this.realm}/export`);
    expect(response.status).toBe(200);
    return response.text();
  }
}

/** A session as the administrator, by the grant that these programs use. */
export async function openAdminSession({ url }: TestServer, realm: string): Promise<AdminSession> {
  return new AdminSession(url, await administratorToken(url), realm);
}

/** How a call was refused; fails if it was not. */
export async function refusedBy(work: () => Promise<unknown>): Promise<Refusal> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}
