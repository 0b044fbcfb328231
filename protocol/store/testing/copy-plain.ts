// Copies values as a database would, so that tests meet a value that is no plain data.

/**
 * The value after a journey through JSON.
 * @throws {TypeError} naming the place of what JSON would lose: a function, a class, a number that is not finite.
 */
export function copyPlain<T>(value: T): T {
  checkPlain(value, 'value');
  return JSON.parse(JSON.stringify(value)) as T;
}

function checkPlain(value: unknown, place: string): void {
  if (isScalar(value)) return;
  if (!isPlainObject(value))
    throw new TypeError(`${place} is no plain data: ${Object.prototype.toString.call(value)}`);
  for (const [name, each] of Object.entries(value)) {
    // A member is left out, an element would become null.
    if (each !== undefined || Array.isArray(value)) checkPlain(each, `${place}.${name}`);
  }
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
