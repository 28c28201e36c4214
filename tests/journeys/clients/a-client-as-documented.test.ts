import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { publishableKey } from '../people.ts'

// The programs of docs/building-a-client are run as they are written there, with the public client, in a process of
// their own.

const run = promisify(execFile)
const GUIDE = 'docs/building-a-client/README.md'

let folder: string
test.beforeEach(async () => {
  // Inside the packages, so that the programs find them.
  await mkdir('node_modules/.cache', { recursive: true })
  folder = await mkdtemp(resolve('node_modules/.cache/documented-client-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

/** The blocks of code of a language in the guide, for this market. */
async function programs(language: string, origin: string): Promise<string[]> {
  const text = await readFile(GUIDE, 'utf8')
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].filter(([, named]) => named === language)
  return blocks.map(([, , code = '']) => code.replaceAll('http://localhost:3000', origin))
}

/** Browsers, phones and Node from version 22 have a WebSocket of their own. */
const SURROUNDINGS = `import { WebSocket } from 'ws'
globalThis.WebSocket ??= WebSocket`

const PRINT = 'console.log(JSON.stringify({ buys, data, error }))'

/** Runs a module between other lines, and returns the JSON that the last ones print. */
async function runModule(lines: { before: string; program: string; after: string }): Promise<unknown> {
  const path = join(folder, 'program.mjs')
  await writeFile(path, [SURROUNDINGS, lines.before, lines.program, lines.after].join('\n'))
  const { stdout } = await run(process.execPath, [path])
  return JSON.parse(stdout)
}

test('the first program signs in, lists group buys and joins one', async ({ request, baseURL }) => {
  const [program = ''] = await programs('js', baseURL ?? '')
  const printed = await runModule({
    before: `const PUBLISHABLE_KEY = '${await publishableKey(request)}'`,
    program,
    after: PRINT,
  })
  expect(printed).toMatchObject({ error: null, data: { order: { quantity: 1, status: 'pending' } } })
  expect(printed).toHaveProperty('buys.0.products.name')
})

test('the program of a phone app stays signed in and hears of its order', async ({ request, baseURL }) => {
  const [, program = ''] = await programs('js', baseURL ?? '')
  const storage = `const stored = new Map()
    export default {
      getItem: async (key) => stored.get(key) ?? null,
      setItem: async (key, value) => void stored.set(key, value),
      removeItem: async (key) => void stored.delete(key),
    }`
  await writeFile(join(folder, 'async-storage.mjs'), storage)
  const key = await publishableKey(request)
  const [joining = ''] = await programs('js', baseURL ?? '')
  await runModule({
    before: `const PUBLISHABLE_KEY = '${key}'`,
    program: joining.replace('buys[0]', 'buys[1]'),
    after: PRINT,
  })
  const printed = await runModule({
    // Like React Native: neither a document nor a storage of the browser.
    before: `import { randomUUID } from 'node:crypto'
      const PUBLISHABLE_KEY = '${key}'
      let showOrder
      const shown = new Promise((resolve) => { showOrder = resolve })`,
    program: program.replace('@react-native-async-storage/async-storage', './async-storage.mjs'),
    // Changes are announced from the system message on.
    after: `await new Promise((resolve) => changes.on('system', {}, ({ status }) => status === 'ok' && resolve()))
      const { error } = await app.functions.invoke('leave-group-buy', {
        body: { order_id: orders[0].id },
        headers: { 'Idempotency-Key': randomUUID() },
      })
      const order = error ? null : await shown
      const again = createClient('${baseURL}', PUBLISHABLE_KEY, { auth: { storage: AsyncStorage, detectSessionInUrl: false } })
      const { data: { session } } = await again.auth.getSession()
      console.log(JSON.stringify({ error: error && await error.context.json(), order, email: session?.user.email }))
      process.exit(0)`,
  })
  expect(printed).toMatchObject({
    error: null,
    order: { status: 'cancelled' },
    email: 'customer@ajoja.test',
  })
})

test('the lines for a shell list the orders', async ({ request, baseURL }) => {
  const [program = ''] = await programs('sh', baseURL ?? '')
  const { stdout } = await run('sh', ['-c', program], {
    env: { ...process.env, PUBLISHABLE_KEY: await publishableKey(request) },
  })
  const orders = JSON.parse(stdout) as unknown[]
  expect(orders).toHaveLength(5)
  expect(orders[0]).toEqual({ order_no: expect.any(Number), status: expect.any(String) })
})
