declare const brandName: unique symbol;

/** A base type that only its own constructor function can produce. It costs nothing at run time. */
export type Brand<Base, Name extends string> = Base & { readonly [brandName]: Name };
