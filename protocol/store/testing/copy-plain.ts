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
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      if (each === undefined) throw new TypeError(`${place}[${index}] is no plain data: undefined`);
      checkPlain(each, `${place}[${index}]`);
    }
    return;
  }
  const isObject = typeof value === 'object';
  const prototype: unknown = isObject ? Object.getPrototypeOf(value) : undefined;
  if (!isObject || (prototype !== Object.prototype && prototype !== null))
    throw new TypeError(`${place} is no plain data: ${Object.prototype.toString.call(value)}`);
  for (const [name, each] of Object.entries(value)) checkPlain(each, `${place}.${name}`);
}
