import fc from 'fast-check'

/**
 * What is tried at random is the same in every run, so that a test fails by what was changed and not by chance.
 * `npm run fuzz` tries anew: another seed, and many more runs.
 */
fc.configureGlobal({
  seed: Number(process.env.FUZZ_SEED ?? 20_261_121),
  ...(process.env.FUZZ_RUNS && { numRuns: Number(process.env.FUZZ_RUNS) }),
})
