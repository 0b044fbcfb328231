import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderConsentPage } from './consent-page.ts';

function render(client: ClientRepresentation): string {
  const exchange = createTestExchange({ realm: { clients: [client] } });
  const view = exchange.realm.clients.get(client.clientId);
  assert.ok(view);
  const scopes = view.defaultScopes.filter((scope) => scope.shownOnConsent);
  const page = {
    action: 'http://127.0.0.1/x',
    sessionCode: 'code-1',
    username: 'ali<ce',
    question: { client: view, scopes },
    notice: undefined,
  };
  const reply = renderConsentPage(exchange, page);
  assert.equal(reply.status, 200);
  return String(reply.body);
}

test('contract "Pages": the consent page has both buttons, the session code and a text for each scope', () => {
  const text = render({ clientId: 'shop', name: 'Shop' });
  for (const part of [
    'id="kc-oauth"',
    'Grant Access to Shop',
    'Do you grant these access privileges?',
    '<button type="submit" id="kc-login" name="accept"',
    '<button type="submit" id="kc-cancel" name="cancel"',
    'name="code" value="code-1"',
    'User profile',
    'Email address',
  ]) {
    assert.ok(text.includes(part), part);
  }
});

test("the client's own consent text is listed if its settings say so", () => {
  const attributes = { 'display.on.consent.screen': 'true', 'consent.screen.text': 'Your <orders>' };
  assert.match(render({ clientId: 'shop', attributes }), /<span>Your &lt;orders&gt;<\/span>/);
  assert.doesNotMatch(render({ clientId: 'shop', attributes: { 'consent.screen.text': 'x-y' } }), /x-y/);
});

test('names keep the markup that does no harm; IDs and names of users are text', () => {
  const text = render({ clientId: 'shop', name: '<b>Shop</b><script>alert(1)</script>' });
  assert.match(text, /id="kc-page-title"[^>]*>Grant Access to <b>Shop<\/b><\/h1>/);
  assert.match(text, /<title>Grant Access to Shop<\/title>/);
  assert.match(render({ clientId: '<i>', name: '<script>' }), /Grant Access to &lt;i&gt;/);
  assert.match(text, /ali&lt;ce/);
});
