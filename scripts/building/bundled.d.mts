export const BUNDLED: (string | RegExp)[]
