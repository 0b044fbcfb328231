import { testRefusals } from '../testing/refusals.ts';

testRefusals('OIDC Core §5.3', [
  {
    what: 'a profile that fails',
    answers: { userinfo: { status: 500, body: 'no' } },
    says: /userinfo answered 500/,
  },
  {
    what: 'the profile of another person',
    answers: { userinfo: { status: 200, body: '{"sub":"peer-2"}' } },
    says: /about another person/,
  },
  {
    what: 'no id',
    answers: { idToken: ({ sub: _sub, ...usual }) => usual, userinfo: { status: 200, body: '{}' } },
    says: /has no id/,
  },
]);
