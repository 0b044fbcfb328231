// Workloads under load: the operation, the number of connections, and whether young servers are measured too.
import { samlSubjects } from './saml-subjects.mjs';
import { subjects } from './subjects.mjs';

/** `run` is the operation's name in the subjects; the connections of one row share a warm server. */
export const WORKLOADS = [
  { name: 'client_credentials', run: 'clientCredentials', connections: [1, 10, 64], young: true },
  { name: 'password grant', run: 'passwordGrant', connections: [10], young: true },
  { name: 'refresh grant', run: 'refreshGrant', connections: [10], young: true },
  { name: 'code + PKCE sign-in', run: 'signIn', connections: [1, 8], young: true },
  { name: 'again in the same session', run: 'signInAgain', connections: [1], young: true },
  { name: 'SAML POST sign-in', run: 'samlSignIn', connections: [1, 8], young: true, among: samlSubjects },
  {
    name: 'SAML POST sign-in, signed request',
    run: 'samlSignedSignIn',
    connections: [8],
    young: true,
    among: samlSubjects,
  },
  { name: 'userinfo', run: 'userinfo', connections: [16] },
  { name: 'introspection', run: 'introspection', connections: [16] },
  { name: 'discovery', run: 'discovery', connections: [16] },
  { name: 'keys', run: 'keys', connections: [16] },
].map((workload) => ({ among: subjects, young: false, ...workload }));

/** The name of a workload's row in the table. */
export function rowName({ name }, connections, age = 'warm') {
  return `${name}, ${connections}${age === 'young' ? ', young' : ''}`;
}
