// What a database can keep of an object, as a type.

/**
 * An object that JSON carries unchanged, except that members may be undefined, which are left out. One with a function,
 * a Map or an instance of a class with methods does not fit. A member of type `unknown` is not checked.
 */
export type PlainData<T> = { readonly [Member in keyof T]: PlainMember<T[Member]> };

type PlainMember<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends (...args: never[]) => unknown
      ? never
      : T extends object
        ? PlainData<T>
        : never;
