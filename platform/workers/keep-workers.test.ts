import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { freePort } from '../postgres/free-port.ts'
import { keepWorkers, type Workers } from './keep-workers.ts'

/** Answers each request with what the script said when it began, and its process; `/die` ends it. */
const worker = (version: string) => `
import { createServer } from 'node:http'
import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
register()
const { thisWorker } = await import(${JSON.stringify(resolve('platform/workers/this-worker.ts'))})
const { serve } = await import(${JSON.stringify(resolve('platform/http/serve.ts'))})
let listening
const here = await thisWorker(async (lingerMs) => {
  listening.leave()
  if (lingerMs !== undefined) listening.refuseNew()
  setTimeout(() => listening.stop(1_000).then(() => process.exit(0)), lingerMs ?? 0)
})
listening = await serve({
  host: '127.0.0.1', port: here.handed.port, trustedProxies: 0, onBug: console.error,
  fetch: async (request) => {
    if (request.url.endsWith('/die')) process.kill(process.pid, 'SIGKILL')
    return new Response('${version} ' + process.pid)
  },
})
here.ready()`

let folder: string
let script: string
let port: number
let workers: Workers | undefined
const deaths: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-test-'))
  script = join(folder, 'worker.mjs')
  port = await freePort()
  deaths.length = 0
})
afterEach(async () => {
  await workers?.close()
  workers = undefined
  await rm(folder, { recursive: true, force: true })
})

async function open(count: number): Promise<Workers> {
  const onDeath = (sentence: string) => void deaths.push(sentence)
  workers = await keepWorkers({ script, count, handed: { port }, lingerMs: 300, endWithinMs: 20_000, onDeath })
  return workers
}

/** The answer's words, or the system's error code. */
function ask(path = '/', agent?: Agent): Promise<string[]> {
  return new Promise((answered) => {
    get({ host: '127.0.0.1', port, path, agent: agent ?? false }, async (answer) => {
      let text = ''
      answer.on('data', (bytes) => (text += bytes))
      await once(answer, 'close')
      answered(text.split(' '))
    }).once('error', (error: NodeJS.ErrnoException) => answered([error.code ?? '']))
  })
}

async function processes(tries = 12): Promise<Set<string | undefined>> {
  const found = new Set<string | undefined>()
  for (let count = 0; count < tries; count += 1) found.add((await ask())[1])
  return found
}

test('one that dies is replaced while the other goes on', async () => {
  await writeFile(script, worker('one'))
  await open(2)
  const before = await processes()
  expect(before.size).toBe(2)
  await ask('/die')
  expect((await ask())[0]).toBe('one')
  await vi.waitFor(async () => expect(await processes()).toHaveLength(2), 20_000)
  const lasting = [...(await processes())].filter((pid) => before.has(pid))
  expect(lasting).toHaveLength(1)
  expect(deaths).toEqual([expect.stringMatching(/^Worker \d+ \(process \d+\) ended with SIGKILL and is replaced\.$/)])
})

test('whoever was handed to one that died is told, instead of waiting for ever', async () => {
  await writeFile(script, worker('one'))
  await open(2)
  const frozen = Number((await ask())[1])
  process.kill(frozen, 'SIGSTOP')
  // Half of them are handed to the one that takes nothing any more.
  const asked = Array.from({ length: 8 }, () => ask())
  await Promise.race(asked)
  process.kill(frozen, 'SIGKILL')
  const answers = (await Promise.all(asked)).map(([first]) => first)
  expect(answers).toContain('one')
  expect(answers.filter((answer) => answer !== 'one').every((answer) => answer === 'ECONNRESET')).toBe(true)
})

test.runIf(inject('trialsAreWhole'))(
  'renewed under load, each runs what the script is now, and no request fails',
  async () => {
    await writeFile(script, worker('one'))
    const { renew } = await open(3)
    await writeFile(script, worker('two'))
    let done = false
    const seen = new Set<string | undefined>()
    const customer = async (agent: Agent) => {
      while (!done) {
        seen.add((await ask('/', agent))[0])
        await new Promise((next) => setTimeout(next, 5))
      }
      agent.destroy()
    }
    const customers = Array.from({ length: 8 }, (_, index) => customer(new Agent({ keepAlive: index % 2 === 0 })))
    expect(await renew()).toBe(true)
    done = true
    await Promise.all(customers)
    expect(seen).toEqual(new Set(['one', 'two']))
    expect((await ask())[0]).toBe('two')
    expect((await processes()).size).toBe(3)
    expect(deaths).toEqual([])
  },
)

test('a script that does not open changes nothing', async () => {
  await writeFile(script, worker('one'))
  const { renew } = await open(2)
  const before = await processes()
  await writeFile(script, 'process.exit(3)')
  expect(await renew()).toBe(false)
  expect(deaths).toEqual([expect.stringMatching(/^Worker \d+ ended with 3 before it was ready\.$/)])
  expect(await processes()).toEqual(before)
})

test('a first one that does not open ends all', async () => {
  await writeFile(script, 'process.exit(3)')
  await expect(open(2)).rejects.toThrow('ended with 3 before it was ready')
  expect(await ask()).toEqual(['ECONNREFUSED'])
})
