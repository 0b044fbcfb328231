// The script of the session iframe: compares the parent's session state with the session cookie.

/** SHA-256 of ASCII text, base64url (FIPS 180-4 §6.2). Frames of pages without TLS have no Web Crypto. */
const SHA256 = `
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p !== 0)) primes.push(n);
const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));
function sha256(text) {
  const length = ((text.length + 72) >> 6) << 4;
  const words = new Int32Array(length);
  for (let i = 0; i < text.length; i += 1) words[i >> 2] |= text.charCodeAt(i) << (24 - 8 * (i & 3));
  words[text.length >> 2] |= 128 << (24 - 8 * (text.length & 3));
  words[length - 1] = text.length * 8;
  const hash = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const w = new Int32Array(64);
  for (let block = 0; block < length; block += 16) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] = i < 16 ? words[block + i]
        : w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + fraction(Math.cbrt(primes[i])) + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = (hash[i] + word) | 0; });
  }
  const bytes = hash.flatMap((word) => [24, 16, 8, 0].map((bits) => (word >>> bits) & 255));
  return btoa(String.fromCharCode(...bytes)).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '');
}
`;

const ANSWERS = `
let asked;
function admit(clientId, origin) {
  const query = new URLSearchParams({ client_id: clientId, origin });
  asked ??= fetch(location.pathname + '/init?' + query).then(
    (answer) => (answer.ok ? { clientId, origin } : undefined),
    () => undefined,
  );
  return asked;
}
function readSession() {
  const pair = document.cookie.split('; ').find((each) => each.startsWith('KEYCLOAK_SESSION='));
  return pair === undefined ? '' : pair.slice('KEYCLOAK_SESSION='.length).replace(/^"|"$/g, '');
}
async function check(clientId, origin, sessionState) {
  const admitted = await admit(clientId, origin);
  if (admitted?.clientId !== clientId || admitted.origin !== origin) return 'error';
  if (isSecureContext && document.hasStorageAccess && !(await document.hasStorageAccess())) return 'error';
  const session = readSession();
  if (session === '') return sessionState === '' ? 'unchanged' : 'changed';
  return session === sha256(sessionState) ? 'unchanged' : 'changed';
}
addEventListener('message', async (event) => {
  if (typeof event.data !== 'string' || event.source === null) return;
  const parts = event.data.split(' ');
  if (parts.length !== 2) return;
  const result = await check(parts[0], event.origin, parts[1]).catch(() => 'error');
  event.source.postMessage(result, event.origin);
});
`;

/** The whole script. OIDC Session Management §3.1, §3.2. Compat: results as in Keycloak. */
export const STATUS_IFRAME_SCRIPT: string = `'use strict';${SHA256}${ANSWERS}`;
