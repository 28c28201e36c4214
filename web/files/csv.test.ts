import { expect, it } from 'vitest'
import { ReadFault } from '#web/lists/read-all-rows.ts'
import { type CsvColumns, csvDownload, csvResponse, csvStream, csvText } from './csv.ts'

type Pair = readonly [string | number, string | number]
const PAIR: CsvColumns<Pair> = [
  ['a', ([first]) => first],
  ['b', ([, second]) => second],
]

it('quotes where necessary and leaves numbers unchanged', () => {
  const text = csvText(PAIR, [['Mama "Sade", Lagos', -12.5]])
  expect(text).toBe('a,b\r\n"Mama ""Sade"", Lagos",-12.5\r\n')
})

it.each(['=1+1', '+234', '-1', '@SUM(A1)', '\tx', '\r=x'])('does not let a spreadsheet run %j', (cell) => {
  expect(
    csvText([['a', () => cell]], [cell])
      .split('\r\n')
      .slice(1)
      .join('\r\n'),
  ).toMatch(/^"?'/)
})

it('is a download', () => {
  const { headers } = csvResponse('x.csv', 'a')
  expect(headers.get('content-disposition')).toBe('attachment; filename="x.csv"')
})

const ROWS: Pair[] = [
  [1, '=x'],
  ['"', 2],
]

it('streams the same bytes as one text', async () => {
  const batches = (async function* () {
    for (const row of ROWS) yield [row]
    yield []
  })()
  const streamed = await csvStream('x.csv', PAIR, batches)
  const whole = csvDownload('x.csv', PAIR, { rows: ROWS, failure: null })
  expect(new Uint8Array(await streamed.arrayBuffer())).toEqual(new Uint8Array(await whole.arrayBuffer()))
  expect([...streamed.headers]).toEqual([...whole.headers])
})

it('responds with 503 if the rows could not be read', async () => {
  const refused = csvDownload('x.csv', PAIR, { rows: [], failure: 'Down' })
  expect([refused.status, await refused.text()]).toEqual([503, 'Down Please load the page again.'])
})

const NUMBER: CsvColumns<number> = [['a', (row) => row]]

it('reads a batch only after the previous one was consumed (backpressure)', async () => {
  let read = 0
  const batches = (async function* () {
    for (; read < 100; read++) yield [read]
  })()
  const reader = (await csvStream('x.csv', NUMBER, batches)).body?.getReader()
  await reader?.read()
  await reader?.read()
  expect(read).toBeLessThan(5)
  await reader?.cancel()
})

it('responds with 503 if the first batch fails, and aborts at a later one', async () => {
  const failing = async function* (after: number) {
    for (let at = 0; at < after; at++) yield [at]
    throw new ReadFault('Down')
  }
  const refused = await csvStream('x.csv', NUMBER, failing(0))
  expect([refused.status, await refused.text()]).toEqual([503, 'Down Please load the page again.'])
  await expect((await csvStream('x.csv', NUMBER, failing(2))).text()).rejects.toThrow('Down')
})
