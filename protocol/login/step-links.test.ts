import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderAnotherWay, renderKnownUser } from './step-links.ts';
import { ENGLISH } from './testing/page-texts.ts';

const links = { anotherUserUrl: '/restart?a=1&b=2', anotherWayAction: '/post?a=1&b=2' };

test('Keycloak theme: the attempted user name, escaped, and the link to another account', () => {
  const text = String(renderKnownUser(ENGLISH, links, '<alice>'));
  assert.match(text, /id="kc-attempted-username" value="&lt;alice&gt;"/);
  assert.match(text, /id="reset-login" href="\/restart\?a=1&amp;b=2"/);
});

test('"Try another way" is a form without scripts, and absent where there is no other way', () => {
  assert.match(
    String(renderAnotherWay(ENGLISH, links)),
    /id="kc-select-try-another-way-form" method="post" action="\/post\?a=1&amp;b=2"/,
  );
  assert.equal(String(renderAnotherWay(ENGLISH, { ...links, anotherWayAction: undefined })), '');
});
