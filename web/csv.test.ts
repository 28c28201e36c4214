import { expect, it } from 'vitest'
import { csvResponse, csvText } from './csv.ts'

it('quotes what must be quoted and leaves numbers alone', () => {
  const text = csvText(['Shop', 'Goods'], [['Mama "Sade", Lagos', -12.5]])
  expect(text).toBe('Shop,Goods\r\n"Mama ""Sade"", Lagos",-12.5\r\n')
})

it.each(['=1+1', '+234', '-1', '@SUM(A1)', '\tx', '\r=x'])('does not let a spreadsheet run %j', (cell) => {
  expect(
    csvText(['a'], [[cell]])
      .split('\r\n')
      .slice(1)
      .join('\r\n'),
  ).toMatch(/^"?'/)
})

it('is a download', () => {
  const { headers } = csvResponse('x.csv', 'a')
  expect(headers.get('content-disposition')).toBe('attachment; filename="x.csv"')
})
