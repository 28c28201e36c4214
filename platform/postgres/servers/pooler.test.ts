import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, SERVICE } from '../database.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { checkServer } from './server-check.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
})
afterAll(() => db.drop())

/** ReadyForQuery, outside a transaction. */
const READY = Buffer.from('5a0000000549', 'hex')

/** Two clients on one server connection: the first client logs in, the second gets the same responses. */
function openPooler(to: { host: string; port: number }): Server {
  const far = connect(to)
  let welcome = Buffer.alloc(0)
  let turn: Socket | undefined
  far.on('data', (bytes) => {
    if (!welcome.includes(READY)) welcome = Buffer.concat([welcome, bytes])
    turn?.write(bytes)
  })
  return createServer((near) => {
    near.on('error', () => undefined)
    let isTerminated = false
    near.on('data', (bytes) => {
      turn = near
      const isGreeting = bytes.length > 8 && bytes.readInt32BE(4) === 196_608
      isTerminated ||= bytes[0] === 'X'.charCodeAt(0)
      if (isGreeting && welcome.includes(READY)) near.write(Buffer.concat([ACCEPTED, welcome.subarray(-READY.length)]))
      else if (isTerminated) near.end()
      else far.write(bytes)
    })
  }).once('close', () => far.destroy())
}

/** AuthenticationOk. */
const ACCEPTED = Buffer.from('520000000800000000', 'hex')

test('rejects a pooler in transaction mode', async () => {
  const url = new URL(db.ownerConnectionString)
  const pooler = openPooler({ host: url.hostname, port: Number(url.port) })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  url.port = String((pooler.address() as AddressInfo).port)
  await expect(checkServer(url.href)).rejects.toThrow(
    /is a pooler that shares connections between transactions\. Name the server behind it in DATABASE_DIRECT_URL, or use a pooler in session mode\.$/,
  )
  pooler.close()
})

test('with a direct URL, requests go through the pooler without named statements', async () => {
  const url = new URL(db.connectionString)
  const pooler = openPooler({ host: url.hostname, port: Number(url.port) })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  url.port = String((pooler.address() as AddressInfo).port)
  const reads = async (options: Parameters<typeof openDatabase>[0]) => {
    const database = openDatabase(options)
    const read = async (pool: 'work' | 'live') =>
      database.pool(pool).as(SERVICE, (tx) => tx.query({ name: 'one', text: 'select 1' }))
    try {
      // Two client connections share one server connection.
      await read('work')
      await read('live')
    } finally {
      await database.close()
    }
  }
  await reads({ connectionString: db.connectionString, poolers: [url.href] })
  await expect(reads({ connectionString: url.href })).rejects.toMatchObject({ code: '42P05' })
  pooler.close()
})

test('accepts the server itself', async () => {
  await expect(checkServer(db.ownerConnectionString)).rejects.toThrow('may lose committed data')
})
