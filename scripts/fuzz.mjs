// npm run fuzz [seed]: runs every property-based test with another seed and many more runs.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'

const RUNS = 20_000
const seed = Number(process.argv[2] ?? randomInt(2 ** 31))
console.log(`Seed ${seed}; to repeat: npm run fuzz ${seed}`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=7200000', '--mode', 'fuzz'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, FUZZ_SEED: String(seed), FUZZ_RUNS: String(RUNS) },
  },
)
process.exit(status ?? 1)
