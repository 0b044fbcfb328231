import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { findFlowTree, type Step } from '../flows/flow-tree.ts';
import { viewRealm } from '../view/view-realm.ts';
import { withCurrentFlows } from './earlier-flows.ts';
import { exportRealm } from './export-realm.ts';
import { writeForKeycloak } from './for-keycloak.ts';
import { judgeAsKeycloak } from './testing/keycloak-import.ts';

type Members = Readonly<Record<string, unknown>>;

/** `a REQUIRED`, or `flow: forms ALTERNATIVE`. */
function flow(alias: string, ...steps: readonly string[]): Members {
  const authenticationExecutions = steps.map((text, index) => {
    const [, isFlow, name, requirement] = /^(flow: )?(.*) (\w+)$/.exec(text) ?? [];
    const step = isFlow === undefined ? { authenticator: name } : { flowAlias: name };
    return { ...step, authenticatorFlow: isFlow !== undefined, requirement, priority: index * 10 };
  });
  return {
    alias,
    providerId: 'basic-flow',
    topLevel: true,
    builtIn: true,
    authenticationExecutions,
  };
}

const fileOf = (...authenticationFlows: readonly unknown[]) =>
  ({ realm: 'r', authenticationFlows }) as unknown as RealmRepresentation;

/** The flows that are written, each with its steps, and the paths that are reported. */
function convert(...flows: readonly unknown[]) {
  const paths: string[] = [];
  const file = withCurrentFlows(fileOf(...flows), (path) => paths.push(path));
  const written = file['authenticationFlows'] as readonly {
    readonly alias: string;
    readonly authenticationExecutions: readonly Members[];
  }[];
  const steps = written.map(
    ({ alias, authenticationExecutions }) =>
      [
        alias,
        ...authenticationExecutions.map(
          ({ authenticator, flowAlias, requirement }) =>
            `${authenticator ?? `flow: ${flowAlias}`} ${requirement}`,
        ),
      ] as const,
  );
  return { steps, paths };
}

const OPTIONAL_CODE = flow('forms', 'auth-username-password-form REQUIRED', 'auth-otp-form OPTIONAL');

test('Keycloak 8.0.0 migration: an OPTIONAL step is written as a flow for users who have set it up', () => {
  const { steps, paths } = convert(OPTIONAL_CODE);
  assert.deepEqual(steps, [
    [
      'forms',
      'auth-username-password-form REQUIRED',
      'flow: forms - auth-otp-form - Conditional CONDITIONAL',
    ],
    ['forms - auth-otp-form - Conditional', 'conditional-user-configured REQUIRED', 'auth-otp-form REQUIRED'],
  ]);
  assert.deepEqual(paths, ['authenticationFlows[0]']);
});

test('Keycloak 8.0.2 migration: alternatives between other steps are written as required flows, in the order of priorities', () => {
  const mixed = flow(
    'first broker login',
    'a ALTERNATIVE',
    'skipped DISABLED',
    'b ALTERNATIVE',
    'c REQUIRED',
    'flow: d ALTERNATIVE',
  );
  const executions = (mixed['authenticationExecutions'] as readonly Members[]).toReversed();
  const { steps } = convert({ ...mixed, authenticationExecutions: executions }, OPTIONAL_CODE);
  assert.deepEqual(steps.slice(0, 3), [
    [
      'first broker login',
      'flow: first broker login - Alternatives - 0 REQUIRED',
      'skipped DISABLED',
      'c REQUIRED',
      'flow: first broker login - Alternatives - 1 REQUIRED',
    ],
    ['first broker login - Alternatives - 0', 'a ALTERNATIVE', 'b ALTERNATIVE'],
    ['first broker login - Alternatives - 1', 'flow: d ALTERNATIVE'],
  ]);
});

test('Keycloak 8.0.2 migration: the condition that an OPTIONAL step becomes separates alternatives as well', () => {
  const { steps } = convert(flow('f', 'a ALTERNATIVE', 'b OPTIONAL', 'c ALTERNATIVE'));
  assert.deepEqual(steps[0], [
    'f',
    'flow: f - Alternatives - 0 REQUIRED',
    'flow: f - b - Conditional CONDITIONAL',
    'flow: f - Alternatives - 1 REQUIRED',
  ]);
});

test('Keycloak before 8: a flow with the requirement OPTIONAL is written as conditional', () => {
  const { steps, paths } = convert(flow('f', 'flow: g OPTIONAL'), flow('g', 'a REQUIRED'));
  assert.deepEqual(steps[0], ['f', 'flow: g CONDITIONAL']);
  assert.deepEqual(paths, ['authenticationFlows[0]']);
});

test('aliases of added flows are unique', () => {
  const { steps } = convert(flow('f', 'a OPTIONAL', 'a OPTIONAL'), flow('f - a - Conditional', 'x REQUIRED'));
  assert.deepEqual(
    steps.map(([alias]) => alias),
    ['f', 'f - a - Conditional 2', 'f - a - Conditional 3', 'f - a - Conditional'],
  );
});

test('flows of current versions, flows of alternatives alone and values of any other shape stay as they are', () => {
  const current = fileOf(flow('f', 'a REQUIRED', 'b ALTERNATIVE'));
  const unreported = () => assert.fail('nothing is reported');
  assert.equal(withCurrentFlows(current, unreported), current);
  assert.equal(withCurrentFlows({ realm: 'r' }, unreported).realm, 'r');
  const kept = [flow('g', 'a ALTERNATIVE', 'b ALTERNATIVE'), 7, null, { alias: 'without steps' }];
  const mixed = withCurrentFlows(fileOf(...kept, OPTIONAL_CODE), () => undefined);
  assert.deepEqual((mixed['authenticationFlows'] as readonly unknown[]).slice(0, 4), kept);
});

const describe = (steps: readonly Step[]): readonly unknown[] =>
  steps.map((step) =>
    step.kind === 'flow'
      ? [`${step.alias} ${step.requirement}`, describe(step.steps)]
      : `${step.authenticator} ${step.requirement}`,
  );

test('Keycloak import: the export of a realm of Keycloak 7 is accepted, and its flow is the one that runs here', () => {
  const { realm, users } = normalizeRealm(
    {
      ...fileOf(
        flow(
          'first broker login',
          'idp-review-profile REQUIRED',
          'idp-create-user-if-unique ALTERNATIVE',
          'flow: Handle Existing Account ALTERNATIVE',
        ),
        flow('Handle Existing Account', 'idp-confirm-link REQUIRED', 'auth-otp-form OPTIONAL'),
      ),
      keycloakVersion: '7.0.1',
    },
    { now: () => 0 },
  );
  const { file } = writeForKeycloak(exportRealm(realm, users), { now: 0 });
  assert.deepEqual(judgeAsKeycloak(file), []);
  assert.doesNotMatch(JSON.stringify(file), /OPTIONAL/);
  const imported = viewRealm(normalizeRealm(file, { now: () => 0 }).realm);
  const { steps } = findFlowTree(imported, undefined, 'first broker login');
  assert.deepEqual(describe(steps), [
    'idp-review-profile REQUIRED',
    [
      'first broker login - Alternatives - 0 REQUIRED',
      [
        'idp-create-user-if-unique ALTERNATIVE',
        [
          'Handle Existing Account ALTERNATIVE',
          [
            'idp-confirm-link REQUIRED',
            [
              'Handle Existing Account - auth-otp-form - Conditional CONDITIONAL',
              ['conditional-user-configured REQUIRED', 'auth-otp-form REQUIRED'],
            ],
          ],
        ],
      ],
    ],
  ]);
});
