// Modules about the authorization request: its parameters and what the user sees.
import { expect } from '@playwright/test';
import { UnsecuredJWT } from 'jose';
import { PlainBrowser } from '../support/sign-in.ts';
import { gives, type Module, type ModuleContext } from './module.ts';
import { CALLBACK, FIRST, listen, PERSON } from './realm.ts';
import type { Answer, Fields } from './relying-party.ts';

/** Checks that a parameter is harmless. */
function tolerates(requires: string, extra: Fields): Module {
  return {
    requires,
    run: async ({ rp }) => {
      expect((await rp.signIn(extra)).idToken.sub).toBeTruthy();
    },
  };
}

/** The error that the client received. */
function refusalOf(answer: Answer): string | null {
  return answer.kind === 'callback' ? answer.fields.get('error') : null;
}

/** An unsigned request object: the same request, with its state and nonce. */
function unsigned(fields: Fields, issuer: string): string {
  return new UnsecuredJWT({ ...fields }).setIssuer(FIRST.clientId).setAudience(issuer).encode();
}

async function signInTwice(
  { rp, pass }: ModuleContext,
  second: Fields,
  waitMs: number,
  first: Fields = {},
): Promise<{
  before: number;
  again: Answer;
  fields: Fields;
  browser: PlainBrowser;
  subject: string | undefined;
}> {
  const browser = new PlainBrowser();
  const { idToken } = await rp.signIn(first, browser);
  await pass(waitMs);
  const fields = rp.fields(second);
  const again = await rp.ask(browser, fields);
  return { before: Number(idToken['auth_time'] ?? 0), again, fields, browser, subject: idToken.sub };
}

/** The user must authenticate again, and the ID token has the later time. */
function asksAgain(requires: string, second: Fields): Module {
  return {
    requires,
    run: async (context) => {
      const { before, again, fields, browser, subject } = await signInTwice(context, second, 5000);
      expect(again.kind).toBe('sign-in');
      const held = await context.rp.take(await context.rp.submit(browser, again), fields);
      expect(held.idToken.sub).toBe(subject);
      expect(Number(held.idToken['auth_time'])).toBeGreaterThan(before);
    },
  };
}

/** The session is enough, and the ID token has the original time. */
function asksNothing(requires: string, second: Fields, first: Fields = {}): Module {
  return {
    requires,
    run: async (context) => {
      const { before, again, fields, subject } = await signInTwice(context, second, 5000, first);
      if (again.kind !== 'callback') throw new Error(`a page came: ${JSON.stringify(again)}`);
      const { idToken } = await context.rp.take(again, fields);
      expect(idToken.sub).toBe(subject);
      if (before > 0 && idToken['auth_time'] !== undefined) expect(idToken['auth_time']).toBe(before);
    },
  };
}

/** Rows by the suite's name. */
export const REQUEST_MODULES: Readonly<Record<string, Module>> = {
  'oidcc-response-type-missing': {
    requires: 'RFC 6749 §3.1.1: a request without response_type is refused',
    run: async ({ rp }) => {
      const answer = await rp.ask(new PlainBrowser(), rp.fields({ response_type: '' }));
      expect(['invalid_request', 'unsupported_response_type']).toContain(refusalOf(answer));
    },
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': {
    requires: 'OIDC Core §3.1.2.1: without an ID token from the authorization endpoint, no nonce is required',
    applies: (variant) => !gives('id_token')(variant),
    run: async ({ rp }) => {
      expect((await rp.signIn({ nonce: '' })).idToken['nonce']).toBeUndefined();
    },
  },
  'oidcc-ensure-request-without-nonce-fails': {
    requires: 'OIDC Core §3.2.2.11: an ID token from the authorization endpoint requires a nonce',
    applies: gives('id_token'),
    run: async ({ rp }) => {
      expect(refusalOf(await rp.ask(new PlainBrowser(), rp.fields({ nonce: '' })))).toBe('invalid_request');
    },
  },
  'oidcc-alternate-happy-flow': {
    requires: 'RFC 6749 §3.3: the order of scopes and parameters does not matter',
    run: async ({ rp }) => {
      const reversed = Object.fromEntries(
        Object.entries(rp.fields({ scope: 'email profile openid' })).reverse(),
      );
      const browser = new PlainBrowser();
      const answer = await rp.submit(browser, await rp.ask(browser, reversed));
      expect((await rp.take(answer, reversed)).idToken.sub).toBeTruthy();
    },
  },
  'oidcc-display-page': tolerates('OIDC Core §15.1: display=page is accepted', { display: 'page' }),
  'oidcc-display-popup': tolerates('OIDC Core §15.1: display=popup is accepted', { display: 'popup' }),
  'oidcc-ui-locales': tolerates('OIDC Core §15.1: ui_locales is accepted', { ui_locales: 'se' }),
  'oidcc-claims-locales': tolerates('OIDC Core §15.1: claims_locales is accepted', { claims_locales: 'se' }),
  'oidcc-ensure-request-with-unknown-parameter-succeeds': tolerates(
    'RFC 6749 §3.1: an unknown parameter is ignored',
    { extra: 'foobar' },
  ),
  'oidcc-ensure-request-with-acr-values-succeeds': {
    requires: 'OIDC Core §3.1.2.1: acr_values is voluntary',
    run: async ({ rp }) => {
      const { idToken } = await rp.signIn({ acr_values: '1 2' });
      expect(typeof idToken['acr']).toBe('string');
    },
  },
  'oidcc-login-hint': {
    requires: 'OIDC Core §3.1.2.1: login_hint fills in the page',
    run: async ({ rp }) => {
      const browser = new PlainBrowser();
      const fields = rp.fields({ login_hint: PERSON.email });
      const page = await rp.ask(browser, fields);
      expect(page.kind === 'sign-in' && page.html.includes(`value="${PERSON.email}"`)).toBe(true);
      expect((await rp.take(await rp.submit(browser, page), fields)).idToken.sub).toBeTruthy();
    },
  },
  'oidcc-prompt-login': asksAgain('OIDC Core §3.1.2.1: prompt=login requires a new authentication', {
    prompt: 'login',
  }),
  'oidcc-max-age-1': asksAgain('OIDC Core §3.1.2.1: max_age=1 requires a new authentication after a second', {
    max_age: '1',
  }),
  'oidcc-max-age-10000': asksNothing(
    'OIDC Core §3.1.2.1: max_age=10000 accepts a recent session, and auth_time is unchanged',
    { max_age: '10000' },
    { max_age: '15000' },
  ),
  'oidcc-prompt-none-logged-in': asksNothing('OIDC Core §3.1.2.1: prompt=none uses the session', {
    prompt: 'none',
  }),
  'oidcc-prompt-none-not-logged-in': {
    requires: 'OIDC Core §3.1.2.6: prompt=none without a session is login_required',
    run: async ({ rp }) => {
      const fields = rp.fields({ prompt: 'none' });
      const answer = await rp.ask(new PlainBrowser(), fields);
      expect(refusalOf(answer)).toBe('login_required');
      expect(answer.kind === 'callback' && answer.fields.get('state')).toBe(fields['state']);
    },
  },
  'oidcc-id-token-hint': {
    requires: 'OIDC Core §3.1.2.1: prompt=none with the id_token_hint of the session needs no page',
    run: async ({ rp }) => {
      const browser = new PlainBrowser();
      const { idToken, idTokenText } = await rp.signIn({}, browser);
      const again = await rp.signIn({ prompt: 'none', id_token_hint: idTokenText }, browser);
      expect(again.idToken.sub).toBe(idToken.sub);
    },
  },
  'oidcc-ensure-registered-redirect-uri': {
    requires: 'RFC 6749 §3.1.2.4: an unregistered redirect_uri is shown to the user and never called',
    run: async ({ rp }) => {
      const answer = await rp.ask(new PlainBrowser(), rp.fields({ redirect_uri: `${CALLBACK}/other` }));
      expect(answer.kind === 'page' && answer.status).toBe(400);
      expect(answer.kind === 'page' && answer.html).toContain('redirect_uri');
    },
  },
  'oidcc-ensure-post-request-succeeds': {
    requires: 'OIDC Core §3.1.2.1: the request may be sent by POST',
    run: async ({ rp }) => {
      expect((await rp.signIn({}, new PlainBrowser(), 'POST')).idToken.sub).toBeTruthy();
    },
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': {
    requires: 'OIDC Core §6.1: an unsigned request object is accepted, and its parameters count',
    run: async ({ rp }) => {
      const inside = rp.fields({ scope: 'openid email' });
      const request = unsigned(inside, rp.issuer);
      const browser = new PlainBrowser();
      const outside = { ...inside, state: 'outside', nonce: 'outside', request };
      const answer = await rp.submit(browser, await rp.ask(browser, outside));
      expect((await rp.take(answer, inside)).idToken.sub).toBeTruthy();
    },
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': {
    requires: 'OIDC Core §6.2: an unsigned request object is fetched from a registered request_uri',
    run: async ({ rp }) => {
      const inside = rp.fields();
      const document = await listen(unsigned(inside, rp.issuer), 'application/oauth-authz-req+jwt');
      try {
        const browser = new PlainBrowser();
        const { client_id = '', response_type = '', scope = '' } = inside;
        const page = await rp.ask(browser, {
          client_id,
          response_type,
          scope,
          request_uri: `${document.url}/request.jwt`,
        });
        expect((await rp.take(await rp.submit(browser, page), inside)).idToken.sub).toBeTruthy();
        expect(document.received).toHaveLength(1);
      } finally {
        document.close();
      }
    },
  },
  'oidcc-ensure-request-object-with-redirect-uri': {
    requires: 'OIDC Core §6.1: the redirect_uri in the request object counts, not the one outside it',
    run: async ({ rp }) => {
      const inside = rp.fields();
      const browser = new PlainBrowser();
      const outside = { ...inside, redirect_uri: `${CALLBACK}/other`, request: unsigned(inside, rp.issuer) };
      const answer = await rp.submit(browser, await rp.ask(browser, outside));
      expect(answer.uri).toBe(CALLBACK);
      expect((await rp.take(answer, inside)).idToken.sub).toBeTruthy();
    },
  },
};
