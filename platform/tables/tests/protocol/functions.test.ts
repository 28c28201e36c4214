import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { author, type Library, openLibrary, person } from '../library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary({}, ['protocol/calls.sql'])
})
afterAll(async () => {
  expect(library.faults).toEqual([])
  await library.drop()
})

const post = async (name: string, body: BodyInit, type: string, accept = 'application/json') => {
  const answer = await library.fetch(`/rpc/${name}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, accept },
  })
  return [answer.status, answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer()).toString('latin1')]
}
const JSON_TYPE = 'application/json; charset=utf-8'

describe('one unnamed parameter, by the content type', () => {
  test('json and jsonb', async () => {
    expect((await library.as().rpc('take_json', { any: [1, 'a'] })).data).toEqual({ any: [1, 'a'] })
    expect((await library.as().rpc('take_jsonb', { b: 1, a: 2 })).data).toEqual({ a: 2, b: 1 })
    expect(await post('take_jsonb', '[1]', 'application/json')).toEqual([200, JSON_TYPE, '[1]'])
  })

  test('text, XML and bytes', async () => {
    expect(await post('take_text', 'red rice', 'text/plain')).toEqual([200, JSON_TYPE, '"RED RICE"'])
    expect(await post('take_text', 'red rice', 'text/plain', 'text/plain')).toEqual([
      200,
      'text/plain; charset=utf-8',
      'RED RICE',
    ])
    expect(await post('take_xml', '<a>1</a>', 'text/xml', 'text/xml')).toEqual([
      200,
      'text/xml; charset=utf-8',
      '<a>1</a>',
    ])
    const bytes = new Uint8Array([1, 255, 0])
    expect(await post('take_bytes', bytes, 'application/octet-stream', 'application/octet-stream')).toEqual([
      200,
      'application/octet-stream',
      '\u0001\u00ff\u0000\u0000\u00ff',
    ])
    expect(await post('take_bytes', bytes, 'application/octet-stream')).toEqual([200, JSON_TYPE, '"\\\\x01ff0000ff"'])
    expect((await post('take_xml', '<a>', 'text/xml'))[0]).toBe(400)
    expect((await post('take_text', 'a\0b', 'text/plain'))[0]).toBe(400)
  })

  test('chooses among overloads, and says what was searched for', async () => {
    expect((await post('take_any', '{}', 'application/json'))[2]).toBe('"json"')
    expect((await post('take_any', 'x', 'text/plain'))[2]).toBe('"text"')
    expect((await library.as().rpc('take_any', { word: 'ab', times: 2 })).data).toBe('abab')
    const missing = await library.fetch('/rpc/area', {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expect([missing.status, await missing.json()]).toEqual([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function library.area in the schema cache',
        details:
          'Searched for the function library.area with a single unnamed text parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function library.area(side)',
      },
    ])
    expect(
      (await library.fetch('/rpc/area', { method: 'POST', body: '{}', headers: { 'content-type': 'application/pdf' } }))
        .status,
    ).toBe(400)
  })
})

describe('named parameters', () => {
  test('overloads by their names, defaults, variadic lists, arrays and enums', async () => {
    const call = async (name: string, args: object, get = false) => {
      const { data, error } = await library.as().rpc(name, args, { get })
      return error?.code ?? data
    }
    expect(await call('area', { side: 3 })).toBe(9)
    expect(await call('area', { width: 2, height: 3 }, true)).toBe(6)
    expect(await call('area', { width: 2, height: 3, depth: 4 })).toBe(24)
    expect(await call('area', { width: 2 })).toBe('PGRST202')
    expect(await call('twins', { a: 1 })).toBe('PGRST203')
    expect([await call('greet', {}), await call('greet', { times: 2 }, true)]).toEqual(['hello', 'hellohello'])
    expect(await call('joined', { glue: '-', words: ['a', 'b'] })).toBe('a-b')
    expect(await call('joined', { glue: '-', words: ['a', 'b'] }, true)).toBe('a-b')
    expect(await (await library.fetch('/rpc/joined?glue=-&words=a&words=b,c')).json()).toBe('a-b,c')
    expect(await call('joined', { glue: '-' })).toBe('PGRST202')
    expect(await call('mood_of', { given: 'wild' })).toBe('wild')
    expect(await call('mood_of', { given: 'mad' })).toBe('22P02')
    expect(await call('lengths', { words: ['a', 'bcd'] })).toEqual([1, 3])
    expect(await call('lengths', { words: ['a', 'bcd'] }, true)).toEqual([1, 3])
  })

  test('ambiguous overloads are listed', async () => {
    const { status, error } = await library.as().rpc('twins', { a: '1' })
    expect([status, error]).toMatchObject([
      300,
      {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: library.twins(a => integer), library.twins(a => text)',
      },
    ])
  })

  test('an unknown name is answered with the nearest', async () => {
    const { status, error } = await library.as().rpc('gret', { word: 'a' })
    expect([status, error?.code, error?.hint]).toEqual([
      404,
      'PGRST202',
      'Perhaps you meant to call the function library.greet',
    ])
  })

  test('params=single-object is no preference any more', async () => {
    const options = { method: 'POST', body: '{"word":"a"}', headers: { prefer: 'params=single-object' } }
    expect((await library.fetch('/rpc/greet', options)).status).toBe(200)
    const strict = { ...options, headers: { prefer: 'handling=strict, params=single-object' } }
    expect((await (await library.fetch('/rpc/greet', strict)).json()).code).toBe('PGRST122')
  })
})

describe('results', () => {
  test('count on every form', async () => {
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const rows = await library.as().rpc('all_subjects', {}, { count }).limit(1)
      expect([rows.count, rows.data?.length]).toEqual([4, 1])
      expect((await library.as().rpc('greet', {}, { count })).count).toBe(1)
      expect((await library.as().rpc('numbers', { n: 3 }, { count })).count).toBe(3)
      expect((await library.as().rpc('all_subjects', {}, { count, head: true })).count).toBe(4)
      expect((await library.as().rpc('point', {}, { count, get: true })).count).toBe(1)
    }
  })

  test('a set of values has pages, one value and CSV', async () => {
    expect((await library.as().rpc('numbers', { n: 9 }).range(2, 4)).data).toEqual([3, 4, 5])
    expect((await library.as().rpc('numbers', { n: 1 }).single()).data).toBe(1)
    expect((await library.as().rpc('numbers', { n: 2 }).single()).status).toBe(406)
    expect((await library.as().rpc('numbers', { n: 2 }).csv()).data).toBe('pgrst_scalar\n1\n2')
    expect((await library.as().rpc('greet', {}).csv()).data).toBe('pgrst_scalar\nhello')
    expect((await library.as().rpc('all_subjects').select('id,name').csv()).data).toMatch(/^id,name\n1,food/)
    expect((await library.fetch('/rpc/numbers?n=2', { headers: { accept: 'text/plain' } })).status).toBe(406)
    const ranged = await library.fetch('/rpc/numbers?n=9', { headers: { range: '0-1', prefer: 'count=exact' } })
    expect([ranged.status, ranged.headers.get('content-range'), await ranged.json()]).toEqual([206, '0-1/9', [1, 2]])
  })

  test('composites, output columns, null and nothing', async () => {
    expect((await library.as().rpc('point')).data).toEqual({ x: 1, y: 2 })
    expect((await library.as().rpc('one_out')).data).toBe(7)
    expect((await library.as().rpc('no_text')).data).toBeNull()
    expect(await post('no_text', '{}', 'application/json', 'text/plain')).toEqual([
      200,
      'text/plain; charset=utf-8',
      '',
    ])
    const nothing = await library.fetch('/rpc/record_visit', {
      method: 'POST',
      who: person(1),
      headers: { prefer: 'count=exact' },
    })
    expect([nothing.status, nothing.headers.get('content-range')]).toEqual([204, '0-0/1'])
    const self = await library.as().rpc('all_subjects').select('name, parent_id(name)').eq('id', 2).maybeSingle()
    expect(self.data).toEqual({ name: 'rice', parent_id: { name: 'food' } })
    const one = await library.as().rpc('one_author').select('id').single()
    expect(one.data).toEqual({ id: author(1) })
  })

  test('GET is read only, whatever the function is declared to be', async () => {
    expect((await library.as().rpc('lucky', {}, { get: true })).data).toBe(7)
    const written = await library.as(person(1)).rpc('record_visit', {}, { get: true })
    expect([written.status, written.error?.code]).toEqual([405, '25006'])
    const { rows } = await library.test.owner.query(
      `select count(*)::int as n from library.labels where name = 'visit'`,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('OPTIONS names the methods of each', async () => {
    const allow = async (path: string) => {
      const answer = await library.fetch(path, { method: 'OPTIONS' })
      return answer.headers.get('allow') ?? answer.status
    }
    expect(await allow('/rpc/greet')).toBe('OPTIONS,GET,HEAD,POST')
    expect(await allow('/rpc/record_visit')).toBe('OPTIONS,POST')
    expect(await allow('/rpc/nowhere')).toBe(404)
    expect(await allow('/books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect(await allow('/cheap_books')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    expect(await allow('/book_counts')).toBe('OPTIONS,GET,HEAD')
    expect(await allow('/')).toBe('OPTIONS,GET,HEAD')
    expect(await allow('/nowhere')).toBe(404)
  })
})
