import { describe, expect, test } from 'vitest'
import { formRequest } from './form-request.ts'

const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data; boundary=x'
const part = (value: string) => `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${value}\r\n`

const send = (body: BodyInit | null, type?: string, method = 'POST') =>
  formRequest(
    new Request('https://market.test/contact', {
      method,
      ...(body !== null && { body: typeof body === 'string' ? new TextEncoder().encode(body) : body }),
      ...(type && { headers: { 'content-type': type } }),
    }),
  )

describe('a form reaches the page as it was sent', () => {
  test.each([
    [
      'escapes',
      'a=1%2B1&b=%C3%A9&c=50%&a=x+y',
      FORM,
      [
        ['a', '1+1'],
        ['b', 'é'],
        ['c', '50%'],
        ['a', 'x y'],
      ],
    ],
    ['letters as they are', 'a=Ṣọlá', `${FORM};charset=UTF-8`, [['a', 'Ṣọlá']]],
    ['parts', `${part('rice')}--x--\r\n`, PARTS, [['a', 'rice']]],
    ['nothing', '', FORM, []],
  ])('%s', async (_name, body, type, fields) => {
    const whole = await send(body, type)
    expect(whole).toBeInstanceOf(Request)
    expect([...(await whole.formData())]).toEqual(fields)
  })

  test('an empty body is an empty form', async () => {
    const whole = await send(null)
    expect([...(await whole.formData())]).toEqual([])
  })

  test('ignores the body of a GET', async () => {
    for (const method of ['GET', 'HEAD']) expect(await send(null, undefined, method)).toBeInstanceOf(Request)
  })
})

describe('rejects anything but a form', () => {
  test.each([
    ['JSON', '{"a":1}', 'application/json', 415],
    ['plain text', 'a=1', 'text/plain', 415],
    ['no type', new Uint8Array([97]), undefined, 415],
    ['an empty type', 'a', '', 415],
    ['bytes that are no UTF-8', new Uint8Array([0x61, 0x3d, 0xff, 0xfe]), FORM, 400],
    ['escapes that are no UTF-8', 'a=%ff%fe', FORM, 400],
    ['half a surrogate pair in escapes', 'a=%ED%A0%80', FORM, 400],
    ['parts without a boundary', part('rice'), 'multipart/form-data', 400],
    ['parts that end early', part('rice').slice(0, 30), PARTS, 400],
    ['parts without the last line', part('rice'), PARTS, 400],
    ['parts that are none', 'a=1', PARTS, 400],
    ['more fields than any screen has', 'a&'.repeat(2_001), FORM, 413],
    ['more parts than any screen has', part('rice').repeat(2_001), PARTS, 413],
    ['more than a form may be', new Uint8Array(1024 * 1024 + 1), FORM, 413],
  ])('%s', async (_name, body, type, status) => {
    expect(await send(body as BodyInit, type)).toMatchObject({ status })
  })

  test('an aborted body', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('cut')),
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': FORM },
    }
    expect(await formRequest(new Request('https://market.test/contact', init))).toMatchObject({ status: 400 })
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('the method %s', async (method) => {
    const refused = (await send(null, undefined, method)) as Response
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })
})
