import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import { createTestKeyPair, SP_KEYS } from './testing/realm.ts';
import {
  redirectQuery,
  type SamlTestServer,
  SP_SIGNER,
  signMessage,
  withSamlServer,
} from './testing/server.ts';

const SIGNING = { issuer: 'signing' };

async function refuseRedirect(server: SamlTestServer, xml: string, options = {}) {
  return server.refusal(await server.sendRedirect(xml, options));
}

test('SAML Core §3.2.1: a message with a missing or unknown issuer is rejected; the comparison is exact', async () => {
  await withSamlServer(async (server) => {
    for (const issuer of ['', 'nobody', 'SP', 'sp/']) {
      const refusal = await refuseRedirect(server, server.authnRequest({ issuer }));
      assert.deepEqual(
        [refusal.status, refusal.page, refusal.code],
        [400, 'Invalid Request', 'client_not_found'],
        issuer,
      );
      assert.match(refusal.remedy ?? '', /clientId is the Issuer/);
    }
  });
});

test('SAML Core §3.2.1: a client that is disabled, bearer-only, without standard flow or of another protocol is rejected', async () => {
  await withSamlServer(async (server) => {
    const cases = [
      ['off', 'client_disabled', /^Login requester not enabled$/, /enabled of client off/],
      ['bearer', 'not_allowed', /^Bearer-only applications are not allowed/, /bearerOnly of client bearer/],
      [
        'still',
        'not_allowed',
        /Standard flow is disabled for the client\.$/,
        /standardFlowEnabled of client still/,
      ],
      ['web', 'invalid_client', /^Wrong client protocol\.$/, /protocol of client web to saml/],
    ] as const;
    for (const [issuer, code, page, remedy] of cases) {
      const refusal = await refuseRedirect(server, server.authnRequest({ issuer }));
      assert.equal(refusal.code, code);
      assert.equal(refusal.status, 400);
      assert.match(refusal.page ?? '', page);
      assert.match(refusal.remedy ?? '', remedy);
    }
  });
});

test('SAML Bindings §3.4.4.1: a client that must sign is rejected with a missing, incomplete or foreign signature', async () => {
  await withSamlServer(async (server) => {
    const xml = server.authnRequest(SIGNING);
    const query = await redirectQuery(xml, { signer: SP_SIGNER });
    const foreign = { ...SP_SIGNER, key: createTestKeyPair('foreign').privateKey };
    const [message = '', algorithm = '', signature = ''] = query.split('&');
    const cases = [
      message,
      `${message}&${algorithm}`,
      `${message}&${signature}`,
      `${message}&${algorithm}&Signature=`,
      `${message}&SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#hmac-sha1')}&${signature}`,
      `${query}&RelayState=added`,
      await redirectQuery(xml, { signer: foreign }),
    ];
    for (const sent of cases) {
      const refusal = server.refusal(await server.browser().get(`${server.endpoint}?${sent}`));
      assert.deepEqual(
        [refusal.status, refusal.page, refusal.code],
        [400, 'Invalid requester', 'invalid_signature'],
        sent,
      );
      assert.equal(refusal.rule, 'check-signature');
      assert.match(refusal.remedy ?? '', /saml\.signing\.certificate of client signing/);
    }
  });
});

test('SAML Bindings §3.4.4.1: the missing part of an incomplete signature is named', async () => {
  await withSamlServer(async (server) => {
    const query = await redirectQuery(server.authnRequest(SIGNING), { signer: SP_SIGNER });
    const [message = '', algorithm = '', signature = ''] = query.split('&');
    for (const [sent, reason] of [
      [message, /neither SigAlg nor Signature/],
      [`${message}&${signature}`, /Signature and no SigAlg/],
      [`${message}&${algorithm}`, /SigAlg and no Signature/],
      [`${message}&${algorithm}&Signature=`, /SigAlg and no Signature/],
    ] as const)
      assert.match(server.refusal(await server.browser().get(`${server.endpoint}?${sent}`)).reason, reason);
  });
});

test('SAML Core §8.3.6: entity identifiers are compared exactly; a client whose identifier differs by case or a slash is named', async () => {
  await withSamlServer(async (server) => {
    for (const issuer of ['SP', 'sp/', 'Signing']) {
      const refusal = await refuseRedirect(server, server.authnRequest({ issuer }));
      assert.equal(refusal.code, 'client_not_found');
      assert.match(refusal.reason, /it has (?:sp|signing), which is not the same/, issuer);
      assert.match(refusal.remedy ?? '', /letter by letter/);
    }
    const nobody = await refuseRedirect(server, server.authnRequest({ issuer: '' }));
    assert.match(nobody.remedy ?? '', /Send saml:Issuer/);
  });
});

test('SAML Bindings §3.4.4.1: a signature over another encoding of the same values is accepted', async () => {
  await withSamlServer(async (server) => {
    const query = await redirectQuery(server.authnRequest(SIGNING), { relayState: 'a b', signer: SP_SIGNER });
    const page = await server.browser().get(`${server.endpoint}?${query.replace('a%20b', 'a+b')}`);
    assert.match(page.text, /kc-form-login/);
    const other = await server.browser().get(`${server.endpoint}?${query.replace('a%20b', 'a++b')}`);
    assert.equal(server.refusal(other).code, 'invalid_signature');
  });
});

test('SAML Core §5.4: a POST message that must be signed is rejected unsigned and after a change', async () => {
  await withSamlServer(async (server) => {
    const page = await server.sendPost(server.authnRequest(SIGNING));
    assert.deepEqual(server.refusal(page).code, 'invalid_signature');
    const signed = await signMessage(server.authnRequest(SIGNING));
    const changed = signed.replace('Version="2.0"', 'Version="2.0" ForceAuthn="true"');
    assert.equal(server.refusal(await server.sendPost(changed)).code, 'invalid_signature');
    assert.match((await server.sendPost(signed)).text, /kc-form-login/);
  });
});

test('SAML Core §5.4: a signature inside the XML does not count in the redirect binding', async () => {
  await withSamlServer(async (server) => {
    const signed = await signMessage(server.authnRequest(SIGNING));
    assert.equal((await refuseRedirect(server, signed)).code, 'invalid_signature');
  });
});

test('SAML Core §5: a client that must sign but has no readable certificate is rejected, and the fault is named', async () => {
  await withSamlServer(async (server) => {
    for (const [text, reason] of [
      ['', /has no certificate to verify signatures with/],
      ['garbage', /saml\.signing\.certificate contains no readable certificate/],
    ] as const) {
      await server.changeClient('signing', { attributes: { 'saml.signing.certificate': text } });
      const refusal = await refuseRedirect(server, server.authnRequest(SIGNING), { signer: SP_SIGNER });
      assert.match(refusal.reason, reason);
      assert.match(refusal.remedy ?? '', /saml\.signing\.certificate of client signing/);
    }
  });
});

test("XML Signature 1.1 §6.4.3: a service provider's EC key verifies queries; an unsupported curve is named", async () => {
  await withSamlServer(async (server) => {
    const install = async (namedCurve: string) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
      const notBefore = new Date(Date.UTC(2029, 0, 1));
      const notAfter = new Date(Date.UTC(2040, 0, 1));
      const certificate = createCertificate({ commonName: 'sp', publicKey, privateKey, notBefore, notAfter });
      await server.changeClient('signing', { attributes: { 'saml.signing.certificate': certificate } });
      return privateKey;
    };
    const send = async (key: KeyObject) => {
      const message = (await redirectQuery(server.authnRequest(SIGNING))).split('&')[0] ?? '';
      const algorithm = encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256');
      const text = `${message}&SigAlg=${algorithm}`;
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
      const query = `${text}&Signature=${encodeURIComponent(signature.toString('base64'))}`;
      return server.browser().get(`${server.endpoint}?${query}`);
    };
    const key = await install('P-256');
    assert.match((await send(key)).text, /kc-form-login/);
    const byRsa = await refuseRedirect(server, server.authnRequest(SIGNING), { signer: SP_SIGNER });
    assert.match(byRsa.reason, /no RSA key of the sender/);
    const refusal = server.refusal(await send(await install('secp256k1')));
    assert.equal(refusal.code, 'invalid_signature');
    assert.match(refusal.reason, /neither an RSA key nor an EC key on P-256/);
  });
});

test("SAML Core §5: a certificate not valid on the realm's clock verifies nothing, and the refusal says so", async () => {
  await withSamlServer(async (server) => {
    server.pass(11 * 365 * 24 * 3600);
    const refusal = await refuseRedirect(server, server.authnRequest(SIGNING), { signer: SP_SIGNER });
    assert.equal(refusal.code, 'invalid_signature');
    assert.match(refusal.reason, /not valid on the realm's clock/);
    assert.match(refusal.remedy ?? '', /set back the realm's clock/);
  });
});

test('SAML Core §5: for a client that must sign but has no certificate, the missing setting is named', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('signing', { attributes: { 'saml.signing.certificate': '' } });
    const refusal = await refuseRedirect(server, server.authnRequest(SIGNING), { signer: SP_SIGNER });
    assert.match(refusal.reason, /no certificate/);
    assert.match(refusal.remedy ?? '', /saml\.signing\.certificate/);
  });
});

test('SAML Core §5: each of several certificates is accepted, for key rotation', async () => {
  await withSamlServer(async (server) => {
    const other = createTestKeyPair('next');
    const both = `${other.certificate},${SP_KEYS.certificate}`;
    await server.changeClient('signing', { attributes: { 'saml.signing.certificate': both } });
    for (const key of [SP_KEYS.privateKey, other.privateKey]) {
      const page = await server.sendRedirect(server.authnRequest(SIGNING), { signer: { ...SP_SIGNER, key } });
      assert.match(page.text, /kc-form-login/);
    }
  });
});

test('SAML Core §5.4.1: SHA-1 is accepted only if the client is configured for it', async () => {
  await withSamlServer(async (server) => {
    const signer = { ...SP_SIGNER, algorithm: 'RSA_SHA1' } as const;
    const refusal = await refuseRedirect(server, server.authnRequest(SIGNING), { signer });
    assert.equal(refusal.code, 'invalid_signature');
    assert.match(refusal.reason, /SHA-1/);
    await server.changeClient('signing', { attributes: { 'saml.signature.algorithm': 'RSA_SHA1' } });
    assert.match((await server.sendRedirect(server.authnRequest(SIGNING), { signer })).text, /kc-form-login/);
  });
});

test('SAML Core §5: a signature that is not required is not verified, and Activity reports it', async () => {
  await withSamlServer(async (server) => {
    const foreign = { ...SP_SIGNER, key: createTestKeyPair('foreign').privateKey };
    const page = await server.sendRedirect(server.authnRequest(), { signer: foreign });
    assert.match(page.text, /kc-form-login/);
    const noted = server.newest().decisions.find(({ rule }) => rule === 'check-signature');
    assert.equal(noted?.outcome, 'noted');
  });
});

test('SAML Core §3.2.1: a wrong destination is rejected, and the refusal names the correct one', async () => {
  await withSamlServer(async (server) => {
    for (const Destination of [
      'http://other.test/',
      `${server.endpoint}/`,
      server.endpoint.replace('127.0.0.1', 'localhost'),
    ]) {
      const refusal = await refuseRedirect(server, server.authnRequest({ attributes: { Destination } }));
      assert.deepEqual([refusal.code, refusal.page], ['invalid_destination', 'Invalid Request'], Destination);
      assert.ok(refusal.remedy?.includes(`Destination="${server.endpoint}"`));
    }
  });
});

test('SAML Bindings §3.5.5.2: a message that is or must be signed needs a destination; others do not', async () => {
  await withSamlServer(async (server) => {
    const attributes = { Destination: '' };
    const plain = server.authnRequest({ attributes });
    assert.match((await server.sendRedirect(plain)).text, /kc-form-login/);
    const signed = server.authnRequest({ ...SIGNING, attributes });
    assert.equal((await refuseRedirect(server, signed, { signer: SP_SIGNER })).code, 'invalid_destination');
    const withSignature = await signMessage(server.authnRequest({ attributes }));
    assert.equal(server.refusal(await server.sendPost(withSignature)).code, 'invalid_destination');
    const query = await redirectQuery(server.authnRequest({ attributes }), { signer: SP_SIGNER });
    assert.equal(
      server.refusal(await server.browser().get(`${server.endpoint}?${query}`)).code,
      'invalid_destination',
    );
  });
});

test('SAML Core §4.1.3.1: another version is rejected', async () => {
  await withSamlServer(async (server) => {
    for (const Version of ['1.1', '2.1', '3.0']) {
      const refusal = await refuseRedirect(server, server.authnRequest({ attributes: { Version } }));
      assert.deepEqual([refusal.code, refusal.rule], ['unsupported_version', 'check-version'], Version);
    }
  });
});
