import { testRefusals } from '../testing/refusals.ts';

testRefusals('RFC 6749 §5.2', [
  {
    what: 'a token endpoint that refuses',
    answers: { token: { status: 401, body: '{"error":"invalid_client","error_description":"No"}' } },
    says: /answered 401.*invalid_client: No/,
  },
  {
    what: 'an error with status 200',
    answers: { token: { status: 200, body: '{"error":"bad_verification_code"}' } },
    says: /bad_verification_code/,
  },
  {
    what: 'a page in place of tokens',
    answers: { token: { status: 200, body: '<html>' } },
    says: /answered 200/,
  },
  {
    what: 'a token endpoint that is not there',
    config: { tokenUrl: 'http://127.0.0.1:9/token' },
    says: /could not be reached/,
  },
]);
