// Checks a representation that came as JSON against the types its members must have, and takes it as Keycloak's reader does.
import { RealmFileError } from './realm-file-error.ts';

/** A type of a single value. */
type Scalar = 'string' | 'number' | 'boolean';

/** A type that a member must have. `members` leaves members that it does not name alone; `orOne` takes a value that is no list for a list of one. */
export type Shape =
  | Scalar
  | { readonly list: Shape; readonly orOne?: boolean }
  | { readonly map: Shape }
  | { readonly members: Readonly<Record<string, Shape>>; readonly required?: readonly string[] };

/** What {@link checkShape} found beside faults. */
export interface ShapeFindings {
  /** Whether something must be tidied before the types hold: a null, or a scalar of a kind that can be read as the one that is wanted. */
  isUntidy: boolean;
}

/** Checks a value that came as JSON. The path is built only for a refusal, so large lists stay cheap. @throws {RealmFileError} naming the first member of a wrong type or the required one that is missing. */
export function checkShape(value: unknown, shape: Shape, member: string, findings: ShapeFindings): void {
  const fault = findFault(value, shape, findings);
  if (fault === undefined) return;
  const path = `${member}${fault.path}`.replace(/^\./, '');
  throw new RealmFileError(path, fault.problem, fault.remedy);
}

interface Fault {
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;
}

function findFault(value: unknown, shape: Shape, findings: ShapeFindings): Fault | undefined {
  if (value === undefined) return undefined;
  if (value === null) {
    findings.isUntidy = true;
    return undefined;
  }
  if (typeof shape === 'string') return findScalarFault(value, shape, findings);
  if ('list' in shape) return findListFault(value, shape, findings);
  if (typeof value !== 'object' || Array.isArray(value)) return wrongType('an object');
  const record = value as Readonly<Record<string, unknown>>;
  return 'map' in shape
    ? findMapFault(record, shape.map, findings)
    : findMemberFault(record, shape, findings);
}

function findScalarFault(value: unknown, shape: Scalar, findings: ShapeFindings): Fault | undefined {
  if (typeof value === shape) return undefined;
  if (readScalar(value, shape) === undefined) return wrongType(SCALAR_NAMES[shape]);
  findings.isUntidy = true;
  return undefined;
}

function findListFault(
  value: unknown,
  { list: shape, orOne }: Extract<Shape, { list: unknown }>,
  findings: ShapeFindings,
): Fault | undefined {
  if (!Array.isArray(value)) {
    findings.isUntidy = true;
    return orOne === true ? findFault(value, shape, findings) : wrongType('a list');
  }
  for (let index = 0; index < value.length; index += 1) {
    const item: unknown = value[index];
    const fault = item === null ? wrongType('set, not null') : findFault(item, shape, findings);
    if (fault !== undefined) return below(`[${index}]`, fault);
  }
  return undefined;
}

function findMapFault(
  record: Readonly<Record<string, unknown>>,
  shape: Shape,
  findings: ShapeFindings,
): Fault | undefined {
  for (const key of Object.keys(record)) {
    const fault = findFault(record[key], shape, findings);
    if (fault !== undefined) return below(`.${key}`, fault);
  }
  return undefined;
}

function findMemberFault(
  record: Readonly<Record<string, unknown>>,
  shape: Extract<Shape, { members: unknown }>,
  findings: ShapeFindings,
): Fault | undefined {
  for (const name of shape.required ?? []) {
    if (record[name] === undefined || record[name] === null || record[name] === '') {
      return { path: `.${name}`, problem: 'is missing', remedy: `Give it a ${name}.` };
    }
  }
  // The record is walked, not the shape: a user has few of the members that it may have.
  for (const name of Object.keys(record)) {
    const expected = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
    const fault = expected === undefined ? undefined : findFault(record[name], expected, findings);
    if (fault !== undefined) return below(`.${name}`, fault);
  }
  return undefined;
}

const wrongType = (expected: string): Fault => ({
  path: '',
  problem: `must be ${expected}`,
  remedy: `Make it ${expected}, as Keycloak's export writes it, or leave it out.`,
});

const below = (step: string, fault: Fault): Fault => ({ ...fault, path: step + fault.path });

const SCALAR_NAMES: Readonly<Record<Scalar, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

/** Compat: Keycloak reads `"300"` where a number is wanted and `true` where a text is; placeholders in realm files rely on it. */
function readScalar(value: unknown, shape: Scalar): string | number | boolean | undefined {
  if (shape === 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  if (shape === 'number') return /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** A value that passed {@link checkShape}, with the types that it must have: known members that are null are left out, scalars converted. */
export function tidy<T>(value: T, shape: Shape): T {
  return tidyValue(value, shape) as T;
}

function tidyValue(value: unknown, shape: Shape): unknown {
  if (typeof shape === 'string') {
    return typeof value === shape ? value : readScalar(value, shape);
  }
  if ('list' in shape)
    return (Array.isArray(value) ? value : [value]).map((item) => tidyValue(item, shape.list));
  const record = value as Readonly<Record<string, unknown>>;
  const shapeOf = (name: string): Shape | undefined => {
    if ('map' in shape) return shape.map;
    return Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
  };
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, member]) => {
      const known = shapeOf(name);
      if (known === undefined) return [[name, member]];
      return member === null || member === undefined ? [] : [[name, tidyValue(member, known)]];
    }),
  );
}
