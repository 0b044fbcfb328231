// Previews, applies and undoes the fixes of refused exchanges.
import { isDeepStrictEqual } from 'node:util';
import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import type { FixPreviewWire, FixRequestWire, FixWire } from '#protocol/contract/fixes.ts';
import { numberBetween, text } from '#protocol/contract/settings/value-type.ts';
import type { Exchange, Reply } from '#protocol/http/exchange.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, conflict, notFound } from '../admin-error.ts';
import { type AdminRequest, callRow, DONE, ok, type RealmRow } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import type { AppliedFix, AppliedFixes } from '../fixes/applied-fixes.ts';
import {
  compareSettings,
  type FixTarget,
  loadSubject,
  readSetting,
  type SettingChange,
  type Settings,
  type Subject,
  writeSetting,
} from '../fixes/fix-subject.ts';
import { createSettings } from '../fixes/new-settings.ts';
import { describeChanges, describeEffect, type FixPlan, planFix, stateOf } from '../fixes/plan-fix.ts';
import { readObject } from '../members.ts';

export interface FixDeps {
  readonly activity: ActivityRecorder;
  /** Rows below `/admin/realms/{realm}`, which make the changes. */
  readonly realmRows: readonly RealmRow[];
  readonly appliedFixes: AppliedFixes;
}

type Preview = EmulatorRequest<'GET /realms/{realm}/activity/{id}/fix'>;
type Application = EmulatorRequest<'POST /realms/{realm}/activity/{id}/fix'>;
type Undoing = EmulatorRequest<'DELETE /realms/{realm}/fixes/{fix}'>;

const REQUEST_ROWS = {
  state: { type: text },
  password: { type: text },
  secret: { type: text },
  seconds: { type: numberBetween(1, 2_147_483_647) },
};

/** Paths of the admin API that change, create and remove a subject. */
const PATHS: Readonly<Record<FixTarget, { readonly one: string; readonly all: string }>> = {
  realm: { one: '', all: '' },
  client: { one: '/clients/:client', all: '/clients' },
  user: { one: '/users/:user', all: '/users' },
};

/** @throws {AdminError} 404. */
async function findFix({ realm, path }: Preview | Application, activity: ActivityRecorder): Promise<FixWire> {
  await activity.sync();
  const record = activity.find(path.id);
  if (record === undefined || record.realm !== realm.realm)
    throw notFound(
      `Exchange not found in realm ${realm.realm}: it was cleared, replaced by newer ones, or belongs to another realm`,
    );
  const fix = record.refusal?.fix;
  if (fix === undefined)
    throw notFound('Nothing to apply: no single setting of the realm would accept this request');
  return fix;
}

async function preview(request: Preview, { activity }: FixDeps): Promise<Reply> {
  const plan = await planFix(request.store, request.realm, await findFix(request, activity));
  const { fix, row, input, seconds, defaultSeconds } = plan;
  const wire: FixPreviewWire = {
    fix,
    label: row.label,
    effect: describeEffect(plan),
    changes: describeChanges(plan.subject, plan.changes).map((change) =>
      defaultSeconds === undefined ? change : { ...change, default: defaultSeconds },
    ),
    ...(input === undefined ? {} : { input }),
    ...(seconds === undefined ? {} : { seconds }),
    state: stateOf(plan),
  };
  return ok(wire);
}

/** @throws {AdminError} 400 when the fix needs a text that was not sent. */
function checkEntered({ row, input, entered }: FixPlan): void {
  const isRequired = input === 'password' || (input === 'secret' && row.change === 'enter');
  if (isRequired && (entered ?? '') === '') throw badRequest(`${input} is missing: send it with the fix`);
}

/** Asks a row of the admin API, as if its own path had been called. @throws {AdminError} as the row. */
function callAdmin(
  request: AdminRequest & { readonly realm: StoredRealm },
  rows: readonly RealmRow[],
  call: Pick<RealmRow, 'method' | 'path'> & { readonly subjectId?: string; readonly json?: unknown },
): Promise<Reply> {
  const row = rows.find(({ method, path }) => method === call.method && path === call.path);
  if (row === undefined) throw new TypeError(`there is no ${call.method} ${call.path}`);
  return callRow({ ...request, exchange: aimAt(request, call) }, request.realm, row);
}

function aimAt(
  { exchange, realm }: AdminRequest & { readonly realm: StoredRealm },
  { subjectId = '', json }: { readonly subjectId?: string; readonly json?: unknown },
): Exchange {
  return { ...exchange, json, pathParameters: { realm: realm.realm, client: subjectId, user: subjectId } };
}

/** A change of one setting as the body of an update. */
function updateBody({ row, changes, entered }: FixPlan): unknown {
  const [change] = changes;
  if (row.change === 'create' || change === undefined) throw new TypeError('the plan changes no setting');
  if (row.input === 'password')
    return { credentials: [{ type: 'password', value: String(entered), temporary: false }] };
  return writeSetting({}, row.setting, change.after);
}

async function makeChange(request: Application, rows: readonly RealmRow[], plan: FixPlan): Promise<void> {
  const { row, before, fix, entered } = plan;
  const paths = PATHS[row.target];
  if (before === undefined) {
    const json = createSettings(fix, typeof entered === 'string' ? entered : undefined);
    await callAdmin(request, rows, { method: 'POST', path: paths.all, json });
    return;
  }
  const subjectId = String(before['id']);
  await callAdmin(request, rows, { method: 'PUT', path: paths.one, subjectId, json: updateBody(plan) });
}

/** The realm as it is stored now. @throws {AdminError} 404. */
function currentRealm({ store, realm }: Application | Undoing): StoredRealm {
  const current = store.realms.find(realm.realm);
  if (current === undefined || current.id !== realm.id) throw notFound('Realm not found.');
  return current;
}

/** What the change did: the planned setting of a realm, every difference of a client or user. */
function findChanges({ row, before }: FixPlan, after: Settings): readonly SettingChange[] {
  const changes = compareSettings(before ?? {}, after);
  return row.target === 'realm' && row.change !== 'create'
    ? changes.filter(({ setting }) => setting === row.setting)
    : changes;
}

async function apply(request: Application, deps: FixDeps): Promise<Reply> {
  const { store, realm, exchange } = request;
  const body = readObject<FixRequestWire>(exchange.json ?? {}, REQUEST_ROWS);
  const plan = await planFix(store, realm, await findFix(request, deps.activity), body);
  if (body.state !== undefined && body.state !== stateOf(plan))
    throw conflict('The setting has changed since the preview: look at the preview again');
  checkEntered(plan);
  await makeChange(request, deps.realmRows, plan);
  const after = await loadSubject(store, currentRealm(request), plan.subject);
  if (after === undefined) throw conflict(`${plan.subject.name} was removed while the fix was applied`);
  const changes = findChanges(plan, after);
  const isNew = plan.before === undefined;
  const { subject } = plan;
  const applied = await deps.appliedFixes.add(
    realm.id,
    { subject, subjectId: String(after['id']), created: isNew ? after : undefined, changes },
    {
      exchange: request.path.id,
      label: plan.row.label,
      effect: describeEffect(plan),
      changes: describeChanges(subject, isNew ? plan.changes : changes),
    },
  );
  return ok(applied.wire);
}

function changedSince({ target, name }: Subject, what: string): Error {
  return conflict(`Cannot be undone: ${what} of ${target} ${name} was changed after the fix was applied`);
}

/** The settings as they were before the fix. @throws {AdminError} 409 if one was changed since. */
function restore<Of extends object>(subject: Of, { changes, subject: named }: AppliedFix): Of {
  let restored = subject as Of & Settings;
  for (const { setting, before, after } of changes) {
    if (!isDeepStrictEqual(readSetting(restored, setting), after)) throw changedSince(named, setting);
    restored = writeSetting(restored, setting, before);
  }
  return restored;
}

async function undoCreation(request: Undoing, rows: readonly RealmRow[], fix: AppliedFix): Promise<void> {
  const { subject, subjectId, created = {} } = fix;
  const current = await loadSubject(request.store, currentRealm(request), subject);
  if (current === undefined) throw conflict(`Cannot be undone: ${subject.target} ${subject.name} is gone`);
  const [change] = compareSettings(created, current);
  if (change !== undefined) throw changedSince(subject, change.setting);
  await callAdmin(request, rows, { method: 'DELETE', path: PATHS[subject.target].one, subjectId });
}

/** Settings are restored as they were stored, which an update cannot do: it never removes a member. */
async function undoChange(request: Undoing, rows: readonly RealmRow[], fix: AppliedFix): Promise<void> {
  const { subject, subjectId } = fix;
  const { one } = PATHS[subject.target];
  const update = rows.find(({ method, path }) => method === 'PUT' && path === one);
  if (update === undefined) throw new TypeError(`there is no PUT ${one}`);
  const gone = (): Error => conflict(`Cannot be undone: ${subject.target} ${subject.name} is gone`);
  const row: RealmRow = {
    ...update,
    async handle({ updateRealm, users }) {
      if (subject.target === 'user') {
        const user = await users.update(subjectId, (current) => restore(current, fix));
        if (user === undefined) throw gone();
        return DONE;
      }
      await updateRealm((current) => {
        if (subject.target === 'realm') return restore(current, fix);
        const { clients = [] } = current;
        if (!clients.some(({ id }) => id === subjectId)) throw gone();
        return {
          ...current,
          clients: clients.map((client) => (client.id === subjectId ? restore(client, fix) : client)),
        };
      });
      return DONE;
    },
  };
  await callRow({ ...request, exchange: aimAt(request, { subjectId }) }, currentRealm(request), row);
}

async function undo(request: Undoing, { realmRows: rows, appliedFixes }: FixDeps): Promise<Reply> {
  const { realm, path } = request;
  const fix = await appliedFixes.find(realm.id, path.fix);
  if (fix === undefined)
    throw notFound(
      'Fix not found: it was undone already, or the realm was reset or the server restarted since',
    );
  await (fix.created === undefined ? undoChange(request, rows, fix) : undoCreation(request, rows, fix));
  await appliedFixes.remove(realm.id, path.fix);
  return DONE;
}

export function createFixHandlers(deps: FixDeps): EmulatorHandlers<'fixes'> {
  return {
    'GET /realms/{realm}/activity/{id}/fix': (request) => preview(request, deps),
    'POST /realms/{realm}/activity/{id}/fix': (request) => apply(request, deps),
    async 'GET /realms/{realm}/fixes'({ realm }) {
      return ok((await deps.appliedFixes.list(realm.id)).map(({ wire }) => wire));
    },
    'DELETE /realms/{realm}/fixes/{fix}': (request) => undo(request, deps),
  };
}
