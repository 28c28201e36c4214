// Runs the built product for the browser tests, on a temporary data folder.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const dataDir = mkdtempSync(join(tmpdir(), 'journeys-'))
// PostgreSQL may have to run as another account, which must be able to enter the folder.
chmodSync(dataDir, 0o711)
const child = spawn(process.execPath, ['scripts/start.mjs'], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
})
// A killed test run must not leave a market behind that holds the port.
const parent = process.ppid
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1_000).unref()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
