// Type-checks every floor, two at a time; each floor's own compiler settings enforce the import rules.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const COMPILER = 'node_modules/typescript7/bin/tsc'
const FLOORS = ['.', 'web', 'server', 'platform', 'domain', 'api', 'database']

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
await run('react-router typegen', ['node_modules/@react-router/dev/bin.js', 'typegen'])
const queue = FLOORS.filter((floor) => existsSync(`${floor}/tsconfig.json`))
let failed = false
await Promise.all([worker(), worker()])
process.exit(failed ? 1 : 0)

async function worker() {
  for (let floor = queue.shift(); floor; floor = queue.shift()) {
    // Parallel checkers would each infer the same types: on two cores, which two floors fill, that only doubles the
    // work.
    if (!(await run(`types of ${floor}`, [COMPILER, '-p', floor, '--singleThreaded']))) failed = true
  }
}

function run(name, parameters) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (bytes) => {
      output += bytes
    })
    child.stderr.on('data', (bytes) => {
      output += bytes
    })
    child.once('close', (code) => {
      if (code !== 0) console.error(`${name}:\n${output}`)
      resolve(code === 0)
    })
  })
}
