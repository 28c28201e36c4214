import fc from 'fast-check'

/**
 * Random tests use the same seed in every run, so that a test fails because of a change and not by chance.
 * `npm run fuzz` uses another seed, and many more runs.
 */
fc.configureGlobal({
  seed: Number(process.env.FUZZ_SEED ?? 20_261_121),
  ...(process.env.FUZZ_RUNS && { numRuns: Number(process.env.FUZZ_RUNS) }),
})
