import { RealtimeClient } from '@supabase/realtime-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { command, type Goods, goodsToCollect, upload, wrongFor } from '../goods-to-collect.ts'
import { openBuy } from '../market-to-attack.ts'
import { openTarget, type Person, type Target } from '../open-target.ts'

// Only the buyer can read a code: it is in no table, live channel, log, stored response or action log.

let target: Target
let goods: Goods
const heard: string[] = []
const channels: RealtimeClient[] = []
beforeAll(async () => {
  target = await openTarget({ LOG_LEVEL: 'trace' })
  goods = await goodsToCollect(target)
})
afterAll(async () => {
  await Promise.all(channels.map((client) => client.disconnect()))
  await target.close()
})

/** Matches the code as separate digits, with or without a space: not within an id, a fraction or a longer number. */
const seen = (text: string, code: string) =>
  new RegExp(`(?<![0-9a-f.-])${code.slice(0, 3)}\\s?${code.slice(3)}(?![0-9a-f-])`).test(text)

test('a code that was read, sent, typed wrong and right, with keys, is found nowhere but in its buyer’s mail', {
  timeout: 600_000,
}, async () => {
  const people = await everyRole()
  await Promise.all([listen(undefined), ...people.map(listen)])
  const [staff] = goods.staff as [Person]
  const [one, two, sent] = [goods.next(), goods.next(), goods.next()]
  const key = (name: string) => ({ 'idempotency-key': `a-key-of-this-test-${name}` })
  const read = async (as: Person) =>
    (await command(target, 'read-codes', { as, body: {}, headers: key('read') })).body.codes
  const own = (await read(one.buyer)).find((each: { hand_over_id: string }) => each.hand_over_id === one.handOverId)
  expect(own.code).toBe(one.code)
  await command(target, 'name-nominee', {
    as: sent.buyer,
    body: { hand_over_id: sent.handOverId, name: 'Mama Bisi' },
    headers: key('nominee'),
  })
  const nominee = (await read(sent.buyer)).find(
    (each: { hand_over_id: string }) => each.hand_over_id === sent.handOverId,
  ).nominee.code
  const enter = (handOverId: string, code: string, name: string) =>
    command(target, 'hand-over', {
      as: staff,
      body: { hand_over_id: handOverId, code, lines: null },
      headers: key(name),
    })
  const wrong = wrongFor(two.code)
  expect((await enter(two.handOverId, wrong, 'wrong')).body.outcome).toBe('wrong')
  expect((await enter(two.handOverId, two.code, 'right')).body.outcome).toBe('done')
  expect((await enter(two.handOverId, two.code, 'right')).body.outcome).toBe('done')
  // A code must not reach the log through an error either.
  await command(target, 'hand-over', { as: staff, body: { hand_over_id: one.handOverId, code: [one.code], lines: {} } })
  await target.request('/functions/v1/hand-over', {
    method: 'POST',
    token: staff.token,
    body: `{"code": "${one.code}"`,
  })
  await target.request('/account/codes', { headers: { cookie: 'none' } })
  const codes = { one: one.code, two: two.code, nominee }

  // A public change: once it has arrived, so have all earlier ones.
  const { id } = await openBuy(target)
  const everybody = () => heard.filter((text) => text.includes(id)).length
  await expect.poll(everybody, { timeout: 60_000 }).toBeGreaterThanOrEqual(channels.length)
  expect(heard.some((text) => text.includes(two.orderId))).toBe(true)
  for (const [name, code] of Object.entries({ ...codes, wrong })) {
    expect([name, heard.filter((text) => seen(text, code))]).toEqual([name, []])
    expect([
      name,
      target.process
        .output()
        .split('\n')
        .filter((line) => seen(line, code)),
    ]).toEqual([name, []])
    expect([name, await tablesWith(code)]).toEqual([name, []])
    for (const as of [undefined, ...people]) expect([name, await readableWith(code, as)]).toEqual([name, []])
  }
  expect(target.process.output()).toContain('/functions/v1/hand-over')
})

test('evidence is stored as unlisted files, and only as pictures', async () => {
  const [staff] = goods.staff as [Person]
  const page = '<html><script>alert(1)</script></html>'
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const bucket of ['evidence', 'hand-over-photos', 'deliveries']) {
    for (const [bytes, type] of [
      [page, 'image/jpeg'],
      [page, 'text/html'],
      [drawing, 'image/svg+xml'],
      ['%PDF-1.7 a letter', 'application/pdf'],
      ['PK\u0003\u0004 a program', 'image/png'],
      ['', 'image/png'],
    ] as const) {
      const { status, path } = await upload(target, { bucket, as: staff, bytes, type })
      expect([bucket, type, status >= 400 && status < 500]).toEqual([bucket, type, true])
      expect((await target.request(`/storage/v1/object/public/${bucket}/${path}`)).ok).toBe(false)
    }
    const { rows } = await target.owner.query('select from storage.objects where bucket_id = $1', [bucket])
    expect([bucket, rows.length]).toEqual([bucket, 0])
  }
})

/** A person of each role, and the parties to the goods. */
async function everyRole(): Promise<Person[]> {
  const roles = ['customer', 'vendor', 'manager', 'coordinator', 'chief']
  const others = await Promise.all(roles.map((role) => target.signIn({ role })))
  return [...others, goods.vendor, ...goods.staff, ...goods.buyers]
}

async function listen(person: Person | undefined): Promise<void> {
  const client = new RealtimeClient(`${target.origin.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: target.publishableKey },
    transport: WebSocket as never,
    ...(person && { accessToken: async () => person.token }),
  })
  channels.push(client)
  await client.setAuth()
  const channel = client.channel(`everything-${person?.id ?? 'nobody'}`)
  channel.on('postgres_changes', { event: '*', schema: 'public' }, (change) => heard.push(JSON.stringify(change)))
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve()
      else if (status !== 'CLOSED') reject(error ?? new Error(`The channel is ${status}`))
    })
  })
}

/** Every table that contains the code; the mail to its buyer does. */
async function tablesWith(code: string): Promise<string[]> {
  const { rows } = await target.owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const condition = name === 'mail.messages' ? `where t.kind <> 'hand-over-code'` : ''
    const { rows: texts } = await target.owner.query<{ text: string }>(
      `select t::text as text from ${name} t ${condition}`,
    )
    if (texts.some(({ text }) => seen(text, code))) found.push(name)
  }
  return found
}

/** Its columns as the table API returns them. */
async function readableWith(code: string, person: Person | undefined): Promise<string[]> {
  const { rows } = await target.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const answer = await target.request(`/rest/v1/${name}?select=*`, person && { token: person.token })
    if (seen(await answer.text(), code)) found.push(name)
  }
  for (const table of ['codes', 'wrong_tries', 'locks']) {
    const options = { headers: { 'accept-profile': 'codes' }, ...(person && { token: person.token }) }
    if ((await target.request(`/rest/v1/${table}?select=*`, options)).ok) found.push(`codes.${table}`)
  }
  return found
}
