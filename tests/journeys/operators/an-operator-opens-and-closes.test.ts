import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { createDataFolder, type DataFolder, start, untilOpen } from '../own-market.ts'

/** Without a browser: the effects of the operator's first command. */
let place: DataFolder
test.beforeEach(async () => {
  place = await createDataFolder()
})
test.afterEach(() => place.remove())

const isLocked = async () => (await readdir(place.dataDir)).includes('process.lock')
const isPostgresUp = () =>
  readFile(join(place.dataDir, 'postgres/postmaster.pid')).then(
    () => true,
    () => false,
  )

async function isClosedInOrder(): Promise<boolean> {
  return !(await isLocked()) && !(await isPostgresUp())
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`npm start ends with ${signal}, PostgreSQL included`, { tag: signal === 'SIGTERM' ? [] : '@full' }, async () => {
    const market = await untilOpen(start(place, { npm: true }))
    expect(await isPostgresUp()).toBe(true)
    market.process.kill(signal)
    await market.ended
    expect(market.output()).toContain('Closing ...')
    expect(await isClosedInOrder()).toBe(true)
  })
}

test('a Ctrl-C that arrives twice, from the terminal and from npm, shuts down in order', { tag: '@full' }, async () => {
  const market = await untilOpen(start(place))
  market.process.kill('SIGINT')
  market.process.kill('SIGINT')
  expect(await market.ended).toBe(0)
  expect(await isClosedInOrder()).toBe(true)
})

test('a signal while the database is created shuts down in order, and the next start completes it', {
  tag: '@full',
}, async () => {
  const early = start(place)
  await expect.poll(async () => (await readdir(place.dataDir)).some((name) => name.startsWith('postgres'))).toBe(true)
  early.process.kill('SIGTERM')
  expect(await early.ended).toBe(0)
  expect(early.output()).not.toContain('The market is open')
  expect(await isClosedInOrder()).toBe(true)
  const market = await untilOpen(start(place))
  market.process.kill('SIGTERM')
  expect(await market.ended).toBe(0)
})

test('a market whose npm was killed ends automatically', { tag: '@full' }, async () => {
  const market = await untilOpen(start(place, { npm: true }))
  market.process.kill('SIGKILL')
  await expect.poll(isClosedInOrder).toBe(true)
})

test('after a kill -9 the next start takes over what the last one left', { tag: '@full' }, async () => {
  const killed = await untilOpen(start(place))
  killed.process.kill('SIGKILL')
  await killed.ended
  expect(await isLocked()).toBe(true)
  const market = await untilOpen(start(place))
  market.process.kill('SIGTERM')
  expect(await market.ended).toBe(0)
  expect(await isClosedInOrder()).toBe(true)
})

test('a taken port and a folder in use are reported in one sentence, for any holder', { tag: '@full' }, async () => {
  const market = await untilOpen(start(place))
  const samePort = start(place)
  expect(await samePort.ended).toBe(1)
  expect(samePort.output()).toBe(
    `Port ${place.port} on 127.0.0.1 is in use. Stop what runs there, or choose another one: PORT=${place.port + 1}.\n`,
  )
  const other = await createDataFolder()
  const sameFolder = start({ ...other, dataDir: place.dataDir })
  expect(await sameFolder.ended).toBe(1)
  expect(sameFolder.output()).toContain(`The data folder is in use by process ${market.process.pid}.`)
  await other.remove()
  market.process.kill('SIGTERM')
  expect(await market.ended).toBe(0)
})

test('no other server answers at localhost, which resolves to ::1 first', async () => {
  const somebody = await listenOn('::1', place.port)
  test.skip(somebody === null, 'this machine has no ::1')
  const market = start(place)
  expect(await market.ended).toBe(1)
  expect(market.output()).toContain(`Port ${place.port} on ::1 is in use.`)
  somebody?.close()
})

function listenOn(host: string, port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(null))
    server.listen(port, host, () => resolve(server))
  })
}
