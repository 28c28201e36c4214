/** One guard of money or rights, how it is broken, and the tests that must notice. */
export interface Guard {
  name: string
  file: string
  /** The guard as it is written: exactly one place in the file. */
  text: string
  /** What stands there once it is broken. */
  broken: string
  /** At least one test of these files must fail then. */
  tests: readonly string[]
}
