// Members of a fault: types, bounds and choices, for the API and the window.
import { ENDPOINT_NAMES } from './endpoints.ts';
import { OAUTH_ERRORS } from './oauth-errors.ts';
import {
  anything,
  flag,
  type NumberType,
  numberBetween,
  type ObjectType,
  objectOf,
  oneOf,
  text,
  textMap,
} from './settings/value-type.ts';

/** Bounds of the numbers of a fault, for `nth` of a hold too. `errorStatus` is `do.oauthError.status`. */
export const FAULT_NUMBERS: Readonly<
  Record<'nth' | 'times' | 'status' | 'errorStatus' | 'delayMs', NumberType>
> = {
  nth: numberBetween(1, 1000),
  times: numberBetween(1, 1000),
  status: numberBetween(200, 599),
  errorStatus: numberBetween(400, 599),
  delayMs: numberBetween(1, 60_000),
};

/** Members that choose exchanges, for faults and holds. */
export const FAULT_MATCH: ObjectType = objectOf(
  () => ({
    endpoint: { type: oneOf(ENDPOINT_NAMES) },
    grant: { type: text },
    client: { type: text },
    user: { type: text },
    nth: { type: FAULT_NUMBERS.nth },
  }),
  'endpoint',
);

const OAUTH_ERROR_ROWS = {
  error: { type: oneOf(Object.keys(OAUTH_ERRORS)) },
  description: { type: text },
  status: { type: FAULT_NUMBERS.errorStatus },
};

const EFFECT_ROWS = {
  status: { type: FAULT_NUMBERS.status },
  body: { type: anything },
  headers: { type: textMap },
  oauthError: { type: objectOf(() => OAUTH_ERROR_ROWS, 'error') },
  delayMs: { type: FAULT_NUMBERS.delayMs },
  drop: { type: flag },
  cut: { type: flag },
  wrongKey: { type: flag },
  expired: { type: flag },
  kidMissing: { type: flag },
  staleKeys: { type: flag },
};

/** Members of `FaultRequestWire`. `match` and `do` are required. */
export const FAULT_ROWS: ReturnType<ObjectType['rows']> = {
  match: { type: FAULT_MATCH },
  do: { type: objectOf(() => EFFECT_ROWS) },
  times: { type: FAULT_NUMBERS.times },
};
