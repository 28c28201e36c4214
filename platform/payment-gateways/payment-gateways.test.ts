import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { GatewayFault, type PaymentGateway, type RecordKind } from './gateway.ts'
import { localApi } from './local/api.ts'
import { createLocalGateway, type LocalGateway } from './local/local-gateway.ts'
import { createPaystack } from './paystack.ts'
import { signWebhook } from './paystack-webhook.ts'
import { type FaultyServer, serveWithFaults } from './testing/faulty-server.ts'

const KEY = 'sk_test_0123456789abcdef'
const ORIGIN = 'https://market.test'

let db: TestDatabase
let local: LocalGateway
let server: FaultyServer
let overHttp: PaymentGateway
const delivered: { body: string; signature: string }[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  const options = { database: db.database, secretKey: KEY, origin: ORIGIN }
  local = createLocalGateway({
    ...options,
    deliver: async (body, signature) => {
      delivered.push({ body, signature })
      return new Response(null, { status: 200 })
    },
  })
  server = await serveWithFaults(localApi(options))
  overHttp = createPaystack({ secretKey: KEY, baseUrl: server.url })
})
afterAll(async () => {
  await server.close()
  await db.drop()
})

const attempt = (amountKobo = 7_790_000n) => ({
  reference: `AJ-${crypto.randomUUID()}`,
  amountKobo,
  email: 'ngozi@market.test',
  returnUrl: `${ORIGIN}/pay/back`,
  cancelUrl: `${ORIGIN}/pay/cancelled`,
})

async function press(reference: string, way: string): Promise<Response> {
  return local.pages(
    new Request(`${ORIGIN}/dev/pay/${reference}`, { method: 'POST', body: new URLSearchParams({ way }) }),
  )
}

async function paid(gateway: PaymentGateway, { way = 'pay', amountKobo = 7_790_000n } = {}): Promise<string> {
  const request = attempt(amountKobo)
  await gateway.initiatePayment(request)
  await press(request.reference, way)
  return request.reference
}

describe.each(['local', 'over HTTP'])('the gateway, %s', (kind) => {
  const gateway = () => (kind === 'local' ? local.gateway : overHttp)

  test('sends the payer to a page, and reads the outcome', async () => {
    const request = attempt()
    const { url } = await gateway().initiatePayment(request)
    expect(url).toBe(`${ORIGIN}/dev/pay/${request.reference}`)
    expect(await gateway().readPayment(request.reference)).toMatchObject({ status: 'abandoned', isTest: true })
    const back = await press(request.reference, 'pay')
    expect(back.headers.get('location')).toBe(
      `${request.returnUrl}?trxref=${request.reference}&reference=${request.reference}`,
    )
    expect(await gateway().readPayment(request.reference)).toMatchObject({
      reference: request.reference,
      status: 'succeeded',
      amountKobo: request.amountKobo,
      currency: 'NGN',
      feesKobo: 0n,
      channel: 'bank_transfer',
      paidAt: expect.any(Date),
    })
  })

  test.each([
    ['decline', 'failed'],
    ['leave', 'abandoned'],
    ['pay-late', 'pending'],
    ['pay-and-vanish', 'succeeded'],
  ])('%s is %s', async (way, status) => {
    expect(await gateway().readPayment(await paid(gateway(), { way }))).toMatchObject({ status })
  })

  test('reports a different amount that was paid', async () => {
    const reference = await paid(gateway(), { way: 'pay-less', amountKobo: 500_000n })
    expect(await gateway().readPayment(reference)).toMatchObject({ status: 'succeeded', amountKobo: 490_000n })
  })

  test('pays once, however often the button is pressed', async () => {
    const reference = await paid(gateway())
    await Promise.all([press(reference, 'decline'), press(reference, 'pay-less'), press(reference, 'pay')])
    expect(await gateway().readPayment(reference)).toMatchObject({ status: 'succeeded', amountKobo: 7_790_000n })
  })

  test('rejects a reference that was used before', async () => {
    const request = attempt()
    await gateway().initiatePayment(request)
    const second = gateway().initiatePayment(request)
    await expect(second).rejects.toThrow(GatewayFault)
    await expect(second).rejects.toMatchObject({ isRefused: true })
  })

  test('returns null for an unknown reference', async () => {
    expect(await gateway().readPayment('nobody-knows-this')).toBeNull()
    expect(await gateway().readRefund('1')).toBeNull()
    expect(await gateway().readPayout('nobody-knows-this-one')).toBeNull()
  })

  test('refunds in parts, never more than was paid, also concurrently', async () => {
    const reference = await paid(gateway(), { amountKobo: 1_000n })
    const refunds = Array.from({ length: 20 }, () => gateway().refund({ reference, amountKobo: 100n, note: 'test' }))
    const results = await Promise.allSettled(refunds)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const one = results.find((end) => end.status === 'fulfilled')
    expect(one?.value).toMatchObject({ status: 'pending', amountKobo: 100n })
    await local.advance()
    expect(await gateway().readRefund(one?.value.id ?? '')).toMatchObject({ status: 'processed' })
    const payment = await gateway().readPayment(reference)
    const all = await gateway().listRefunds(payment?.id ?? '')
    expect(all.map(({ note }) => note)).toEqual(Array.from({ length: 10 }, () => 'test'))
  })

  test('needs a bank account if a refund cannot be completed', async () => {
    const reference = await paid(gateway(), { way: 'pay-refunds-stick' })
    const { id } = await gateway().refund({ reference, amountKobo: 100n, note: 'test' })
    await local.advance()
    expect(await gateway().readRefund(id)).toMatchObject({ status: 'needs_attention' })
    const bank = (await gateway().listBanks()).find(({ code }) => code === '058')
    expect(bank?.id).not.toBe('058')
    // The bank's code is rejected in place of its id, because it might be the id of another bank.
    const byCode = gateway().refundToAccount(id, { bankId: '058', accountNumber: '0123456780' })
    await expect(byCode).rejects.toMatchObject({ isRefused: true })
    await gateway().refundToAccount(id, { bankId: bank?.id ?? '', accountNumber: '0123456780' })
    expect(await gateway().readRefund(id)).toMatchObject({ status: 'processed' })
  })

  test('rejects zero and negative amounts', async () => {
    const reference = await paid(gateway())
    for (const amountKobo of [0n, -1n])
      await expect(gateway().refund({ reference, amountKobo, note: '' })).rejects.toMatchObject({ isRefused: true })
  })

  test('lists banks and resolves account names', async () => {
    expect((await gateway().listBanks()).map(({ name }) => name)).toContain('Zenith Bank')
    expect(await gateway().resolveAccountName({ bankCode: '057', accountNumber: '0123456780' })).toBe('TRADER 6780')
    expect(await gateway().resolveAccountName({ bankCode: '057', accountNumber: '0123456789' })).toBeNull()
    expect(await gateway().resolveAccountName({ bankCode: '000', accountNumber: '0123456780' })).toBeNull()
  })

  test('pays out once per reference, and reads the result', async () => {
    const { payeeCode } = await gateway().createPayee({ name: 'Bola', bankCode: '057', accountNumber: '0123456780' })
    const request = { reference: `po-${crypto.randomUUID()}`, amountKobo: 5_000n, payeeCode, reason: 'Payout' }
    const payouts = await Promise.all(Array.from({ length: 5 }, () => gateway().payOut(request)))
    expect(payouts.every(({ status }) => status === 'pending')).toBe(true)
    await local.advance()
    expect(await gateway().readPayout(request.reference)).toMatchObject({ status: 'succeeded', amountKobo: 5_000n })
    const { rows } = await db.owner.query('select from local_gateway.payouts where reference = $1', [request.reference])
    expect(rows).toHaveLength(1)
  })

  test('reports a failed payout', async () => {
    const { payeeCode } = await gateway().createPayee({ name: 'Bola', bankCode: '057', accountNumber: '0123456788' })
    const reference = `po-${crypto.randomUUID()}`
    await gateway().payOut({ reference, amountKobo: 5_000n, payeeCode, reason: 'Payout' })
    await local.advance()
    expect(await gateway().readPayout(reference)).toMatchObject({ status: 'failed' })
  })
})

describe('network faults', () => {
  test('a lost response leaves the outcome unknown until it is read by reference', async () => {
    const request = attempt()
    server.nextFault = 'lost answer'
    await expect(overHttp.initiatePayment(request)).rejects.toMatchObject({ isRefused: false })
    expect(await overHttp.readPayment(request.reference)).not.toBeNull()
  })

  test.each(['before', 'another shape'] as const)('%s: throws a fault', async (kind) => {
    const reference = await paid(overHttp)
    server.nextFault = kind
    await expect(overHttp.readPayment(reference)).rejects.toMatchObject({ isRefused: false })
  })

  test('a gateway that cannot be reached is a fault', async () => {
    const unreachable = createPaystack({ secretKey: KEY, baseUrl: 'http://127.0.0.1:9', timeoutMs: 500 })
    await expect(unreachable.listBanks()).rejects.toThrow('did not answer')
  })

  test('a wrong key is refused', async () => {
    const other = createPaystack({
      secretKey: 'sk_test_other',
      fetch: (url, init) => localApi({ database: db.database, secretKey: KEY, origin: ORIGIN })(new Request(url, init)),
    })
    await expect(other.listBanks()).rejects.toMatchObject({ isRefused: true })
  })
})

test('advance() is not bound by the timeouts of a request', async () => {
  const hasty = openDatabase({ connectionString: db.connectionString, limits: { lockTimeoutMs: 20 } })
  const slow = createLocalGateway({
    database: hasty,
    secretKey: KEY,
    origin: ORIGIN,
    deliver: async () => new Response(null, { status: 200 }),
  })
  const reference = await paid(local.gateway)
  await db.owner.query(`update local_gateway.payments set paid_at = now() - interval '2 days' where reference = $1`, [
    reference,
  ])
  const holder = await db.owner.connect()
  await holder.query('begin')
  await holder.query('select from local_gateway.payments where reference = $1 for update', [reference])
  const working = slow.advance()
  const ended = working.then(
    () => 'done',
    (fault: Error) => fault.message,
  )
  const waits = async () =>
    (
      await db.owner.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount
  // Twenty times the lock timeout of a request.
  await expect.poll(waits, { timeout: 60_000 }).toBe(1)
  await holder.query('select pg_sleep(0.4)')
  await holder.query('rollback')
  holder.release()
  expect(await ended).toBe('done')
  const { rows } = await db.owner.query('select settlement_id from local_gateway.payments where reference = $1', [
    reference,
  ])
  expect(rows[0]?.settlement_id).not.toBeNull()
  await hasty.close()
})

describe.each(['local', 'over HTTP'])('the records of the gateway, %s', (kind) => {
  const gateway = () => (kind === 'local' ? local.gateway : overHttp)
  const list = async (what: RecordKind, from = hoursFromNow(-1), until = hoursFromNow(1)) =>
    gateway().listRecords(what, { from, until })

  test('have every payment with its state, amount and charge', async () => {
    const done = await paid(gateway())
    const failed = await paid(gateway(), { way: 'decline' })
    const late = await paid(gateway(), { way: 'pay-late' })
    await db.owner.query('update local_gateway.payments set fees_kobo = 126850 where reference = $1', [done])
    const all = await list('payment')
    const one = (reference: string) => all.find((record) => record.reference === reference)
    const { id } = (await gateway().readPayment(done)) ?? {}
    expect(one(done)).toEqual({
      kind: 'payment',
      id,
      reference: done,
      status: 'done',
      amountKobo: 7_790_000n,
      feesKobo: 126_850n,
      currency: 'NGN',
      madeAt: expect.any(Date),
    })
    expect([one(failed)?.status, one(late)?.status]).toEqual(['ended', 'open'])
    await db.owner.query(`update local_gateway.payments set status = 'reversed' where reference = $1`, [done])
    expect((await list('payment')).find(({ reference }) => reference === done)?.status).toBe('reversed')
  })

  test('have refunds by their note, and payouts by their reference', async () => {
    const reference = await paid(gateway())
    const note = crypto.randomUUID()
    const { id } = await gateway().refund({ reference, amountKobo: 250n, note })
    const find = async () => (await list('refund')).find((record) => record.reference === note)
    expect(await find()).toMatchObject({ kind: 'refund', id, status: 'open', amountKobo: 250n, feesKobo: 0n })
    const { payeeCode } = await gateway().createPayee({
      bankCode: '058',
      accountNumber: '0123456780',
      name: 'Mama Ope',
    })
    const payout = `payout-${crypto.randomUUID()}`
    await gateway().payOut({ reference: payout, amountKobo: 900n, payeeCode, reason: 'test' })
    await local.advance()
    expect(await find()).toMatchObject({ status: 'done' })
    expect((await list('payout')).find((record) => record.reference === payout)).toMatchObject({
      kind: 'payout',
      id: payout,
      status: 'done',
      amountKobo: 900n,
    })
  })

  test('have what was settled to the bank: yesterday’s payments less charges and refunds, once', async () => {
    await local.advance()
    const before = (await list('settlement')).length
    const reference = await paid(gateway(), { amountKobo: 1_000_000n })
    const { id } = await gateway().refund({ reference, amountKobo: 200_000n, note: 'test' })
    await local.advance()
    expect(await list('settlement')).toHaveLength(before)
    await db.owner.query(
      `update local_gateway.payments set fees_kobo = 25000, paid_at = paid_at - interval '2 days' where reference = $1`,
      [reference],
    )
    await db.owner.query(`update local_gateway.refunds set created_at = created_at - interval '2 days' where id = $1`, [
      id,
    ])
    await local.advance()
    await local.advance()
    const [newest, ...others] = await list('settlement')
    expect(others).toHaveLength(before)
    expect(newest).toMatchObject({ reference: null, status: 'done', amountKobo: 775_000n, feesKobo: 25_000n })
  })

  test('are read to the last page, and only for the period', async () => {
    const prefix = `AJ-page-${kind.replace(' ', '')}`
    await db.owner.query(
      `insert into local_gateway.payments (reference, requested_kobo, paid_kobo, email, return_url, cancel_url, status, created_at)
       select $1 || '-' || n, n, n, 'a@b.c', 'http://a', 'http://a', 'success', timestamptz '2026-01-05 12:00Z' + n * interval '1 second' from generate_series(1, 250) n`,
      [prefix],
    )
    const period = (from: string, until: string) => list('payment', new Date(from), new Date(until))
    const all = (await period('2026-01-05T00:00Z', '2026-01-06T00:00Z')).filter(({ reference }) =>
      reference?.startsWith(prefix),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(250)
    const part = await period('2026-01-05T12:00:10Z', '2026-01-05T12:00:20Z')
    expect(part.filter(({ reference }) => reference?.startsWith(prefix))).toHaveLength(10)
  })
})

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)

describe('webhooks', () => {
  const read = (body: string, signature: string | null, gateway = local.gateway) =>
    gateway.parseWebhook(new TextEncoder().encode(body), signature)
  const sign = (body: string, key = KEY) => signWebhook(key, new TextEncoder().encode(body))

  test('report payments and refunds once each, with the same id at every delivery', async () => {
    const reference = await paid(local.gateway)
    await local.gateway.refund({ reference, amountKobo: 100n, note: 'test' })
    await local.advance()
    await local.advance()
    const about = delivered
      .map(({ body, signature }) => read(body, signature))
      .filter((event) => event?.reference === reference)
    expect(about.map((event) => [event?.about, event?.name])).toEqual([
      ['payment', 'charge.success'],
      ['refund', 'refund.processed'],
    ])
    const first = delivered.find(({ body }) => body.includes(reference))
    expect(read(first?.body ?? '', first?.signature ?? '')).toEqual(read(first?.body ?? '', first?.signature ?? ''))
  })

  test('are rejected when forged, changed, signed with another key or not at all', () => {
    const body = JSON.stringify({ event: 'charge.success', data: { id: 1, reference: 'r', status: 'success' } })
    expect(read(body, sign(body))).toMatchObject({ about: 'payment', reference: 'r', id: 'charge.success:1:success' })
    expect(read(`${body} `, sign(body))).toBeNull()
    expect(read(body, sign(body, 'sk_test_other'))).toBeNull()
    for (const signature of [null, '', 'zz', sign(body).slice(1), `${sign(body)}00`])
      expect(read(body, signature)).toBeNull()
  })

  test('signed with the previous key are accepted while it is set', () => {
    const body = '{"event":"transfer.success","data":{"reference":"po","transfer_code":"TRF_1","status":"success"}}'
    const rotated = createPaystack({ secretKey: 'sk_live_new', formerSecretKey: KEY })
    expect(read(body, sign(body), rotated)).toMatchObject({ about: 'payout', reference: 'po' })
  })

  test('of an unknown shape are ignored without a fault', () => {
    for (const body of ['', '[]', 'null', '{"event":5}', '\u0000', '{"event":"charge.success"}'])
      expect(read(body, sign(body))).toMatchObject({ about: 'other', reference: null })
  })

  test('are retried when not accepted, at most four times', async () => {
    let deliveries = 0
    const unreachable = createLocalGateway({
      database: db.database,
      secretKey: KEY,
      origin: ORIGIN,
      deliver: async () => {
        deliveries += 1
        return new Response(null, { status: 503 })
      },
    })
    await local.advance()
    await paid(unreachable.gateway)
    for (let round = 0; round < 6; round += 1) {
      await db.owner.query('update local_gateway.events set due_at = now() where delivered_at is null')
      await unreachable.advance()
    }
    expect(deliveries).toBe(4)
  })
})
