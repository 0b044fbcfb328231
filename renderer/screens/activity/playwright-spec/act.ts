// What the test does, by kind of flow: the user, the application's step, the answers of people.
import type { ActivityRecord, ActivityValue } from '#protocol/contract/activity.ts';
import type { FlowKind } from '#protocol/contract/flow-names.ts';
import { findApplicationPage } from './application-page.ts';
import { isRefused } from './expectations.ts';
import { comment, objectLiteral, quote } from './spec-text.ts';

/** A recorded flow, as far as a test repeats it. */
export interface RecordedFlow {
  readonly kind: FlowKind;
  /** How it ended, in the words of its name: `approved`. */
  readonly state: string | undefined;
  /** In the order in which they started. */
  readonly requests: readonly ActivityRecord[];
  readonly username: string | undefined;
  readonly clientId: string | undefined;
}

type Lines = readonly string[];

/** Recorded passwords are masked. The user is created with this one, where the test has to type it. */
const PASSWORD = 'correct-password';

function createUser({ username }: RecordedFlow, options?: string): Lines {
  if (username === undefined) return [];
  return [
    `const user = await idp.user(${[quote(username), ...(options === undefined ? [] : [options])].join(', ')});`,
  ];
}

function signInUser(flow: RecordedFlow): Lines {
  return flow.username === undefined ? [] : [...createUser(flow), 'await user.signIn(page);'];
}

/** A user who does nothing in this browser. */
function createPerson({ username }: RecordedFlow): Lines {
  return username === undefined ? [] : [`await idp.user(${quote(username)});`];
}

/** The application's own step: its page if the recording names it, or else a line to replace. */
function startInApplication({ requests, clientId }: RecordedFlow, does: string): Lines {
  const page = findApplicationPage(requests);
  const application = clientId ?? 'the application';
  return page === undefined
    ? [comment(`Replace this line with the step that makes ${application} ${does}.`), "await page.goto('/');"]
    : [
        comment(`The page at which ${application} ${does.replace(/^(\w+)/, '$1s')}.`),
        `await page.goto(${quote(page)});`,
      ];
}

function findValue(values: readonly ActivityValue[], name: string): string | undefined {
  return values.find((value) => value.name === name)?.value;
}

const FORM_FIELDS = ['username', 'password'] as const;

const SIGN_IN_FORM = 'Sign-in form';

/** The organization that the form chooses, of a user who is a member of several; undefined: it is another form. */
function findChoice({ title, request }: ActivityRecord): string | undefined {
  return title === SIGN_IN_FORM ? findValue(request.form, 'kc.org') : undefined;
}

/** A choice that was refused has no button. */
function chooseOrganization(form: ActivityRecord, alias: string): Lines {
  const selector = `[id=${JSON.stringify(`organization-${alias}`)}]`;
  return isRefused(form) ? [] : [`await page.locator(${quote(selector)}).click();`];
}

/** Realms that ask for the name first have a form for each field. */
function submitForm(form: ActivityRecord): Lines {
  const { request } = form;
  const organization = findChoice(form);
  if (organization !== undefined) return chooseOrganization(form, organization);
  const texts = {
    username: findValue(request.form, 'username') ?? '',
    password: isRefused(form) ? 'wrong-password' : PASSWORD,
  };
  const fields = FORM_FIELDS.filter((name) => findValue(request.form, name) !== undefined);
  return [
    ...fields.map((name) => `await page.locator('#${name}').fill(${quote(texts[name])});`),
    "await page.locator('#kc-login').click();",
  ];
}

/** The answers to the pages that a session does not skip. */
function answerPages(requests: readonly ActivityRecord[]): Lines {
  return requests.flatMap((request) => {
    const { title, method } = request;
    const organization = findChoice(request);
    if (organization !== undefined) return chooseOrganization(request, organization);
    if (title === 'Consent form')
      return [`await page.locator('${isRefused(request) ? '#kc-cancel' : '#kc-login'}').click();`];
    return title.startsWith('Required action') && method === 'POST'
      ? [comment(`Add the step that submits this page: ${title}.`)]
      : [];
  });
}

/** Without refused attempts, the sign-in form is skipped. */
function actInBrowser(flow: RecordedFlow): Lines {
  const forms = flow.requests.filter(({ title }) => title === SIGN_IN_FORM);
  const start = startInApplication(flow, 'start the sign-in');
  if (!forms.some(isRefused)) return [...signInUser(flow), ...start, ...answerPages(flow.requests)];
  const pages = answerPages(flow.requests.filter(({ title }) => title !== SIGN_IN_FORM));
  const user = createUser(flow, objectLiteral({ password: PASSWORD })).map((line) =>
    line.replace(/^const user = /, ''),
  );
  return [...user, ...start, ...forms.flatMap(submitForm), ...pages];
}

function secondsUntilExpiry(requests: readonly ActivityRecord[], fallback: number): number {
  const lifespans = requests.flatMap(({ response: { json } }) =>
    typeof json === 'object' && json !== null && 'expires_in' in json && typeof json.expires_in === 'number'
      ? [json.expires_in]
      : [],
  );
  return (lifespans[0] ?? fallback) + 1;
}

function letExpire({ requests }: RecordedFlow): Lines {
  return [`await idp.clock.advance({ seconds: ${secondsUntilExpiry(requests, 120)} });`];
}

const PROMPT_ANSWERS: ReadonlyMap<string | undefined, string> = new Map([
  ['approved', 'approve'],
  ['denied', 'deny'],
  ['cancelled', 'cancel'],
  ['expired', 'prompt'],
  ['waiting for user', 'prompt'],
]);

function actOnPrompt(flow: RecordedFlow): Lines {
  const { username, clientId, state } = flow;
  const start = startInApplication(flow, 'ask for approval');
  const answer = PROMPT_ANSWERS.get(state);
  if (answer === undefined) return [...createPerson(flow), ...start];
  return [
    ...createPerson(flow),
    ...start,
    `await idp.device.${answer}(${objectLiteral({ user: username, client: clientId })});`,
    ...(state === 'expired' ? letExpire(flow) : []),
  ];
}

function actOnDeviceCode(flow: RecordedFlow): Lines {
  const { username, clientId, state } = flow;
  const start = startInApplication(flow, 'ask for a device code');
  const code = objectLiteral({ client: clientId });
  if (state === undefined) return start;
  if (state === 'approved' && username !== undefined) {
    const answer = objectLiteral({ user: username, client: clientId });
    return [...createPerson(flow), ...start, `await idp.device.approveCode(${answer});`];
  }
  if (state === 'denied') return [...start, `await idp.device.denyCode(${code});`];
  return [...start, `await idp.device.code(${code});`, ...(state === 'expired' ? letExpire(flow) : [])];
}

const sendRequest = (flow: RecordedFlow): Lines => startInApplication(flow, 'send its request');

/** Kinds that no test repeats have no row. */
const ACTS: { readonly [Kind in FlowKind]?: (flow: RecordedFlow) => Lines } = {
  'sign-in': actInBrowser,
  saml: actInBrowser,
  ciba: actOnPrompt,
  device: actOnDeviceCode,
  'sign-out': (flow) => [...signInUser(flow), ...startInApplication(flow, 'sign the user out')],
  token: sendRequest,
  'token-use': sendRequest,
  registry: sendRequest,
  registration: sendRequest,
};

/** Whether a test can repeat flows of this kind. */
export function isRepeatable(kind: FlowKind): boolean {
  return ACTS[kind] !== undefined;
}

/** Undefined for a kind of flow that no test repeats. */
export function listActs(flow: RecordedFlow): Lines | undefined {
  return ACTS[flow.kind]?.(flow);
}

/** What has to happen between the sign-in and a later request of the same flow. */
export function actBefore(flow: RecordedFlow, { endpoint, grant, title }: ActivityRecord): Lines {
  if (endpoint === 'token' && grant === 'refresh_token' && flow.kind !== 'token')
    return [
      comment('When the access token has expired, the application refreshes it.'),
      `await idp.clock.advance({ seconds: ${secondsUntilExpiry(flow.requests, 300)} });`,
      'await page.reload();',
    ];
  const isSignOut = endpoint === 'logout' || title.startsWith('SAML sign-out');
  return isSignOut && flow.kind !== 'sign-out' ? [comment('Add the step that signs the user out.')] : [];
}
