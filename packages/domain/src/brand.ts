declare const brandName: unique symbol;

/** A type that only its own constructor function can produce. It has no run-time cost. */
export type Brand<Base, Name extends string> = Base & { readonly [brandName]: Name };
