// Checks the types of every floor, two at a time; each floor's own compiler settings enforce the import law.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const COMPILER = 'node_modules/typescript7/bin/tsc'
const FLOORS = ['.', 'web', 'server', 'platform', 'domain', 'api', 'database']

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
await run('react-router typegen', ['node_modules/@react-router/dev/bin.js', 'typegen'])
const waiting = FLOORS.filter((floor) => existsSync(`${floor}/tsconfig.json`))
let failed = false
await Promise.all([worker(), worker()])
process.exit(failed ? 1 : 0)

async function worker() {
  for (let floor = waiting.shift(); floor; floor = waiting.shift()) {
    // Several checkers each work out the same types anew: on two cores, which two floors fill, that only doubles the work.
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
