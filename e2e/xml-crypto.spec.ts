import { expect, test } from '@playwright/test';
import { SignedXml } from 'xml-crypto';
import { certificateText, createSamlClient, sampleKeys } from './support/saml.ts';
import { startServer, type TestServer } from './support/server.ts';

const CLIENT = 'https://signer.example/metadata';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
  await createSamlClient(server.url, {
    clientId: CLIENT,
    redirectUris: ['https://signer.example/acs'],
    attributes: {
      'saml.client.signature': 'true',
      'saml.signing.certificate': certificateText('signing'),
    },
  });
});
test.afterAll(async () => {
  await server.stop();
});

let lastId = 0;

/** Written like a service provider's library would: declarations at the root, indented, with a comment. */
function writeRequest(): string {
  lastId += 1;
  return `<?xml version="1.0" encoding="UTF-8"?>
<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    Version="2.0" ID="_${lastId}" IssueInstant="${new Date().toISOString()}"
    Destination='${server.url}/realms/demo/protocol/saml' AssertionConsumerServiceURL="https://signer.example/acs">
  <!-- made by hand -->
  <saml:Issuer>${CLIENT}</saml:Issuer>
  <samlp:NameIDPolicy AllowCreate="true"/>
</samlp:AuthnRequest>`;
}

interface Form {
  readonly method?: string;
  readonly canonicalization?: string;
  readonly digest?: string;
  readonly prefixes?: readonly string[];
}

function signRequest({
  method = RSA_SHA256,
  canonicalization = EXCLUSIVE,
  digest = SHA256,
  prefixes = [],
}: Form): string {
  const signer = new SignedXml({
    privateKey: sampleKeys().signing.key,
    signatureAlgorithm: method,
    canonicalizationAlgorithm: canonicalization,
  });
  signer.addReference({
    xpath: "/*[local-name()='AuthnRequest']",
    digestAlgorithm: digest,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    inclusiveNamespacesPrefixList: [...prefixes],
  });
  signer.computeSignature(writeRequest(), {
    prefix: 'ds',
    location: { reference: "//*[local-name()='Issuer']", action: 'after' },
  });
  return signer.getSignedXml();
}

async function send(xml: string): Promise<Response> {
  return fetch(`${server.url}/realms/demo/protocol/saml`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }),
  });
}

const forms: Readonly<Record<string, Form>> = {
  'exclusive canonicalization': {},
  'exclusive canonicalization with comments': { canonicalization: `${EXCLUSIVE}WithComments` },
  'inclusive canonicalization of SignedInfo': { canonicalization: INCLUSIVE },
  'a list of prefixes': { prefixes: ['xs'] },
  'RSA with SHA-512': {
    method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
  },
  'RSA-PSS with SHA-256': { method: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' },
};

for (const [name, form] of Object.entries(forms)) {
  test(`SAML Core §5.4: a message signed by xml-crypto with ${name} is accepted, and refused if tampered with`, async () => {
    const xml = signRequest(form);
    const changed = await send(xml.replace('AllowCreate="true"', 'AllowCreate="false"'));
    expect(changed.status).toBe(400);
    expect(await changed.text()).toContain('the digest does not fit');
    const taken = await send(xml);
    expect([200, 302, 303], await taken.text()).toContain(taken.status);
  });
}

test('SAML Core §5.4: SHA-1 is refused for a client that is not configured for it', async () => {
  const xml = signRequest({
    method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  });
  const answer = await send(xml);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('SHA-1 is accepted only');
});
