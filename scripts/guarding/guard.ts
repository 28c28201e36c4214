/** A guard of money or rights, a mutation that breaks it, and the tests that must fail. */
export interface Guard {
  name: string
  file: string
  /** The source of the guard, which occurs exactly once in the file. */
  text: string
  /** The mutated source. */
  broken: string
  /** Test files; at least one test must fail with the mutation. */
  tests: readonly string[]
}
