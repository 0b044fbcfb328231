// The load: keep-alive connections, one request at a time on each, node:http underneath because fetch costs more than what is measured.
import { Agent, request } from 'node:http';

/** A client with its own connection and cookies. */
export class Connection {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #cookies = new Map();
  /** What an operation leaves for the next one on this connection: a refresh token, a session. */
  memory = new Map();

  /** Resolves to status, location and body. */
  send(method, url, form, headers = {}) {
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    return new Promise((done, failed) => {
      const options = { method, agent: this.#agent, headers: { ...headers, ...this.#headersFor(body) } };
      const outgoing = request(url, options, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) this.#remember(line);
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          done({
            status: response.statusCode,
            location: response.headers.location,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      outgoing.on('error', failed);
      outgoing.end(body);
    });
  }

  /** A new person: no cookies. */
  forget() {
    this.#cookies.clear();
  }

  close() {
    this.#agent.destroy();
  }

  #headersFor(body) {
    const headers = {};
    if (this.#cookies.size > 0)
      headers.cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (body !== undefined) {
      headers['content-type'] = 'application/x-www-form-urlencoded';
      headers['content-length'] = Buffer.byteLength(body);
    }
    return headers;
  }

  #remember(line) {
    const pair = line.split(';', 1)[0];
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    // An empty value removes a cookie.
    if (equals === pair.length - 1) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(equals + 1));
  }
}
