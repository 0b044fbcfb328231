// The three servers compared for SAML sign-ins: request by POST, sign-in page, response by POST.
import { follow, signInAction } from './authorization-code.mjs';
import { createDataDir } from './data-folder.mjs';
import { authnRequest, checkResponsePage, sampleCredentials } from './saml-message.mjs';
import { otherCheckout, startOther, startPeer, startUnderstudy } from './subjects.mjs';

const CONSUMER = 'http://127.0.0.1:9/acs';
const ISSUER = { plain: 'bench-saml', signed: 'bench-saml-signed' };

/** Requests signed in advance, by target, because signing costs more than verifying. */
const signedBefore = new Map();

function nextRequest(destination, signed) {
  const ready = signed ? signedBefore.get(destination)?.pop() : undefined;
  const issuer = signed ? ISSUER.signed : ISSUER.plain;
  return ready ?? authnRequest({ issuer, destination, consumer: CONSUMER, signed });
}

async function signIn(connection, url, path, signed) {
  connection.forget();
  const target = url + path;
  const form = { SAMLRequest: nextRequest(target, signed), RelayState: 'r' };
  const { answer, at } = await follow(connection, target, await connection.send('POST', target, form));
  const { action, hidden } = signInAction(answer, at);
  const credentials = { ...hidden, username: 'alice', password: 'alice-password' };
  const posted = await follow(connection, action, await connection.send('POST', action, credentials));
  checkResponsePage(posted.answer.body);
}

function subject(name, start, path) {
  return {
    name,
    start,
    /** Signs this many requests for the server. */
    prepare: (url, run, count) => {
      if (run !== 'samlSignedSignIn') return;
      const request = { issuer: ISSUER.signed, destination: url + path, consumer: CONSUMER, signed: true };
      signedBefore.set(
        request.destination,
        Array.from({ length: count }, () => authnRequest(request)),
      );
    },
    samlSignIn: (connection, url) => signIn(connection, url, path, false),
    samlSignedSignIn: (connection, url) => signIn(connection, url, path, true),
  };
}

async function administratorToken(url) {
  const form = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: 'admin' };
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return (await answer.json()).access_token;
}

/** Two service providers, one with unsigned requests and one with signed ones; assertions are signed. */
async function createClients(url) {
  const authorization = `Bearer ${await administratorToken(url)}`;
  for (const clientId of Object.values(ISSUER)) {
    const signed = clientId === ISSUER.signed;
    const attributes = {
      'saml.client.signature': String(signed),
      'saml.assertion.signature': 'true',
      'saml.server.signature': 'false',
      'saml.signing.certificate': sampleCredentials().certificateText,
    };
    const client = { clientId, protocol: 'saml', enabled: true, redirectUris: [CONSUMER], attributes };
    const answer = await fetch(`${url}/admin/realms/demo/clients`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(client),
    });
    if (answer.status !== 201) throw new Error(`client ${clientId}: ${answer.status} ${await answer.text()}`);
  }
}

const understudy = (name, start) =>
  subject(
    name,
    async () => {
      const server = await start(createDataDir());
      await createClients(server.url);
      return server;
    },
    '/realms/demo/protocol/saml',
  );

const plain = (name, script) => subject(name, () => startPeer(script, createDataDir()), '/saml');

/** Ours, npm's samlp or the other checkout, and the limit. */
export const samlSubjects = [
  understudy('understudy', startUnderstudy),
  otherCheckout === undefined ? plain('samlp', 'peer-samlp.mjs') : understudy('other', startOther),
  plain('limit', 'limit.mjs'),
];
