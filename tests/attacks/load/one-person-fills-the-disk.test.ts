import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop } from '../market-to-attack.ts'
import { openTarget, type Target } from '../open-target.ts'

// A customer stored 968 MB of "evidence" in 52 s: files with a video's first bytes and arbitrary content. Links to them
// lasted a year, and a product's picture was `/pictures/../../x`.

let target: Target
beforeAll(async () => {
  target = await openTarget()
}, 120_000)
afterAll(() => target?.close())

it('rejects files disguised as videos, and limits bytes per day', async () => {
  const { vendor, productId } = await openShop(target)
  const put = async (name: string, bytes: Uint8Array<ArrayBuffer>, type: string) =>
    (
      await target.request(`/storage/v1/object/evidence/${vendor.id}/${name}`, {
        method: 'POST',
        token: vendor.token,
        body: bytes,
        headers: { 'content-type': type },
      })
    ).status
  const freight = new Uint8Array(2_000_000).fill(7)
  freight.set(Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'))
  expect(await put('film', freight, 'video/mp4')).toBe(422)

  const pixel = new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )
  await target.owner.query(`update storage.buckets set bytes_per_day = 300 where id = 'evidence'`)
  const statuses: number[] = []
  for (let number = 0; number < 8; number++) statuses.push(await put(`pixel-${number}`, pixel, 'image/png'))
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])

  const sign = (expiresIn: number) =>
    target.request(`/storage/v1/object/sign/evidence/${vendor.id}/pixel-0`, {
      method: 'POST',
      token: vendor.token,
      body: JSON.stringify({ expiresIn }),
    })
  expect([(await sign(3_600)).status, (await sign(31_536_000)).status]).toEqual([200, 400])

  for (const image_url of ['/pictures/../../x', '/pictures/%2e%2e/x', '/pictures/..%2fx']) {
    const written = await target.request(`/rest/v1/products?id=eq.${productId}`, {
      method: 'PATCH',
      token: vendor.token,
      body: JSON.stringify({ image_url }),
    })
    expect([image_url, written.status]).toEqual([image_url, 400])
  }
})
