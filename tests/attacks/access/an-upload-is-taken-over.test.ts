import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, createApi } from '#api/api.ts'
import { fileClaim, handOver } from '#server/testing/goods/handed-over.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'
import { storeUploads } from '#web/files/uploads/store-uploads.ts'

// A form names files that were uploaded before it. A name is only a text, which may be of another person's file.

let wire: TestWire
let orders: { buyer: string; orderId: string }[]
let goods: Awaited<ReturnType<typeof handOver>>
let photo: Buffer
beforeAll(async () => {
  wire = await openTestWire()
  ;({ orders } = await paidBuys(wire.market).settled(16))
})
beforeEach(async () => {
  goods = await nextGoods()
  photo = await sharp({
    create: { width: 300, height: 200, channels: 3, background: { r: 9, g: orders.length, b: 1 } },
  })
    .jpeg()
    .toBuffer()
})
afterAll(() => wire.stop())

async function nextGoods() {
  const order = orders.pop()
  if (!order) throw new Error('More orders are needed than people have paid for')
  return handOver(wire.market, order)
}

/** The screens' access of a person. */
async function apiOf(person: string): Promise<Api> {
  const token = await wire.tokenOf(person)
  const send = (input: RequestInfo | URL, init?: RequestInit) =>
    wire.request(String(input).replace(ORIGIN, ''), init as RequestInit)
  return createApi({
    origin: ORIGIN,
    publishableKey: KEYS.publishable,
    accessToken: () => token,
    fetch: send as typeof fetch,
  })
}

const begin = (name: string, as: string, size: number) =>
  wire.request('/storage/v1/upload/resumable', {
    method: 'POST',
    as,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `bucketName ${btoa('evidence')},objectName ${btoa(name)}`,
    },
  })

const send = (address: string, as: string, bytes: Buffer, offset = 0) =>
  wire.request(address, {
    method: 'PATCH',
    as,
    body: new Uint8Array(bytes),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
  })

/** Uploads as the page does; returns the object's name. */
async function upload(person: string, bytes = photo): Promise<string> {
  const name = `${person}/${crypto.randomUUID()}`
  const begun = await begin(name, person, bytes.length)
  expect(begun.status).toBe(201)
  expect((await send(new URL(begun.headers.get('location') ?? '', ORIGIN).pathname, person, bytes)).status).toBe(204)
  return name
}

/** The names that the form's action takes of a form, or the status of its refusal. */
async function taken(person: string, ...names: string[]) {
  const form = new FormData()
  for (const name of names) form.append('evidence', name)
  const options = { field: 'evidence', bucket: 'evidence', userId: person, most: 4 } as const
  const { names: found, status } = await storeUploads(await apiOf(person), form, options)
  return status ?? found
}

describe('a form with the name of an upload', () => {
  test('takes the own one, once', async () => {
    const name = await upload(goods.buyer)
    expect(await taken(goods.buyer, name, name)).toEqual([name])
    expect((await fileClaim(wire.market, goods, { evidence: [name] })).answer.status).toBe(200)
    const other = { ...(await nextGoods()) }
    await wire.market.db.owner.query('update storage.objects set owner = $1 where name = $2', [other.buyer, name])
    expect((await fileClaim(wire.market, other, { evidence: [name] })).answer).toMatchObject({
      status: 409,
      body: { code: 'evidence_unknown' },
    })
  })

  test('takes none of another person, neither by the page nor by the command', async () => {
    const victim = await nextGoods()
    const name = await upload(victim.buyer)
    expect(await taken(goods.buyer, name)).toBe(404)
    expect((await fileClaim(wire.market, goods, { evidence: [name] })).answer).toMatchObject({
      body: { code: 'evidence_unknown' },
    })
    expect(await taken(victim.buyer, name)).toEqual([name])
  })

  test.each(['x', '../y', `x/${crypto.randomUUID()}`, '', '/', '%2e%2e/x'])('takes no %j', async (name) => {
    const form = name === '' ? `${goods.buyer}/` : name
    expect(await taken(goods.buyer, form)).toBe(404)
    expect(await taken(goods.buyer, `${goods.buyer}/${name}/../x`)).toBe(404)
  })

  test('takes none that is not finished, and the files of a refused form are deleted', async () => {
    const name = `${goods.buyer}/${crypto.randomUUID()}`
    await begin(name, goods.buyer, photo.length)
    const form = new FormData()
    form.append('evidence', new File([new Uint8Array(photo)], 'bag.jpg', { type: 'image/jpeg' }))
    form.append('evidence', name)
    const options = { field: 'evidence', bucket: 'evidence', userId: goods.buyer, most: 4 } as const
    expect(await storeUploads(await apiOf(goods.buyer), form, options)).toMatchObject({ names: [], status: 404 })
    const own = 'select count(*)::integer as n from storage.objects where owner = $1'
    expect(await wire.market.row(own, [goods.buyer])).toEqual({ n: 0 })
  })

  test('takes nothing of a person who is signed out', async () => {
    const name = await upload(goods.buyer)
    const form = new FormData()
    form.append('evidence', name)
    const api = await apiOf(goods.buyer)
    expect(
      await storeUploads(api, form, { field: 'evidence', bucket: 'evidence', userId: null, most: 4 }),
    ).toMatchObject({
      status: 401,
    })
  })
})

describe('the upload of another person', () => {
  test('is neither seen, continued nor ended, and no upload begins in their folder', async () => {
    const { buyer: victim } = await nextGoods()
    const begun = await begin(`${victim}/${crypto.randomUUID()}`, victim, photo.length)
    const address = new URL(begun.headers.get('location') ?? '', ORIGIN).pathname
    const headers = { 'tus-resumable': '1.0.0' }
    for (const method of ['HEAD', 'DELETE'])
      expect((await wire.request(address, { method, as: goods.buyer, headers })).status).toBe(404)
    expect((await send(address, goods.buyer, photo)).status).toBe(404)
    expect((await begin(`${victim}/${crypto.randomUUID()}`, goods.buyer, 10)).status).toBe(403)
    expect((await send(address, victim, photo)).status).toBe(204)
  })
})

test('what is no picture, or too large, is refused whatever its name says', async () => {
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  const begun = await begin(`${goods.buyer}/photo.jpg`, goods.buyer, page.length)
  const address = new URL(begun.headers.get('location') ?? '', ORIGIN).pathname
  expect((await send(address, goods.buyer, page)).status).toBe(415)
  expect((await begin(`${goods.buyer}/large`, goods.buyer, 8_388_609)).status).toBe(413)
})
