import { expect, test } from '@playwright/test';
import { openAdminClient, type RecordedClient, refusal } from './support/admin-client.ts';
import { startServer, type TestServer } from './support/server.ts';

test.describe.configure({ mode: 'serial' });

let server: TestServer;
let recorded: RecordedClient;
let admin: RecordedClient['client']['authenticationManagement'];

test.beforeAll(async () => {
  server = await startServer();
  recorded = await openAdminClient(server, 'flows');
  admin = recorded.record(recorded.client.authenticationManagement);
});
test.afterAll(async () => {
  await server.stop();
});

test('the admin client lists the built-in flows and what flows can be made of', async () => {
  const flows = await admin.getFlows();
  expect(flows.map(({ alias }) => alias)).toEqual(
    expect.arrayContaining(['browser', 'direct grant', 'clients']),
  );
  const browser = flows.find(({ alias }) => alias === 'browser');
  expect(await admin.getFlow({ flowId: browser?.id ?? '' })).toMatchObject({ builtIn: true, topLevel: true });
  const ids = (list: readonly { id?: string }[]) => list.map(({ id }) => id);
  expect(ids(await admin.getAuthenticatorProviders())).toContain('auth-cookie');
  expect(ids(await admin.getClientAuthenticatorProviders())).toContain('client-secret');
  expect(ids(await admin.getFormProviders())).toEqual(['registration-page-form']);
  expect(ids(await admin.getFormActionProviders())).toContain('registration-user-creation');
  const description = await admin.getConfigDescription({ providerId: 'conditional-user-role' });
  expect(description.properties?.map(({ name }) => name)).toContain('condUserRole');
});

test('the admin client copies the browser flow, changes its executions and their order', async () => {
  await admin.copyFlow({ flow: 'browser', newName: 'mine' });
  const executions = await admin.getExecutions({ flow: 'mine' });
  expect(executions.map(({ displayName }) => displayName)).toEqual(
    expect.arrayContaining(['Cookie', 'mine forms', 'Username Password Form', 'OTP Form']),
  );
  const [cookie, kerberos] = executions;
  await admin.updateExecution({ flow: 'mine' }, { ...kerberos, requirement: 'ALTERNATIVE' });
  await admin.raisePriorityExecution({ id: kerberos?.id ?? '' });
  const raised = await admin.getExecutions({ flow: 'mine' });
  expect(raised.slice(0, 2).map(({ id, requirement }) => [id, requirement])).toEqual([
    [kerberos?.id, 'ALTERNATIVE'],
    [cookie?.id, 'ALTERNATIVE'],
  ]);
  await admin.lowerPriorityExecution({ id: kerberos?.id ?? '' });
  expect((await admin.getExecutions({ flow: 'mine' }))[0]?.id).toBe(cookie?.id);
  await admin.delExecution({ id: kerberos?.id ?? '' });
  expect((await admin.getExecutions({ flow: 'mine' })).map(({ id }) => id)).not.toContain(kerberos?.id);
});

test('the admin client builds a flow of its own, whose settings are read back as written', async () => {
  const { id = '' } = await admin.createFlow({ alias: 'own', providerId: 'basic-flow', topLevel: true });
  await admin.updateFlow({ flowId: id }, { alias: 'own', description: 'Built by a test', topLevel: true });
  expect(await admin.getFlow({ flowId: id })).toMatchObject({ alias: 'own', description: 'Built by a test' });
  const level = await admin.addExecutionToFlow({
    flow: 'own',
    provider: 'conditional-level-of-authentication',
  });
  await admin.addFlowToFlow({
    flow: 'own',
    alias: 'own second',
    type: 'basic-flow',
    provider: 'registration-page-form',
    description: '',
  });
  expect((await admin.getExecutions({ flow: 'own' })).map(({ displayName }) => displayName)).toEqual([
    'Condition - Level of Authentication',
    'own second',
  ]);
  const settings = { alias: 'level 2', config: { 'loa-condition-level': '2', 'loa-max-age': '300' } };
  const config = await admin.createConfig({ id: level.id ?? '', ...settings });
  expect(await admin.getConfig({ id: config.id ?? '' })).toMatchObject(settings);
  const changed = { ...settings, id: config.id ?? '', config: { 'loa-condition-level': '1' } };
  await admin.updateConfig(changed);
  expect(await admin.getConfig({ id: config.id ?? '' })).toMatchObject({ config: changed.config });
  await admin.delConfig({ id: config.id ?? '' });
  expect((await refusal(() => admin.getConfig({ id: config.id ?? '' }))).status).toBe(404);
  await admin.deleteFlow({ flowId: id });
  expect((await admin.getFlows()).map(({ alias }) => alias)).not.toContain('own');
});

test('a flow that is written is exported with the built-in ones', async () => {
  const exported = await recorded.client.realms.export({ realm: 'flows' });
  expect(exported.authenticationFlows?.map(({ alias }) => alias)).toEqual(
    expect.arrayContaining(['browser', 'mine', 'mine forms']),
  );
});

test('the admin client is refused: built-in flows, names in use, unknown flows', async () => {
  const browser = (await admin.getFlows()).find(({ alias }) => alias === 'browser');
  for (const [work, status, text] of [
    [() => admin.deleteFlow({ flowId: browser?.id ?? '' }), 400, "Can't delete built in flow"],
    [() => admin.createFlow({ alias: 'mine' }), 409, 'Flow mine already exists'],
    [() => admin.copyFlow({ flow: 'none', newName: 'x' }), 404, 'Flow not found'],
    [() => admin.delExecution({ id: 'none' }), 404, 'Illegal execution'],
    [
      () => admin.addExecutionToFlow({ flow: 'browser', provider: 'auth-cookie' }),
      400,
      'It is illegal to add execution to a built in flow',
    ],
  ] as const)
    expect(await refusal(work)).toEqual({ status, text: expect.stringContaining(text) });
});

test('the admin client changes, orders, removes and registers required actions', async () => {
  const [first] = await admin.getRequiredActions();
  const alias = first?.alias ?? '';
  await admin.updateRequiredAction({ alias }, { ...first, defaultAction: true });
  expect(await admin.getRequiredActionForAlias({ alias })).toMatchObject({ defaultAction: true });
  await admin.lowerRequiredActionPriority({ alias });
  expect((await admin.getRequiredActions())[1]?.alias).toBe(alias);
  await admin.raiseRequiredActionPriority({ alias });
  expect((await admin.getRequiredActions())[0]?.alias).toBe(alias);
  const { properties } = await admin.getRequiredActionConfigDescription({ alias });
  expect(properties?.map(({ name }) => name)).toEqual(['max_auth_age']);
  await admin.updateRequiredActionConfig({ alias }, { config: { max_auth_age: '60' } });
  expect(await admin.getRequiredActionConfig({ alias })).toEqual({ config: { max_auth_age: '60' } });
  await admin.removeRequiredActionConfig({ alias });
  expect(await admin.getRequiredActionConfig({ alias })).toEqual({ config: {} });
  await admin.deleteRequiredAction({ alias });
  expect(await admin.getRequiredActionForAlias({ alias })).toBeNull();
  expect(await admin.getUnregisteredRequiredActions()).toContainEqual({
    providerId: alias,
    name: first?.name,
  });
  await admin.registerRequiredAction({ providerId: alias, name: first?.name });
  expect(await admin.getRequiredActionForAlias({ alias })).toMatchObject({ enabled: true });
});

test('Keycloak 26 has no route for the method addExecution', async () => {
  await recorded.expectAbsent(recorded.client.authenticationManagement, ['addExecution']);
});

test('every method of the admin client for authentication is called', () => {
  recorded.expectAllCalled(recorded.client.authenticationManagement);
});
