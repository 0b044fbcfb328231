// The load's HTTP client: keep-alive connections with one request at a time, on node:http, because fetch
// costs more than what is measured.
import { Agent, request } from 'node:http';

/** A client with its own connection and cookies. */
export class Connection {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #cookies = new Map();
  /** State for the next operation on this connection, such as a refresh token or session. */
  memory = new Map();

  /** Resolves to status, location and body. `content` is form fields, or text whose type is in `headers`. */
  send(method, url, content, headers = {}) {
    const isText = content === undefined || typeof content === 'string';
    const body = isText ? content : new URLSearchParams(content).toString();
    return new Promise((done, failed) => {
      const options = { method, agent: this.#agent, headers: { ...this.#headersFor(body), ...headers } };
      const outgoing = request(url, options, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) this.#remember(line);
        // A server that dies in the middle of its response.
        response.on('error', failed);
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

  /** Starts as a new user, without cookies. */
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
