import fc from 'fast-check'

/**
 * Property-based tests use the same seed in every run, so that a test fails because of a change and not at random.
 * `npm run fuzz` uses another seed and many more runs.
 */
fc.configureGlobal({
  seed: Number(process.env.FUZZ_SEED ?? 20_261_121),
  ...(process.env.FUZZ_RUNS && { numRuns: Number(process.env.FUZZ_RUNS) }),
})
