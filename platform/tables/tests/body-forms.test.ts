import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Library, openLibrary, person } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.drop())

async function send(path: string, type: string, body: string) {
  const answer = await library.fetch(path, {
    method: 'POST',
    who: person(1),
    body,
    headers: { 'content-type': type, prefer: 'return=representation' },
  })
  return { status: answer.status, body: await answer.json() }
}

const CSV = 'text/csv; charset=utf-8'
const FORM = 'application/x-www-form-urlencoded'

test('rows are inserted from CSV, with quotes, line breaks and NULL', async () => {
  const { status, body } = await send(
    '/labels?select=name,status,note',
    CSV,
    '\ufeffname,status,note\r\nfirst,old,"a ""quoted"", long\nnote"\r\nsecond,new,NULL\r\n',
  )
  expect(status).toBe(201)
  expect(body).toEqual([
    { name: 'first', status: 'old', note: 'a "quoted", long\nnote' },
    { name: 'second', status: 'new', note: null },
  ])
})

test('the columns of CSV can be limited', async () => {
  const { body } = await send('/labels?columns=name&select=name,note', CSV, 'name,note\nthird,unwanted\n')
  expect(body).toEqual([{ name: 'third', note: null }])
})

test.each([
  ['a line that is too short', 'name,note\nonly-one\n'],
  ['a quote that is not closed', 'name\n"open\n'],
  ['a column that is named twice', 'name,name\na,b\n'],
  ['nothing', ''],
])('CSV with %s is refused', async (_name, text) => {
  const { status, body } = await send('/labels', CSV, text)
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'PGRST102' })
})

test('CSV of another type than the column is refused as any other value', async () => {
  const { status, body } = await send('/labels', CSV, 'id,name\nmany,fourth\n')
  expect({ status, code: body.code }).toEqual({ status: 400, code: '22P02' })
})

test('a form is one row', async () => {
  const { status, body } = await send('/labels?select=name,note', FORM, 'name=form+one&note=50%25%20off')
  expect(status).toBe(201)
  expect(body).toEqual([{ name: 'form one', note: '50% off' }])
})

test('a form is the arguments of a function', async () => {
  expect(await send('/rpc/add', FORM, 'a=2&b=40')).toEqual({ status: 200, body: 42 })
})

test('other types are refused', async () => {
  const { status, body } = await send('/labels', 'application/xml', '<name/>')
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: 'Content-Type not acceptable: application/xml',
  })
})
