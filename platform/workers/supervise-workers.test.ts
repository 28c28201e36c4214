import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { getPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { freePort } from '#platform/postgres/free-port.ts'
import { openStartPriority } from './start-priority.ts'
import { superviseWorkers, type Workers } from './supervise-workers.ts'

/**
 * Responds to each request with the script's text at its start, its process id, its priority at the start, and whether
 * processes are being replaced; `/die` ends it.
 */
const worker = (version: string, startMs = 0) => `
import { appendFileSync } from 'node:fs'
import { getPriority } from 'node:os'
appendFileSync(${JSON.stringify(starts)}, 'begins ')
const priorityAtStart = getPriority()
import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
register()
const { thisWorker } = await import(${JSON.stringify(resolve('platform/workers/this-worker.ts'))})
const { serve } = await import(${JSON.stringify(resolve('platform/http/serve.ts'))})
let listening
const here = await thisWorker(async (lingerMs) => {
  listening.endKeepAlive()
  if (lingerMs !== undefined) listening.stopAccepting()
  setTimeout(() => listening.stop(1_000).then(() => process.exit(0)), lingerMs ?? 0)
})
listening = await serve({
  host: '127.0.0.1', port: here.input.port, trustedProxies: 0, onBug: console.error,
  fetch: async (request) => {
    if (request.url.endsWith('/die')) process.kill(process.pid, 'SIGKILL')
    return new Response('${version} ' + process.pid + ' ' + priorityAtStart + ' ' + here.isRenewing())
  },
})
await new Promise((next) => setTimeout(next, ${startMs}))
appendFileSync(${JSON.stringify(starts)}, 'serves ')
here.ready()`

let folder: string
let script: string
/** A file with what each worker has done at its start. */
let starts: string
let port: number
let workers: Workers | undefined
const deaths: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-test-'))
  script = join(folder, 'worker.mjs')
  starts = join(folder, 'starts')
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
  workers = await superviseWorkers({ script, count, input: { port }, lingerMs: 300, endWithinMs: 20_000, onDeath })
  return workers
}

/** The text of the response, or the system's error code. */
function request(path = '/', agent?: Agent): Promise<string[]> {
  return new Promise((finish) => {
    get({ host: '127.0.0.1', port, path, agent: agent ?? false }, async (response) => {
      let text = ''
      response.on('data', (bytes) => (text += bytes))
      await once(response, 'close')
      finish(text.split(' '))
    }).once('error', (error: NodeJS.ErrnoException) => finish([error.code ?? '']))
  })
}

async function processes(tries = 12): Promise<Set<string | undefined>> {
  const found = new Set<string | undefined>()
  for (let count = 0; count < tries; count += 1) found.add((await request())[1])
  return found
}

test('replaces a worker that dies while the other goes on', async () => {
  await writeFile(script, worker('one'))
  await open(2)
  const before = await processes()
  expect(before.size).toBe(2)
  await request('/die')
  expect((await request())[0]).toBe('one')
  await vi.waitFor(async () => expect(await processes()).toHaveLength(2), 20_000)
  const surviving = [...(await processes())].filter((pid) => before.has(pid))
  expect(surviving).toHaveLength(1)
  expect(deaths).toEqual([expect.stringMatching(/^Worker \d+ \(process \d+\) ended with SIGKILL and is replaced\.$/)])
})

test('closes sockets passed to a dead worker instead of letting clients wait', async () => {
  await writeFile(script, worker('one'))
  await open(2)
  const frozen = Number((await request())[1])
  process.kill(frozen, 'SIGSTOP')
  // Half of them are passed to the worker that accepts nothing any more.
  const requests = Array.from({ length: 8 }, () => request())
  await Promise.race(requests)
  process.kill(frozen, 'SIGKILL')
  const results = (await Promise.all(requests)).map(([first]) => first)
  expect(results).toContain('one')
  expect(results.filter((response) => response !== 'one').every((response) => response === 'ECONNRESET')).toBe(true)
})

test.runIf(inject('trialsAreWhole'))(
  'renewal under load runs the new script everywhere, and no request fails',
  async () => {
    await writeFile(script, worker('one'))
    const { renew } = await open(3)
    await writeFile(script, worker('two'))
    let done = false
    const seen = new Set<string | undefined>()
    const client = async (agent: Agent) => {
      while (!done) {
        seen.add((await request('/', agent))[0])
        await new Promise((next) => setTimeout(next, 5))
      }
      agent.destroy()
    }
    const clients = Array.from({ length: 8 }, (_, index) => client(new Agent({ keepAlive: index % 2 === 0 })))
    expect(await renew()).toBe(true)
    done = true
    await Promise.all(clients)
    expect(seen).toEqual(new Set(['one', 'two']))
    expect((await request())[0]).toBe('two')
    expect((await processes()).size).toBe(3)
    expect(deaths).toEqual([])
  },
)

test('a script that does not start changes nothing', async () => {
  await writeFile(script, worker('one'))
  const { renew } = await open(2)
  const before = await processes()
  await writeFile(script, 'process.exit(3)')
  expect(await renew()).toBe(false)
  expect(deaths).toEqual([expect.stringMatching(/^Worker \d+ ended with 3 before it was ready\.$/)])
  expect(await processes()).toEqual(before)
})

test('a first worker that does not start ends all', async () => {
  await writeFile(script, 'process.exit(3)')
  await expect(open(2)).rejects.toThrow('ended with 3 before it was ready')
  expect(await request()).toEqual(['ECONNREFUSED'])
})

test('a worker that replaces another starts at a lower priority, which ends for all of its threads once it serves', async () => {
  await writeFile(script, worker('one'))
  const { renew } = await open(2)
  expect((await request())[2]).toBe(String(getPriority()))
  expect(await renew()).toBe(true)
  const [, pid, priorityAtStart] = await request()
  expect(Number(priorityAtStart)).toBe(getPriority() + ((await openStartPriority()) ? 5 : 0))
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  expect(new Set([pid, ...threads].map((thread) => getPriority(Number(thread))))).toEqual(new Set([getPriority()]))
})

test('workers know while one of them is being replaced', async () => {
  await writeFile(script, worker('one'))
  const { renew } = await open(2)
  expect((await request())[3]).toBe('false')
  const renewed = renew()
  await vi.waitFor(async () => expect((await request())[3]).toBe('true'), 20_000)
  expect(await renewed).toBe(true)
  for (const _ of [1, 2]) await vi.waitFor(async () => expect((await request())[3]).toBe('false'), 5_000)
})

test('workers that die together are replaced one after the other', async () => {
  await writeFile(script, worker('one'))
  await open(3)
  await writeFile(script, worker('one', 1_500))
  await writeFile(starts, '')
  const dying = [...(await processes())].slice(0, 2)
  for (const pid of dying) process.kill(Number(pid), 'SIGKILL')
  const started = async () => (await readFile(starts, 'utf8')).trim()
  await vi.waitFor(async () => expect(await started()).toBe('begins serves begins serves'), 30_000)
})
