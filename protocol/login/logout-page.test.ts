import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderLoggedOut, renderLogoutConfirmation } from './logout-page.ts';
import { withLogin } from './testing/login-fixture.ts';

test("the confirmation form has the session code and the button of Keycloak's page", () => {
  const page = { action: '/l?tab_id=t', sessionCode: 'c0de', username: '<alice>', backTo: undefined };
  const text = String(renderLogoutConfirmation(createTestExchange(), page).body);
  assert.match(text, /<form class="form-actions" method="post" action="\/l\?tab_id=t">/);
  assert.match(text, /<input type="hidden" name="session_code" value="c0de">/);
  assert.match(text, /Do you want to log out\?/);
  assert.match(text, /&lt;alice&gt;/);
});

test('without a session the confirmation shows no user name', () => {
  const page = { action: '/l', sessionCode: 'c', username: undefined, backTo: undefined };
  assert.doesNotMatch(
    String(renderLogoutConfirmation(createTestExchange(), page).body),
    /You are signed in as/,
  );
});

test('the final page says that the user is logged out', () => {
  const reply = renderLoggedOut(createTestExchange());
  assert.equal(reply.status, 200);
  assert.match(String(reply.body), /<p class="instruction">You are logged out<\/p>/);
});

test('a sign-out that is no longer pending shows an error with the setting for its lifespan', () =>
  withLogin(async (fixture) => {
    const answer = await fetch(`${fixture.baseUrl}/realms/r/login-actions/sign-out?sign_out=made-up`);
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /<p class="instruction">Logout failed</);
    const [record] = fixture.activity.list().records;
    assert.match(record?.refusal?.remedy ?? '', /accessCodeLifespanLogin of realm r/);
  }));
