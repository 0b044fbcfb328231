import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { otherRealm, REALM_MARK, type RealmAddress, recordedRealm } from './addresses.ts';

const SHOP = recordedRealm('http://localhost:8080/realms/shop');
const OTHER = otherRealm(
  'https://sso.example.com/auth/realms/shop',
  'https://sso.example.com/auth/realms/shop',
);

function marks(realm: RealmAddress, ...texts: readonly string[]): void {
  for (const text of texts)
    assert.ok(realm.mark(text).startsWith(REALM_MARK), `${text} → ${realm.mark(text)}`);
}

function leaves(realm: RealmAddress, ...texts: readonly string[]): void {
  for (const text of texts) assert.equal(realm.mark(text), text);
}

test('contract "verify": addresses of the realm are equal whatever the name of the recorded server', () => {
  marks(
    SHOP,
    'http://localhost:8080/realms/shop',
    'https://idp.test/realms/shop/protocol/openid-connect/token',
    'http://[::1]:8080/realms/shop',
    'HTTP://LOCALHOST:8080/realms/shop',
    'http://127.0.0.1/realms/shop?x=1',
  );
  assert.equal(SHOP.mark("expected 'http://a/realms/shop'."), `expected '${REALM_MARK}'.`);
  assert.equal(SHOP.mark('is http://a/realms/shop.'), `is ${REALM_MARK}.`);
});

test('contract "verify": other realms and paths stay different', () => {
  leaves(
    SHOP,
    'http://localhost:8080/realms/shop2',
    'http://localhost:8080/realms/shop-2',
    'http://localhost:8080/realms/shop.eu',
    'http://localhost:8080/realms/shop%20two',
    'http://localhost:8080/realms/Shop',
    'http://localhost:8080/auth/realms/shop',
    'http://localhost:8080/x?next=/realms/shop',
    '/realms/shop',
    'ftp://localhost/realms/shop',
    'http%3A%2F%2Flocalhost%3A8080%2Frealms%2Fshop2',
    'http%3A%2F%2Flocalhost%3A8080%2Frealms%2Fshop%2520two',
  );
});

test('contract "verify": a form-encoded address is marked under each name and in either case of its digits', () => {
  marks(
    SHOP,
    encodeURIComponent('http://localhost:8080/realms/shop'),
    encodeURIComponent('https://127.0.0.1/realms/shop/account'),
    encodeURIComponent('http://[::1]:8080/realms/shop?x'),
    'http%3a%2f%2flocalhost%3a8080%2frealms%2fshop%2faccount',
  );
});

test('RFC 3986 §2.1: a realm name with blanks and other characters is the same in each encoding', () => {
  const realm = recordedRealm('http://localhost:8080/realms/my%20sh%C3%B6p%40eu');
  marks(
    realm,
    'http://localhost/realms/my%20sh%C3%B6p%40eu',
    'http://localhost/realms/my%20sh%c3%b6p@eu/account',
    encodeURIComponent('http://localhost/realms/my%20sh%C3%B6p%40eu'),
    encodeURIComponent('http://localhost/realms/my%20sh%C3%B6p@eu'),
  );
  assert.equal(realm.below('/realms/my%20sh%c3%b6p@eu/account'), '/account');
  assert.equal(realm.below('/realms/my%20shop%40eu/account'), undefined);
});

test('a realm path that is not well encoded does not throw', () => {
  const realm = recordedRealm('http://localhost/realms/a%zz');
  assert.equal(realm.below('/realms/a%zz/account'), '/account');
});

test('contract "verify": the other server is known by its address and by its issuer, and by no other name', () => {
  const realm = otherRealm('http://10.0.0.7:8080/realms/shop', 'https://sso.example.com/auth/realms/shop/');
  marks(
    realm,
    'http://10.0.0.7:8080/realms/shop/account',
    'https://sso.example.com/auth/realms/shop',
    'https://SSO.example.com:443/auth/realms/shop',
    encodeURIComponent('https://sso.example.com/auth/realms/shop'),
  );
  leaves(
    realm,
    'https://sso.example.com.evil.test/auth/realms/shop',
    'https://sso.example.com:8443/auth/realms/shop',
    'https://other.test/auth/realms/shop',
    'https://ssoxexample.com/auth/realms/shop',
  );
  assert.equal(realm.below('https://sso.example.com/auth/realms/shop/account?x=1#y'), '/account?x=1#y');
});

test('contract "verify": an issuer without a path adds no address to the realm', () => {
  const realm = otherRealm('https://sso.example.com/realms/shop', 'https://sso.example.com');
  leaves(realm, 'https://sso.example.com/resources/x', 'https://sso.example.com/');
  assert.equal(realm.below('/'), undefined);
});

test('contract "verify": the part below the realm starts with its slash, and is undefined elsewhere', () => {
  assert.equal(SHOP.below('/realms/shop/account?a=b'), '/account?a=b');
  assert.equal(SHOP.below('http://any.test/realms/shop/account'), '/account');
  assert.equal(SHOP.below('/realms/shop'), '');
  assert.equal(SHOP.below('/realms/shop?x=1'), '?x=1');
  assert.equal(OTHER.below('/auth/realms/shop/device'), '/device');
  for (const target of [
    '',
    '/',
    '/realms',
    '/realms/shop2/x',
    '/realms/shop!/x',
    '/auth/realms/shop/x',
    'x/realms/shop',
  ])
    assert.equal(SHOP.below(target), undefined, target);
  assert.equal(OTHER.below('https://app.example.com/auth/realms/shop/x'), undefined);
  assert.equal(OTHER.below('/realms/shop/x'), undefined);
});

test('http-relative-path: the path of the realm includes it', () => {
  assert.equal(OTHER.path, '/auth/realms/shop');
  assert.equal(OTHER.url, 'https://sso.example.com/auth/realms/shop');
});

test('contract "verify": an address that is part of another one is not marked, however often', () => {
  for (const end of ['', '.']) {
    const text = `http://a/realms/shop${end}http://a/realms/shop`;
    assert.equal(SHOP.mark(text), `http://a/realms/shop${end}${REALM_MARK}`);
    assert.equal(SHOP.mark(SHOP.mark(text)), SHOP.mark(text));
  }
});

test('contract "verify": marking is idempotent', () => {
  const piece = fc.constantFrom(
    'http://',
    'localhost',
    '/realms/shop',
    'http://a/realms/shop',
    encodeURIComponent('http://a/realms/shop'),
    '{realm}',
    '%2F',
    '/',
    ' ',
    '"',
    '.',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (each) => {
      for (const realm of [SHOP, OTHER]) assert.equal(realm.mark(realm.mark(each)), realm.mark(each));
    }),
  );
});
